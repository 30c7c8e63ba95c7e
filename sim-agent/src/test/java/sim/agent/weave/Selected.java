package sim.agent.weave;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import sim.agent.cache.WeavingResult;
import sim.agent.configure.Configurations;
import sim.agent.hook.Job;
import sim.agent.hook.WeavingLog;
import sim.agent.probe.Acceptance;
import sim.agent.probe.WovenClass;
import sim.agent.select.LeftAlone;
import sim.metrics.weaving.WeavingReport;

/**
 * Asks the weaver which methods of all classes of some jars are metered, and says where names alone would have told otherwise, and where the
 * JVM would refuse a class with probes that is not verified.
 * Run with the agent's jar on the class path and a weaver configuration as the first argument; the jars follow. With
 * {@code woven.every} it asks for one class in so many.
 */
public final class Selected {
    private static final String CLASS = ".class";

    private final LateWeaver weaver = new LateWeaver(WeavingReport.ofJvm(), WeavingLog.NONE);
    private final LeftAlone leftAlone = new LeftAlone(WeavingReport.ofJvm(), List.of("default"), false);
    private final PlainWeaving plain = new PlainWeaving(false);
    private final int every = Integer.getInteger("woven.every", 1);
    private int seen;
    private int classes;
    private int told;
    private int methods;
    private int differ;
    private int refused;

    private Selected() {}

    public static void main(String[] args) throws Exception {
        Configurations.add(Path.of(args[0]).toUri().toString());
        URL[] urls = new URL[args.length - 1];
        for (int i = 0; i < urls.length; i++) {
            urls[i] = Path.of(args[i + 1]).toUri().toURL();
        }
        Selected selected = new Selected();
        try (URLClassLoader loader = new URLClassLoader(urls, Selected.class.getClassLoader())) {
            for (int i = 1; i < args.length; i++) {
                selected.compare(loader, args[i]);
            }
        }
        System.out.println("classes " + selected.classes);
        System.out.println("told " + selected.told);
        System.out.println("methods " + selected.methods);
        System.out.println("differ " + selected.differ);
        System.out.println("refused " + selected.refused);
    }

    private void compare(ClassLoader loader, String jar) throws Exception {
        try (JarFile file = new JarFile(jar)) {
            for (JarEntry each : Collections.list(file.entries())) {
                String name = each.getName();
                if (name.endsWith(CLASS) && !name.startsWith("META-INF/") && !name.endsWith("module-info.class")) {
                    compare(loader, name.substring(0, name.length() - CLASS.length()),
                            file.getInputStream(each).readAllBytes());
                }
            }
        }
    }

    private void compare(ClassLoader loader, String name, byte[] bytes) throws Exception {
        if (seen++ % every != 0 || leftAlone.why(loader, name, null) != null) {
            return;
        }
        classes++;
        Set<String> chosen = plain.chosen(loader, name, bytes);
        if (chosen == null) {
            return;
        }
        told++;
        try (Job job = Job.aheadOfTime(loader, bytes, (made, code) -> {})) {
            verify(loader, name, bytes);
            byte[] woven = weaver.weave(loader, name, null, null, bytes);
            if (job.hasFailed()) {
                return;
            }
            Set<String> probing = woven == null ? Set.of() : WovenClass.read(woven).probing();
            methods += probing.size();
            if (!probing.equals(chosen)) {
                differ++;
                System.out.println("differs " + name + " weaver alone " + without(probing, chosen) + " names alone "
                        + without(chosen, probing));
            }
        }
    }

    /** What the JVM would be given passes, verified or not. */
    private void verify(ClassLoader loader, String name, byte[] bytes) {
        WeavingResult result = plain.weave(loader, name, bytes);
        Acceptance whole = result == null || result.code() == null
                ? null
                : Acceptance.of(bytes, result.code(), loader);
        if (whole != null && !whole.isGiven()) {
            refused++;
            System.out.println("refused " + name + " " + whole.what());
        }
    }

    private static Set<String> without(Set<String> all, Set<String> some) {
        Set<String> left = new TreeSet<>(all);
        left.removeAll(some);
        return left;
    }
}

package sim.agent;

import java.io.File;
import java.io.IOException;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.net.URL;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import sim.metrics.failure.OwnThread;

/**
 * Ensures that the weaver at work is the agent's own, which {@link sim.agent.build.WeaverRewrite} has corrected. Many applications bring
 * {@code aspectjweaver.jar} (every one with Spring Data JPA), and the JVM searches the class path before the agent's jar. So the weaver's
 * classes that the application loads get the agent's bytes. All of them are loaded before the weaver weaves. Later would be too late: no
 * transformer sees what a thread loads inside a transformer. AspectJ's runtime, which woven code shares with the application, stays the
 * application's.
 */
final class OwnWeaver implements ClassFileTransformer {
    private static final String[] WEAVER = {"org/aspectj/weaver/", "org/aspectj/bridge/", "org/aspectj/util/",
            "org/aspectj/asm/", "org/aspectj/apache/", "aj/org/objectweb/asm/"};
    private static final String CLASS = ".class";
    /** For an agent that is not in a jar. */
    static final OwnWeaver NONE = new OwnWeaver(true);

    /** The JVM's loader for the class path. It locks only one class at a time. */
    private final ClassLoader system = OwnWeaver.class.getClassLoader();
    private final CodeSource source = OwnWeaver.class.getProtectionDomain().getCodeSource();
    private boolean loaded;

    private OwnWeaver(boolean loaded) {
        this.loaded = loaded;
    }

    /** To be called before the first class of the weaver is loaded. */
    static OwnWeaver install(Instrumentation instrumentation) {
        OwnWeaver own = new OwnWeaver(false);
        if (own.source == null || !own.source.getLocation().getPath().endsWith(".jar")) {
            return NONE;
        }
        instrumentation.addTransformer(own, false);
        return own;
    }

    /** Loads all classes of the weaver, about 900, if the class path would find another weaver first. */
    synchronized void load() {
        if (loaded) {
            return;
        }
        loaded = true;
        URL found = system.getResource(WEAVER[0] + "Dump" + CLASS);
        if (found == null || found.toExternalForm().contains(source.getLocation().toExternalForm())) {
            return;
        }
        Thread outside = OwnThread.of(this::loadAll, "sim-weaver");
        outside.start();
        boolean interrupted = false;
        while (outside.isAlive()) {
            try {
                outside.join();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void loadAll() {
        try (JarFile jar = new JarFile(file(), false)) {
            jar.stream().map(JarEntry::getName).filter(OwnWeaver::isOfTheWeaver).forEach(this::load);
        } catch (IOException | URISyntaxException unreadable) {
            // each class is then loaded as the class path has it
        }
    }

    private File file() throws URISyntaxException {
        return new File(source.getLocation().toURI());
    }

    private void load(String entry) {
        try {
            Class.forName(entry.substring(0, entry.length() - CLASS.length()).replace('/', '.'), false, system);
        } catch (ClassNotFoundException | LinkageError optional) {
            // an optional part of the weaver, which needs classes that are missing
        }
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
            byte[] bytes) {
        if (loader != system || name == null || redefined != null || !begins(name)
                || domain == OwnWeaver.class.getProtectionDomain()) {
            return null;
        }
        // opened anew for each class, because the JDK shares what it has read of a jar that is open already, as the agent's is
        try (JarFile jar = new JarFile(file(), false)) {
            JarEntry entry = jar.getJarEntry(name + CLASS);
            // null: only the application's version has this class
            return entry == null ? null : jar.getInputStream(entry).readAllBytes();
        } catch (IOException | URISyntaxException unreadable) {
            return null;
        }
    }

    private static boolean isOfTheWeaver(String entry) {
        return entry.endsWith(CLASS) && begins(entry);
    }

    private static boolean begins(String name) {
        for (String prefix : WEAVER) {
            if (name.startsWith(prefix)) {
                return true;
            }
        }
        return false;
    }
}

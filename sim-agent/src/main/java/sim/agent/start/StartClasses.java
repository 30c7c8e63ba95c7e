package sim.agent.start;

import java.io.File;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.security.ProtectionDomain;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import sim.agent.hook.ClassDefiner;
import sim.base.failure.OwnThread;

/**
 * Loads the classes of SIM that every start needs, in the order in which they are needed, beside the thread that starts the program. That
 * thread then finds them loaded. A second later, those that shipping and ending need: somebody may write another version of the agent
 * over the jar while the program runs, and nothing more can be read from it then. Initialises none.
 *
 * <p>The JVM has the agent's jar behind the class path: to load a class, it looks into every jar there first. So these classes are
 * taken from the agent's jar at once, and defined as the loader would: with its lock, its source and its rights.
 */
public final class StartClasses implements Runnable, ClassDefiner.Source {
    static final String LIST = "META-INF/sim/start.classes";
    /** What shipping and ending need, and more virtual threads in calls at a time than have a context. */
    static final String LATER = "META-INF/sim/ship.classes";
    /** What a scrape needs, where {@code prometheus=} is set. */
    static final String SCRAPE = "META-INF/sim/scrape.classes";
    /** By then the program is on its way. One that ends before has lived too short for somebody to replace the jar. */
    private static final long LATER_MILLIS = 1_000;
    /** A class of each of SIM's modules. If the class path has such a class too, the program has chosen that one. */
    private static final String[] MODULES = {"sim.model.snapshot.Meter", "sim.base.config.Option",
            "sim.context.CurrentContext", "sim.metrics.probe.Metering", "sim.payload.runtime.PayloadFeature",
            "sim.wire.Wire", "sim.collector.Collector", "sim.jfr.FlowContexts",
            "sim.instrumentation.aop.aspectj.JoinPoints"};

    private final ClassLoader loader = StartClasses.class.getClassLoader();
    private final ProtectionDomain domain = StartClasses.class.getProtectionDomain();
    private static volatile Thread loading;
    private final boolean isScraped;
    private JarFile jar;

    private StartClasses(boolean isScraped) {
        this.isScraped = isScraped;
    }

    /**
     * Begins to load on another thread, and returns at once. Called where {@link sim.agent.hook.JdkInside} is open.
     *
     * @param isScraped whether Prometheus will ask
     */
    public static void load(boolean isScraped) {
        try {
            Thread thread = OwnThread.of(new StartClasses(isScraped), "sim-classes");
            loading = thread;
            thread.start();
        } catch (OutOfMemoryError noThread) {
            // each class is then loaded where it is needed
        }
    }

    /** A program that runs unmetered ships nothing. */
    public static void leaveTheRest() {
        Thread thread = loading;
        if (thread != null) {
            thread.interrupt();
        }
    }

    @Override
    public void run() {
        try (JarFile opened = new JarFile(new File(domain.getCodeSource().getLocation().toURI()), false)) {
            jar = opened;
            ClassDefiner.open();
            boolean all = true;
            for (String module : MODULES) {
                all = all && Class.forName(module, false, loader).getProtectionDomain() == domain;
            }
            load(LIST, all);
            Thread.sleep(LATER_MILLIS);
            load(LATER, all);
            if (isScraped) {
                load(SCRAPE, all);
            }
        } catch (InterruptedException unmetered) {
            // nobody needs the rest
        } catch (Throwable failure) { // the code that needs a class has it loaded, as long as the jar is what it was
            OwnThread.count(failure);
        }
    }

    /** A class that cannot be loaded is counted, and keeps no other away. */
    private void load(String list, boolean all) throws IOException {
        String names = new String(bytes(list), StandardCharsets.US_ASCII);
        int at = 0;
        for (int end = names.indexOf('\n'); end >= 0; end = names.indexOf('\n', at)) {
            String name = names.substring(at, end);
            at = end + 1;
            try {
                if (all) {
                    ClassDefiner.defineUnlessLoaded(loader, name, this, domain);
                } else {
                    Class.forName(name, false, loader);
                }
            } catch (FileNotFoundException | ClassNotFoundException absent) {
                continue; // compilers differ in the classes that they make up, such as OptionType$1
            } catch (Throwable failure) {
                OwnThread.count(failure);
            }
        }
    }

    @Override
    public byte[] of(String name) throws IOException {
        return bytes(file(name));
    }

    private static String file(String name) {
        return name.replace('.', '/').concat(".class");
    }

    private byte[] bytes(String name) throws IOException {
        ZipEntry entry = jar.getEntry(name);
        if (entry == null) {
            throw new FileNotFoundException(name);
        }
        try (InputStream in = jar.getInputStream(entry)) {
            return in.readNBytes((int) entry.getSize());
        }
    }
}

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

/**
 * Sees to it that the weaver that weaves is the agent's own, which {@link sim.agent.build.WeaverRewrite} has mended. Many
 * applications bring {@code aspectjweaver.jar} (every one on Spring Data JPA), and the JVM looks into the class path before
 * the agent's jar. So classes of the weaver that the application loads get the agent's bytes as they are, and before the
 * weaver weaves all of them are loaded: later is too late, for what a thread loads inside a transformer no transformer
 * sees. AspectJ's runtime, which woven code shares with the application, stays the application's.
 */
final class OwnWeaver implements ClassFileTransformer {
    private static final String[] WEAVER = {"org/aspectj/weaver/", "org/aspectj/bridge/", "org/aspectj/util/",
            "org/aspectj/asm/", "org/aspectj/apache/", "aj/org/objectweb/asm/"};
    private static final String CLASS = ".class";
    /** Where no other can be found. */
    static final OwnWeaver NONE = new OwnWeaver(true);

    /** The JVM's own for the class path, which locks no more than one class at a time. */
    private final ClassLoader system = OwnWeaver.class.getClassLoader();
    private final CodeSource source = OwnWeaver.class.getProtectionDomain().getCodeSource();
    private boolean loaded;

    private OwnWeaver(boolean loaded) {
        this.loaded = loaded;
    }

    /** Before the first class of the weaver is loaded. */
    static OwnWeaver install(Instrumentation instrumentation) {
        OwnWeaver own = new OwnWeaver(false);
        if (own.source == null || !own.source.getLocation().getPath().endsWith(".jar")) {
            return NONE;
        }
        instrumentation.addTransformer(own, false);
        return own;
    }

    /** Loads all of it, some 900 classes, where another one would be found first. */
    synchronized void load() {
        if (loaded) {
            return;
        }
        loaded = true;
        URL found = system.getResource(WEAVER[0] + "Dump" + CLASS);
        if (found == null || found.toExternalForm().contains(source.getLocation().toExternalForm())) {
            return;
        }
        Thread outside = new Thread(null, this::loadAll, "sim-weaver", 0, false);
        outside.setDaemon(true);
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
            // then each is found as the class path has it
        }
    }

    private File file() throws URISyntaxException {
        return new File(source.getLocation().toURI());
    }

    private void load(String entry) {
        try {
            Class.forName(entry.substring(0, entry.length() - CLASS.length()).replace('/', '.'), false, system);
        } catch (ClassNotFoundException | LinkageError optional) {
            // a part of the weaver that needs what is not there, and is not needed here
        }
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
            byte[] bytes) {
        if (loader != system || name == null || redefined != null || !begins(name)
                || domain == OwnWeaver.class.getProtectionDomain()) {
            return null;
        }
        // opened anew for each: the JDK shares what it has read of a jar that is open already, as the agent's is
        try (JarFile jar = new JarFile(file(), false)) {
            JarEntry entry = jar.getJarEntry(name + CLASS);
            // null: only the application's version has it
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

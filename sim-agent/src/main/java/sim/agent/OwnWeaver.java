package sim.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Sees to it that the weaver that weaves is the agent's own, which {@link sim.agent.build.WeaverRewrite} has mended. Many
 * applications bring {@code aspectjweaver.jar} (every one on Spring Data JPA), and the JVM looks into the class path before
 * the agent's jar. So there all classes of the weaver are loaded before the application starts, and get the agent's bytes as
 * they are: later is too late, for what a thread loads inside a transformer no transformer sees. AspectJ's runtime, which
 * woven code shares with the application, stays the application's.
 */
final class OwnWeaver implements ClassFileTransformer {
    private static final String[] WEAVER = {"org/aspectj/weaver/", "org/aspectj/bridge/", "org/aspectj/util/",
            "org/aspectj/asm/", "org/aspectj/apache/", "aj/org/objectweb/asm/"};
    private static final String CLASS = ".class";

    private final ClassLoader system = ClassLoader.getSystemClassLoader();
    private final JarFile jar;

    private OwnWeaver(JarFile jar) {
        this.jar = jar;
    }

    /** Before the first class of the weaver is loaded; does nothing where the agent's is found first. Some 900 classes. */
    static void install(Instrumentation instrumentation) throws IOException, URISyntaxException {
        CodeSource source = OwnWeaver.class.getProtectionDomain().getCodeSource();
        URL found = ClassLoader.getSystemResource(WEAVER[0] + "Dump" + CLASS);
        if (source == null || !source.getLocation().getPath().endsWith(".jar") || found == null
                || found.toExternalForm().contains(source.getLocation().toExternalForm())) {
            return;
        }
        try (JarFile jar = new JarFile(Path.of(source.getLocation().toURI()).toFile(), false)) {
            OwnWeaver own = new OwnWeaver(jar);
            instrumentation.addTransformer(own, false);
            try {
                jar.stream().map(JarEntry::getName).filter(OwnWeaver::isOfTheWeaver).forEach(own::load);
            } finally {
                instrumentation.removeTransformer(own);
            }
        }
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
        if (loader != system || name == null || redefined != null || !isOfTheWeaver(name + CLASS)) {
            return null;
        }
        JarEntry entry = jar.getJarEntry(name + CLASS);
        if (entry == null) {
            return null; // only the application's version has it
        }
        try (InputStream own = jar.getInputStream(entry)) {
            return own.readAllBytes();
        } catch (IOException unreadable) {
            return null;
        }
    }

    private static boolean isOfTheWeaver(String entry) {
        if (entry.endsWith(CLASS)) {
            for (String prefix : WEAVER) {
                if (entry.startsWith(prefix)) {
                    return true;
                }
            }
        }
        return false;
    }
}

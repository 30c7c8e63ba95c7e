package sim.agent;

import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.jar.JarFile;

/**
 * Sees to it that the weaver that weaves is the agent's own, which {@link sim.agent.build.WeaverRewrite} has mended. Many
 * applications bring {@code aspectjweaver.jar} (every one on Spring Data JPA), and the JVM looks into the class path before
 * the agent's jar: so a class of the weaver that is loaded from elsewhere gets the agent's bytes. AspectJ's runtime, which
 * woven code shares with the application, stays the application's. Must be there before the first class of the weaver is
 * loaded. On whatever thread loads a class; never throws.
 */
final class OwnWeaver implements ClassFileTransformer {
    private static final String[] WEAVER = {"org/aspectj/weaver/", "org/aspectj/bridge/", "org/aspectj/util/",
            "org/aspectj/asm/", "org/aspectj/apache/", "aj/org/objectweb/asm/"};

    private final ClassLoader system = ClassLoader.getSystemClassLoader();
    private final URL location;
    private final JarFile jar;

    private OwnWeaver(URL location, JarFile jar) {
        this.location = location;
        this.jar = jar;
    }

    /** For the jar this class is from; null where it is from no jar, and so is the weaver. */
    static OwnWeaver ofThisJar() throws IOException, URISyntaxException {
        CodeSource source = OwnWeaver.class.getProtectionDomain().getCodeSource();
        return source == null || !source.getLocation().getPath().endsWith(".jar")
                ? null
                : new OwnWeaver(source.getLocation(),
                        new JarFile(Path.of(source.getLocation().toURI()).toFile(), false));
    }

    @Override
    public byte[] transform(ClassLoader loader, String name, Class<?> redefined, ProtectionDomain domain,
            byte[] bytes) {
        if (loader != system || name == null || redefined != null || !isOfTheWeaver(name) || isOurs(domain)) {
            return null;
        }
        try (InputStream own = jar.getInputStream(jar.getEntry(name + ".class"))) {
            return own.readAllBytes();
        } catch (IOException | RuntimeException none) {
            return null; // a class that only the application's version has
        }
    }

    private static boolean isOfTheWeaver(String name) {
        if (name.startsWith("org/aspectj/") || name.startsWith("aj/")) {
            for (String prefix : WEAVER) {
                if (name.startsWith(prefix)) {
                    return true;
                }
            }
        }
        return false;
    }

    private boolean isOurs(ProtectionDomain domain) {
        CodeSource source = domain == null ? null : domain.getCodeSource();
        return source != null && source.getLocation() != null
                && source.getLocation().toExternalForm().equals(location.toExternalForm());
    }
}

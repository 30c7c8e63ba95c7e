package sim.agent;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;

/**
 * SIM's classes: those in the agent's jar, wherever they are loaded from. Another class may be in a package of the same name
 * and is the application's.
 */
final class OwnClasses {
    private static final String[] PACKAGES = {"sim/", "org/jinspired/", "aj/org/objectweb/", "org/aspectj/"};
    private static final ProtectionDomain AGENTS = OwnClasses.class.getProtectionDomain();
    /** Read when a class of such a package comes from elsewhere, which is seldom. */
    private static volatile Set<String> names;

    private OwnClasses() {}

    /** Whether a class, by its internal name, is one of them. */
    static boolean has(String name, ProtectionDomain domain) {
        boolean maybe = false;
        for (String each : PACKAGES) {
            maybe |= name.startsWith(each);
        }
        return maybe && (domain == AGENTS && AGENTS != null || names().contains(name));
    }

    private static Set<String> names() {
        Set<String> read = names;
        if (read == null) {
            read = read();
            names = read;
        }
        return read;
    }

    private static Set<String> read() {
        try (JarFile jar = new JarFile(new File(AGENTS.getCodeSource().getLocation().toURI()))) {
            return jar.stream().map(ZipEntry::getName).filter(name -> name.endsWith(".class"))
                    .map(name -> name.substring(0, name.length() - ".class".length()))
                    .collect(Collectors.toUnmodifiableSet());
        } catch (IOException | URISyntaxException | RuntimeException unreadable) {
            return Set.of(); // then those that come from the agent's jar are known
        }
    }
}

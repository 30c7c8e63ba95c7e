package sim.agent.select;

import java.io.File;
import java.io.IOException;
import java.net.URISyntaxException;
import java.security.ProtectionDomain;
import java.util.Set;
import java.util.jar.JarFile;
import java.util.stream.Collectors;
import java.util.zip.ZipEntry;

/**
 * SIM's classes: those in the agent's jar, wherever they are loaded from. Any other class in a package of the same name belongs to the
 * application.
 */
final class OwnClasses {
    private static final String[] PACKAGES = {"sim/", "org/jinspired/", "aj/org/objectweb/", "org/aspectj/"};
    private static final ProtectionDomain AGENTS = OwnClasses.class.getProtectionDomain();
    /** The names of SIM's classes. Read when a class of such a package comes from elsewhere, which is rare. */
    private static volatile Set<String> names;

    private OwnClasses() {}

    /** Whether a class, given by its internal name, is SIM's. */
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
            return Set.of(); // only classes that come from the agent's jar are then recognised
        }
    }
}

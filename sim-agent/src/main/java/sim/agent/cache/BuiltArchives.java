package sim.agent.cache;

import java.io.File;
import java.io.IOException;
import java.security.CodeSource;
import java.security.ProtectionDomain;

/** Finds out which classes were woven before the program started: those of archives with a mark. */
public final class BuiltArchives {
    /** The mark in a folder into which such an archive was unpacked. */
    public static final String MARK = "META-INF/sim-woven";

    private BuiltArchives() {}

    /** Whether the classes of a domain come from such an archive. Never throws. */
    public static boolean has(ProtectionDomain domain) {
        CodeSource source = domain.getCodeSource();
        if (source == null || source.getLocation() == null) {
            return false;
        }
        try {
            File file = Place.of(source.getLocation().toString()).file();
            return file.isDirectory() ? new File(file, MARK).exists() : file.exists() && Jar.of(file).isWoven();
        } catch (IOException | RuntimeException unreadable) {
            return false;
        }
    }
}

package sim.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The JDKs of the machine. */
public final class Jdks {
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");
    private static final List<Path> FOLDERS = List.of(Path.of("/usr/lib/jvm"),
            Path.of("/opt/hostedtoolcache/Java_Temurin-Hotspot_jdk"));

    private Jdks() {}

    /** The one that the tests run on. */
    public static Path own() {
        return Path.of(System.getProperty("java.home"));
    }

    /** One with virtual threads: that of the tests, or the newest beside it; null where there is none. */
    public static Path withVirtualThreads() {
        if (Runtime.version().feature() >= 21) {
            return own();
        }
        Path newest = null;
        int best = 20;
        for (Path home : in(own().getParent())) {
            int feature = feature(home);
            if (feature > best) {
                best = feature;
                newest = home;
            }
        }
        return newest;
    }

    /** A JDK 25: the one named by {@code -Dsim.jdk25} or {@code JAVA_HOME_25}, or one in the usual folders; null for none. */
    public static Path jdk25() {
        if (Runtime.version().feature() == 25) {
            return own();
        }
        String named = System.getProperty("sim.jdk25", System.getenv("JAVA_HOME_25"));
        if (named != null) {
            return Path.of(named);
        }
        return FOLDERS.stream().flatMap(folder -> in(folder).stream())
                .filter(home -> Files.isExecutable(home.resolve("bin/jfr")) && feature(home) == 25).sorted().findFirst()
                .orElse(null);
    }

    private static List<Path> in(Path folder) {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> homes = Files.list(folder)) {
            return homes.filter(home -> Files.isExecutable(home.resolve("bin/java"))).toList();
        } catch (IOException unreadable) {
            return List.of();
        }
    }

    /** Its release, such as 17; 0 where it does not say. */
    private static int feature(Path home) {
        Path release = home.resolve("release");
        if (!Files.isRegularFile(release)) {
            return 0;
        }
        try {
            Matcher version = VERSION.matcher(Files.readString(release));
            return version.find() ? Integer.parseInt(version.group(1)) : 0;
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}

package sim.campaign;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where things are.
 *
 * @param root the checkout, built
 * @param work where this run writes
 */
record Place(Path root, Path work) {
    private static final Pattern VERSION = Pattern.compile("JAVA_VERSION=\"(\\d+)");

    Path agentJar() {
        return root.resolve("sim-agent/target/sim-agent.jar");
    }

    Path serverJar() {
        return root.resolve("sim-agent-server/target/sim-agent-server.jar");
    }

    /** The programs. The annotations and what they call are in the agent's jar. */
    Path programs() {
        return root.resolve("campaign/target/classes");
    }

    String java() {
        return java(Path.of(System.getProperty("java.home")));
    }

    static String java(Path home) {
        return home.resolve(Path.of("bin", "java")).toString();
    }

    /** The JDKs beside the one that runs this, itself first. */
    static List<Path> jdks() throws IOException {
        Path own = Path.of(System.getProperty("java.home")).toRealPath();
        List<Path> all = new ArrayList<>(List.of(own));
        try (DirectoryStream<Path> beside = Files.newDirectoryStream(own.getParent())) {
            for (Path home : beside) {
                if (Files.isExecutable(home.resolve("bin/java")) && !all.contains(home.toRealPath())
                        && feature(home) >= 17) {
                    all.add(home.toRealPath());
                }
            }
        }
        return all;
    }

    /** Its version, 0 where it does not say. */
    static int feature(Path home) throws IOException {
        Path release = home.resolve("release");
        Matcher version = VERSION.matcher(Files.isRegularFile(release) ? Files.readString(release) : "");
        return version.find() ? Integer.parseInt(version.group(1)) : 0;
    }
}

package sim.jfr;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Runs programs of the tests and the JDK's tools in JVMs of their own; on JDK 25 too where there is one. */
public final class ChildJvm {
    private ChildJvm() {}

    /** How a child ended and what it printed, both streams together. */
    public record Result(int exit, String out) {}

    /** The JDK the tests run on. */
    public static Path ownJdk() {
        return Path.of(System.getProperty("java.home"));
    }

    /** A JDK 25: the one named by {@code -Dsim.jdk25} or {@code JAVA_HOME_25}, or one found beside the others; null for none. */
    public static Path jdk25() {
        if (Runtime.version().feature() == 25) {
            return ownJdk();
        }
        String named = System.getProperty("sim.jdk25", System.getenv("JAVA_HOME_25"));
        if (named != null) {
            return Path.of(named);
        }
        for (String folder : new String[]{"/usr/lib/jvm", "/opt/hostedtoolcache/Java_Temurin-Hotspot_jdk"}) {
            if (Files.isDirectory(Path.of(folder))) {
                try (Stream<Path> jdks = Files.list(Path.of(folder))) {
                    Path found = jdks.filter(jdk -> jdk.getFileName().toString().matches(".*\\b25\\b.*"))
                            .filter(jdk -> Files.isExecutable(jdk.resolve("bin/jfr"))).sorted().findFirst()
                            .orElse(null);
                    if (found != null) {
                        return found;
                    }
                } catch (IOException unreadable) {
                    // As if there were none.
                }
            }
        }
        return null;
    }

    /** Runs a class of this module. */
    public static Result java(Path jdk, List<String> flags, String main, String... args) {
        List<String> command = new ArrayList<>(List.of(jdk.resolve("bin/java").toString()));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), main));
        command.addAll(List.of(args));
        return run(command);
    }

    /** Runs a tool of a JDK. */
    public static Result tool(Path jdk, String name, String... args) {
        List<String> command = new ArrayList<>(List.of(jdk.resolve("bin").resolve(name).toString()));
        command.addAll(List.of(args));
        return run(command);
    }

    private static Result run(List<String> command) {
        try {
            Path out = Files.createTempFile("child", ".out");
            out.toFile().deleteOnExit();
            Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile())
                    .start();
            if (!process.waitFor(Long.getLong("sim.child.minutes", 10), TimeUnit.MINUTES)) {
                process.destroyForcibly().waitFor();
                throw new AssertionError(command + " did not end: " + Files.readString(out));
            }
            return new Result(process.exitValue(), Files.readString(out));
        } catch (IOException failure) {
            throw new AssertionError(failure);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new AssertionError(stop);
        }
    }
}

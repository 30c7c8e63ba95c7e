package sim.testkit;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program to its end, in a process of its own. */
public class Child {
    /**
     * The first compiler and the serial collector alone: half the processor time of a JVM that lives for seconds (4.9 s to 2.4 s for a program of
     * {@code ConfinedIT}). Not for tests of hot code, of what is allocated, or of a heap that is full.
     */
    public static final List<String> FRUGAL = List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC");

    private static final int LONGEST_MINUTES = Integer.getInteger("sim.child.minutes", 10);

    protected Child() {}

    /**
     * Runs a program of the tests, on their JDK and their class path.
     *
     * @param arguments flags, main class and its arguments
     */
    public static Result jvm(String... arguments) {
        return jvm(Jdks.own(), List.of(), arguments);
    }

    /** The same on another JDK. */
    public static Result jvm(Path jdk, List<String> flags, String... arguments) {
        List<String> command = new ArrayList<>(List.of(jdk.resolve("bin/java").toString()));
        command.addAll(flags);
        command.addAll(List.of("-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(arguments));
        return run(new ProcessBuilder(command));
    }

    /** Runs a tool of a JDK. */
    public static Result tool(Path jdk, String name, String... arguments) {
        List<String> command = new ArrayList<>(List.of(jdk.resolve("bin").resolve(name).toString()));
        command.addAll(List.of(arguments));
        return run(new ProcessBuilder(command));
    }

    /** Runs what is to be started. Ends it if it takes too long, and fails. */
    protected static Result run(ProcessBuilder program) {
        try {
            Path out = Files.createTempFile("child", ".out");
            Path err = Files.createTempFile("child", ".err");
            Process process = program.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
            boolean hasEnded = process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES);
            if (!hasEnded) {
                process.destroyForcibly().waitFor();
            }
            Result result = new Result(process.exitValue(), lines(out), lines(err));
            Files.delete(out);
            Files.delete(err);
            if (!hasEnded) {
                throw new AssertionError(
                        program.command() + " did not end in " + LONGEST_MINUTES + " minutes: " + result.all());
            }
            return result;
        } catch (IOException failure) {
            throw new AssertionError(failure);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new AssertionError(stop);
        }
    }

    private static List<String> lines(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).lines().toList();
    }

    /** How it ended, and the lines that it said. */
    public record Result(int exit, List<String> out, List<String> err) {
        /** The lines that begin so. */
        public List<String> lines(String beginning) {
            return out.stream().filter(line -> line.startsWith(beginning)).toList();
        }

        /** What follows such a beginning in the first such line, or null. */
        public String after(String beginning) {
            return lines(beginning).stream().findFirst().map(line -> line.substring(beginning.length())).orElse(null);
        }

        /** All that it printed on standard output. */
        public String text() {
            return String.join("\n", out);
        }

        /** All that it said, for a message. */
        public String all() {
            return text() + "\n--- stderr\n" + String.join("\n", err);
        }
    }
}

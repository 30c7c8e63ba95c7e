package extended;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Runs a program of the tests in a JVM of its own, which has a metering runtime of its own. */
public final class ChildJvm {
    private ChildJvm() {}

    /** @param arguments flags, main class and its arguments */
    public static Result run(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
                        System.getProperty("java.class.path")));
        command.addAll(Arrays.asList(arguments));
        Path out = Files.createTempFile("child", ".out");
        Path err = Files.createTempFile("child", ".err");
        Process process = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
        Result result = new Result(process.exitValue(), Files.readAllLines(out), Files.readAllLines(err));
        Files.delete(out);
        Files.delete(err);
        return result;
    }

    public record Result(int exit, List<String> out, List<String> err) {
        public String all() {
            return String.join("\n", out) + "\n--- stderr\n" + String.join("\n", err);
        }

        /** The lines that begin so. */
        public List<String> lines(String beginning) {
            return out.stream().filter(line -> line.startsWith(beginning)).toList();
        }
    }
}

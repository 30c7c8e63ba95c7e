package sim.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * A process that ran to its end.
 *
 * @param millis how long it took
 * @param output what it said, on both streams
 */
record Child(int exit, double millis, List<String> output) {
    /** @throws IOException if it cannot be started, or does not end in time: it and what it started is ended then */
    static Child run(List<String> command, Map<String, String> environment, Path log, int longestSeconds)
            throws IOException, InterruptedException {
        ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().putAll(environment);
        long begin = System.nanoTime();
        Process process = builder.start();
        if (!process.waitFor(longestSeconds, TimeUnit.SECONDS)) {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly().waitFor();
            throw new IOException("it hangs: not over after " + longestSeconds + " s");
        }
        double millis = (System.nanoTime() - begin) / 1e6;
        return new Child(process.exitValue(), millis, lines(log));
    }

    /** What it printed as {@code figure NAME NUMBER}. */
    Map<String, Double> figures() {
        Map<String, Double> figures = new HashMap<>();
        for (String line : output) {
            String[] words = line.split(" ");
            if (words.length == 3 && words[0].equals("figure")) {
                figures.put(words[1], Double.parseDouble(words[2]));
            }
        }
        return figures;
    }

    /** The line that says best why it failed. */
    String complaint() {
        return output.stream().filter(line -> line.matches(".*(Exception|Error|error|[Cc]annot|Unsupported).*"))
                .findFirst().map(String::trim)
                .orElse("it ended with " + exit + (output.isEmpty() ? "" : ": " + output.get(output.size() - 1)));
    }

    private static List<String> lines(Path log) throws IOException {
        return new String(Files.readAllBytes(log), java.nio.charset.StandardCharsets.UTF_8).lines().toList();
    }
}

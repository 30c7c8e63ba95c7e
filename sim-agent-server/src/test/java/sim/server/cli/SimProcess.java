package sim.server.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import sim.testkit.Child;

/** A {@code sim} command as users call it, in a JVM of its own: how it ended and what it printed. */
record SimProcess(int exit, String out, String err) {
    static SimProcess run(List<String> arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString()));
        command.addAll(Child.FRUGAL);
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "sim.server.Sim"));
        command.addAll(arguments);
        Path out = Files.createTempFile("sim", ".out");
        Path err = Files.createTempFile("sim", ".err");
        try {
            Process process = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile())
                    .start();
            if (!process.waitFor(2, TimeUnit.MINUTES)) {
                process.destroyForcibly();
                throw new AssertionError(command + " did not end");
            }
            return new SimProcess(process.exitValue(), Files.readString(out), Files.readString(err));
        } finally {
            Files.delete(out);
            Files.delete(err);
        }
    }
}

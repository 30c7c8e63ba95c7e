package sim.campaign;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A process of the campaign, and what it says. */
final class Child {
    private static final Set<Process> ALL = ConcurrentHashMap.newKeySet();

    static {
        // whatever ends the campaign ends what it started, stopped processes too
        Runtime.getRuntime().addShutdownHook(new Thread(() -> ALL.forEach(Process::destroyForcibly)));
    }

    private final String name;
    private final Process process;
    private final Path out;
    private final Path err;
    private boolean stopped;

    /** @param folder where {@code name.out} and {@code name.err} are; what is there is replaced */
    Child(String name, Path folder, List<String> command) throws IOException {
        this.name = name;
        out = folder.resolve(name + ".out");
        err = folder.resolve(name + ".err");
        process = new ProcessBuilder(command).directory(folder.toFile())
                .redirectOutput(ProcessBuilder.Redirect.to(out.toFile()))
                .redirectError(ProcessBuilder.Redirect.to(err.toFile())).start();
        ALL.add(process);
        process.onExit().thenAccept(ALL::remove);
    }

    String name() {
        return name;
    }

    long pid() {
        return process.pid();
    }

    boolean isAlive() {
        return process.isAlive();
    }

    int exitCode() {
        return process.exitValue();
    }

    /** Ends its standard input. */
    void endInput() {
        try {
            process.getOutputStream().close();
        } catch (IOException gone) {
            // it has ended already
        }
    }

    /** Whether it ended in time. */
    boolean await(int seconds) throws InterruptedException {
        return process.waitFor(seconds, TimeUnit.SECONDS);
    }

    /** SIGKILL; returns once it is gone. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    /** SIGTERM. */
    void terminate() {
        process.destroy();
    }

    /** SIGSTOP. */
    void stop() throws IOException, InterruptedException {
        stopped = true;
        signal("-STOP");
    }

    /** SIGCONT. */
    void goOn() throws IOException, InterruptedException {
        signal("-CONT");
        stopped = false;
    }

    boolean isStopped() {
        return stopped;
    }

    private void signal(String signal) throws IOException, InterruptedException {
        new ProcessBuilder("kill", signal, String.valueOf(process.pid())).start().waitFor();
    }

    List<String> said() {
        return lines(out);
    }

    /** Its lines on standard error. */
    List<String> complaints() {
        return lines(err);
    }

    /** Texts may be anything: read byte by byte. */
    private static List<String> lines(Path file) {
        try (Stream<String> lines = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1).lines()) {
            return lines.toList();
        } catch (IOException gone) {
            return List.of();
        }
    }
}

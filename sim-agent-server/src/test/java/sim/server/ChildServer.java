package sim.server;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import sim.testkit.Child;

/** The packaged agent server in a JVM of its own, as {@code java -jar} starts it. */
public final class ChildServer implements AutoCloseable {
    private static final Pattern READY = Pattern
            .compile("SIM agent server ready: https?://[0-9.]+:(\\d+) \\(collectors on (\\d+)\\)");

    private final Path out;
    private final Path err;
    private final Process process;

    /** Starts it on free ports, unless the arguments name others. */
    public ChildServer(Path data, List<String> flags, String... args) throws IOException {
        out = Files.createTempFile("server", ".out");
        err = Files.createTempFile("server", ".err");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(Child.FRUGAL);
        command.addAll(flags);
        command.addAll(List.of("-jar", Path.of("target", "sim-agent-server.jar").toString(), "server", "--data",
                data.toString()));
        command.addAll(args.length > 0 ? List.of(args) : List.of("--port", "0", "--http", "0"));
        process = new ProcessBuilder(command).redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    }

    public ChildServer awaitReady() {
        await().atMost(Duration.ofMinutes(3)).until(() -> ready() || !process.isAlive());
        if (!ready()) {
            throw new AssertionError("the server is not ready: " + said() + complaints());
        }
        return this;
    }

    public int collectorPort() {
        return Integer.parseInt(announced().group(2));
    }

    /** Where browsers ask; ends with a slash. */
    public String address() {
        return "http://127.0.0.1:" + announced().group(1) + "/";
    }

    /** The memory it has in use, in bytes, as Linux tells; 0 elsewhere. */
    long residentBytes() {
        Path status = Path.of("/proc/" + process.pid() + "/status");
        try {
            return Files.readAllLines(status).stream().filter(line -> line.startsWith("VmRSS:"))
                    .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")) << 10).findFirst().orElse(0);
        } catch (IOException absent) {
            return 0;
        }
    }

    /** What it answers to a path that is to be had. */
    public String get(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + announced().group(1) + path))
                        .timeout(Duration.ofSeconds(20)).build(),
                HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new AssertionError(path + " answers " + answer.statusCode() + ": " + answer.body());
        }
        return answer.body();
    }

    /** Its lines on standard error. */
    public List<String> complaints() {
        return lines(err);
    }

    /** Waits until it has ended by itself or by a signal; its exit code. */
    int exitCode() throws InterruptedException {
        if (!process.waitFor(30, TimeUnit.SECONDS)) {
            throw new AssertionError("the server does not end: " + said() + complaints());
        }
        return process.exitValue();
    }

    /** SIGTERM. */
    void terminate() {
        process.destroy();
    }

    /** SIGKILL. */
    void kill() {
        process.destroyForcibly();
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
        Files.delete(out);
        Files.delete(err);
    }

    private boolean ready() {
        return READY.matcher(String.join("\n", said())).find();
    }

    private Matcher announced() {
        Matcher line = READY.matcher(String.join("\n", said()));
        if (!line.find()) {
            throw new AssertionError("the server did not say where it listens: " + said());
        }
        return line;
    }

    private List<String> said() {
        return lines(out);
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException gone) {
            throw new AssertionError(gone);
        }
    }
}

package examples;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import sim.testkit.Child;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The packaged agent server in a child JVM, on free ports and a store of its own; ended when closed. */
final class RunningServer implements AutoCloseable {
    private static final Path ROOT = Path.of("../..").toAbsolutePath().normalize();

    private final JsonMapper json = new JsonMapper();
    private final HttpClient http = HttpClient.newHttpClient();
    private final int port = freePort();
    private final int httpPort = freePort();
    private final Path folder;
    private final List<String> further;
    private boolean isUsual;
    private Process process;

    /** @param options further ones of the server's */
    RunningServer(Path folder, String... options) throws Exception {
        this.folder = folder;
        this.further = List.of(options);
        start();
    }

    /** Where collectors report. */
    int collectorPort() {
        return port;
    }

    /** Starts it, again after {@link #kill}: on the same ports and store. */
    void start() throws Exception {
        List<String> command = frugally("-jar",
                ROOT.resolve("sim-agent-server/target/sim-agent-server.jar").toString(), "server", "--port",
                Integer.toString(port), "--http", Integer.toString(httpPort), "--data",
                folder.resolve("data").toString());
        command.addAll(further);
        process = new ProcessBuilder(command).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("server.log").toFile())).start();
        awaitReady();
    }

    /** Writes the server's heap to a file. */
    void dumpHeap(Path file) throws Exception {
        int exit = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(process.pid()), "GC.heap_dump", "-all", file.toString()).redirectErrorStream(true)
                .redirectOutput(folder.resolve("jcmd.log").toFile()).start().waitFor();
        if (exit != 0) {
            throw new AssertionError(Files.readString(folder.resolve("jcmd.log")));
        }
    }

    /** What kill -9 does. */
    void kill() throws Exception {
        process.destroyForcibly().waitFor();
    }

    /** Programs have the compilers and the collector that the JVM chooses: for tests of hot code, and of what a call costs. */
    RunningServer usual() {
        isUsual = true;
        return this;
    }

    /** A program of the tests under the agent, which reports here; its output goes to {@code log}. */
    Process launch(String application, Path log, String options, String main, String... args) throws Exception {
        return launchFrom(Path.of("target", "test-classes"), application, log, options, main, args);
    }

    /** The same of classes elsewhere. */
    Process launchFrom(Path classes, String application, Path log, String options, String main, String... args)
            throws Exception {
        String[] program = {"-javaagent:" + ROOT.resolve("sim-agent/target/sim-agent.jar") + "=application="
                + application + (options.contains(",server=") ? "" : ",server=127.0.0.1:" + port) + options, "-cp",
                classes.toString(), main};
        List<String> command = isUsual ? new ArrayList<>(List.of(java())) : frugally();
        command.addAll(List.of(program));
        command.addAll(List.of(args));
        return new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
    }

    /** Runs a lesson's own script against this server and returns what it printed. */
    String run(String lesson) throws Exception {
        Path log = folder.resolve(lesson + ".log");
        ProcessBuilder builder = new ProcessBuilder("sh", ROOT.resolve("examples/" + lesson + "/run.sh").toString())
                .redirectErrorStream(true).redirectOutput(log.toFile());
        builder.environment().put("ROOT", ROOT.toString());
        builder.environment().put("JAVA", isUsual ? java() : frugalJava().toString());
        builder.environment().put("SERVER", "127.0.0.1:" + port);
        builder.environment().put("FOR", "5s");
        builder.environment().put("LOGS", folder.toString());
        Process lessonRun = builder.start();
        if (!lessonRun.waitFor(3, TimeUnit.MINUTES)) {
            lessonRun.destroyForcibly();
            throw new AssertionError(lesson + " did not end: " + Files.readString(log));
        }
        String printed = Files.readString(log);
        if (lessonRun.exitValue() != 0) {
            throw new AssertionError(lesson + " ended with " + lessonRun.exitValue() + ": " + printed);
        }
        return printed;
    }

    /** Plays a recording to this server, as {@code ./sim replay} does. */
    Ended replay(Path recording, String... options) throws Exception {
        List<String> command = frugally("-jar",
                ROOT.resolve("sim-agent-server/target/sim-agent-server.jar").toString(), "replay",
                recording.toString());
        if (!List.of(options).contains("--server")) {
            command.addAll(List.of("--server", "127.0.0.1:" + port));
        }
        command.addAll(List.of(options));
        Path log = folder.resolve("replay.log");
        Process replay = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
        if (!replay.waitFor(2, TimeUnit.MINUTES)) {
            replay.destroyForcibly();
            throw new AssertionError("the replay did not end: " + Files.readString(log));
        }
        return new Ended(replay.exitValue(), Files.readString(log));
    }

    /** How a command ended. */
    record Ended(int exit, String printed) {}

    JsonNode get(String path) throws Exception {
        return json.readTree(bytes(path));
    }

    String text(String path) throws Exception {
        return new String(bytes(path), StandardCharsets.UTF_8);
    }

    byte[] bytes(String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + httpPort + path))
                .timeout(Duration.ofSeconds(20)).build();
        HttpResponse<byte[]> answer = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (answer.statusCode() != 200) {
            throw new AssertionError(path + " answers " + answer.statusCode() + ": "
                    + new String(answer.body(), StandardCharsets.UTF_8));
        }
        return answer.body();
    }

    JsonNode post(String path, int expected, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + httpPort + path))
                .header("Content-Type", "application/json").POST(HttpRequest.BodyPublishers.ofString(body))
                .timeout(Duration.ofSeconds(20)).build();
        HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != expected) {
            throw new AssertionError(path + " " + body + " answers " + answer.statusCode() + ": " + answer.body());
        }
        return json.readTree(answer.body());
    }

    /** What a command of the launcher that asks this server prints. */
    String command(String name, String... options) throws Exception {
        List<String> command = frugally("-jar",
                ROOT.resolve("sim-agent-server/target/sim-agent-server.jar").toString(), name, "--server",
                "http://127.0.0.1:" + httpPort);
        command.addAll(List.of(options));
        Path out = folder.resolve(name + ".out");
        Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(out.toFile()).start();
        if (!process.waitFor(1, TimeUnit.MINUTES) || process.exitValue() != 0) {
            process.destroyForcibly();
            throw new AssertionError(command + ": " + Files.readString(out));
        }
        return Files.readString(out);
    }

    @Override
    public void close() throws Exception {
        process.destroy();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            process.destroyForcibly().waitFor();
        }
    }

    private void awaitReady() throws Exception {
        Awaitility.await().atMost(180, TimeUnit.SECONDS).until(() -> answers() || !process.isAlive());
        if (!process.isAlive()) {
            throw new AssertionError("the agent server ended: " + Files.readString(folder.resolve("server.log")));
        }
    }

    private boolean answers() throws Exception {
        try {
            get("/api/v1/health");
            return true;
        } catch (IOException notYet) {
            return false;
        }
    }

    private static List<String> frugally(String... arguments) {
        List<String> command = new ArrayList<>(List.of(java()));
        command.addAll(Child.FRUGAL);
        command.addAll(List.of(arguments));
        return command;
    }

    /** A lesson's script has one word for its JVM. */
    private Path frugalJava() throws IOException {
        Path script = folder.resolve("java.sh");
        if (!Files.exists(script)) {
            Files.writeString(script, "#!/bin/sh\nexec '" + String.join("' '", frugally()) + "' \"$@\"\n");
            if (!script.toFile().setExecutable(true)) {
                throw new IOException(script + " cannot be made executable");
            }
        }
        return script;
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin", "java").toString();
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException none) {
            throw new java.io.UncheckedIOException(none);
        }
    }
}

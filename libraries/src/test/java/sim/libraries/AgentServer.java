package sim.libraries;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The packaged agent server in a JVM of its own, that may be away and come back: on the same ports, with the same store. */
final class AgentServer implements AutoCloseable {
    private static final Path JAR = Path.of("..", "sim-agent-server", "target", "sim-agent-server.jar")
            .toAbsolutePath();

    private final HttpClient client = HttpClient.newHttpClient();
    private final int port = Database.freePort();
    private final int http = Database.freePort();
    private final Path folder;
    private Process process;

    AgentServer(Path folder) throws Exception {
        this.folder = folder;
        start();
    }

    void start() throws Exception {
        process = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar", JAR.toString(), "server", "--port",
                Integer.toString(port), "--http", Integer.toString(http), "--data",
                folder.resolve("data").toString()).redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("server.log").toFile())).start();
        try {
            Awaitility.await().atMost(3, TimeUnit.MINUTES).until(this::answers);
        } catch (RuntimeException | Error failure) {
            kill();
            throw failure;
        }
    }

    /** What kill -9 does. */
    void kill() throws InterruptedException {
        process.destroyForcibly().waitFor();
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    /** Where browsers ask; ends with a slash. */
    String page() {
        return "http://127.0.0.1:" + http + "/";
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        return read(200, request(path).build());
    }

    JsonNode post(String path, String body) throws IOException, InterruptedException {
        return read(202, request(path).header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(body)).build());
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + http + "/api/v1/" + path))
                .timeout(Duration.ofSeconds(20));
    }

    private JsonNode read(int expected, HttpRequest request) throws IOException, InterruptedException {
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != expected) {
            throw new AssertionError(request + " answers " + answer.statusCode() + ": " + answer.body());
        }
        return JsonMapper.shared().readTree(answer.body());
    }

    private boolean answers() throws InterruptedException {
        try {
            get("health");
            return true;
        } catch (IOException notYet) {
            if (!process.isAlive()) {
                throw new AssertionError("the agent server ended, see " + List.of(folder.toFile().list()), notYet);
            }
            return false;
        }
    }

    @Override
    public void close() throws Exception {
        process.destroy();
        if (!process.waitFor(20, TimeUnit.SECONDS)) {
            kill();
        }
    }
}

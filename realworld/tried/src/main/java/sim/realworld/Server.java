package sim.realworld;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The packaged agent server in a JVM of its own, on free ports and a store of its own. */
final class Server implements AutoCloseable {
    private static final Pattern READY = Pattern
            .compile("ready: (http://127\\.0\\.0\\.1:\\d+) \\(collectors on (\\d+)\\)");

    private final Process process;
    private final Path log = Files.createTempFile("server", ".log");
    private final Path data = Files.createTempDirectory("realworld-server");
    private final Matcher ready;

    Server(Path root, Path java) throws IOException, InterruptedException {
        process = Started.start(new ProcessBuilder(java.toString(), "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
                "-Xmx512m", "-jar",
                root.resolve("sim-agent-server/target/sim-agent-server.jar").toString(), "server", "--port", "0",
                "--http",
                "0", "--data", data.toString()).redirectErrorStream(true)
                .redirectOutput(log.toFile()));
        Matcher said = READY.matcher("");
        while (process.isAlive() && !said.reset(Files.readString(log)).find()) {
            Thread.sleep(100);
        }
        if (!process.isAlive()) {
            throw new IllegalStateException("the agent server does not start: " + Files.readString(log));
        }
        ready = said;
    }

    int port() {
        return Integer.parseInt(ready.group(2));
    }

    /** Calls of a method of an application, as the agent server has them; 0 when it has none. */
    long calls(String application, String owner, String member) throws IOException, InterruptedException {
        if (instances(application).findAny().isEmpty()) {
            return 0; // it never came
        }
        for (JsonNode method : get("methods?last=2h&limit=1000&search=" + text(member) + "&application="
                + text(application)).path("methods")) {
            if (method.path("class").asString().equals(owner) && method.path("method").asString().equals(member)) {
                return method.path("count").asLong();
            }
        }
        return 0;
    }

    /** A counter of an application: the most of its instances. */
    long counter(String application, String name) throws IOException, InterruptedException {
        return instances(application).mapToLong(each -> each.path("counters").path(name).asLong()).max().orElse(0);
    }

    /** The same of one of its instances, by the order in which they ended: the first is 0. */
    long counter(String application, int instance, String name) throws IOException, InterruptedException {
        return instances(application).sorted(Comparator.comparingLong(each -> each.path("lastSeen").asLong()))
                .skip(instance).findFirst().map(each -> each.path("counters").path(name).asLong()).orElse(0L);
    }

    private Stream<JsonNode> instances(String application) throws IOException, InterruptedException {
        return StreamSupport.stream(get("applications").spliterator(), false)
                .filter(each -> each.path("name").asString().equals(application));
    }

    JsonNode get(String path) throws IOException, InterruptedException {
        return send(path, HttpRequest.newBuilder(at(path)).build(), 200);
    }

    /** A control, as JSON; the application obeys when it next ships. */
    JsonNode post(String path, String control) throws IOException, InterruptedException {
        return send(path, HttpRequest.newBuilder(at(path)).header("Content-Type", "application/json")
                .POST(HttpRequest.BodyPublishers.ofString(control)).build(), 202);
    }

    private URI at(String path) {
        return URI.create(ready.group(1) + "/api/v1/" + path);
    }

    private static JsonNode send(String path, HttpRequest request, int expected)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != expected) {
            throw new IllegalStateException(path + " is answered " + answer.statusCode() + ": " + answer.body());
        }
        return JsonMapper.shared().readTree(answer.body());
    }

    private static String text(String value) {
        return URLEncoder.encode(value, StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException, InterruptedException {
        process.destroy();
        process.waitFor();
        Files.delete(log);
        Scratch.remove(data);
    }
}

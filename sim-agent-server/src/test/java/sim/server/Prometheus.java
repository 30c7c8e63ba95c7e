package sim.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Debian's Prometheus as a process of its own. Its data outlives it: another one in the same folder goes on. */
public final class Prometheus implements AutoCloseable {
    private static final Path BINARY = Path.of("/usr/bin/prometheus");

    private final Process process;
    private final int port = free();

    /** Starts it, and waits until it answers. */
    public Prometheus(Path folder, Path config) throws Exception {
        process = new ProcessBuilder(BINARY.toString(), "--config.file=" + config,
                "--storage.tsdb.path=" + folder.resolve("tsdb"),
                "--web.listen-address=127.0.0.1:" + port, "--enable-feature=exemplar-storage")
                .redirectErrorStream(true).redirectOutput(folder.resolve("prometheus.log").toFile()).start();
        await().atMost(Duration.ofSeconds(60)).ignoreExceptions().until(() -> {
            assertThat(process.isAlive()).isTrue();
            return ask("status/runtimeinfo").path("status").asString().equals("success");
        });
    }

    /** Skips a test where there is no Prometheus. */
    public static void assumed() {
        assumeTrue(Files.isExecutable(BINARY),
                "Prometheus is not tried: no " + BINARY + ". On Debian: apt-get install prometheus");
    }

    /** The result of a query in PromQL. */
    public JsonNode query(String query) throws Exception {
        return ask("query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8)).path("data").path("result");
    }

    /** A query's values by the label {@code method}, each times {@code factor} as a whole number. */
    public Map<String, Long> byMethod(String query, double factor) throws Exception {
        Map<String, Long> values = new HashMap<>();
        for (JsonNode each : query(query)) {
            values.put(each.path("metric").path("method").asString(),
                    Math.round(Double.parseDouble(each.path("value").get(1).asString()) * factor));
        }
        return values;
    }

    public String exemplars(String metric) throws Exception {
        long now = System.currentTimeMillis() / 1000;
        return ask("query_exemplars?query=" + metric + "&start=" + (now - 600) + "&end=" + (now + 60)).toString();
    }

    private JsonNode ask(String path) throws IOException, InterruptedException {
        HttpResponse<String> answer = HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/api/v1/" + path)).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body());
    }

    /** What {@code promtool check metrics} says of a scrape; nothing where all is well. */
    public static String promtool(Path folder, String scrape) throws Exception {
        Path metrics = Files.writeString(folder.resolve("metrics.txt"), scrape);
        Path said = folder.resolve("promtool.txt");
        Process promtool = new ProcessBuilder("/usr/bin/promtool", "check", "metrics").redirectInput(metrics.toFile())
                .redirectErrorStream(true).redirectOutput(said.toFile()).start();
        assertThat(promtool.waitFor(30, TimeUnit.SECONDS)).isTrue();
        return Files.readString(said);
    }

    public static int free() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().orTimeout(30, TimeUnit.SECONDS).exceptionally(slow -> process.destroyForcibly()).join();
    }
}

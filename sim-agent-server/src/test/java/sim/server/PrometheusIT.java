package sim.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.payload.PayloadProbeEntry;
import sim.model.payload.PayloadRow;
import sim.model.payload.PayloadSum;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;
import sim.wire.Batch;
import sim.wire.Counter;
import sim.wire.PlatformSample;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A real Prometheus scrapes a real server, and PromQL tells the figures of the server's interface to the unit: over a server that
 * is ended and one that is killed, an application and a Prometheus that start again. Without Prometheus it is skipped.
 */
class PrometheusIT {
    private static final Path TRANSCRIPTS = Path.of("target", "exports");

    @TempDir
    Path folder;

    private final StringBuilder transcript = new StringBuilder();
    private int serverPort;
    private int collectorPort;
    private Prometheus prometheus;

    @Test
    void promQlTellsTheFiguresOfTheInterfaceOverRestarts() throws Exception {
        Prometheus.assumed();
        serverPort = Prometheus.free();
        collectorPort = Prometheus.free();
        Path config = Files.writeString(folder.resolve("prometheus.yml"), """
                global: {scrape_interval: 1s, scrape_timeout: 1s}
                scrape_configs:
                  - job_name: sim
                    honor_labels: true
                    static_configs: [{targets: ['127.0.0.1:%d']}]
                """.formatted(serverPort));
        RandomProgram program = new RandomProgram(3, true);
        prometheus = new Prometheus(folder, config);
        ChildServer server = null;
        try {
            server = server();
            ship(program, "one");
            equalsTheInterface(server);
            ship(program, "one");
            server.terminate(); // ended, and nobody scraped what it counted last
            server.exitCode();
            server.close();
            server = server();
            ship(program, "one");
            equalsTheInterface(server);
            prometheus.close();
            ship(program, "one");
            prometheus = new Prometheus(folder, config);
            equalsTheInterface(server);
            server.kill(); // what was scraped is kept
            server.exitCode();
            server.close();
            server = server();
            ship(program, "one");
            ship(new RandomProgram(4, true), "two"); // the application started again
            equalsTheInterface(server);
            // no series went back behind what it was, whatever was started again
            assertThat(sum("max(resets(sim_calls_total[1h]))")).isZero();
            try (WireClient client = WireClient.connect(collectorPort, Batches.hello("front", "three"))) {
                client.ship(everything());
                try (WireClient stranger = new WireClient(collectorPort)) { // of a refusal there is a series from the first on
                    stranger.write("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
                    assertThat(stranger.refusal()).isNotBlank();
                }
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> prometheus.exemplars("sim_context_duration_seconds_bucket")
                                .contains("000000000000006f0000000000000001"));
                assertThat(Prometheus.promtool(folder, Scrape.of(server.address(), "text/plain").text))
                        .as("promtool check metrics").isEmpty();
                dashboard();
            }
            Files.createDirectories(TRANSCRIPTS);
            Files.writeString(TRANSCRIPTS.resolve("prometheus.txt"), transcript);
        } finally {
            prometheus.close();
            if (server != null) {
                server.close();
            }
        }
    }

    /** The dashboard in docs/grafana asks for nothing that is not there. */
    private void dashboard() throws Exception {
        JsonNode file = JsonMapper.shared().readTree(Files.readString(Path.of("..", "docs", "grafana", "sim.json")));
        assertThat(file.path("panels")).isNotEmpty();
        for (JsonNode panel : file.path("panels")) {
            for (JsonNode target : panel.path("targets")) {
                String expression = target.path("expr").asString();
                assertThat(expression).as("of a program and its server each counts once")
                        .matches(each -> each.contains("sim_server_") || each.contains("{job=\"$job\",application="));
                String query = expression.replace("$application", "front").replace("$job", "sim")
                        .replace("$__rate_interval", "1m");
                await().atMost(Duration.ofSeconds(60))
                        .untilAsserted(() -> assertThat(prometheus.query(query)).as(query).isNotEmpty());
            }
        }
    }

    /** A batch with something of each sort. */
    private static Batch everything() {
        long[] values = new long[Meter.COUNT];
        Arrays.fill(values, 1_000_000);
        return Traces.front(1)
                .with(Sections.ROWS,
                        List.of(new TreeRow(1, 5, 1, (1 << Meter.COUNT) - 1, values, values, values,
                                new long[]{300, 5})))
                .with(Sections.KINDS,
                        List.of(new KindRecord("order", "shop", 7, 1, 2, 9_000_000_000L, 21, 1, 1, Batches.meters(5),
                                List.of()).with(2_000_000_000L, new long[]{Buckets.indexOf(1_500_000_000), 7})))
                .with(Sections.PAYLOAD_PROBES,
                        List.of(new PayloadProbeEntry(3, "shop.Sql", "SQL", "", true, false, false, List.of(),
                                List.of())))
                .with(Sections.PAYLOAD_ROWS,
                        List.of(new PayloadRow(1, 3, 1, "SELECT 1", new PayloadSum(4, 1, 2_000, 900),
                                new long[]{5, 4})))
                .with(Sections.COUNTERS,
                        List.of(new Counter("invocations.dropped", 2), new Counter("weaving.woven", 300)))
                .with(Sections.PLATFORM,
                        List.of(new PlatformSample(Batches.now(), Map.of("heap.used", 5e6, "cpu.time", 1e9))));
    }

    private void ship(RandomProgram program, String instance) throws Exception {
        try (WireClient client = WireClient.connect(collectorPort, Batches.hello("program", instance))) {
            for (int i = 0; i < 3; i++) {
                program.run(300);
                client.ship(program.batch());
            }
        }
    }

    private void equalsTheInterface(ChildServer server) throws Exception {
        JsonNode methods = JsonMapper.shared()
                .readTree(server.get("/api/v1/methods?application=program&last=1d&limit=10000&disabled=true"))
                .path("methods");
        Map<String, Long> calls = new HashMap<>();
        Map<String, Long> self = new HashMap<>();
        for (JsonNode method : methods) {
            calls.put(method.path("method").asString(), method.path("count").asLong());
            self.put(method.path("method").asString(), method.path("meters").path("wall").path("self").asLong());
        }
        assertThat(calls).isNotEmpty();
        await().atMost(Duration.ofSeconds(60)).untilAsserted(
                () -> assertThat(prometheus.byMethod("sim_calls_total{application=\"program\"}", 1)).isEqualTo(calls));
        assertThat(prometheus.byMethod("sim_wall_seconds_total{application=\"program\"}", 1e9)).isEqualTo(self);
        assertThat(prometheus.byMethod("sim_call_duration_seconds_count{application=\"program\"}", 1)).isEqualTo(calls);
        long all = calls.values().stream().mapToLong(Long::longValue).sum();
        assertThat(sum("sum(sim_calls_total{application=\"program\"})")).isEqualTo(all);
        // all that was gained within the hour, the first value of each series included
        assertThat(sum(
                "sum(sim_calls_total{application=\"program\"} - (sim_calls_total{application=\"program\"} offset 1h)"
                        + " or sim_calls_total{application=\"program\"})"))
                .isEqualTo(all);
    }

    private long sum(String query) throws Exception {
        JsonNode result = prometheus.query(query);
        assertThat(result).as(query).hasSize(1);
        String value = result.get(0).path("value").get(1).asString();
        transcript.append("promql> ").append(query).append('\n').append(value).append('\n');
        return (long) Double.parseDouble(value);
    }

    private ChildServer server() throws IOException {
        return new ChildServer(folder.resolve("data"), List.of("-Xmx256m"), "--port", String.valueOf(collectorPort),
                "--http", String.valueOf(serverPort)).awaitReady();
    }
}

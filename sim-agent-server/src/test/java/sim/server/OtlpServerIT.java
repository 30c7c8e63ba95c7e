package sim.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.export.Receiver;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The packaged server with {@code --otlp}, as {@code java -jar} starts it. */
class OtlpServerIT {
    private static final String METHOD = "code.function.name";

    @TempDir
    Path folder;

    @Test
    void sendsAndTellsWhatItSent() throws Exception {
        Path headers = Files.writeString(folder.resolve("headers"), "Authorization: Bearer secret\n");
        try (Receiver receiver = new Receiver(0);
                ChildServer server = new ChildServer(folder.resolve("data"), List.of("-Xmx256m"), "--port", "0",
                        "--http", "0", "--otlp", receiver.url().toString(), "--otlp-headers", headers.toString(),
                        "--otlp-every", "1s").awaitReady()) {
            try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("front", "one"))) {
                client.ship(Traces.front(1));
                await().atMost(Duration.ofSeconds(60)).until(() -> receiver.all().size() == 6);
                await().atMost(Duration.ofSeconds(60)).until(() -> receiver
                        .sums("front", "sim.calls", "code.function.name").getOrDefault("shop.Orders.place", 0.0) == 8);
            }
            assertThat(receiver.authorizations).isNotEmpty().containsOnly("Bearer secret");
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                JsonNode otlp = JsonMapper.shared().readTree(server.get("/api/v1/server")).path("otlp");
                assertThat(otlp.path("spans").path("sent").asLong()).isEqualTo(6);
                assertThat(otlp.path("metrics").path("sendings").asLong()).isPositive();
            });
            assertThat(receiver.writers("front", "sim.calls")).as("two servers are two writers")
                    .containsExactly(Files.readString(folder.resolve("data").resolve("server.id")).strip());
            assertThat(Scrape.of(server.address(), Scrape.OPEN_METRICS).value("sim_server_otlp_spans_sent_total"))
                    .isEqualTo(6);
            server.terminate();
            assertThat(server.exitCode()).isEqualTo(143);
        }
    }

    /** Number by number, while the application, the server and the receiver start again, the server also without warning. */
    @Test
    void metricsAreTheFiguresOfTheInterfaceOverRestartsOfAllThree() throws Exception {
        int collectors = Prometheus.free();
        int receives = Prometheus.free();
        Map<String, Set<Long>> starts = new TreeMap<>();
        RandomProgram program = new RandomProgram(3, true);
        Receiver receiver = new Receiver(receives);
        ChildServer server = server(collectors, receives);
        try {
            ship(collectors, program, "one");
            equal(server, receiver, starts);
            server.terminate();
            server.exitCode();
            server.close();
            server = server(collectors, receives);
            ship(collectors, program, "one");
            equal(server, receiver, starts);
            Set<String> writers = new TreeSet<>(receiver.writers("program", "sim.calls"));
            receiver.close();
            ship(collectors, program, "one"); // nobody takes what it comes to now
            receiver = new Receiver(receives);
            equal(server, receiver, starts);
            server.kill(); // what was told is kept
            server.exitCode();
            server.close();
            server = server(collectors, receives);
            ship(collectors, program, "one");
            ship(collectors, new RandomProgram(4, true), "two"); // the application started again
            equal(server, receiver, starts);
            assertThat(starts).isNotEmpty();
            assertThat(receiver.writers("program", "sim.calls")).hasSize(1);
            writers.addAll(receiver.writers("program", "sim.calls"));
            assertThat(writers).as("the server that started again is the same writer").hasSize(1);
            starts.forEach((series, since) -> assertThat(since).as("a sum that began again: %s", series).hasSize(1));
            try (WireClient client = WireClient.connect(collectors, Batches.hello("front", "three"))) {
                client.ship(Traces.front(1));
            }
            transcript(server, receiver);
        } finally {
            receiver.close();
            server.close();
        }
    }

    @Test
    void whatWaitsWhenTheServerEndsIsSaidWithItsNumber() throws Exception {
        try (ChildServer server = server(Prometheus.free(), Prometheus.free());
                WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("front", "one"))) {
            client.ship(Traces.front(1));
            await().atMost(Duration.ofSeconds(60)).until(() -> JsonMapper.shared().readTree(
                    server.get("/api/v1/server")).path("otlp").path("spans").path("failures").asLong() > 0);
            server.terminate();
            assertThat(server.exitCode()).isEqualTo(143);
            assertThat(server.complaints()).filteredOn(line -> line.contains("before the server ended"))
                    .singleElement().asString().contains("6 spans are lost, because the receiver of --otlp");
        }
    }

    private ChildServer server(int collectors, int receives) throws Exception {
        return new ChildServer(folder.resolve("data"), List.of("-Xmx256m"), "--port", String.valueOf(collectors),
                "--http", "0", "--otlp", "http://127.0.0.1:" + receives, "--otlp-every", "1s").awaitReady();
    }

    private static void ship(int port, RandomProgram program, String instance) throws Exception {
        try (WireClient client = WireClient.connect(port, Batches.hello("program", instance))) {
            for (int i = 0; i < 3; i++) {
                program.run(300);
                client.ship(program.batch());
            }
        }
    }

    private static void equal(ChildServer server, Receiver receiver, Map<String, Set<Long>> starts) throws Exception {
        Map<String, Double> calls = new HashMap<>();
        Map<String, Double> errors = new HashMap<>();
        Map<String, Long> wall = new HashMap<>();
        Map<String, Long> cpu = new HashMap<>();
        for (JsonNode method : JsonMapper.shared()
                .readTree(server.get("/api/v1/methods?application=program&last=1d&limit=10000&disabled=true"))
                .path("methods")) {
            String name = method.path("class").asString() + "." + method.path("method").asString();
            calls.put(name, method.path("count").asDouble());
            errors.put(name, method.path("errors").asDouble());
            wall.put(name, method.path("meters").path("wall").path("self").asLong());
            cpu.put(name, method.path("meters").path("thread.cpu").path("self").asLong());
        }
        assertThat(calls).isNotEmpty();
        await().atMost(Duration.ofSeconds(90)).untilAsserted(
                () -> assertThat(receiver.sums("program", "sim.calls", METHOD)).isEqualTo(calls));
        await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> { // the same sending, in other bundles
            assertThat(receiver.sums("program", "sim.errors", METHOD)).isEqualTo(errors);
            assertThat(nanos(receiver.sums("program", "sim.wall", METHOD))).isEqualTo(wall);
            assertThat(nanos(receiver.sums("program", "sim.thread.cpu", METHOD))).isEqualTo(cpu);
            assertThat(receiver.counts("program", "sim.call.duration", METHOD)).isEqualTo(calls);
            assertThat(receiver.sums("program", "sim.application.calls", "none").values()).containsExactly(
                    calls.values().stream().mapToDouble(Double::doubleValue).sum());
        });
        receiver.starts("program", "sim.calls", METHOD)
                .forEach((method, since) -> starts.computeIfAbsent(method, added -> new TreeSet<>()).addAll(since));
    }

    private static Map<String, Long> nanos(Map<String, Double> seconds) {
        Map<String, Long> nanos = new HashMap<>();
        seconds.forEach((method, value) -> nanos.put(method, Math.round(value * 1e9)));
        return nanos;
    }

    /** What docs/exports.md shows: the last sending of a metric and a span, as the official messages print themselves. */
    private static void transcript(ChildServer server, Receiver receiver) throws Exception {
        await().atMost(Duration.ofSeconds(60)).until(
                () -> receiver.sums("front", "sim.calls", METHOD).containsKey("shop.Orders.place")
                        && receiver.byId().containsKey("0000000000000001"));
        Path transcripts = Files.createDirectories(Path.of("target", "exports"));
        Files.writeString(transcripts.resolve("otlp.txt"),
                "$ curl -s 'http://127.0.0.1:7421/api/v1/methods?application=front&last=1h'\n"
                        + told(server.get("/api/v1/methods?application=front&last=1h"))
                        + "what the receiver has of sim.calls:\n" + receiver.print("front", "sim.calls")
                        + "and of context 0000000000000001:\n" + receiver.byId().get("0000000000000001"));
    }

    private static String told(String answer) {
        StringBuilder told = new StringBuilder();
        JsonMapper.shared().readTree(answer).path("methods").forEach(method -> told
                .append(method.path("class").asString()).append('.').append(method.path("method").asString())
                .append(' ').append(method.path("count").asLong()).append(" calls\n"));
        return told.toString();
    }

    @Test
    void whatIsNoUrlIsSaidInOneLine() throws Exception {
        try (ChildServer server = new ChildServer(folder.resolve("data"), List.of(), "--port", "0", "--http", "0",
                "--otlp", "collector:4317")) {
            assertThat(server.exitCode()).isEqualTo(2);
            assertThat(server.complaints()).containsExactly(
                    "sim: --otlp collector:4317 is no URL of http or https; write it as http://127.0.0.1:4318");
        }
    }
}

package sim.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.export.Receiver;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The packaged server with {@code --otlp}, as {@code java -jar} starts it. */
class OtlpServerIT {
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
            assertThat(Scrape.of(server.address(), Scrape.OPEN_METRICS).value("sim_server_otlp_spans_sent_total"))
                    .isEqualTo(6);
            server.terminate();
            assertThat(server.exitCode()).isEqualTo(143);
        }
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

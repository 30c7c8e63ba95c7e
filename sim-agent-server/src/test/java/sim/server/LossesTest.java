package sim.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.wire.Batch;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What was lost has a time: a range in which nothing was lost says so, whatever was lost before it. */
class LossesTest {
    @TempDir
    Path folder;

    private LiveServer server;

    @Test
    void lossesHaveARangeAndATime() throws Exception {
        server = new LiveServer(folder);
        try (LiveServer closed = server) {
            check();
        }
    }

    private void check() throws Exception {
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("lossy", "lossy1"))) {
            for (int i = 1; i <= 3; i++) {
                long to = Batches.now() - (4 - i) * 60_000_000L;
                client.ship(new Batch(i, to - 1_000_000, to, List.of(), List.of(), List.of(), List.of(), List.of(),
                        List.of(), List.of(), List.of(), List.of(),
                        Map.of("invocations.dropped", i == 1 ? 5L : 12L, "spool.rows", i == 3 ? 2L : 0L)));
            }
        }
        JsonNode all = get("losses?last=5m").path("losses");
        assertThat(all).extracting(loss -> loss.path("kind").asString()).containsExactly("invocations.dropped",
                "spool.rows");
        assertThat(all).extracting(loss -> loss.path("count").asLong()).containsExactly(12L, 2L);
        assertThat(all.get(0).path("first").asLong()).isEqualTo(Batches.now() / 1000 - 180_000);
        assertThat(all.get(0).path("last").asLong()).isEqualTo(Batches.now() / 1000 - 120_000);
        String later = "&from=" + (Batches.now() / 1000 - 150_000) + "&to=" + (Batches.now() / 1000 - 90_000);
        assertThat(get("losses?" + later.substring(1)).path("losses"))
                .extracting(loss -> loss.path("count").asLong()).containsExactly(7L);
        String after = "&from=" + (Batches.now() / 1000 - 50_000) + "&to=" + Batches.now() / 1000;
        assertThat(get("losses?" + after.substring(1)).path("losses")).isEmpty();
        assertThat(get("platform").path("series")).as("no series of the platform").isEmpty();
    }

    private JsonNode get(String path) throws Exception {
        HttpResponse<String> answer = HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create(server.address() + "api/v1/" + path)).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body());
    }
}

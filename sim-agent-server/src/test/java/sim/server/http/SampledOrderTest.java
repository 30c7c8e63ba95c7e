package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;
import sim.server.WireClient;
import sim.server.ingest.Ingest;
import sim.server.query.DuckDbAnswers;
import sim.store.DuckDbStore;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Where sampled methods and their callers stand in the method table: real store, wire and HTTP. */
class SampledOrderTest {
    @Test
    void aSampledMethodStandsByAllItsCallsButNoHigherThanTheTimeThereIs(@TempDir Path folder) throws Exception {
        try (DuckDbStore store = new DuckDbStore(folder);
                Ingest ingest = new Ingest(store, "127.0.0.1", 0);
                HttpServer server = new HttpServer(store, new DuckDbAnswers(store), ingest, "127.0.0.1", 0);
                WireClient client = WireClient.connect(ingest.port(), Batches.hello("shop", "one"))) {
            client.ship(Batches.sampled(1));
            for (String sort : List.of("wall.self", "work.self")) {
                JsonNode answer = JsonMapper.shared().readTree(HttpClient.newHttpClient().send(
                        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port()
                                + "/api/v1/methods?application=shop&last=1h&sort=" + sort)).build(),
                        HttpResponse.BodyHandlers.ofString()).body());
                assertThat(answer.path("methods")).extracting(row -> row.path("method").asString()).as(sort)
                        .containsExactly("caller", "getter", "other", "sampled"); // 500, 40 + 333, 250, 20 + 167
                assertThat(answer.path("methods")).extracting(
                        row -> row.path("meters").path("wall").path("self").asLong()).as("no figure is scaled")
                        .containsExactly(500L, 40L, 250L, 20L);
            }
        }
    }
}

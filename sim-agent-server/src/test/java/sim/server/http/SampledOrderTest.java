package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;
import sim.server.WireClient;
import sim.store.DuckDbStore;
import tools.jackson.databind.JsonNode;

/** Where sampled methods and their callers stand in the method table: real store, wire and HTTP. */
class SampledOrderTest {
    @Test
    void aSampledMethodStandsByAllItsCallsButNoHigherThanTheTimeThereIs(@TempDir Path folder) throws Exception {
        try (AskedServer server = new AskedServer(new DuckDbStore(folder));
                WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"))) {
            client.ship(Batches.sampled(1));
            for (String sort : List.of("wall.self", "work.self")) {
                JsonNode answer = server.json("methods?application=shop&last=1h&sort=" + sort);
                assertThat(answer.path("methods")).extracting(row -> row.path("method").asString()).as(sort)
                        .containsExactly("caller", "getter", "other", "sampled"); // 500, 40 + 333, 250, 20 + 167
                assertThat(answer.path("methods")).extracting(
                        row -> row.path("meters").path("wall").path("self").asLong()).as("no figure is scaled")
                        .containsExactly(500L, 40L, 250L, 20L);
            }
        }
    }
}

package sim.server.http;

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
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Unread;
import sim.server.Batches;
import sim.server.WireClient;
import sim.server.ingest.Ingest;
import sim.server.query.DuckDbAnswers;
import sim.store.DuckDbStore;
import sim.wire.Batch;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Where sampled methods and their callers stand in the method table: real store, wire and HTTP. */
class SampledOrderTest {
    /** Of 160 calls of a getter, and of 16 of another method, one in 16 was read; the time of the others is in the 500 ns of their caller's own. */
    @Test
    void aSampledMethodStandsByAllItsCallsButNoHigherThanTheTimeThereIs(@TempDir Path folder) throws Exception {
        try (DuckDbStore store = new DuckDbStore(folder);
                Ingest ingest = new Ingest(store, "127.0.0.1", 0);
                HttpServer server = new HttpServer(store, new DuckDbAnswers(store), ingest, "127.0.0.1", 0);
                WireClient client = WireClient.connect(ingest.port(), Batches.hello("shop", "one"))) {
            client.ship(new Batch(1, Batches.NOW - 10_000_000, Batches.NOW - 5_000_000,
                    List.of(new NameEntry(1, "a.A", "caller"), new NameEntry(2, "a.A", "getter"),
                            new NameEntry(3, "a.A", "sampled"), new NameEntry(4, "a.A", "other")),
                    List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 2), new NodeEntry(3, 1, 3),
                            new NodeEntry(4, 0, 4)),
                    List.of(row(1, 1, 1, 560, 500), row(2, 160, 10, 40, 40), row(3, 16, 1, 20, 20),
                            row(4, 1, 1, 250, 250)),
                    List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), Map.of()));
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

    private static TreeRow row(int node, long count, long read, long total, long self) {
        long not = count - read;
        return new TreeRow(node, count, 0, 1, Batches.meters(total), Batches.meters(self),
                Batches.meters(total / read), new long[]{1, read}, new Unread(not, not, not, 0));
    }
}

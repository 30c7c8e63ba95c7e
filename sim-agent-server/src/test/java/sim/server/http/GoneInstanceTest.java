package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.Level;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;
import sim.server.Batches;
import sim.server.WireClient;
import sim.store.DuckDbStore;
import sim.wire.Batch;
import tools.jackson.databind.JsonNode;

/** What an instance switched off says nothing of the time after it was gone: real store, wire and HTTP. */
class GoneInstanceTest {
    private static final long HOUR = 3_600_000_000L;

    @Test
    void whatAnInstanceSwitchedOffIsNoMarkOnALaterOne(@TempDir Path folder) throws Exception {
        try (AskedServer server = new AskedServer(new DuckDbStore(folder));
                WireClient gone = WireClient.connect(server.collectorPort(), Batches.hello("shop", "gone"));
                WireClient live = WireClient.connect(server.collectorPort(), Batches.hello("shop", "live"))) {
            gone.ship(calls(Batches.now() - HOUR, new Score(1, Standing.DISABLED, -2, 0),
                    new Score(2, Standing.MANAGED, 5, 0, Level.SAMPLED, Batches.now() - HOUR, 1, 16)));
            live.ship(calls(Batches.now() - 5_000_000, new Score(1, Standing.MANAGED, 999, 0),
                    new Score(2, Standing.MANAGED, 999, 0)));

            for (String of : List.of("methods", "calltree")) {
                JsonNode now = server.json(of + "?application=shop&last=5m");
                assertThat(rows(now)).as(of).hasSize(2)
                        .allSatisfy(row -> assertThat(row.has("off") || row.has("level")).as("" + row).isFalse());
                assertThat(now.path("off").path("names").asInt()).as(of + now).isZero();
                assertThat(now.path("explained").path("requests").path("off").asLong(-1)).as(of).isZero();
                JsonNode before = server.json(of + "?application=shop&last=2h&disabled=true");
                assertThat(rows(before)).as(of).anyMatch(row -> row.has("off")).anyMatch(row -> row.has("level"));
            }
        }
    }

    private static JsonNode rows(JsonNode answer) {
        return answer.has("methods") ? answer.path("methods") : answer.path("nodes");
    }

    private static Batch calls(long to, Score... scores) {
        return new Batch(1, to - 5_000_000, to,
                List.of(new NameEntry(1, "a.A", "little"), new NameEntry(2, "a.A", "some")),
                List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 0, 2)),
                List.of(Batches.row(1, 10, 100, 100), Batches.row(2, 10, 2_000, 2_000)), List.of(), List.of(),
                List.of(), List.of(scores), List.of(), List.of(), Map.of());
    }
}

package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Rest;
import sim.server.Batches;
import sim.server.WireClient;
import sim.store.DuckDbStore;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;

/** A request that runs when its process ends, over the real wire: it lasts no longer than the process was heard of. */
class ProcessGoneHttpTest {
    private static final long HOUR = TimeUnit.HOURS.toMicros(1);

    @TempDir
    Path folder;

    @Test
    void whatRanWhenTheProcessEndedLastsNoLonger() throws Exception {
        long began = Batches.now() - 8_000_000;
        try (AskedServer server = new AskedServer(new DuckDbStore(folder));
                WireClient stays = WireClient.connect(server.collectorPort(), Batches.hello("shop", "stays"))) {
            stays.ship(batch(context(1, "goes on", began, 0), context(2, "long", began - HOUR, began)));
            try (WireClient ends = WireClient.connect(server.collectorPort(), Batches.hello("shop", "ends"))) {
                ends.ship(batch(context(3, "cut", began, 0)));
                assertThat(slowest(server, 0, 2).toString()).as("while it is connected").doesNotContain("processGone");
            }
            await().atMost(1, TimeUnit.MINUTES).until(() -> !server.ingest().connected().contains("ends"));
            JsonNode contexts = slowest(server, 0, 2);
            List<String> names = new ArrayList<>();
            contexts.forEach(context -> names.add(context.path("name").asString()));
            assertThat(names).containsExactly("goes on", "long", "cut");
            assertThat(contexts.get(0).path("durationNanos").asLong()).isGreaterThan(HOUR * 1_000);
            assertThat(contexts.get(0).has("processGone")).isFalse();
            assertThat(contexts.get(2).path("durationNanos").asLong()).isBetween(1L, HOUR * 1_000);
            assertThat(contexts.get(2).path("processGone").asBoolean()).isTrue();
            assertThat(contexts.get(2).path("end").isNull()).isTrue();
            assertThat(slowest(server, 1, 2).toString()).as("later").contains("goes on").doesNotContain("cut");
        }
    }

    /** Its clock was ahead: the request was in no list, however wide. By minutes here, so that no slow machine is in time for it. */
    @Test
    void whatBeganAfterTheProcessWasHeardOfLastIsFoundAllTheSame() throws Exception {
        try (AskedServer server = new AskedServer(new DuckDbStore(folder))) {
            try (WireClient ends = WireClient.connect(server.collectorPort(), Batches.hello("shop", "ends"))) {
                ends.ship(batch(context(3, "ahead", Batches.now() + HOUR, 0)));
            }
            await().atMost(1, TimeUnit.MINUTES).until(() -> server.ingest().connected().isEmpty());
            JsonNode contexts = slowest(server, 0, 2);
            assertThat(contexts).hasSize(1);
            assertThat(contexts.get(0).path("name").asString()).isEqualTo("ahead");
            assertThat(contexts.get(0).path("durationNanos").asLong()).isZero();
            assertThat(contexts.get(0).path("processGone").asBoolean()).isTrue();
            assertThat(server.json("contexts?application=shop&whole=true&from=" + (Batches.now() - HOUR) / 1_000
                    + "&to=" + (Batches.now() + HOUR) / 1_000).path("contexts")).hasSize(1);
        }
    }

    /** The work in contexts with a value had, in every range since, all of what ran when a process ended. */
    @Test
    void theWorkOfWhatRanWhenTheProcessEndedIsInNoLaterRange() throws Exception {
        try (AskedServer server = new AskedServer(new DuckDbStore(folder));
                WireClient stays = WireClient.connect(server.collectorPort(), Batches.hello("shop", "stays"))) {
            stays.ship(work(1));
            try (WireClient ends = WireClient.connect(server.collectorPort(), Batches.hello("shop", "ends"))) {
                ends.ship(work(3));
            }
            await().atMost(1, TimeUnit.MINUTES).until(() -> !server.ingest().connected().contains("ends"));
            for (String what : List.of("methods", "nodes")) {
                JsonNode now = ofCustomer(server, what, 0);
                assertThat(now.path("narrowed").path("contexts").asLong()).as(what).isEqualTo(2);
                assertThat(now.path(what).path(0).path("count").asLong()).as(what).isEqualTo(4);
                JsonNode later = ofCustomer(server, what, 1);
                assertThat(later.path("narrowed").path("contexts").asLong()).as(what + later).isEqualTo(1);
                assertThat(later.path(what).path(0).path("count").asLong()).as("what goes on").isEqualTo(2);
                assertThat(later.path("narrowed").path("callsElsewhere").asLong()).isEqualTo(5);
            }
        }
    }

    private static JsonNode ofCustomer(AskedServer server, String what, long from) throws Exception {
        return server.json((what.equals("nodes") ? "calltree" : what) + "?application=shop&context=customer:7&from="
                + (Batches.now() - 10_000_000 + from * HOUR) / 1_000 + "&to=" + (Batches.now() + 2 * HOUR) / 1_000);
    }

    /** A context of the customer that goes on, with two calls at a place and five elsewhere. */
    private static Batch work(long id) {
        ContextRecord context = new ContextRecord(id, 0, "order", "", "main", Batches.now() - 8_000_000, 0, null,
                Map.of("customer", 7L), 2, 0, Meter.WALL.bit(), Batches.meters(100), 0, id, List.of(),
                List.of(Batches.row(1, 2, 100, 100)), new Rest(5, 0, 50, 1));
        return batch(context).with(Sections.NAMES, List.of(new NameEntry(1, "a.A", "run"))).with(Sections.NODES,
                List.of(new NodeEntry(1, 0, 1)));
    }

    /** @param from hours from now */
    private static JsonNode slowest(AskedServer server, long from, long to) throws Exception {
        return server.json("contexts?application=shop&sort=duration&from=" + (Batches.now() - 10_000_000 + from * HOUR)
                / 1_000 + "&to=" + (Batches.now() + to * HOUR) / 1_000).path("contexts");
    }

    private static ContextRecord context(long id, String name, long start, long end) {
        return new ContextRecord(id, 0, name, "", "main", start, end, null, Map.of(), 0, 0, 0, new long[Meter.COUNT]);
    }

    private static Batch batch(ContextRecord... contexts) {
        return new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000,
                Contents.NONE.with(Sections.CONTEXTS, List.of(contexts)));
    }
}

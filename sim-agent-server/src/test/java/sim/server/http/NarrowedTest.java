package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Rest;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.store.DuckDbStore;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;

/** What is narrowed to contexts says what it does not show; kinds have all of it. */
class NarrowedTest {
    @TempDir
    Path folder;

    @Test
    void whatIsMissingIsSaid() throws Exception {
        try (AskedServer server = new AskedServer(new DuckDbStore(folder))) {
            send(server, "whole", batch(null, 0));
            send(server, "few", batch(new Rest(7, 1, 400, 4), 0));
            send(server, "sampled", batch(null, 90));
            for (String view : List.of("methods", "calltree")) {
                JsonNode whole = server.json(view + "?context=order:4711&application=whole");
                assertThat(whole.path("narrowed").path("whole").asBoolean()).isTrue();
                assertThat(whole.path("narrowed").path("contexts").asLong()).isEqualTo(1);
                assertThat(server.json(view + "?context=order:4711&application=whole&last=30d").path("narrowed")
                        .path("whole").asBoolean()).as("of a store that is new, before it was").isTrue();
                JsonNode few = server.json(view + "?context=order:4711&application=few");
                assertThat(few.path("narrowed").path("whole").asBoolean()).isFalse();
                assertThat(few.path("narrowed").path("callsElsewhere").asLong()).isEqualTo(7);
                assertThat(few.path("narrowed").path("selfNanosElsewhere").asLong()).isEqualTo(400);
                assertThat(few.path("narrowed").path("placesElsewhere").asLong()).isEqualTo(4);
                JsonNode explained = few.path("explained").path("requests");
                assertThat(explained.path("rest").asLong()).as("time in no row is not called metering").isEqualTo(400);
                assertThat(explained.path("metering").asLong()).isZero();
                assertThat(whole.path("explained").path("requests").path("metering").asLong()).isEqualTo(400);
                assertThat(whole.path("explained").path("requests").has("rest")).isFalse();
                assertThat(few.path(view.equals("methods") ? "methods" : "nodes")).hasSize(1);
                JsonNode sampled = server.json(view + "?context=order:4711&application=sampled");
                assertThat(sampled.path("narrowed").path("whole").asBoolean()).isFalse();
                assertThat(sampled.path("narrowed").path("contextsLeftOut").asLong()).isEqualTo(90);
                assertThat(server.json(view + "?application=few").has("narrowed")).isFalse();
            }
            JsonNode kinds = server.json("kinds?application=sampled").path("kinds");
            assertThat(kinds).hasSize(1);
            assertThat(kinds.get(0).path("name").asString()).isEqualTo("order");
            assertThat(kinds.get(0).path("contexts").asLong()).isEqualTo(91);
            assertThat(kinds.get(0).path("kept").asLong()).isEqualTo(1);
            assertThat(kinds.get(0).path("meters").path("wall").path("total").asLong()).isEqualTo(91_000);
        }
    }

    /** Of contexts, and of a kind, a total is self time, what is inside and metering as well. */
    @Test
    void aNodeSaysItsMeteringAndWhatElseIsInIt() throws Exception {
        try (AskedServer server = new AskedServer(new DuckDbStore(folder))) {
            send(server, "whole", batch(null, 0));
            send(server, "few", batch(new Rest(7, 1, 400, 4), 0));
            for (String part : List.of("context=order:4711", "name=order&tag=shop")) {
                JsonNode whole = server.json("calltree?application=whole&" + part).path("nodes").get(0);
                assertThat(whole.path("meters").path("wall").path("metering").asLong()).as(part).isEqualTo(400);
                assertThat(whole.has("meteringHas")).as(part).isFalse();
            }
            JsonNode few = server.json("calltree?application=few&context=order:4711").path("nodes").get(0);
            assertThat(few.path("meters").path("wall").path("metering").asLong()).isEqualTo(400);
            assertThat(few.path("meteringHas").valueStream().map(JsonNode::asString)).containsExactly("rest");
        }
    }

    /** An old name, of which only sums are left, made every request name its application. */
    @Test
    void theOnlyApplicationWithInstancesIsMeantWhereNoneIsNamed() throws Exception {
        DuckDbStore store = new DuckDbStore(folder);
        try (AskedServer server = new AskedServer(store)) {
            send(server, "shop", batch(null, 0));
            store.query(connection -> connection.createStatement()
                    .execute("INSERT INTO places VALUES ('another', 1, 0, 'a.A', 'm'); "
                            + "INSERT INTO applications VALUES ('another', true)"));
            assertThat(server.json("applications")).hasSize(2);
            assertThat(server.json("kinds").path("kinds")).hasSize(1);
        }
    }

    private static Batch batch(Rest rest, long leftOut) {
        TreeRow row = new TreeRow(1, 3, 0, 1, Batches.meters(1_000), Batches.meters(600), Batches.meters(300),
                new long[0]);
        long start = Batches.now() - 3_000_000;
        ContextRecord context = new ContextRecord(1, 0, "order", "shop", "main", start, start + 1_000, null,
                Map.of("order", 4711L), 10, 0, 1, Batches.meters(1_000), 0, 1, List.of(), List.of(row), rest);
        KindRecord kind = new KindRecord("order", "shop", 1 + leftOut, 0, 1, 1_000_000, 10, 0, 1,
                Batches.meters(1_000 * (1 + leftOut)), List.of(row));
        return new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000, Contents.NONE
                .with(Sections.NAMES, List.of(new NameEntry(1, "shop.Order", "place")))
                .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1))).with(Sections.CONTEXTS, List.of(context))
                .with(Sections.KINDS, List.of(kind)));
    }

    private static void send(AskedServer server, String application, Batch batch) throws Exception {
        server.ship(Batches.hello(application, application + "-1"), batch);
    }
}

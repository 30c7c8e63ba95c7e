package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.store.DuckDbStore;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;

/** What else than metering a node's total has beside its own time and that of the nodes inside is said at the node. */
class MeteringMarksTest {
    private static final long MINUTE = 60_000_000_000L;

    @TempDir
    Path folder;

    @Test
    void callsAsLongAsAPartOfTheRangeMayHaveBegunBeforeIt() throws Exception {
        try (AskedServer server = new AskedServer(new DuckDbStore(folder))) {
            ship(server, List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 2)), row(1, 2 * MINUTE, MINUTE),
                    row(2, MINUTE / 2, MINUTE / 2));
            JsonNode nodes = server.json("calltree?application=shop&last=10m").path("nodes");
            assertThat(metering(nodes.get(0))).isEqualTo(2 * MINUTE - MINUTE - MINUTE / 2);
            assertThat(marks(nodes.get(0))).containsExactly("range");
            assertThat(metering(nodes.get(1))).isZero();
            JsonNode longer = server.json("calltree?application=shop&last=24h").path("nodes");
            assertThat(marks(longer.get(0))).as("a quarter of the total, in a day").containsExactly("range");
            assertThat(longer.get(1).has("meteringHas")).as("nothing is beside").isFalse();
        }
    }

    @Test
    void callsInsideMayStandUnderOther() throws Exception {
        try (AskedServer server = new AskedServer(new DuckDbStore(folder))) {
            ship(server, List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 0, 3)), row(1, 5_000, 1_000),
                    row(2, 3_000, 3_000));
            JsonNode nodes = server.json("calltree?application=shop&last=10m").path("nodes");
            assertThat(metering(nodes.get(0))).isEqualTo(4_000);
            assertThat(marks(nodes.get(0))).containsExactly("other");
        }
    }

    private static TreeRow row(int node, long total, long self) {
        return new TreeRow(node, 1, 0, 1, Batches.meters(total), Batches.meters(self), Batches.meters(total),
                new long[0]);
    }

    private static void ship(AskedServer server, List<NodeEntry> places, TreeRow... rows) throws Exception {
        server.ship(Batches.hello("shop", "shop-1"), new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000,
                Contents.NONE.with(Sections.NAMES,
                        List.of(new NameEntry(1, "shop.Order", "place"), new NameEntry(2, "shop.Order", "price"),
                                new NameEntry(3, "", "[other]")))
                        .with(Sections.NODES, places).with(Sections.ROWS, List.of(rows))));
    }

    private static long metering(JsonNode node) {
        return node.path("meters").path("wall").path("metering").asLong(-1);
    }

    private static Stream<String> marks(JsonNode node) {
        return node.path("meteringHas").valueStream().map(JsonNode::asString);
    }
}

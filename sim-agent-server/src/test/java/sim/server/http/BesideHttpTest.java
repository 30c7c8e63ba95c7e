package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Rest;
import sim.model.snapshot.Stay;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;

/** The tree of a request whose time is in it once, and what all work inside came to, over real HTTP. */
@ExtendWith(InAskedServer.class)
class BesideHttpTest {
    private static final long BEGIN = Batches.now() - 5_000_000;
    private static final int HANDLE = 1;
    private static final int SEND = 2;
    private static final int STEP = 3;
    private static final int PART = 4;

    private AskedServer server;

    @BeforeEach
    void start(AskedServer served) throws Exception {
        server = served;
        List<ContextRecord> contexts = new ArrayList<>();
        contexts.add(context(1, 0, "http-1", 0, 100, row(HANDLE, 100, 15), row(SEND, 60, 60)));
        contexts.add(context(2, 1, "http-2", 20, 80, row(HANDLE, 60, 58)));
        contexts.add(context(3, 1, "http-1", 80, 100, row(STEP, 20, 20)));
        // begun by hand, with nothing metered around: two parts one after the other, one in a pool with its own inside, one that comes too late
        contexts.add(context(10, 0, "main", 0, 100));
        contexts.add(context(11, 10, "main", 10, 20, row(PART, 10, 10)));
        contexts.add(context(12, 10, "main", 20, 30, row(PART, 10, 10)));
        contexts.add(context(13, 10, "pool", 10, 20, row(PART, 10, 10)));
        contexts.add(context(14, 13, "main", 12, 14, row(PART, 2, 2)));
        contexts.add(context(15, 10, "main", 150, 160, row(PART, 10, 10)));
        // threads without a name
        contexts.add(context(20, 0, "", 0, 50, row(HANDLE, 50, 20)));
        contexts.add(context(21, 20, "", 10, 40, row(HANDLE, 30, 30)));
        contexts.add(context(22, 20, "", 40, 45, row(STEP, 5, 5)));
        // kept with some of its places; and one that goes on, so that what ended inside is all there is
        contexts.add(context(30, 0, "http-3", 0, 50, new Rest(3, 0, millis(6), 2), row(HANDLE, 50, 40)));
        contexts.add(context(40, 0, "http-4", 0, 0, row(SEND, 7, 7)));
        ship("one", contexts);
        ship("two", List.of(context(4, 1, "http-1", 20, 30, row(HANDLE, 10, 10))));
    }

    private void ship(String instance, List<ContextRecord> contexts) throws Exception {
        server.ship(Batches.hello("shop", instance), new Batch(1, BEGIN - 1_000_000, BEGIN + 1_000_000, Contents.NONE
                .with(Sections.NAMES,
                        List.of(new NameEntry(1, "shop.Web", "handle"), new NameEntry(2, "shop.Client", "send"),
                                new NameEntry(3, "shop.Web", "step"), new NameEntry(4, "shop.Job", "part")))
                .with(Sections.NODES, List.of(new NodeEntry(HANDLE, 0, 1), new NodeEntry(SEND, HANDLE, 2),
                        new NodeEntry(STEP, HANDLE, 3), new NodeEntry(PART, 0, 4)))
                .with(Sections.CONTEXTS, contexts)));
    }

    private static ContextRecord context(long id, long parent, String thread, long from, long to, TreeRow... rows) {
        return context(id, parent, thread, from, to, null, rows);
    }

    private static ContextRecord context(long id, long parent, String thread, long from, long to, Rest rest,
            TreeRow... rows) {
        long start = BEGIN + from * 1_000;
        long end = to == 0 ? 0 : BEGIN + to * 1_000;
        long[] total = rows.length == 0 ? Batches.meters() : rows[0].total();
        return new ContextRecord(id, parent, "request", "web", thread, start, end, null, Map.of(), rows.length, 0,
                Meter.WALL.bit() | Meter.CPU.bit() | Meter.ALLOC.bit(), total, 0, 0,
                List.of(new Stay(thread, start, end, 1)), List.of(rows), rest);
    }

    /** Half of the time is on a processor, but for metering; each allocates a byte. */
    private static TreeRow row(int node, long total, long self) {
        long[] totals = Batches.meters(millis(total), millis(total) / 2);
        long[] own = Batches.meters(millis(self), millis(self) / 2);
        totals[Meter.ALLOC.ordinal()] = own[Meter.ALLOC.ordinal()] = 1;
        return new TreeRow(node, 1, 0, Meter.WALL.bit() | Meter.CPU.bit() | Meter.ALLOC.bit(), totals, own, totals,
                new long[0]);
    }

    private static long millis(long number) {
        return number * 1_000_000;
    }

    private JsonNode ask(String path, int id) throws Exception {
        return server.json(path + "?application=shop&last=1h&context=" + String.format("%016x", id)
                + (path.equals("calltree") ? "&beside=false" : ""));
    }

    /** Method, calls and total, ms. */
    private static Map<String, List<Long>> nodes(JsonNode tree) {
        Map<String, List<Long>> nodes = new LinkedHashMap<>();
        tree.path("nodes").forEach(node -> nodes.put(node.path("method").asString(), List.of(
                node.path("count").asLong(), node.path("meters").path("wall").path("total").asLong() / 1_000_000)));
        return nodes;
    }

    @Test
    void whatEnteredByTheSameMethodOnAnotherThreadIsLeftOut() throws Exception {
        JsonNode tree = ask("calltree", 1);
        assertThat(nodes(tree)).isEqualTo(
                Map.of("handle", List.of(1L, 100L), "send", List.of(1L, 60L), "step", List.of(1L, 20L)));
        assertThat(tree.path("nodes").get(0).path("meters").path("wall").path("metering").asLong())
                .isEqualTo(millis(5));
        assertThat(tree.path("narrowed").path("beside").asLong()).as("and one of another process").isEqualTo(2);
        assertThat(tree.path("narrowed").path("contexts").asLong()).isEqualTo(2);
        JsonNode all = server.json("calltree?application=shop&last=1h&context=0000000000000001");
        assertThat(nodes(all)).as("all inside").containsEntry("handle", List.of(3L, 170L));
        assertThat(all.path("narrowed").has("beside")).isFalse();
    }

    @Test
    void whatStandsBetweenTheCallsOnItsThreadIsInItAndWhatComesLaterIsNot() throws Exception {
        JsonNode tree = ask("calltree", 10);
        assertThat(nodes(tree)).isEqualTo(Map.of("part", List.of(2L, 20L)));
        assertThat(tree.path("narrowed").path("beside").asLong()).isEqualTo(3);
    }

    @Test
    void threadsWithoutANameAreToldApartByTheirCalls() throws Exception {
        JsonNode tree = ask("calltree", 20);
        assertThat(nodes(tree)).isEqualTo(Map.of("handle", List.of(1L, 50L), "step", List.of(1L, 5L)));
        assertThat(tree.path("narrowed").path("beside").asLong()).isEqualTo(1);
    }

    @Test
    void itIsOnlyToldOfContexts() throws Exception {
        assertThat(server.ask("calltree?application=shop&beside=false").body()).contains("only beside 'context'");
    }

    /** Self, and what no self value has: metering, and of other meters than time what is inside without a row. */
    @Test
    void theTotalsOfAllInsideAreNoLessThanThoseOfTheCallsBegunInIt() throws Exception {
        assertThat(totals(1)).isEqualTo(List.of(millis(170), millis(85), 5L));
        assertThat(totals(30)).as("metering 4, and 6 without a row").isEqualTo(List.of(millis(50), millis(25), 1L));
        assertThat(totals(40)).as("of one that goes on").isEqualTo(List.of(millis(7), millis(7) / 2, 1L));
    }

    /** Wall and CPU time, and bytes. */
    private List<Long> totals(int id) throws Exception {
        JsonNode totals = ask("methods", id).path("narrowed").path("totals");
        return List.of(totals.path("wall").asLong(), totals.path("thread.cpu").asLong(),
                totals.path("alloc.bytes").asLong());
    }
}

package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Unread;
import sim.server.Batches;
import sim.server.WireClient;
import sim.wire.Batch;
import tools.jackson.databind.JsonNode;

/** Figures of methods of which not each call has ended, or not each was read: they are the same in both views, and means are of the calls there were. Real store and HTTP. */
@ExtendWith(InAskedServer.class)
class PartlyEndedTest {
    private static final long MILLI = 1_000_000;

    /** Of one process two calls of a pool's loop ended; of another none did. */
    @Test
    void bothViewsHaveTheSameTotalAndTheMeanOfTheCallsThatEnded(AskedServer server) throws Exception {
        server.ship(Batches.hello("pool", "one"), loop(of(1, 2, 0, 3_000, 100, 3_000 / 2),
                of(2, 10, 0, 10_000, 10_000, 10_000 / 10)));
        server.ship(Batches.hello("pool", "two"), loop(of(2, 4, 0, 4_000, 4_000, 4_000 / 4)));
        for (String view : List.of("methods", "calltree")) {
            JsonNode run = row(server, view, "pool", "run");
            assertThat(wall(run, "total")).as(view).isEqualTo(14_100 * MILLI);
            assertThat(run.path("open").asLong()).as(view).isEqualTo(11_100 * MILLI);
            assertThat(run.path("count").asLong()).isEqualTo(2);
            assertThat(run.path("meters").path("wall").path("mean").asDouble()).as(view)
                    .isCloseTo(1_500.0 * MILLI, within(1.0));
            assertThat(row(server, view, "pool", "serve").has("open")).isFalse();
        }
    }

    /** A loop that calls itself: of the outer call nothing has ended, and the inner one is inside of it. */
    @Test
    void aCallThatEndedInsideOneOfItsOwnThatHasNotIsCountedOnce(AskedServer server) throws Exception {
        server.ship(Batches.hello("nested", "one"),
                batch(1, List.of(new NameEntry(1, "a.A", "run"), new NameEntry(2, "a.A", "serve")),
                        List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 2), new NodeEntry(3, 2, 1),
                                new NodeEntry(4, 3, 2)),
                        of(2, 10, 0, 900, 400, 900 / 10), of(3, 5, 0, 500, 200, 500 / 5),
                        of(4, 5, 0, 300, 300, 300 / 5)));
        for (String view : List.of("methods", "calltree")) {
            JsonNode run = row(server, view, "nested", "run", view.equals("calltree") ? "&fold=true" : "");
            assertThat(wall(run, "total")).as(view).isEqualTo(900 * MILLI);
            assertThat(run.path("open").asLong()).as(view).isEqualTo(900 * MILLI);
            assertThat(run.path("count").asLong()).as(view).isEqualTo(5);
            assertThat(run.path("meters").path("wall").path("mean").asDouble()).as(view + ", with what is inside")
                    .isCloseTo(100.0 * MILLI, within(1.0));
        }
    }

    /** At first each call is read and takes 100 ms, later one in sixteen and 10 ms. */
    @Test
    void theSlowStartOfASampledNameWeighsInItsMeanAsMuchAsItHasCalls(AskedServer server) throws Exception {
        ship(server, "sampled", batch(1, names(), tree(), timed(1, 20, 0, 0, 100),
                timed(2, 20, 0, 100, 100)),
                batch(2, List.of(), List.of(), timed(1, 320, 0, 3_000, 10), timed(2, 320, 300, 10, 10)));
        double truth = (20 * 100 + 320 * 10) / 340.0;
        for (String view : List.of("methods", "calltree")) {
            JsonNode serve = row(server, view, "sampled", "serve");
            assertThat(serve.path("unread").path("time").asLong()).isEqualTo(300);
            assertThat(serve.path("meters").path("wall").path("mean").asDouble() / MILLI).as(view).isCloseTo(truth,
                    within(truth / 30));
        }
    }

    /** A circle: what {@code filter} calls counts at {@code next}, its caller. */
    @Test
    void aMeanTimesTheCallsIsWhatTheyTookInAll(AskedServer server) throws Exception {
        List<NameEntry> names = List.of(new NameEntry(1, "a.A", "serve"), new NameEntry(2, "a.A", "next"),
                new NameEntry(3, "a.A", "filter"));
        List<NodeEntry> nodes = List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 2), new NodeEntry(3, 2, 3));
        ship(server, "circle",
                batch(1, names, nodes, circle(1, 20, 0, 2_000, 100), circle(2, 40, 0, 2_000, 100),
                        circle(3, 20, 0, 20, 100)),
                batch(2, List.of(), List.of(), circle(1, 320, 0, 3_200, 10), circle(2, 640, 0, 3_200, 10),
                        circle(3, 320, 300, 20, 10)));
        double truth = (20 * 100 + 320 * 10) / 340.0;
        for (String view : List.of("methods", "calltree")) {
            JsonNode filter = row(server, view, "circle", "filter");
            JsonNode wall = filter.path("wall");
            assertThat(wall.path("mean").asDouble() * 340).as(view + filter)
                    .isCloseTo(wall.path("totalAtLeast").asDouble(), within(340.0));
            assertThat(wall.path("mean").asDouble() / MILLI).isCloseTo(truth, within(truth / 20));
        }
    }

    /** Beside the circle, {@code filter} is called at a place that lacks nothing, and mostly not read there. */
    @Test
    void theMeanOfARowThatLacksCallsHasTheTimeOfThoseThatWereNotReadAtItsOtherPlaces(AskedServer server)
            throws Exception {
        ship(server, "places", batch(1,
                List.of(new NameEntry(1, "a.A", "serve"), new NameEntry(2, "a.A", "next"),
                        new NameEntry(3, "a.A", "filter"), new NameEntry(4, "a.A", "check")),
                List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 2), new NodeEntry(3, 2, 3), new NodeEntry(4, 0, 4),
                        new NodeEntry(5, 4, 3)),
                circle(1, 20, 0, 200, 10), circle(2, 40, 0, 200, 10), circle(3, 20, 0, 20, 10),
                of(4, 1_600, 0, 16_000, 15_000, 10), of(5, 1_600, 1_500, 1_000, 1_000, 10)));
        assertInAll(row(server, "methods", "places", "filter"), 1_620, 10);
    }

    /** Under [other] a place has its own time alone, and here one call in sixteen was read, or so was what it calls. */
    @Test
    void theMeanOfARowUnderOtherIsOfAllItsCalls(AskedServer server) throws Exception {
        for (boolean isInnerRead : new boolean[]{true, false}) {
            String application = "other" + isInnerRead;
            ship(server, application, batch(1,
                    List.of(new NameEntry(1, "a.A", "serve"), new NameEntry(2, "", "[other]"),
                            new NameEntry(3, "a.A", "down"), new NameEntry(4, "a.A", "raw")),
                    List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 0, 2), new NodeEntry(3, 2, 3),
                            new NodeEntry(4, 2, 4)),
                    of(1, 1_600, 0, 16_000, 100, 10), of(3, 1_600, 1_500, 100, 100, 10),
                    isInnerRead ? of(4, 1_600, 0, 14_400, 14_400, 9) : of(4, 1_600, 1_500, 900, 900, 9)));
            for (String view : List.of("methods", "calltree")) {
                assertInAll(row(server, view, application, "down"), 1_600, 10);
            }
        }
    }

    private static void assertInAll(JsonNode row, long calls, double eachMillis) {
        JsonNode wall = row.path("wall");
        assertThat(wall.path("mean").asDouble() / MILLI).as("" + row).isCloseTo(eachMillis, within(eachMillis / 16));
        assertThat(wall.path("mean").asDouble() * calls).isCloseTo(wall.path("totalAtLeast").asDouble(),
                within((double) calls));
    }

    private static void ship(AskedServer server, String application, Batch... batches) throws Exception {
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello(application, application))) {
            for (Batch batch : batches) {
                client.ship(batch);
            }
        }
    }

    private static List<NameEntry> names() {
        return List.of(new NameEntry(1, "a.A", "run"), new NameEntry(2, "a.A", "serve"));
    }

    private static List<NodeEntry> tree() {
        return List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 2));
    }

    private static Batch loop(TreeRow... rows) {
        return batch(1, names(), tree(), rows);
    }

    /** Calls of which so many were not read, that took so long each; the others' time is in the caller's own. */
    private static TreeRow timed(int node, long count, long unread, long selfMillis, long eachMillis) {
        long read = count - unread;
        long total = node == 1 ? count * eachMillis : read * eachMillis;
        long self = node == 1 ? selfMillis : total;
        return of(node, count, unread, total, self, eachMillis);
    }

    private static TreeRow circle(int node, long count, long unread, long totalMillis, long eachMillis) {
        return of(node, count, unread, totalMillis, node == 3 ? totalMillis : 0, eachMillis);
    }

    private static TreeRow of(int node, long count, long unread, long total, long self, long eachMillis) {
        TreeRow row = new TreeRow(node, count, 0, 1, Batches.meters(total * MILLI), Batches.meters(self * MILLI),
                Batches.meters(eachMillis * MILLI),
                new long[]{Buckets.indexOf(eachMillis * MILLI), count - unread});
        return unread == 0 ? row : row.without(new Unread(unread, unread, unread, 0));
    }

    private static Batch batch(long sequence, List<NameEntry> names, List<NodeEntry> nodes, TreeRow... rows) {
        long to = Batches.now() - 60_000_000 + 20_000_000 * sequence;
        return new Batch(sequence, to - 5_000_000, to, names, nodes, List.of(rows), List.of(), List.of(), List.of(),
                List.of(), List.of(), List.of(), Map.of());
    }

    private static long wall(JsonNode row, String part) {
        return row.path("meters").path("wall").path(part).asLong();
    }

    private static JsonNode row(AskedServer server, String view, String application, String method) throws Exception {
        return row(server, view, application, method, "");
    }

    private static JsonNode row(AskedServer server, String view, String application, String method, String more)
            throws Exception {
        JsonNode answer = server.json(view + "?application=" + application + "&last=15m&limit=200" + more);
        for (JsonNode row : view.equals("methods") ? answer.path("methods") : answer.path("nodes")) {
            if (row.path("method").asString().equals(method)) {
                return row;
            }
        }
        throw new AssertionError(method + answer);
    }
}

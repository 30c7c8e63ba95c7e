package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.server.Batches;
import sim.store.DuckDbStore;
import sim.store.Keep;
import sim.store.StoreTools;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;

/** Each row of the errors over time: its points add up to what the row says. Over real HTTP. */
class ErrorSeriesHttpTest {
    private static final int PAY = 1;
    private static final int CLOSE = 2;
    private static final String LOST = "java.lang.IllegalStateException";
    private static final long SECOND = 1_000_000;
    private static final long MINUTE = 60 * SECOND;

    /** The end of a minute, as that of a point is. */
    private final long to = Batches.now() / MINUTE * MINUTE;

    @TempDir
    Path folder;

    private AskedServer server;

    /**
     * Half an hour and ten minutes ago, and now: three, one and two exceptions at a place, the first of which is kept as a call; one at another place; five
     * without one; two requests in which no call failed.
     */
    @BeforeEach
    void start() throws Exception {
        DuckDbStore store = new DuckDbStore(folder);
        store.open(Batches.hello("shop", "one"));
        long[] counts = {3, 1, 2};
        long[] ends = {to - 30 * MINUTE, to - 10 * MINUTE, to};
        for (int i = 0; i < ends.length; i++) {
            Invocation first = new Invocation(PAY, 1 + i, "http-1", ends[i] - SECOND, Meter.WALL.bit(),
                    Batches.meters(1_000), true, LOST + ": no payment of '" + i + "'");
            store.append("one", new Batch(1 + i, ends[i] - 5 * SECOND, ends[i], Contents.NONE
                    .with(Sections.NAMES,
                            i > 0
                                    ? List.of()
                                    : List.of(new NameEntry(PAY, "shop.Bank", "pay"),
                                            new NameEntry(CLOSE, "shop.Bank", "close")))
                    .with(Sections.NODES,
                            i > 0 ? List.of() : List.of(new NodeEntry(PAY, 0, PAY), new NodeEntry(CLOSE, 0, CLOSE)))
                    .with(Sections.INVOCATIONS, List.of(first))
                    .with(Sections.CONTEXTS,
                            i == 1
                                    ? List.of()
                                    : List.of(request(11 + i, ends[i], "500"), request(1 + i, ends[i], null)))
                    .with(Sections.FAILURES, i < 2
                            ? List.of(new FailureRecord(LOST, PAY, counts[i]))
                            : List.of(new FailureRecord(LOST, PAY, counts[i]), new FailureRecord(LOST, CLOSE, 1),
                                    new FailureRecord("shop.It's?", 0, 5)))));
        }
        server = new AskedServer(store);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static ContextRecord request(long id, long end, String error) {
        return new ContextRecord(id, 0, "GET /order", "http", "http-1", end - 2 * SECOND, end - SECOND, error, Map.of(),
                1, 0, Meter.WALL.bit(), Batches.meters(SECOND));
    }

    private static String asked(JsonNode row) {
        StringBuilder asked = new StringBuilder("&exception=" + encoded(row.path("type").asString()));
        for (String each : List.of("class", "method", "name", "tag")) {
            asked.append(row.path(each).isNull() ? "" : "&" + each + "=" + encoded(row.path(each).asString()));
        }
        return asked.toString();
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private JsonNode series(String more) throws Exception {
        return server.json("errors/series?application=shop" + more).path("points");
    }

    private static long sum(JsonNode points, String field) {
        long sum = 0;
        for (JsonNode point : points) {
            sum += point.path(field).asLong();
        }
        return sum;
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void thePointsOfEachRowAddUpToIt(boolean isRolledUp) throws Exception {
        if (isRolledUp) {
            stop();
            try (StoreTools tools = StoreTools.open(folder)) {
                tools.compact(Keep.STANDARD, Long.MAX_VALUE);
            }
            server = new AskedServer(new DuckDbStore(folder));
        }
        List<String> rows = new ArrayList<>();
        for (long minutes : List.of(60L, 5L, 7L * 24 * 60)) {
            String range = "&from=" + (to - minutes * MINUTE) / 1_000 + "&to=" + (to / 1_000 + 1);
            for (JsonNode row : server.json("errors?application=shop" + range).path("errors")) {
                JsonNode points = series(range + asked(row));
                assertThat(sum(points, "count")).as(range + row).isEqualTo(row.path("count").asLong());
                assertThat(sum(points, "all")).as(range + row).isEqualTo(row.path("all").asLong(0));
                rows.add(range + " " + row.path("type").asString());
            }
        }
        assertThat(rows).hasSize(12);
    }

    /** Its row has the empty class, and its series was empty. */
    @Test
    void aPlaceMayHaveNoClass() throws Exception {
        server.ship(Batches.hello("bare", "bare"), new Batch(1, to - 5 * SECOND, to, Contents.NONE
                .with(Sections.NAMES, List.of(new NameEntry(PAY, "", "[other]")))
                .with(Sections.NODES, List.of(new NodeEntry(PAY, 0, PAY)))
                .with(Sections.INVOCATIONS,
                        List.of(new Invocation(PAY, 0, "main", to - SECOND, Meter.WALL.bit(), Batches.meters(1_000),
                                true, LOST + ": no payment")))
                .with(Sections.FAILURES, List.of(new FailureRecord(LOST, PAY, 3)))));
        String range = "&from=" + (to - 5 * MINUTE) / 1_000 + "&to=" + (to / 1_000 + 1);
        JsonNode row = server.json("errors?application=bare" + range).path("errors").get(0);
        assertThat(row.path("class").asString("none")).isEmpty();
        JsonNode points = server.json("errors/series?application=bare" + range + asked(row)).path("points");
        assertThat(sum(points, "count")).isEqualTo(1);
        assertThat(sum(points, "all")).isEqualTo(3);
    }

    @Test
    void aPointSaysWhenTheyWere() throws Exception {
        JsonNode points = series("&last=1h&exception=" + LOST + "&class=shop.Bank&method=pay");
        List<String> told = new ArrayList<>();
        points.forEach(point -> told.add((to / 1_000 - point.path("time").asLong()) / 1_000 + " s ago "
                + point.path("count") + " of " + point.path("all")));
        assertThat(told).containsExactly("1800 s ago 1 of 3", "600 s ago 1 of 1", "0 s ago 1 of 2");
    }

    @Test
    void ofChosenContextsNobodyKnowsWhatIsOnlyCounted() throws Exception {
        JsonNode points = series(
                "&last=1h&context=0000000000000002&exception=" + LOST + "&class=shop.Bank&method=pay");
        assertThat(points).hasSize(1);
        assertThat(points.get(0).path("count").asLong()).isEqualTo(1);
        assertThat(points.get(0).has("all")).isFalse();
    }

    @Test
    void whatIsNotKnownIsRefusedAndWhatDidNotFailHasNoPoint() throws Exception {
        assertThat(series("&last=1h&exception=shop.Never&class=shop.Bank&method=pay")).isEmpty();
        assertThat(server.ask("errors/series?class=shop.Bnk&method=pay").statusCode()).isEqualTo(404);
        assertThat(server.ask("errors/series?method=pay&name=GET+%2Forder").statusCode()).isEqualTo(400);
    }
}

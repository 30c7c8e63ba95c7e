package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.WireClient;
import sim.store.Appended;
import sim.store.DuckDbStore;
import sim.store.Keep;
import sim.store.StoreCopy;
import sim.store.StoreTools;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;

/** One method over time, from the store through real HTTP: of an application of two instances, and of one of them. */
class MethodSeriesHttpTest {
    private static final long MINUTE = 60_000_000;

    @TempDir
    static Path filled;

    @TempDir
    Path folder;

    private DuckDbStore store;
    private AskedServer server;

    /** Two instances, a batch a minute for the last half hour, the n-th with n calls of outer inside n of outer. */
    @BeforeAll
    static void fill() {
        try (DuckDbStore store = new DuckDbStore(filled)) {
            for (String instance : List.of("a", "b")) {
                store.open(Batches.hello("shop", instance));
                batches().forEach(batch -> store.append(instance, batch));
            }
        }
    }

    @BeforeEach
    void start() throws Exception {
        StoreCopy.of(filled, folder);
        store = new DuckDbStore(folder);
        serve();
    }

    private void serve() throws Exception {
        store.keep(Keep.STANDARD, Long.MAX_VALUE);
        server = new AskedServer(store);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private static List<Batch> batches() {
        List<Batch> batches = new ArrayList<>();
        for (int minute = 1; minute <= 30; minute++) {
            Batch first = Batches.recursion(minute);
            long to = Batches.now() - (30 - minute) * MINUTE - MINUTE;
            List<TreeRow> rows = List.of(row(1, minute, 100, 10), row(2, minute, 90, 30));
            batches.add(new Batch(minute, to - 5_000_000, to,
                    minute == 1
                            ? first.contents().with(Sections.ROWS, rows).with(Sections.CONTEXTS, List.of())
                            : Batches.of(minute, rows, List.of()).contents()));
        }
        return batches;
    }

    private static TreeRow row(int node, long calls, long each, long own) {
        return new TreeRow(node, calls, 0, 1, Batches.meters(calls * each), Batches.meters(calls * own),
                Batches.meters(each), new long[]{Buckets.indexOf(each), calls});
    }

    /** Segments of a minute and longer, as a server has them whose slot is full. */
    private void rollUp() throws Exception {
        stop();
        try (StoreTools tools = StoreTools.open(folder)) {
            tools.compact(Keep.STANDARD, Long.MAX_VALUE);
        }
        store = new DuckDbStore(folder);
        serve();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aChartOfAnApplicationHasEachCallOnceAndTheTotalsOfTheOutermostAlone(boolean isRolledUp) throws Exception {
        if (isRolledUp) {
            rollUp();
        }
        for (String range : List.of("last=1h", "last=6h", "last=30d", "from=0")) {
            JsonNode answer = server.json("methods/series?application=shop&class=a.A&method=outer&" + range);
            assertThat(sum(answer, "count")).as(range).isEqualTo(2 * 2 * 465);
            assertThat(sum(answer, "total")).as(range).isEqualTo(2 * 100 * 465);
            assertThat(sum(answer, "self")).as(range).isEqualTo(2 * 40 * 465);
            assertThat(answer.path("points").size()).as(range).isBetween(1, 600);
            assertThat(sum(server.json("methods?application=shop&search=outer&" + range).path("methods"), "count"))
                    .isEqualTo(2 * 2 * 465);
        }
    }

    @Test
    void eachMinuteIsAPointOfAnHourAndHasItsPercentiles() throws Exception {
        rollUp();
        for (String whose : List.of("", "&instance=a")) {
            JsonNode answer = server.json("methods/series?application=shop&class=a.A&method=outer&last=1h" + whose);
            assertThat(answer.path("stepNanos").asLong()).isEqualTo(60_000_000_000L);
            List<Long> counts = new ArrayList<>();
            answer.path("points").forEach(point -> counts.add(point.path("count").asLong()));
            List<Long> all = new ArrayList<>();
            for (long minute = 1; minute <= 30; minute++) {
                all.add(minute * (whose.isEmpty() ? 4 : 2));
            }
            assertThat(counts).isEqualTo(all);
            JsonNode point = answer.path("points").get(29);
            assertThat(point.path("p50").asLong()).isBetween(87L, 93L);
            assertThat(point.path("p99").asLong()).isBetween(97L, 100L);
            assertThat(point.path("max").asLong()).isEqualTo(100);
            assertThat(point.path("time").asLong()).isBetween(Batches.now() / 1_000 - 60_000, Batches.now() / 1_000);
        }
    }

    /** What an agent calls its JVM is a value in every statement, whatever it says and whatever rows are read. */
    @ParameterizedTest
    @ValueSource(strings = {"x FROM wall_buckets y", "'x'' JOIN tree_rows y\"", "n\0ul"})
    void anInstanceMayHaveTheNameOfAnyStatement(String instance) throws Exception {
        for (String each : List.of(instance, instance + "2")) {
            store.open(Batches.hello("shop FROM tree_rows", each)); // a hello of such a name is refused
            for (Batch batch : batches()) {
                assertThat(store.append(each, batch)).isEqualTo(Appended.STORED);
            }
        }
        for (boolean isRolledUp : new boolean[]{false, true}) {
            if (isRolledUp) {
                rollUp();
            }
            String whole = "application=" + encoded("shop FROM tree_rows") + "&last=1h";
            String own = whole + "&instance=" + encoded(instance);
            JsonNode series = server.json("methods/series?class=a.A&method=outer&" + own);
            assertThat(sum(series, "count")).as(instance).isEqualTo(2 * 465);
            assertThat(sum(series, "total")).as(instance).isEqualTo(100 * 465);
            assertThat(sum(server.json("methods/series?class=a.A&method=outer&" + whole), "count")).as(instance)
                    .isEqualTo(2 * 2 * 465);
            assertThat(sum(server.json("methods?search=outer&" + own).path("methods"), "count")).as(instance)
                    .isEqualTo(2 * 465);
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    @Test
    void whatIsNotKnownHasNoPointAndWhatIsMissingIsAskedFor() throws Exception {
        assertThat(server.json("methods/series?application=shop&class=a.A&method=none&last=1h").path("points").size())
                .isZero();
        HttpResponse<String> without = server.ask("methods/series?application=shop&class=a.A");
        assertThat(without.statusCode()).isEqualTo(400);
        assertThat(without.body()).contains("\"parameter\":\"method\"");
    }

    /** Names beyond a bound share one without a class, and a probe by hand may have a name of one part: both were refused. */
    @Test
    void aNameMayHaveNoClass() throws Exception {
        server.ship(Batches.hello("bare", "bare"), new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000,
                Contents.NONE.with(Sections.NAMES,
                        List.of(new NameEntry(1, "", "[other]"), new NameEntry(2, "a.A", "[other]")))
                        .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 0, 2)))
                        .with(Sections.ROWS, List.of(row(1, 3, 100, 10), row(2, 4, 100, 10)))
                        .with(Sections.INVOCATIONS,
                                List.of(call(1, 1), call(2, 2), call(2, 3)))));
        String method = "application=bare&method=%5Bother%5D&last=1h";
        for (String instance : List.of("", "&instance=bare")) {
            assertThat(sum(server.json("methods/series?class=&" + method + instance), "count")).isEqualTo(3);
            assertThat(sum(server.json("methods/series?class=a.A&" + method + instance), "count")).isEqualTo(4);
        }
        HttpResponse<String> without = server.ask("methods/series?" + method);
        assertThat(without.statusCode()).as("left out").isEqualTo(400);
        assertThat(without.body()).contains("\"parameter\":\"class\"");
        assertThat(server.json("invocations?class=&" + method).path("invocations")).hasSize(1);
        assertThat(server.json("invocations?" + method).path("invocations")).as("of any class").hasSize(3);
        assertThat(server.json("invocations?application=bare&class=&last=1h").path("invocations"))
                .as("empty is left out where no method is given").hasSize(3);
    }

    private static Invocation call(int node, long since) {
        return new Invocation(node, 0, "main", Batches.now() - 3_000_000 + since, 1, Batches.meters(60), false, null);
    }

    private static long sum(JsonNode answer, String field) {
        long sum = 0;
        for (JsonNode point : answer.isArray() ? answer : answer.path("points")) {
            sum += point.path(field).asLong();
        }
        return sum;
    }

}

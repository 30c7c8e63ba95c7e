package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadProbeEntry;
import sim.model.payload.PayloadRecording;
import sim.model.payload.PayloadRow;
import sim.model.payload.PayloadSum;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.StackRecord;
import sim.model.snapshot.Stay;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.PayloadBatches;
import sim.store.DuckDbStore;
import sim.store.Keep;
import sim.store.StoreTools;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;

/** From a kind of requests to the slow and failed ones, to what failed where, and to what changed: over real HTTP. */
class RequestsHttpTest {
    private static final long MILLI = 1_000_000;
    private static final long[] ORDERS = orders();
    /** A minute and a half ago: rolled up by itself after a while. */
    private final long THEN = Batches.now() - 90_000_000;

    @TempDir
    Path folder;

    private DuckDbStore store;
    private AskedServer server;

    @BeforeEach
    void start() throws Exception {
        store = new DuckDbStore(folder);
        for (String instance : List.of("a", "b")) {
            store.open(Batches.hello("shop", instance));
            store.append(instance, batch(1, THEN, 0));
            store.append(instance, batch(2, Batches.now() - 1_000_000, 100));
        }
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

    /** Segments of a minute and longer, as a server has them whose slot is full. */
    private void rollUp() throws Exception {
        stop();
        try (StoreTools tools = StoreTools.open(folder)) {
            tools.compact(Keep.STANDARD, Long.MAX_VALUE);
        }
        store = new DuckDbStore(folder);
        serve();
    }

    /** Ten orders of 10 to 100 ms, the n-th with n units of CPU; the last failed where the statement did. A search that failed by itself. */
    private static Batch batch(int sequence, long to, long first) {
        List<ContextRecord> contexts = new ArrayList<>();
        for (int i = 1; i <= 10; i++) {
            contexts.add(context(first + i, "order", to - 3_000_000 + i * 10_000, i * 10, i,
                    i == 10 ? "shop.Declined: no money" : null, i == 3 ? "pool-3" : "http-1"));
        }
        contexts.add(context(first + 50, "search", to - 2_500_000, 5, 99, "shop.Lost: nothing " + first, "http-2"));
        List<Invocation> calls = List.of(failed(2, first + 10, to - 2_600_000, 40, "shop.Declined: no money"),
                failed(1, first + 10, to - 2_601_000, 42, "shop.Declined: no money"),
                failed(1, 0, to - 2_000_000, 1, "java.lang.IllegalStateException"));
        Contents contents = Contents.NONE
                .with(Sections.NAMES,
                        sequence > 1
                                ? List.of()
                                : List.of(new NameEntry(1, "shop.Orders", "place"),
                                        new NameEntry(2, "shop.Db", "query")))
                .with(Sections.NODES,
                        sequence > 1 ? List.of() : List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 2)))
                .with(Sections.ROWS, List.of(row(1, 20, 900, 100, 2), row(2, 40, 800, 800, 1)))
                .with(Sections.INVOCATIONS, calls).with(Sections.CONTEXTS, contexts).with(Sections.KINDS,
                        List.of(kind("order", 30, 1, 10, 550,
                                List.of(row(1, 12, 700, 100, 1), row(2, 24, 600, 600, 1)))
                                .with(100 * MILLI, ORDERS),
                                kind("search", 1, 1, 1, 5, List.of(row(1, 8, 200, 0, 0), row(0, 3, 30, 30, 0)))));
        return new Batch(sequence, to - 5_000_000, to, contents);
    }

    /** Twenty of half a millisecond, of which none is kept, and ten of 10 to 100 ms. */
    private static long[] orders() {
        Map<Long, Long> buckets = new TreeMap<>(Map.of((long) Buckets.indexOf(MILLI / 2), 20L));
        for (int i = 1; i <= 10; i++) {
            buckets.merge((long) Buckets.indexOf(i * 10 * MILLI), 1L, Long::sum);
        }
        return buckets.entrySet().stream().flatMapToLong(each -> LongStream.of(each.getKey(), each.getValue()))
                .toArray();
    }

    private static TreeRow row(int node, long calls, long total, long self, long errors) {
        return new TreeRow(node, calls, errors, 1, Batches.meters(total), Batches.meters(self),
                Batches.meters(total / calls), new long[0]);
    }

    private static KindRecord kind(String name, long contexts, long failed, long kept, long millis,
            List<TreeRow> rows) {
        return new KindRecord(name, "shop", contexts, failed, kept, millis * MILLI, 10 * contexts, failed,
                Meter.WALL.bit(), Batches.meters(millis * MILLI), rows);
    }

    private static ContextRecord context(long id, String name, long start, long millis, long cpu, String error,
            String thread) {
        long[] totals = Batches.meters(millis * MILLI, cpu);
        return new ContextRecord(id, 0, name, "shop", "main", start, start + millis * 1_000, error, Map.of(), cpu,
                error == null ? 0 : 1, Meter.WALL.bit() | Meter.CPU.bit(), totals, 0, 0,
                List.of(new Stay(thread, start, start + millis * 1_000, 1)), List.of());
    }

    private static Invocation failed(int node, long context, long begin, long millis, String exception) {
        return new Invocation(node, context, "http-1", begin, Meter.WALL.bit(), Batches.meters(millis * MILLI), true,
                exception);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theWorkOfAKindIsThatOfAllItsContextsWhicheverAreKept(boolean isRolledUp) throws Exception {
        if (isRolledUp) {
            rollUp();
        }
        for (String whose : List.of("", "&instance=a")) {
            int instances = whose.isEmpty() ? 2 : 1;
            JsonNode tree = server.json("calltree?last=1h&name=order&tag=shop" + whose);
            assertThat(calls(tree.path("nodes"))).containsExactly(entry("place", 24L * instances),
                    entry("query", 48L * instances));
            assertThat(tree.path("narrowed").path("contexts").asLong()).isEqualTo(60L * instances);
            assertThat(tree.path("narrowed").path("whole").asBoolean()).isTrue();
            JsonNode search = server.json("methods?last=1h&name=search" + whose);
            assertThat(calls(search.path("methods"))).containsExactly(entry("place", 16L * instances));
            assertThat(search.path("narrowed").path("callsElsewhere").asLong()).isEqualTo(6L * instances);
            assertThat(search.path("narrowed").path("whole").asBoolean()).isFalse();
            assertThat(search.path("explained").has("cpu")).isFalse();
        }
    }

    @Test
    void aKindIsNoContextAndMustBeKnown() throws Exception {
        assertThat(server.ask("calltree?name=order&context=0000000000000001").body()).contains("not beside 'context'");
        assertThat(server.ask("methods?name=ordr").statusCode()).isEqualTo(404);
        assertThat(server.ask("kinds/series?tag=shop").body()).contains("only beside 'name'");
        assertThat(server.ask("kinds/series?name=order&tag=no").statusCode()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aKindOverTimeHasItsSumsAndThePercentilesOfAllWhicheverAreKept(boolean isRolledUp) throws Exception {
        if (isRolledUp) {
            rollUp();
        }
        for (String range : List.of("last=5m", "last=1h", "last=30d")) {
            JsonNode points = server.json("kinds/series?name=order&" + range).path("points");
            assertThat(sum(points, "contexts")).as(range).isEqualTo(120);
            assertThat(sum(points, "failed")).as(range).isEqualTo(4);
            assertThat(sum(points, "durationNanos")).as(range).isEqualTo(2_200 * MILLI);
            long of = 0;
            for (JsonNode point : points) {
                JsonNode duration = point.path("duration");
                of += duration.path("of").asLong();
                assertThat(duration.path("p50").asLong()).as(range).isBetween(485_000L, 515_000L);
                assertThat(duration.path("p95").asLong()).as(range).isBetween(87 * MILLI, 93 * MILLI);
                assertThat(duration.path("max").asLong()).as(range).isEqualTo(100 * MILLI);
                assertThat(duration.has("buckets")).isFalse();
            }
            assertThat(of).as(range).isEqualTo(120);
        }
        assertThat(sum(server.json("kinds/series?last=1h").path("points"), "contexts")).as("of all kinds")
                .isEqualTo(124);
        assertThat(server.json("kinds/series?name=search&last=1h").path("points").get(0).has("duration"))
                .as("its agent tells no durations").isFalse();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aHeatMapHasHowManyContextsTookHowLongInEachStep(boolean isRolledUp) throws Exception {
        if (isRolledUp) {
            rollUp();
        }
        for (String range : List.of("last=1h", "last=30d")) {
            Map<Long, Long> all = new TreeMap<>();
            for (JsonNode point : server.json("kinds/series?name=order&buckets=true&" + range).path("points")) {
                point.path("duration").path("buckets")
                        .forEach(each -> all.merge(each.get(0).asLong(), each.get(1).asLong(), Long::sum));
            }
            Map<Long, Long> wanted = new TreeMap<>();
            for (int i = 0; i < ORDERS.length; i += 2) {
                wanted.put(Buckets.lowest((int) ORDERS[i]), 4 * ORDERS[i + 1]);
            }
            assertThat(all).as(range).isEqualTo(wanted);
        }
    }

    @Test
    void aRowOfKindsHasPercentilesAndAFewPointsOnlyWhereTheyAreAskedFor() throws Exception {
        JsonNode plain = server.json("kinds?last=1h").path("kinds").get(0);
        assertThat(plain.has("duration")).isFalse();
        assertThat(plain.has("points")).isFalse();
        JsonNode order = server.json("kinds?last=1h&percentiles=true&points=20").path("kinds").get(0);
        assertThat(order.path("contexts").asLong()).isEqualTo(120);
        assertThat(order.path("duration").path("p99").asLong()).isBetween(97 * MILLI, 100 * MILLI);
        assertThat(order.path("duration").path("max").asLong()).isEqualTo(100 * MILLI);
        assertThat(order.path("duration").path("of").asLong()).isEqualTo(120);
        long contexts = 0;
        for (JsonNode point : order.path("points")) {
            contexts += point.get(1).asLong();
        }
        assertThat(contexts).isEqualTo(120);
        assertThat(order.path("points").size()).isBetween(1, 21);
        assertThat(server.ask("kinds?points=1000").statusCode()).isEqualTo(400);
    }

    @Test
    void contextsComeInAnyOrderAndOfAnyThreadAndError() throws Exception {
        assertThat(cpus("contexts?name=order&instance=a&limit=3&sort=thread.cpu")).containsExactly(10L, 10L, 9L);
        assertThat(cpus("contexts?name=order&instance=a&limit=3&sort=thread.cpu&up=true")).containsExactly(1L, 1L, 2L);
        assertThat(cpus("contexts?name=order&instance=a&limit=2&sort=duration&up=true")).containsExactly(1L, 1L);
        assertThat(cpus("contexts?instance=a&limit=1&sort=calls")).containsExactly(99L);
        assertThat(cpus("contexts?name=order&instance=a&limit=2&sort=errors")).containsExactly(10L, 10L);
        assertThat(cpus("contexts?name=order&instance=a&sort=end&limit=1")).containsExactly(10L);
        assertThat(cpus("contexts?instance=a&thread=POOL")).containsExactly(3L, 3L);
        assertThat(cpus("contexts?instance=a&error=shop.Lost")).containsExactly(99L, 99L);
        assertThat(server.ask("contexts?sort=colour").body()).contains("start, end, duration");
    }

    @Test
    void anExceptionIsOneFailureAtTheInnermostCallThatItEnded() throws Exception {
        JsonNode errors = server.json("errors?last=1h").path("errors");
        Map<String, JsonNode> byType = new LinkedHashMap<>();
        errors.forEach(error -> byType.put(error.path("type").asString(), error));
        assertThat(byType.keySet()).containsExactlyInAnyOrder("shop.Declined", "java.lang.IllegalStateException",
                "shop.Lost");
        JsonNode declined = byType.get("shop.Declined");
        assertThat(declined.path("method").asString()).isEqualTo("query");
        assertThat(declined.path("count").asLong()).isEqualTo(4);
        assertThat(declined.path("contexts").asLong()).isEqualTo(4);
        assertThat(declined.path("failedCalls").asLong()).isEqualTo(4);
        assertThat(declined.path("first").asLong()).isEqualTo((THEN - 2_560_000) / 1_000);
        assertThat(declined.path("last").asLong()).isEqualTo((Batches.now() - 3_560_000) / 1_000);
        assertThat(declined.path("kinds").get(0).path("name").asString()).isEqualTo("order");
        assertThat(declined.path("kinds").get(0).path("contexts").asLong()).isEqualTo(4);
        assertThat(byType.get("java.lang.IllegalStateException").path("method").asString()).isEqualTo("place");
        assertThat(byType.get("java.lang.IllegalStateException").path("contexts").asLong()).isZero();
        JsonNode lost = byType.get("shop.Lost");
        assertThat(lost.path("method").isNull()).as("no call failed in it").isTrue();
        assertThat(lost.path("name").asString()).isEqualTo("search");
        assertThat(lost.path("message").asString()).isEqualTo("shop.Lost: nothing 100");
        assertThat(server.json("errors?last=1h&search=declined").path("errors")).hasSize(1);
        assertThat(server.json("errors?last=1h&context=000000000000000a").path("errors")).hasSize(1);
        assertThat(
                server.json("invocations?last=1h&errors=true&exception=shop.Declined&method=place").path("invocations"))
                .hasSize(4);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void exceptionsAreCountedExactlyAndEachKindOfStackIsThereOnce(boolean isRolledUp) throws Exception {
        long to = Batches.now() - 500_000;
        String frames = "\tat shop.Db.query(Db.java:40)\n\tat shop.Orders.place(Orders.java:12)\n";
        for (String instance : List.of("a", "b")) {
            store.append(instance, new Batch(3, to - 400_000, to, Contents.NONE
                    .with(Sections.FAILURES,
                            List.of(new FailureRecord("shop.Declined", 2, 700), new FailureRecord("shop.Lost", 0, 9)))
                    .with(Sections.STACKS, List.of(
                            new StackRecord(to - 300_000, "shop.Declined", 2, 17, "shop.Declined: no money", frames, 3,
                                    new long[]{10, 110}),
                            new StackRecord(to - 200_000, "shop.Lost", 0, 18, "shop.Lost: nothing 100", "", 1,
                                    new long[]{150})))));
        }
        if (isRolledUp) {
            rollUp();
        }
        List<String> told = new ArrayList<>();
        server.json("errors?last=1h").path("errors").forEach(error -> told.add(said(error)));
        assertThat(told).as("Lost has no place: its requests are kept, and all are counted").containsExactly(
                "shop.Declined query 4 of 1400", "shop.Lost - 0 of 18", "java.lang.IllegalStateException place 4",
                "shop.Lost search 4");
        JsonNode stacks = server.json("errors/stacks?last=1h").path("stacks");
        assertThat(stacks.findValuesAsString("type")).containsExactly("shop.Lost", "shop.Declined");
        JsonNode declined = stacks.get(1);
        assertThat(declined.path("method").asString()).isEqualTo("query");
        assertThat(declined.path("reads").asLong()).isEqualTo(6);
        assertThat(declined.path("message").asString()).isEqualTo("shop.Declined: no money");
        assertThat(declined.path("text").asString()).isEqualTo(frames);
        assertThat(declined.path("last").asLong()).isEqualTo((to - 300_000) / 1_000);
        assertThat(stacks.get(0).path("class").isNull()).isTrue();
        for (String one : List.of("exception=shop.Declined", "method=query", "context=000000000000000a")) {
            assertThat(server.json("errors/stacks?last=1h&" + one).path("stacks").findValuesAsString("type")).as(one)
                    .containsExactly("shop.Declined");
        }
        assertThat(server.json("errors/stacks?last=1h&context=0000000000000001").path("stacks")).isEmpty();
        assertThat(server.ask("errors/stacks?class=shop.Ordrs").statusCode()).isEqualTo(404);
    }

    /** Type, method or kind, how many are kept and, where it is told, of how many. */
    private static String said(JsonNode error) {
        JsonNode place = error.path(error.path("method").isNull() ? "name" : "method");
        return error.path("type").asString() + " " + (place.isNull() ? "-" : place.asString()) + " "
                + error.path("count").asLong() + (error.has("all") ? " of " + error.path("all").asLong() : "");
    }

    /** Calls are not kept with {@code events=none}: the list was empty, though the exceptions are counted. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsOnlyCountedHasARowToo(boolean isRolledUp) throws Exception {
        long to = Batches.now() - 500_000;
        store.open(Batches.hello("quiet", "c"));
        store.append("c", new Batch(1, to - 400_000, to, Contents.NONE
                .with(Sections.NAMES, List.of(new NameEntry(1, "shop.Db", "query")))
                .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1))).with(Sections.FAILURES,
                        List.of(new FailureRecord("shop.Declined", 1, 70), new FailureRecord("shop.Lost", 0, 9)))));
        if (isRolledUp) {
            rollUp();
        }
        JsonNode errors = server.json("errors?application=quiet&last=1h").path("errors");
        assertThat(errors.findValuesAsString("type")).as("the most frequent first").containsExactly("shop.Declined",
                "shop.Lost");
        JsonNode declined = errors.get(0);
        assertThat(declined.path("count").asLong()).isZero();
        assertThat(declined.path("all").asLong()).isEqualTo(70);
        assertThat(declined.path("method").asString()).isEqualTo("query");
        for (String when : List.of("first", "last")) {
            assertThat(declined.path(when).asLong()).as("the end of the batch, or of the step into which it is rolled")
                    .isBetween(to / 1_000, to / 1_000 + (isRolledUp ? 3_600_000 : 0));
        }
        assertThat(errors.get(1).path("class").isNull()).isTrue();
        assertThat(errors.get(1).path("name").isNull()).isTrue();
        assertThat(server.json("errors?application=quiet&last=1h&search=QUERY").path("errors")).hasSize(1);
        assertThat(server.json("errors?application=quiet&last=1h&limit=1").path("errors")).hasSize(1);
        assertThat(server.json("errors?application=quiet&last=1h&context=000000000000000a").path("errors"))
                .as("nobody knows in which contexts they were").isEmpty();
    }

    /** Ten of those that failed are kept; the exact number of all was nowhere. */
    @Test
    void allThatFailedWithoutAMeteredCallAreToldBesideTheFewThatAreKept() throws Exception {
        long to = Batches.now() - 500_000;
        List<ContextRecord> contexts = new ArrayList<>();
        for (int i = 1; i <= 10; i++) {
            contexts.add(context(700 + i, "search", to - 300_000, 5, 1, "shop.Lost: " + i, "http-1"));
        }
        store.open(Batches.hello("few", "f"));
        store.append("f", new Batch(1, to - 400_000, to, Contents.NONE.with(Sections.CONTEXTS, contexts)
                .with(Sections.FAILURES, List.of(new FailureRecord("shop.Lost", 0, 10_000)))));
        assertThat(errorsOf("few", "")).containsExactly("shop.Lost - 0 of 10000", "shop.Lost search 10");
        assertThat(errorsOf("few", "&limit=1")).containsExactly("shop.Lost - 0 of 10000");
        assertThat(errorsOf("few", "&context=" + String.format("%016x", 701))).containsExactly("shop.Lost search 1");
        assertThat(errorsOf("few", "&search=search")).containsExactly("shop.Lost search 10");
    }

    @Test
    void theMostFrequentComeFirstWhetherTheyAreKeptOrNot() throws Exception {
        long to = Batches.now() - 500_000;
        List<Invocation> calls = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            calls.add(failed(1, 0, to - 300_000 + i * 10_000, 1, "shop.Late: " + i));
        }
        calls.add(failed(2, 0, to - 100_000, 1, "shop.Rare: kept once"));
        store.open(Batches.hello("mixed", "m"));
        store.append("m", new Batch(1, to - 400_000, to, Contents.NONE
                .with(Sections.NAMES,
                        List.of(new NameEntry(1, "shop.Orders", "place"), new NameEntry(2, "shop.Db", "query")))
                .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 0, 2)))
                .with(Sections.INVOCATIONS, calls)
                .with(Sections.FAILURES, List.of(new FailureRecord("shop.Late", 1, 5),
                        new FailureRecord("shop.Rare", 2, 2_000_000), new FailureRecord("shop.Never", 2, 1_000_000)))));
        List<String> all = List.of("shop.Rare query 1 of 2000000", "shop.Never query 0 of 1000000",
                "shop.Late place 5 of 5");
        for (int limit = 1; limit <= 3; limit++) {
            assertThat(errorsOf("mixed", "&limit=" + limit)).isEqualTo(all.subList(0, limit));
        }
        assertThat(errorsOf("mixed", "&search=QUERY")).isEqualTo(all.subList(0, 2));
    }

    /** Past the bound on types, or on places of a program, exceptions are counted as [other]; those that are kept have their own type. */
    @Test
    void whatIsCountedAsOtherAndKeptByItsTypeIsOneFailure() throws Exception {
        long to = Batches.now() - 500_000;
        List<Invocation> calls = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            calls.add(failed(1, 0, to - 300_000 + i * 10_000, 1, "shop.Folded: " + i));
            calls.add(failed(2, 0, to - 200_000 + i * 10_000, 1, "shop.Late: " + i));
        }
        calls.add(failed(1, 0, to - 100_000, 1, "shop.Late: kept here, and counted elsewhere"));
        store.open(Batches.hello("folding", "m"));
        store.append("m", new Batch(1, to - 400_000, to, Contents.NONE
                .with(Sections.NAMES,
                        List.of(new NameEntry(1, "shop.Orders", "place"), new NameEntry(2, "shop.Db", "query")))
                .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 0, 2)))
                .with(Sections.INVOCATIONS, calls)
                .with(Sections.CONTEXTS, List.of(context(900, "search", to - 300_000, 5, 1, "shop.Told: no", "http-1")))
                .with(Sections.FAILURES,
                        List.of(new FailureRecord("[other]", 1, 300), new FailureRecord("[other]", 0, 200),
                                new FailureRecord("shop.Late", 2, 40)))));
        assertThat(failures("folding", "")).as("500 of [other], 40 of Late").isEqualTo("540 of 6");
        assertThat(failures("folding", "&limit=1")).as("of all rows, whatever is shown").isEqualTo("540 of 6");
        assertThat(failures("folding", "&search=Late")).as("one of them is counted as [other]").isEqualTo("41 of 2");
        assertThat(failures("folding", "&context=" + String.format("%016x", 900))).isEqualTo("1 of 1");
    }

    /** Past the bound on places of a program exceptions are counted by their type alone; those that are kept have their place. */
    @Test
    void whatIsCountedByItsTypeAloneAndKeptAtItsPlaceIsOneFailure() throws Exception {
        long to = Batches.now() - 500_000;
        List<Invocation> calls = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            calls.add(failed(1, 0, to - 300_000 + i * 10_000, 1, "shop.Late: " + i));
            calls.add(failed(2, 0, to - 200_000 + i * 10_000, 1, "shop.Late: " + i));
        }
        store.open(Batches.hello("placeless", "m"));
        store.append("m", new Batch(1, to - 400_000, to, Contents.NONE
                .with(Sections.NAMES,
                        List.of(new NameEntry(1, "shop.Orders", "place"), new NameEntry(2, "shop.Db", "query")))
                .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 0, 2)))
                .with(Sections.INVOCATIONS, calls).with(Sections.FAILURES,
                        List.of(new FailureRecord("shop.Late", 0, 500), new FailureRecord("shop.Late", 1, 3),
                                new FailureRecord("[other]", 0, 7)))));
        assertThat(failures("placeless", "")).isEqualTo("510 of 4");
    }

    @Test
    void aSearchCountsWhatMatchesAndAllOfARowWhoseTypeOrPlaceDoes() throws Exception {
        long to = Batches.now() - 500_000;
        store.append("a", new Batch(3, to - 400_000, to,
                Contents.NONE.with(Sections.FAILURES, List.of(new FailureRecord("shop.Declined", 2, 700)))));
        assertThat(failures("shop", "&search=no+money")).as("of four it is known what they say").isEqualTo("4 of 1");
        assertThat(failures("shop", "&search=DECLINED")).isEqualTo("700 of 1");
        assertThat(failures("shop", "&search=Db.query")).isEqualTo("700 of 1");
        assertThat(failures("shop", "&search=nobody+said+so")).isEqualTo("0 of 0");
    }

    /** How many failures in how many rows there are. */
    private String failures(String application, String more) throws Exception {
        JsonNode errors = server.json("errors?application=" + application + "&last=1h" + more);
        return errors.path("failures").asLong() + " of " + errors.path("sorts").asLong();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whenAnExceptionWasThatIsOnlyCountedIsSaidAsExactlyAsItIsKnown(boolean isRolledUp) throws Exception {
        long to = Batches.now() - 500_000;
        store.open(Batches.hello("timed", "t"));
        store.append("t", new Batch(1, to - 400_000, to, Contents.NONE.with(Sections.FAILURES,
                List.of(new FailureRecord("shop.Lost", 0, 2), new FailureRecord("shop.Often", 0, 90)))
                .with(Sections.STACKS, List.of(
                        new StackRecord(to - 300_000, "shop.Lost", 0, 1, "shop.Lost: a", "at a", 1, new long[0]),
                        new StackRecord(to - 200_000, "shop.Lost", 0, 2, "shop.Lost: b", "at b", 1, new long[0]),
                        new StackRecord(to - 300_000, "shop.Often", 0, 3, "shop.Often: c", "at c", 9, new long[0])))));
        if (isRolledUp) {
            rollUp();
        }
        for (String range : List.of("last=5m", "last=30d")) {
            JsonNode errors = server.json("errors?application=timed&" + range).path("errors");
            JsonNode often = errors.get(0);
            long within = often.path("withinNanos").asLong() / 1_000_000;
            assertThat(often.path("last").asLong()).as(range).isBetween(to / 1_000, to / 1_000 + within);
            assertThat(often.has("withinNanos")).as(range).isEqualTo(range.equals("last=30d"));
            JsonNode lost = errors.get(1);
            assertThat(lost.path("first").asLong()).as("the stack of each was read").isEqualTo((to - 300_000) / 1_000);
            assertThat(lost.path("last").asLong()).isEqualTo((to - 200_000) / 1_000);
            assertThat(lost.has("withinNanos")).isFalse();
        }
    }

    private List<String> errorsOf(String application, String more) throws Exception {
        List<String> told = new ArrayList<>();
        server.json("errors?application=" + application + "&last=1h" + more).path("errors")
                .forEach(error -> told.add(said(error)));
        return told;
    }

    @Test
    void contextsAreThoseOfOneVersionWhereOneIsGiven() throws Exception {
        long to = Batches.now() - 500_000;
        for (int version = 1; version <= 2; version++) {
            store.open(Batches.hello("versions", "v" + version).ofProgram(version + ".0"));
            store.append("v" + version, new Batch(1, to - 400_000, to, Contents.NONE.with(Sections.CONTEXTS,
                    List.of(context(800 + version, "order", to - 300_000, 5, version, null, "http-1")))));
        }
        String asked = "contexts?application=versions&last=1h";
        assertThat(server.json(asked).path("contexts")).hasSize(2);
        assertThat(cpus(asked + "&version=1.0")).containsExactly(1L);
        assertThat(cpus(asked + "&version=2.0&name=order")).containsExactly(2L);
        assertThat(server.ask(asked + "&version=3.0").statusCode()).isEqualTo(404);
    }

    /** The sums of an application have all lambdas of a class as one. */
    @Test
    void failedCallsOfALambdaAreItsOwn() throws Exception {
        String[] lambdas = {"shop.Report$$Lambda/0x07", "shop.Report$$Lambda/0x08"};
        long to = Batches.now() - 500_000;
        store.open(Batches.hello("lambdas", "d"));
        store.append("d", new Batch(1, to - 4_000_000, to, Contents.NONE
                .with(Sections.NAMES, List.of(new NameEntry(1, lambdas[0], "run"), new NameEntry(2, lambdas[1], "run")))
                .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 0, 2)))
                .with(Sections.ROWS, List.of(row(1, 20, 900, 900, 7), row(2, 20, 900, 900, 500)))
                .with(Sections.INVOCATIONS, List.of(failed(1, 0, to - 2_000_000, 1, "shop.Late: 1"),
                        failed(2, 0, to - 1_900_000, 1, "shop.Late: 2")))));
        rollUp();
        Map<String, Long> failedCalls = new TreeMap<>();
        server.json("errors?application=lambdas&last=1h").path("errors").forEach(error -> failedCalls
                .put(error.path("class").asString(), error.path("failedCalls").asLong()));
        assertThat(failedCalls).containsExactly(entry(lambdas[0], 7L), entry(lambdas[1], 500L));
    }

    /** Newer stacks of the type at places hid the one that has none. */
    @Test
    void stacksWithoutAPlaceAreAskedForAndWhatIsLeftOutIsSaid() throws Exception {
        long to = Batches.now() - 500_000;
        List<StackRecord> stacks = new ArrayList<>();
        stacks.add(new StackRecord(to - 390_000, "shop.Lost", 0, 99, "shop.Lost: all", "", 1, new long[]{150}));
        for (int i = 0; i < 30; i++) {
            stacks.add(new StackRecord(to - 300_000 + i, "shop.Lost", 2, i, "shop.Lost: " + i, "", 1, new long[0]));
        }
        store.append("a", new Batch(3, to - 400_000, to, Contents.NONE.with(Sections.STACKS, stacks)));
        JsonNode newest = server.json("errors/stacks?last=1h&exception=shop.Lost");
        assertThat(newest.path("stacks")).hasSize(20)
                .allMatch(stack -> stack.path("method").asString().equals("query"));
        assertThat(newest.path("further").asLong()).isEqualTo(11);
        JsonNode placeless = server.json("errors/stacks?last=1h&exception=shop.Lost&placeless=true");
        assertThat(placeless.path("stacks").findValuesAsString("message")).containsExactly("shop.Lost: all");
        assertThat(placeless.path("further").asLong()).isZero();
    }

    /** The inner call ends after 40 ms, and the outer one a millisecond later. */
    @Test
    void aCallFailsWhenItEndsWheneverItBegan() throws Exception {
        JsonNode errors = server.json(errorsFrom(-3_590)).path("errors");
        assertThat(errors).extracting(error -> error.path("type").asString() + " " + error.path("method").asString())
                .contains("shop.Declined query");
        assertThat(errors.findValuesAsString("type")).contains("java.lang.IllegalStateException");
        assertThat(server.json(errorsFrom(-3_560)).path("errors").findValuesAsString("type"))
                .as("the outer call passes on what the inner one failed by before").doesNotContain("shop.Declined")
                .contains("java.lang.IllegalStateException");
        assertThat(server.json("errors?application=shop&from=" + (Batches.now() / 1_000 - 10_000) + "&to="
                + (Batches.now() / 1_000 - 3_570)).path("errors").findValuesAsString("type"))
                .as("not failed yet").doesNotContain("java.lang.IllegalStateException");
    }

    private static String errorsFrom(long millis) {
        return "errors?application=shop&from=" + (Batches.now() / 1_000 + millis) + "&to=" + Batches.now() / 1_000;
    }

    @Test
    void aFailureIsKnownByThisApplicationsContextsAlone() throws Exception {
        long end = Batches.now() - 3_000_000;
        store.open(Batches.hello("other", "c"));
        store.append("c", new Batch(1, end - 5_000_000, end, Contents.NONE.with(Sections.CONTEXTS,
                List.of(new ContextRecord(9, 150, "search", "other", "main", end - 1_000, end,
                        "shop.Lost: nothing 100", Map.of(), 0, 0, 0, Batches.meters())))));
        assertThat(
                server.json("errors?application=shop&last=1h&search=Lost").path("errors").get(0).path("count").asLong())
                .isEqualTo(4);
    }

    @Test
    void theStatementsOfAKindAreSearchedAndHaveOnePage() throws Exception {
        long begin = Batches.now() - 3_900_000;
        store.append("a", new Batch(3, Batches.now() - 5_000_000, Batches.now() - 500_000, Contents.NONE
                .with(Sections.PAYLOAD_PROBES,
                        List.of(new PayloadProbeEntry(1, PayloadBatches.PROBE, "Queries", "SQL", true, false, true,
                                List.of(), List.of())))
                .with(Sections.PAYLOAD_RECORDINGS, List.of(new PayloadRecording(1, 1, begin - 1_000, 0, true)))
                .with(Sections.PAYLOAD_ROWS, List.of(PayloadBatches.row(1, 2, "SELECT 1", 1, 30),
                        PayloadBatches.row(1, 2, "UPDATE t", 1, 20)))
                .with(Sections.PAYLOAD_EVENTS, List.of(statement(begin, "SELECT 1", 30, 110),
                        statement(begin, "UPDATE t", 20, 110), statement(begin, "DELETE", 10, 150)))));
        String all = "payloads/hotspots?application=shop&last=1h&probe=Queries";
        for (String whose : List.of("", "&instance=a", "&recording=a:1")) {
            assertThat(server.json(all + whose + "&name=order").path("payloads").findValuesAsString("text")).as(whose)
                    .containsExactly("SELECT 1", "UPDATE t");
            assertThat(
                    server.json(all + whose + "&name=order&search=update").path("payloads").findValuesAsString("text"))
                    .as(whose).containsExactly("UPDATE t");
        }
        for (String whose : List.of("&name=order", "&context=000000000000006e")) {
            JsonNode first = server.json(all + whose + "&limit=1");
            assertThat(first.path("payloads").findValuesAsString("text")).as(whose).containsExactly("SELECT 1");
            assertThat(first.path("texts").asLong()).as("whatever the limit is: " + whose).isEqualTo(2);
            assertThat(first.path("sums").path("total").asLong()).as(whose).isEqualTo(50 * MILLI);
        }
        String next = server.json(all + "&limit=1").path("next").asString();
        assertThat(next).isNotEmpty();
        HttpResponse<String> refused = server.ask(all + "&name=order&cursor=" + next);
        assertThat(refused.statusCode()).isEqualTo(400);
        assertThat(refused.body()).contains("not beside 'name'");
    }

    /** Each order runs two statements in the query, and searches share its other place with work outside of contexts. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aKindHasTheStatementsOfAllItsContextsWhicheverAreKept(boolean isRolledUp) throws Exception {
        long to = Batches.now() - 500_000;
        long begin = isRolledUp ? Batches.now() - 70_000_000 : to - 400_000; // before the start, or with the second batch
        assertThat(statements("kinds?application=shop&last=1h&statements=true", "order").isMissingNode())
                .as("none is recorded").isTrue();
        for (String instance : List.of("s", "t")) {
            store.open(Batches.hello("stated", instance));
            store.append(instance, new Batch(1, to - 800_000, to - 400_000,
                    Contents.NONE.with(Sections.KINDS, List.of(kind("order", 30, 0, 0, 550, List.of())))));
            store.append(instance, new Batch(2, to - 400_000, to, Contents.NONE
                    .with(Sections.NAMES,
                            List.of(new NameEntry(1, "shop.Orders", "place"), new NameEntry(2, "shop.Db", "query")))
                    .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 2)))
                    .with(Sections.PAYLOAD_PROBES, List.of(
                            new PayloadProbeEntry(1, "sim.payload.library.jdbc.JdbcProbe", "JDBC", "SQL", true, false,
                                    true, List.of(), List.of()),
                            new PayloadProbeEntry(2, "shop.Cache", "Cache", "", true, false, false, List.of(),
                                    List.of())))
                    .with(Sections.PAYLOAD_RECORDINGS,
                            List.of(new PayloadRecording(1, 1, begin, 0, false),
                                    new PayloadRecording(1, 2, begin, 0, false)))
                    .with(Sections.ROWS, List.of(row(1, 40, 900, 100, 0), row(2, 30, 800, 800, 0)))
                    .with(Sections.KINDS, List.of(kind("order", 30, 0, 0, 550, List.of(row(2, 30, 600, 600, 0))),
                            kind("search", 5, 0, 0, 5, List.of(row(1, 10, 200, 0, 0)))))
                    .with(Sections.PAYLOAD_ROWS,
                            List.of(PayloadBatches.row(1, 2, "SELECT 1", 30, 30),
                                    PayloadBatches.row(1, 2, "UPDATE t", 30, 20),
                                    PayloadBatches.row(1, 1, "SELECT 2", 40, 20),
                                    new PayloadRow(1, 2, 2, "load", new PayloadSum(700, 0, 1, 1), new long[0])))));
        }
        if (isRolledUp) {
            rollUp();
        }
        for (String range : List.of("last=1h", "last=30d", "last=1h&points=20", "last=1h&instance=s")) {
            int instances = range.endsWith("instance=s") ? 1 : 2;
            JsonNode order = statements("kinds?application=stated&statements=true&" + range, "order");
            assertThat(order.path("count").asLong()).as(range).isEqualTo(60L * instances);
            assertThat(order.path("shared").asBoolean()).as(range).isFalse();
            JsonNode search = statements("kinds?application=stated&statements=true&" + range, "search");
            assertThat(search.path("count").asLong()).as("a fourth of the calls: " + range).isEqualTo(10L * instances);
            assertThat(search.path("shared").asBoolean()).as(range).isTrue();
        }
        assertThat(statements("kinds?application=stated&statements=true&last=1h", "order").path("contexts").asLong())
                .as("those that ended while it recorded").isEqualTo(isRolledUp ? 120 : 60);
        assertThat(statements("kinds?application=stated&last=1h", "order").isMissingNode()).as("nobody asked").isTrue();
    }

    private JsonNode statements(String path, String kind) throws Exception {
        for (JsonNode row : server.json(path).path("kinds")) {
            if (row.path("name").asString().equals(kind)) {
                return row.path("statements");
            }
        }
        throw new AssertionError(kind);
    }

    private static PayloadEvent statement(long begin, String text, long millis, long context) {
        return new PayloadEvent(1, 1, PayloadEvent.Kind.PAYLOAD, begin, millis * MILLI, 2, text, -1, 0, "http-1",
                context, false);
    }

    private static Map<String, Long> calls(JsonNode rows) {
        Map<String, Long> calls = new TreeMap<>();
        rows.forEach(row -> calls.merge(row.path("method").asString(), row.path("count").asLong(), Long::sum));
        return calls;
    }

    private static long sum(JsonNode points, String field) {
        long sum = 0;
        for (JsonNode point : points) {
            sum += point.path(field).asLong();
        }
        return sum;
    }

    private List<Long> cpus(String path) throws Exception {
        List<Long> cpus = new ArrayList<>();
        server.json(path).path("contexts")
                .forEach(context -> cpus.add(context.path("meters").path("thread.cpu").path("total").asLong()));
        return cpus;
    }

}

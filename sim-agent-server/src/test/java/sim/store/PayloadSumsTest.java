package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.payload.PayloadPoint;
import sim.model.payload.PayloadProbeEntry;
import sim.model.payload.PayloadProbeEntry.Line;
import sim.model.payload.PayloadRow;
import sim.model.payload.PayloadSum;
import sim.model.snapshot.KindRecord;
import sim.server.Batches;
import sim.server.query.KnownNames;
import sim.server.query.Page;
import sim.server.query.PayloadFilter;
import sim.server.query.PayloadQuery;
import sim.server.query.Range;
import sim.server.query.Sort;
import sim.server.query.ToldProbe;
import sim.server.query.TreePart;
import sim.wire.Batch;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;

/** Payloads of an application are added up over its instances, whatever number each of them gives a probe. */
class PayloadSumsTest {
    private static final long HOUR = 3_600_000_000L;
    private static final long DAY = 24 * HOUR;
    private static final String QUERIES = "shop.Queries";
    private static final String CACHE = "shop.Cache";

    @TempDir
    Path folder;

    private final long begin = Ladder.down(Batches.now(), DAY) - 100 * DAY;
    private long clock = begin + HOUR;

    @Test
    void payloadsOfAnApplicationAreSumsOfItsInstancesAndOutliveThem() throws Exception {
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock)) {
            for (String instance : List.of("one", "two")) {
                store.open(Batches.hello("shop", instance));
            }
            store.open(Batches.hello("bank", "other"));
            store.append("one", batch(1, QUERIES, CACHE, row(1, "A", 2, 300), row(1, "B", 1, 100), row(2, "A", 9, 9)));
            store.append("two", batch(1, CACHE, QUERIES, row(2, "A", 1, 500), row(1, "A", 7, 7)));
            store.append("other", batch(1, QUERIES, CACHE, row(1, "A", 100, 100)));
            check(store, "from the head");
            store.upkeepNow();
            check(store, "from segments");
            clock += 2 * HOUR;
            store.upkeepNow();
            check(store, "by the minute");
        }
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock)) { // nobody of these connects since
            clock += 40 * DAY;
            store.upkeepNow();
            assertThat(store.<Long>query(connection -> Database.number(connection, "SELECT count(*) FROM instances")))
                    .isZero();
            store.open(Batches.hello("shop", "three"));
            store.append("three", batch(1, CACHE, QUERIES));
            check(store, "of instances that are gone");
        }
    }

    /** Each was refused as unknown, though its sums are kept for 400 days. */
    @Test
    void namesThatLiveInTheSumsAloneAreKnown() throws Exception {
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock)) {
            store.open(Batches.hello("shop", "one"));
            store.open(Batches.hello("bank", "other"));
            store.append("one", batch(1, QUERIES, CACHE, row(1, "A", 2, 300)).with(Sections.KINDS, List.of(
                    new KindRecord("order", "web", 9, 1, 3, 90_000_000, 90, 1, 1, Batches.meters(60), List.of()))));
            store.append("other", batch(1, QUERIES, CACHE, row(1, "B", 2, 300)));
        }
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock)) { // nobody of these connects since
            clock += 40 * DAY;
            store.upkeepNow();
            assertThat(store.<Long>query(connection -> Database.number(connection, "SELECT count(*) FROM instances")))
                    .isZero();
            KeptTest.ask(store, (questions, answer) -> {
                KnownNames names = questions.names(range());
                assertThat(names.isKind("order", null)).isTrue();
                assertThat(names.isKind("order", "web")).isTrue();
                assertThat(names.isKind("order", "batch")).isFalse();
                assertThat(names.isKind("invoice", null)).isFalse();
                assertThat(names.kinds()).containsExactly("order");
                assertThat(names.isText(QUERIES, "A")).isTrue();
                assertThat(names.isText(QUERIES, "B")).as("another application's").isFalse();
                assertThat(names.isText(CACHE, "A")).as("another probe's").isFalse();
                assertThat(questions.toldProbes("shop", "")).extracting(ToldProbe::type).containsExactly(QUERIES);
                assertThat(questions.toldProbes("shop", "one")).isEmpty();
                answer.whole(List.of());
            });
        }
    }

    /** Keys and statements with literals never end: the sums of a day had a row for each, for ever. */
    @Test
    void descriptionsPastTheBoundCountAtOtherAndNoTotalChanges() throws Exception {
        int more = PayloadTexts.MOST + 100;
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock)) {
            store.open(Batches.hello("shop", "one"));
            PayloadRow[] rows = new PayloadRow[more];
            for (int i = 0; i < more; i++) {
                rows[i] = row(1, "key " + i, 1, 10);
            }
            store.append("one", batch(1, QUERIES, CACHE, rows));
            store.append("one", batch(2, QUERIES, CACHE, row(2, "another probe's", 1, 10), row(1, "key 7", 2, 20)));
            for (int step = 0; step < 3; step++) {
                JsonNode hotspots = ask(store, query -> query.hotspots(Page.first(1_000)));
                assertThat(hotspots.path("sums").path("count").asLong()).as("%d", step).isEqualTo(more + 2);
                JsonNode other = hotspots.path("payloads").path(0);
                assertThat(other.path("text").asString()).as("%d", step).isEqualTo(Places.OTHER);
                assertThat(other.path("count").asLong()).as("%d", step).isEqualTo(100);
                assertThat(other.has("p50")).as("%d", step).isTrue();
                assertThat(hotspots.path("payloads").path(1).path("text").asString()).as("%d", step)
                        .isEqualTo("key 7");
                store.upkeepNow();
                clock += 2 * HOUR;
            }
            assertThat(store.<Long>query(connection -> Database.number(connection,
                    "SELECT count(*) FROM " + PayloadTexts.TABLE))).as("with %s, and the other probe's", Places.OTHER)
                    .isEqualTo(PayloadTexts.MOST + 2);
        }
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock)) { // reads the dictionary again
            store.open(Batches.hello("shop", "two"));
            store.append("two", batch(1, CACHE, QUERIES, row(2, "key 7", 1, 10), row(2, "late", 1, 10)));
            assertThat(store.<Long>query(connection -> Database.number(connection,
                    "SELECT count(*) FROM " + PayloadTexts.TABLE))).as("with %s, and the other probe's", Places.OTHER)
                    .isEqualTo(PayloadTexts.MOST + 2);
        }
    }

    /** Whoever forges batches could have the sums of each step grow without end, for ever. */
    @Test
    void linesPastTheBoundCountAtOtherAndAreCounted() throws Exception {
        int more = PayloadTexts.MOST_LINES + 100;
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock)) {
            store.open(Batches.hello("shop", "one"));
            store.open(Batches.hello("shop", "two"));
            List<PayloadPoint> points = new ArrayList<>();
            for (int i = 0; i < more; i++) {
                points.add(new PayloadPoint(7, 1, "t", "line " + i, clock - 1_000_000, 1.0));
            }
            points.add(new PayloadPoint(7, 2, "t", "another probe's", clock - 1_000_000, 1.0));
            store.append("one", batch(1, QUERIES, CACHE).with(Sections.PAYLOAD_POINTS, points));
            store.append("two", batch(1, QUERIES, CACHE).with(Sections.PAYLOAD_POINTS,
                    List.of(new PayloadPoint(7, 1, "t", "line 7", clock - 1_000_000, 1.0),
                            new PayloadPoint(7, 1, "late", "line 7", clock - 1_000_000, 1.0))));
            for (int step = 0; step < 3; step++) {
                Map<String, Long> readings = readings(store);
                assertThat(readings).as("%d", step).hasSize(PayloadTexts.MOST_LINES + 2)
                        .containsEntry("t line 7", 2L).containsEntry("t another probe's", 1L)
                        .containsEntry(Places.OTHER + " " + Places.OTHER, 101L);
                assertThat(readings.values().stream().mapToLong(Long::longValue).sum()).as("%d", step)
                        .isEqualTo(more + 3);
                store.upkeepNow();
                clock += 2 * HOUR;
            }
            JsonNode losses = KeptTest.ask(store, (questions, answer) -> questions.losses(range(), answer))
                    .path("losses");
            assertThat(losses).singleElement().satisfies(loss -> {
                assertThat(loss.path("kind").asString()).isEqualTo("payload.points.folded");
                assertThat(loss.path("count").asLong()).isEqualTo(101);
            });
            assertThat(number(store, "SELECT count(DISTINCT line) FROM payload_points")).as("an instance has all")
                    .isEqualTo(more + 1);
        }
    }

    /** Readings by telemetry and line, in the sums of the application. */
    private Map<String, Long> readings(DuckDbStore store) throws Exception {
        return store.query(connection -> {
            connection.setAutoCommit(false);
            Slice slice = store.slice(connection, "shop", null, true, begin, begin + 2 * HOUR, 0);
            Map<String, Long> readings = new TreeMap<>();
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(slice.narrow("SELECT telemetry || ' ' || line, "
                            + "sum(readings) FROM payload_points GROUP BY ALL"))) {
                while (row.next()) {
                    readings.put(row.getString(1), row.getLong(2));
                }
            }
            return readings;
        });
    }

    /** As the sums themselves say, which took a question of all rows of all time. */
    @Test
    void probesOfSumsAreThoseThatHaveRowsWhateverTheBoundsLeftOut() throws Exception {
        String large = "x".repeat((int) PayloadTexts.MOST_BYTES);
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock)) {
            store.open(Batches.hello("shop", "one"));
            store.open(Batches.hello("bank", "other"));
            store.append("one", RetentionTest.at(1, clock, 1)
                    .with(Sections.PAYLOAD_PROBES, List.of(probe(1, QUERIES), probe(2, CACHE), probe(3, "shop.Pool"),
                            probe(4, "shop.Idle")))
                    .with(Sections.PAYLOAD_ROWS, List.of(row(1, large, 1, 1), row(2, "past the bound", 1, 1)))
                    .with(Sections.PAYLOAD_POINTS,
                            List.of(new PayloadPoint(7, 3, "pool", "used", clock - 1_000_000, 1.0))));
            store.append("other", batch(1, "bank.Ledger", "bank.Queue", row(1, "B", 2, 300)));
        }
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock)) { // nobody of these connects since
            clock += 40 * DAY;
            store.upkeepNow();
            List<String> ofRows = store.query(connection -> {
                connection.setAutoCommit(false);
                Slice slice = store.slice(connection, "shop", null, true, 0, Long.MAX_VALUE / 2, 0);
                List<String> types = new ArrayList<>();
                try (Statement statement = connection.createStatement();
                        ResultSet row = statement
                                .executeQuery(slice.narrow("SELECT DISTINCT l.label FROM (SELECT probe "
                                        + "FROM payload_rows UNION ALL SELECT probe FROM payload_points) r JOIN probe_labels l "
                                        + "ON l.number = r.probe"))) {
                    while (row.next()) {
                        types.add(row.getString(1));
                    }
                }
                return types;
            });
            assertThat(ofRows).containsExactlyInAnyOrder(QUERIES, CACHE, "shop.Pool");
            KeptTest.ask(store, (questions, answer) -> {
                assertThat(questions.toldProbes("shop", "")).extracting(ToldProbe::type)
                        .containsExactlyInAnyOrderElementsOf(ofRows);
                answer.whole(List.of());
            });
        }
    }

    private static long number(DuckDbStore store, String sql) throws Exception {
        return store.<Long>query(connection -> Database.number(connection, sql));
    }

    private void check(DuckDbStore store, String as) throws Exception {
        JsonNode hotspots = ask(store, query -> query.hotspots(Page.first(10)));
        JsonNode first = hotspots.path("payloads").path(0);
        assertThat(first.path("text").asString()).as(as + hotspots).isEqualTo("A");
        assertThat(first.path("count").asLong()).as(as).isEqualTo(3);
        assertThat(first.path("total").asLong()).as(as).isEqualTo(800);
        assertThat(first.path("max").asLong()).as(as).isEqualTo(500);
        assertThat(first.has("p50")).as(as + first).isTrue();
        assertThat(hotspots.path("sums").path("count").asLong()).as(as).isEqualTo(4);
        JsonNode tree = ask(store, query -> query.callTree(10));
        assertThat(tree.path("nodes").path(0).path("method").asString()).as(as + tree).isEqualTo("outer");
        assertThat(tree.path("nodes").path(0).path("count").asLong()).as(as + tree).isEqualTo(4);
        JsonNode lines = ask(store, PayloadQuery::telemetries).path("series").path(2);
        assertThat(lines.path("telemetry").asString()).as(as + lines).isEqualTo("pool");
        assertThat(lines.path("points").path(0).path(1).asDouble()).as(as + lines).isEqualTo(2.0);
        JsonNode badges = KeptTest.ask(store, (questions, answer) -> questions.callTree(range(),
                new TreePart(null, null, false), false, 10, answer)).path("nodes").path(0).path("payloads");
        assertThat(badges.path(QUERIES).path("count").asLong()).as(as + badges).isEqualTo(4);
        assertThat(badges.path(CACHE).path("count").asLong()).as(as + badges).isEqualTo(16);
    }

    private JsonNode ask(DuckDbStore store, Consumer<PayloadQuery> asked) throws Exception {
        return KeptTest.ask(store, (questions, answer) -> asked.accept(questions.payloads(range(),
                new PayloadFilter(QUERIES, null, 0, "", null, null, null, 0, null, null), answer)));
    }

    private Range range() {
        return new Range("shop", null, begin, begin + 2 * HOUR);
    }

    private static PayloadRow row(int probe, String text, long count, long total) {
        return new PayloadRow(7, probe, 1, text, new PayloadSum(count, 0, total, total), new long[]{40, count});
    }

    /** A batch that numbers two probes, with what they recorded. */
    private Batch batch(long sequence, String first, String second, PayloadRow... rows) {
        int queries = first.equals(QUERIES) ? 1 : 2;
        return RetentionTest.at(sequence, clock, 1)
                .with(Sections.PAYLOAD_PROBES, List.of(probe(1, first), probe(2, second)))
                .with(Sections.PAYLOAD_ROWS, List.of(rows))
                .with(Sections.PAYLOAD_POINTS, rows.length == 0
                        ? List.of()
                        : List.of(new PayloadPoint(7, queries, "pool", "used", clock - 1_000_000,
                                queries == 1 ? 1.0 : 3.0)));
    }

    private static PayloadProbeEntry probe(int id, String type) {
        return new PayloadProbeEntry(id, type, type, "", true, false, false, List.of(),
                List.of(new Line("pool", "used", "PLAIN", 0, false, Line.MEAN)));
    }
}

package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.query.Range;
import sim.wire.PlatformMeasure;
import sim.wire.PlatformSample;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;

/** A name with an id in it makes each start of a program bring others: the sums of an application have so many, and no total changes. */
class SummedNamesTest {
    private static final long HOUR = 3_600_000_000L;
    private static final long DAY = 24 * HOUR;

    @TempDir
    Path folder;

    private final long begin = Ladder.down(Batches.now(), DAY) - 100 * DAY;
    private long clock = begin + HOUR;

    @Test
    void kindsPastTheBoundCountAtOtherAtEachStepAndAreCounted() throws Exception {
        int more = SummedNames.MOST_KINDS + 100;
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock)) {
            store.open(Batches.hello("shop", "one"));
            store.open(Batches.hello("shop", "two"));
            store.open(Batches.hello("bank", "other"));
            List<KindRecord> kinds = new ArrayList<>();
            for (int i = 0; i < more; i++) {
                kinds.add(kind("order " + i, 2));
            }
            store.append("one", RetentionTest.at(1, clock, 1).with(Sections.KINDS, kinds));
            store.append("two", RetentionTest.at(1, clock, 1).with(Sections.KINDS,
                    List.of(kind("order 7", 1), kind("late", 5), kind(Places.OTHER, 1))));
            store.append("other", RetentionTest.at(1, clock, 1).with(Sections.KINDS, List.of(kind("late", 1))));
            for (int step = 0; step < 3; step++) {
                for (String sum : List.of("sum(contexts) FROM context_kinds",
                        "sum(contexts) FROM context_kind_buckets", "sum(calls) FROM context_kind_rows")) {
                    Map<String, Long> sums = sums(store, "SELECT name || ' ' || tag, " + sum + " GROUP BY ALL");
                    assertThat(sums).as("%s, step %d", sum, step).hasSize(SummedNames.MOST_KINDS + 1)
                            .containsEntry("order 7 web", 3L).containsEntry(Places.OTHER + " ", 206L);
                    assertThat(sums.values().stream().mapToLong(Long::longValue).sum()).as("%s, step %d", sum, step)
                            .isEqualTo(2L * more + 7);
                }
                store.upkeepNow();
                clock += 2 * HOUR;
            }
            assertThat(losses(store)).isEqualTo(Map.of("sums.contexts.folded", 206L));
            assertThat(number(store, "SELECT count(DISTINCT name) FROM context_kinds")).as("an instance has all")
                    .isEqualTo(more + 2);
        }
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock)) { // reads the dictionary again
            store.open(Batches.hello("shop", "three"));
            store.append("three", RetentionTest.at(1, clock, 1).with(Sections.KINDS, List.of(kind("later", 1))));
            assertThat(number(store, "SELECT count(*) FROM " + SummedNames.KINDS))
                    .as("with %s, and bank's", Places.OTHER)
                    .isEqualTo(SummedNames.MOST_KINDS + 2);
        }
        clock += HOUR;
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock)) { // nobody is connected
            store.forget("shop");
            assertThat(number(store, "SELECT count(*) FROM " + SummedNames.KINDS)).isOne();
        }
    }

    @Test
    void telemetriesPastTheBoundCountAtOtherAndThePlatformsOwnAlwaysHaveRoom() throws Exception {
        int more = SummedNames.MOST_TELEMETRIES + 100;
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock)) {
            store.open(Batches.hello("shop", "one"));
            store.open(Batches.hello("shop", "two"));
            Map<String, Double> many = new HashMap<>();
            for (int i = 0; i < more; i++) {
                many.put("queue " + i + " (bytes)", 2.0);
            }
            Map<String, Double> platform = new HashMap<>(Map.of("late", 4.0));
            for (PlatformMeasure each : PlatformMeasure.values()) {
                platform.put(each.label(), 1.0);
            }
            store.append("one", RetentionTest.at(1, clock, 1).with(Sections.PLATFORM,
                    List.of(new PlatformSample(clock, many))));
            store.append("two", RetentionTest.at(1, clock, 1).with(Sections.PLATFORM,
                    List.of(new PlatformSample(clock, platform))));
            for (int step = 0; step < 3; step++) {
                Map<String, Long> readings = sums(store, "SELECT name, sum(readings) FROM platform_sums GROUP BY ALL");
                assertThat(readings).as("step %d", step)
                        .hasSize(SummedNames.MOST_TELEMETRIES + PlatformMeasure.values().length + 1)
                        .containsEntry("cpu.time", 1L).containsEntry(Places.OTHER, 101L);
                JsonNode answer = KeptTest.ask(store, (questions, to) -> questions.platformSums(range(), to));
                assertThat(answer.path("series")).as("a mean of bytes and seconds is none")
                        .hasSize(readings.size() - 1).noneMatch(each -> each.path("name").asString()
                                .equals(Places.OTHER));
                store.upkeepNow();
                clock += 2 * HOUR;
            }
            assertThat(losses(store)).isEqualTo(Map.of("sums.readings.folded", 101L));
        }
    }

    /** By kind, what was lost. */
    private Map<String, Long> losses(DuckDbStore store) throws Exception {
        Map<String, Long> losses = new TreeMap<>();
        KeptTest.ask(store, (questions, answer) -> questions.losses(range(), answer)).path("losses")
                .forEach(loss -> losses.merge(loss.path("kind").asString(), loss.path("count").asLong(), Long::sum));
        return losses;
    }

    private Range range() {
        return new Range("shop", null, begin, begin + 2 * HOUR);
    }

    /** What the sums of the application have. */
    private Map<String, Long> sums(DuckDbStore store, String sql) {
        return store.query(connection -> {
            connection.setAutoCommit(false);
            Slice slice = store.slice(connection, "shop", null, true, begin, begin + 2 * HOUR, 0);
            Map<String, Long> sums = new HashMap<>();
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery(slice.narrow(sql))) {
                while (row.next()) {
                    sums.put(row.getString(1), row.getLong(2));
                }
            }
            return sums;
        });
    }

    /** Contexts of one duration, and as many calls of one place. */
    private static KindRecord kind(String name, long contexts) {
        return new KindRecord(name, "web", contexts, 0, 0, contexts * 1_000, contexts, 0, 1, Batches.meters(60),
                List.of(new TreeRow(1, contexts, 0, 1, Batches.meters(60), Batches.meters(60), Batches.meters(60),
                        new long[0])))
                .with(1_000, new long[]{100, contexts});
    }

    private static long number(DuckDbStore store, String sql) {
        return store.<Long>query(connection -> Database.number(connection, sql));
    }
}

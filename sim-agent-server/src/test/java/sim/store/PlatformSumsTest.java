package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;
import sim.server.query.Page;
import sim.server.query.Range;
import sim.server.query.Sort;
import sim.server.query.TreePart;
import sim.wire.Batch;
import sim.wire.Hello;
import sim.wire.PlatformSample;
import sim.wire.Sections;
import sim.wire.Wire;
import tools.jackson.databind.JsonNode;

/** What the platform of an application's instances used, added up as its calls are. */
class PlatformSumsTest {
    private static final long MINUTE = 60_000_000;
    private static final long DAY = 1_440 * MINUTE;

    @TempDir
    Path folder;

    private final long begin = Ladder.down(Batches.now(), DAY) - 100 * DAY;
    private long clock = begin;

    private DuckDbStore open() {
        return new DuckDbStore(folder, () -> clock);
    }

    /** By the rows of instances, which are kept at coarser steps, a quarter of it was missing. */
    @Test
    void theCpuTimeThatRowsExplainIsThatOfTheSameTime() throws Exception {
        DuckDbStore store = open();
        try {
            for (String instance : List.of("one", "two")) {
                store.open(hello(instance, begin));
            }
            for (int minute = 1; minute <= 60; minute++) {
                clock += MINUTE;
                for (String instance : List.of("one", "two")) {
                    store.append(instance, at(minute, "cpu.time", minute * 1_000.0, "cpu.gc", minute * 10.0));
                }
                if (minute == 20) {
                    store.close(); // what it stood at is known again
                    store = open();
                }
            }
            clock += DAY; // of instances there are ten minutes, of the application each one
            store.upkeepNow();
            JsonNode answer = methods(store, begin + 3 * MINUTE, begin + 33 * MINUTE);
            assertThat(answer.path("resolution").asString()).isEqualTo("1m");
            assertThat(answer.path("methods").path(0).path("count").asLong()).isEqualTo(60);
            JsonNode cpu = answer.path("explained").path("cpu");
            assertThat(cpu.path("total").asLong()).isEqualTo(60_000);
            assertThat(cpu.path("gc").asLong()).isEqualTo(600);
            assertThat(cpu.has("jit")).isFalse();
            clock += 40 * DAY; // of instances there is nothing
            store.upkeepNow();
            assertThat(methods(store, begin, begin + 60 * MINUTE).path("explained").path("cpu").path("total").asLong())
                    .isEqualTo(120_000);
        } finally {
            store.close();
        }
    }

    /** What it used before SIM was attached is no use of the range. */
    @Test
    void whatAProcessUsedBeforeItsFirstBatchIsLeftOutUnlessItHasJustStarted() throws Exception {
        try (DuckDbStore store = open()) {
            store.open(hello("attached", begin - DAY));
            store.open(hello("started", begin - MINUTE));
            clock += MINUTE;
            for (String instance : List.of("attached", "started")) {
                store.append(instance, at(1, "cpu.time", 5e9));
            }
            clock += MINUTE;
            for (String instance : List.of("attached", "started")) {
                store.append(instance, at(2, "cpu.time", 6e9));
                store.append(instance, at(3)); // it could not be read
            }
            clock += MINUTE;
            for (String instance : List.of("attached", "started")) {
                store.append(instance, at(4, "cpu.time", 6.5e9));
            }
            assertThat(methods(store, begin, clock).path("explained").path("cpu").path("total").asLong())
                    .isEqualTo(1_500_000_000L + 6_500_000_000L);
        }
    }

    /** The mean, the least and the most of all readings, whatever the step. */
    @Test
    void readingsOfInstancesAreAddedUp() {
        try (DuckDbStore store = open()) {
            for (String instance : List.of("one", "two")) {
                store.open(hello(instance, begin));
            }
            for (int minute = 1; minute <= 30; minute++) {
                clock += MINUTE;
                store.append("one", at(minute, "queue (count)", 2.0 + minute));
                store.append("two", at(minute, "queue (count)", 4.0));
            }
            Map<String, Double> before = sums(store);
            assertThat(before)
                    .isEqualTo(Map.of("value", 60 + 465.0 + 120, "least", 3.0, "most", 32.0, "readings", 60.0));
            clock += DAY;
            store.upkeepNow();
            assertThat(sums(store)).isEqualTo(before);
            clock += 60 * DAY;
            store.upkeepNow();
            assertThat(sums(store)).isEqualTo(before);
        }
    }

    @Test
    void aChartOfAllInstancesHasWhatWasGainedAndTheMeanLeastAndMostOfReadings() throws Exception {
        try (DuckDbStore store = open()) {
            for (String instance : List.of("one", "two")) {
                store.open(hello(instance, begin));
            }
            for (int minute = 1; minute <= 1_300; minute += 5) {
                clock = begin + minute * MINUTE;
                store.append("one", at(minute, "queue (count)", 1.0 * minute, "cpu.time", minute * 1_000.0));
                store.append("two", at(minute, "queue (count)", 2_000.0, "cpu.time", minute * 3_000.0));
            }
            long end = begin + DAY;
            clock = end + 60 * DAY;
            store.upkeepNow();
            JsonNode answer = KeptTest.ask(store,
                    (questions, to) -> questions.platformSums(new Range("shop", null, begin, end), to));
            assertThat(answer.path("resolution").asString()).isEqualTo("1h");
            assertThat(answer.path("stepNanos").asLong()).isEqualTo(3_600_000_000_000L);
            JsonNode cpu = answer.path("series").path(0);
            assertThat(cpu.path("name").asString()).isEqualTo("cpu.time");
            assertThat(cpu.path("unit").asString()).isEqualTo("ns");
            assertThat(cpu.path("gains").asBoolean()).isTrue();
            assertThat(cpu.path("points")).hasSize(22);
            assertThat(cpu.path("points").path(1).path(0).asLong()).isEqualTo((begin + 120 * MINUTE) / 1_000);
            assertThat(cpu.path("points").path(1).path(1).asLong()).isEqualTo(60 * 4_000);
            JsonNode queue = answer.path("series").path(1);
            assertThat(queue.path("gains").asBoolean()).isFalse();
            // of 61, 66 .. 116 and twelve times 2,000
            assertThat(queue.path("points").path(1).path(1).asDouble()).isEqualTo((88.5 + 2_000) / 2);
            assertThat(queue.path("points").path(1).path(2).asDouble()).isEqualTo(61);
            assertThat(queue.path("points").path(1).path(3).asDouble()).isEqualTo(2_000);
        }
    }

    private Map<String, Double> sums(DuckDbStore store) {
        return store.query(connection -> {
            connection.setAutoCommit(false);
            Slice slice = store.slice(connection, "shop", null, true, begin, begin + 60 * MINUTE, 0);
            Map<String, Double> sums = new TreeMap<>();
            try (java.sql.Statement statement = connection.createStatement();
                    java.sql.ResultSet row = statement.executeQuery(slice.narrow("SELECT sum(value), min(least), "
                            + "max(most), sum(readings) FROM platform_sums WHERE name = 'queue (count)'"))) {
                row.next();
                int column = 1;
                for (String name : List.of("value", "least", "most", "readings")) {
                    sums.put(name, row.getDouble(column++));
                }
            }
            return sums;
        });
    }

    private static Hello hello(String instance, long started) {
        return new Hello(Wire.VERSION, "shop", instance, "host", 42, "JVM", started, false, List.of());
    }

    /** A batch of one call that says what the platform's measures stand at. */
    private Batch at(long sequence, Object... measures) {
        Map<String, Double> values = new TreeMap<>();
        for (int i = 0; i < measures.length; i += 2) {
            values.put((String) measures[i], (Double) measures[i + 1]);
        }
        return RetentionTest.at(sequence, clock, 1).sentAt(clock).with(Sections.PLATFORM,
                values.isEmpty() ? List.of() : List.of(new PlatformSample(clock, values)));
    }

    private static JsonNode methods(DuckDbStore store, long from, long to) throws Exception {
        return KeptTest.ask(store, (questions, answer) -> questions.methods(new Range("shop", null, from, to),
                new TreePart(null, null, false), Sort.named("count"), "", Page.first(10), answer));
    }
}

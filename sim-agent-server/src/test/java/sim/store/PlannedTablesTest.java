package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;

/** A statement costs by what it names before it has read a row: so it names what has rows of its time, and the columns that it wants. */
class PlannedTablesTest {
    private static final long HOUR = 3_600_000_000L;

    @TempDir
    Path folder;

    private long clock = Ladder.down(Batches.now(), 24 * HOUR);

    private DuckDbStore open() {
        DuckDbStore store = new DuckDbStore(folder, () -> clock);
        store.keep(Keep.all(Keep.FOREVER), Long.MAX_VALUE);
        return store;
    }

    @Test
    void tablesOfTheHeadThatHaveNoRowsAreNotNamed() {
        for (int start = 1; start <= 2; start++) { // a server that starts again looks what is there
            try (DuckDbStore store = open()) {
                assertThat(narrowed(store, "SELECT sum(calls) FROM tree_rows", 0, clock).contains("tree_rows_"))
                        .isEqualTo(start == 2);
                if (start == 1) {
                    store.open(Batches.hello("shop", "i"));
                }
                store.append("i", RetentionTest.at(start, clock, 3));
                assertThat(narrowed(store, "SELECT sum(calls) FROM tree_rows", 0, clock)).contains("tree_rows_");
                assertThat(narrowed(store, "SELECT sum(calls) FROM meter_buckets", 0, clock))
                        .doesNotContain("meter_buckets_");
                assertThat(calls(store, 0, clock)).isEqualTo(3 * start);
                assertThat(narrowed(store, "SELECT sum(calls) FROM tree_rows", 0, clock - HOUR))
                        .as("of a time before all rows").doesNotContain("tree_rows_");
                assertThat(calls(store, 0, clock - HOUR)).isZero();
                store.query(connection -> {
                    connection.setAutoCommit(false);
                    Slice slice = store.slice(connection, "shop", null, true, 0, clock, 0);
                    assertThat(slice.has("tree_rows")).isTrue();
                    assertThat(slice.has("extra_rows")).isFalse();
                    assertThat(store.kept(connection, NotableContexts.on(connection)).narrow("SELECT * FROM events"))
                            .doesNotContain("events_");
                    return null;
                });
            }
        }
    }

    /** A question that began before has the slot in its transaction. */
    @Test
    void aQuestionReadsASlotThatBecomesSegmentsMeanwhile() {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", RetentionTest.at(1, clock, 3));
            store.query(connection -> {
                connection.setAutoCommit(false);
                assertThat(Database.number(connection, "SELECT count(*) FROM instances")).isOne();
                store.upkeepNow();
                Slice slice = store.slice(connection, "shop", null, true, 0, clock, 0);
                assertThat(Database.number(connection, slice.narrow("SELECT sum(calls) FROM tree_rows"))).isEqualTo(3);
                return null;
            });
            assertThat(calls(store, 0, clock)).isEqualTo(3);
        }
    }

    @Test
    void aSegmentIsNamedOnceHoweverManyStepsItServesAndTheHeadToo() {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            for (int hour = 1; hour <= 30; hour++) {
                store.append("i", RetentionTest.at(hour, clock, 1));
                clock += HOUR;
                if (hour % 15 == 0) {
                    store.upkeepNow();
                }
            }
            store.append("i", RetentionTest.at(31, clock, 1));
            for (long from : List.of(0L, clock - 27 * HOUR - 7, clock - 2 * HOUR + 5)) {
                String narrowed = narrowed(store, "SELECT sum(calls) FROM tree_rows", from, clock);
                List<String> files = List.of(narrowed.split("'")).stream().filter(text -> text.endsWith(".parquet"))
                        .toList();
                assertThat(files).doesNotHaveDuplicates().isNotEmpty();
                assertThat(narrowed.split("tree_rows_\\d")).hasSize(2);
            }
        }
    }

    @Test
    void aStatementHasTheColumnsThatItNames() {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", RetentionTest.at(1, clock, 3));
            assertThat(narrowed(store, "SELECT sum(calls) FROM tree_rows", 0, clock)).doesNotContain("wall_total",
                    "nodes");
            assertThat(narrowed(store, "SELECT node, sum(wall_total) FROM tree_rows GROUP BY node", 0, clock))
                    .contains("wall_total", "nodes").doesNotContain("wall_self");
            for (String all : List.of("SELECT * FROM tree_rows", "SELECT 1, * FROM tree_rows",
                    "SELECT r.* FROM tree_rows r", "SELECT DISTINCT * FROM tree_rows")) {
                assertThat(narrowed(store, all, 0, clock)).contains("wall_total", "wall_self", "mixed");
            }
            assertThat(narrowed(store, "SELECT count(*) FROM tree_rows", 0, clock)).doesNotContain("wall_total");
        }
    }

    private static long calls(DuckDbStore store, long from, long to) {
        return store.query(connection -> {
            connection.setAutoCommit(false);
            return Database.number(connection, store.slice(connection, "shop", null, true, from, to, 0)
                    .narrow("SELECT sum(calls) FROM tree_rows"));
        });
    }

    private static String narrowed(DuckDbStore store, String sql, long from, long to) {
        return store.query(connection -> {
            connection.setAutoCommit(false);
            return store.slice(connection, "shop", null, true, from, to, 0).narrow(sql);
        });
    }
}

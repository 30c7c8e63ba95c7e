package sim.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Unread;
import sim.server.Batches;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;

class DuckDbStoreTest {
    private static final long HOUR = 3_600_000_000L;

    @TempDir
    Path folder;

    @Test
    void aSequenceIsKeptOnce() {
        try (DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            assertThat(store.append("i", Batches.recursion(3))).isEqualTo(Appended.STORED);
            assertThat(store.append("i", Batches.recursion(3))).isEqualTo(Appended.ALREADY);
            assertThat(store.append("i", Batches.recursion(2))).isEqualTo(Appended.ALREADY);
            assertThat(number(store, "SELECT count(*) FROM tree_rows")).isEqualTo(3);
        }
    }

    @Test
    void aBatchOfAnInstanceTheStoreDoesNotKnowIsNotAcknowledged() {
        try (DuckDbStore store = new DuckDbStore(folder)) {
            assertThat(store.append("stranger", Batches.recursion(1))).isEqualTo(Appended.UNKNOWN_INSTANCE);
            assertThat(store.batches()).isZero();
        }
    }

    @Test
    void whatIsKnownSurvivesReopening() {
        try (DuckDbStore store = new DuckDbStore(folder)) {
            assertThat(store.open(Batches.hello("shop", "i"))).isEqualTo(new Known(0, 0, 0));
            store.append("i", Batches.recursion(4));
        }
        try (DuckDbStore store = new DuckDbStore(folder)) {
            assertThat(store.open(Batches.hello("shop", "i"))).isEqualTo(new Known(4, 2, 3));
            assertThat(store.open(Batches.hello("shop", "other"))).isEqualTo(new Known(0, 0, 0));
        }
    }

    @Test
    void aMeterThatWasNotReadIsNull() {
        try (DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
            assertThat(number(store, "SELECT count(*) FROM tree_rows WHERE thread_cpu_total IS NULL")).isEqualTo(3);
            assertThat(number(store, "SELECT count(*) FROM tree_rows WHERE wall_total IS NULL")).isZero();
        }
    }

    /** Whatever is known of a call, it is a row of the view: half of these stand in the narrow table. */
    @Test
    void keptCallsComeBackAsTheyWere() {
        List<Invocation> calls = new ArrayList<>();
        for (int i = 0; i < 5_000; i++) {
            boolean failed = i % 100 == 0;
            int present = i % 7 == 0 ? 1 | Meter.ALLOC.bit() : i % 11 == 0 ? 0 : 1;
            calls.add(new Invocation(1 + i % 50, i / 30, "http-" + i / 20 % 9, Batches.now() - 9_000_000 + i,
                    present, Batches.meters(present == 0 ? 0 : 100 + i, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
                            present > 1 ? 8L * i : 0),
                    failed, failed ? "boom " + i : null));
        }
        long[] clock = {Batches.now()};
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock[0])) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.keeping(1, calls.subList(0, 2_000)));
            store.append("i", Batches.keeping(2, calls.subList(2_000, 3_000)));
        }
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock[0])) {
            clock[0] += 1_000_000;
            store.append("i", Batches.keeping(3, calls.subList(3_000, 5_000)));
            assertThat(stored(store)).containsExactlyElementsOf(texts(calls));
            assertThat(number(store, "SELECT count(*) FROM invocations_wall")).isGreaterThan(3_500);
            assertThat(number(store, "SELECT count(*) FROM invocations WHERE instance = 'i'")).isEqualTo(5_000);
            store.upkeepNow();
            assertThat(stored(store)).as("in segments").containsExactlyElementsOf(texts(calls));
            clock[0] += 3_600_000_000L;
            store.keep(Keep.all(3_000_000_000L), Long.MAX_VALUE);
            store.upkeep();
            assertThat(number(store, "SELECT count(*) FROM invocation_runs")).isZero();
            assertThat(stored(store)).isEmpty();
        }
    }

    @Test
    void whatWasNotReadOfCallsStandsInTheirRow() {
        try (DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
            store.append("i", Batches.of(2, List.of(Batches.row(1, 16, 160, 160).without(new Unread(12, 13, 14, 5))),
                    List.of()));
            assertThat(number(store, "SELECT count(*) FROM tree_rows WHERE no_time = 12 AND no_cpu = 13 "
                    + "AND no_contention = 14 AND mixed = 5 AND wall_self = 160")).isEqualTo(1);
            assertThat(
                    number(store, "SELECT count(*) FROM tree_rows WHERE no_time + no_cpu + no_contention + mixed = 0"))
                    .as("of the others everything was read").isEqualTo(3);
        }
    }

    @Test
    void aBatchWithoutCountersLeavesThem() {
        try (DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(3));
            store.append("i", Batches.keeping(4, List.of()));
            assertThat(number(store, "SELECT sum(count) FROM counters")).isEqualTo(3);
            store.append("i", Batches.recursion(5));
            assertThat(number(store, "SELECT sum(count) FROM counters")).isEqualTo(5);
        }
    }

    /** With all they have: a record's array is equal to itself alone, and 5,000 records compared field by field take seconds. */
    private static List<String> texts(List<Invocation> calls) {
        return calls.stream().map(each -> each.node() + " " + each.context() + " " + each.thread() + " "
                + each.beginMicros() + " " + each.present() + " " + Arrays.toString(each.readings()) + " "
                + each.error() + " " + each.exception()).toList();
    }

    private static List<String> stored(DuckDbStore store) {
        return store.query(connection -> {
            List<Invocation> calls = new ArrayList<>();
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT * FROM invocations ORDER BY begin_micros")) {
                while (row.next()) {
                    long wall = row.getLong("wall");
                    int present = row.wasNull() ? 0 : 1;
                    long alloc = row.getLong("alloc_bytes");
                    present |= row.wasNull() ? 0 : Meter.ALLOC.bit();
                    calls.add(new Invocation(row.getInt("node"), row.getLong("context"), row.getString("thread"),
                            row.getLong("begin_micros"), present,
                            Batches.meters(wall, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, alloc), row.getBoolean("error"),
                            row.getString("exception")));
                }
            }
            return texts(calls);
        });
    }

    @Test
    void aStoreThatIsTooLargeLosesItsOldest() {
        try (DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
            assertThat(store.upkeepNow()).isZero();
            assertThat(number(store, "SELECT count(*) FROM tree_rows")).isEqualTo(3);
            store.keep(Keep.STANDARD, 0);
            assertThat(store.upkeep()).isPositive();
            assertThat(number(store, "SELECT count(*) FROM tree_rows")).isZero();
            assertThat(number(store, "SELECT count(*) FROM nodes")).isEqualTo(3);
        }
    }

    @Test
    void aBoundOnTheSizeHoldsWhileTheOldestGoFirst() {
        long bound = 15 << 20;
        long clock = Ladder.down(Batches.now(), HOUR) - HOUR / 2; // no hour is over meanwhile
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock)) {
            store.keep(Keep.STANDARD, bound);
            store.open(Batches.hello("shop", "i"));
            long oldest = 1;
            for (int sequence = 1; sequence <= 20; sequence++) {
                store.append("i", Batches.megabyte(sequence, clock - (20 - sequence) * 5_000_000L));
                store.upkeep();
                assertThat(store.bytes()).as("bytes after batch " + sequence).isLessThanOrEqualTo(bound);
                long first = number(store, "SELECT min(sequence) FROM batches");
                long kept = number(store, "SELECT count(*) FROM batches");
                assertThat(first).isGreaterThanOrEqualTo(oldest);
                assertThat(kept).as("the newest are all there").isEqualTo(sequence - first + 1)
                        .isGreaterThanOrEqualTo(Math.min(sequence, 4));
                assertThat(number(store, "SELECT count(*) FROM invocations")).isEqualTo(kept * Batches.MEGABYTE_CALLS);
                oldest = first;
            }
            assertThat(oldest).isGreaterThan(5);
        }
    }

    /**
     * Of an hour that is over the small segments of a table are merged, and the large ones are not: a batch's row may stay for longer than its calls,
     * which go whole and the oldest first all the same.
     */
    @Test
    void overTheTurnOfAnHourTheOldestCallsGoFirstToo() {
        long turn = Ladder.down(Batches.now(), HOUR);
        try (DuckDbStore store = new DuckDbStore(folder, () -> turn + HOUR / 60)) {
            store.keep(Keep.STANDARD, 15 << 20);
            store.open(Batches.hello("shop", "i"));
            long kept = 0;
            for (int sequence = 1; kept == sequence - 1; sequence++) {
                store.append("i", Batches.megabyte(sequence, turn + (sequence - 8) * 5_000_000L));
                store.upkeep();
                long calls = number(store, "SELECT count(*) FROM invocations");
                kept = calls / Batches.MEGABYTE_CALLS;
                assertThat(calls).as("whole batches").isEqualTo(kept * Batches.MEGABYTE_CALLS);
                assertThat(kept).isBetween(Math.min(sequence, 4L), number(store, "SELECT count(*) FROM batches"));
                assertThat(number(store, "SELECT min(begin_micros) FROM invocations")).as("the newest")
                        .isEqualTo(turn + (sequence - kept + 1 - 8) * 5_000_000L - Batches.MEGABYTE_CALLS + 1);
            }
        }
    }

    @Test
    void aClockFarAheadDoesNotMakeAllOthersOld() {
        try (DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            for (int sequence = 1; sequence <= 8; sequence++) {
                store.append("i", Batches.megabyte(sequence, Batches.now() + sequence * 5_000_000L));
                store.upkeepNow();
            }
            store.open(Batches.hello("shop", "ahead"));
            store.append("ahead", Batches.megabyte(1, Batches.now() + 3_600_000_000L * 24 * 365 * 75));
            store.upkeepNow();
            store.keep(Keep.STANDARD, store.bytes() * 3 / 4);
            assertThat(store.upkeep()).isPositive();
            assertThat(number(store, "SELECT count(*) FROM batches WHERE instance = 'i'")).isPositive();
        }
    }

    @Test
    void aDamagedFileIsNamedWithTheCure() throws IOException {
        Files.writeString(folder.resolve("sim.duckdb"), "this is not a database".repeat(1000));
        assertThatThrownBy(() -> new DuckDbStore(folder)).isInstanceOf(StoreException.class)
                .hasMessageContaining("sim.duckdb").hasMessageContaining("--data").hasMessageNotContaining("\n");
    }

    private static long number(DuckDbStore store, String sql) {
        return store.query(connection -> {
            try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(sql)) {
                row.next();
                return row.getLong(1);
            }
        });
    }
}

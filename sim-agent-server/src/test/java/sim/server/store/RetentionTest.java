package sim.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.collector.wire.Batch;
import sim.server.Batches;

/** What goes and what stays, by the server's clock, whatever the applications' clocks say; and stores of other releases. */
class RetentionTest {
    private static final long HOUR = 3_600_000_000L;

    @TempDir
    Path folder;

    private long clock = Batches.NOW;

    private DuckDbStore open() {
        return new DuckDbStore(folder, () -> clock);
    }

    @ParameterizedTest
    @ValueSource(longs = {-48, -3, 0, 3, 48})
    void aConnectedInstanceIsNeverRemovedWhateverItsClockSays(long hours) {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", at(1, Batches.NOW + hours * HOUR));
            store.append("i", at(2, Batches.NOW + hours * HOUR + 5_000_000));
            assertThat(store.shrinkTo(0)).isPositive();
            clock += 400 * 24 * HOUR; // the server's clock jumps
            store.removeOlderThan(clock);
            assertThat(number(store, "SELECT count(*) FROM batches")).isZero();
            assertThat(store.append("i", at(3, Batches.NOW + hours * HOUR))).isEqualTo(Appended.STORED);
            assertThat(number(store, "SELECT count(*) FROM tree_rows JOIN nodes USING (instance, node)")).isEqualTo(1);
        }
    }

    @Test
    void anInstanceThatIsGoneIsForgottenWithItsLastBatchAndMustIntroduceItselfAgain() {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
        }
        try (DuckDbStore store = open()) { // nobody connects since
            clock += HOUR;
            store.removeOlderThan(clock);
            for (String table : List.of("instances", "names", "nodes", "counters", "tree_rows", "batches")) {
                assertThat(number(store, "SELECT count(*) FROM " + table)).as(table).isZero();
            }
            assertThat(store.append("i", Batches.of(2, List.of(), List.of()))).isEqualTo(Appended.UNKNOWN_INSTANCE);
            assertThat(store.open(Batches.hello("shop", "i"))).isEqualTo(new Known(0, 0, 0));
            assertThat(store.append("i", Batches.recursion(1))).isEqualTo(Appended.STORED);
        }
    }

    /** A loop of hellos, or programs that end before they ship. */
    @Test
    void whoSaidHelloAndNothingElseIsForgottenSoonUnlessItMayBeConnected() {
        try (DuckDbStore store = open()) {
            for (int i = 0; i < 30; i++) {
                store.open(Batches.hello("shop", "mute" + i));
            }
            store.open(Batches.hello("shop", "one"));
            store.append("one", Batches.recursion(1));
            clock += HOUR;
            store.removeOlderThan(clock - 24 * HOUR);
            assertThat(number(store, "SELECT count(*) FROM instances")).as("may be connected").isEqualTo(31);
        }
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "mute0"));
            store.removeOlderThan(clock - 24 * HOUR);
            assertThat(number(store, "SELECT count(*) FROM instances")).isEqualTo(2);
            assertThat(store.append("mute0", Batches.recursion(1))).isEqualTo(Appended.STORED);
            assertThat(store.append("mute1", Batches.recursion(1))).isEqualTo(Appended.UNKNOWN_INSTANCE);
        }
    }

    @Test
    void batchesAgeFromWhenTheyWereReceived() {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "ahead"));
            store.open(Batches.hello("shop", "behind"));
            store.append("ahead", at(1, Batches.NOW + 20 * HOUR));
            store.append("behind", at(1, Batches.NOW - 20 * HOUR));
            clock += HOUR;
            store.append("ahead", at(2, Batches.NOW + 21 * HOUR));
            store.append("behind", at(2, Batches.NOW - 19 * HOUR));
            assertThat(store.removeOlderThan(clock - 1)).isPositive();
            assertThat(number(store, "SELECT count(*) FROM batches WHERE sequence = 2")).isEqualTo(2);
            assertThat(number(store, "SELECT count(*) FROM batches")).isEqualTo(2);
            assertThat(number(store, "SELECT count(*) FROM tree_rows")).isEqualTo(2);
        }
    }

    @Test
    void theTimesOfAClockThatIsAheadAreStoredByTheServers() {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            for (int sequence = 1; sequence <= 3; sequence++) {
                store.append("i", at(sequence, clock + 5 * HOUR));
                clock += 5_000_000;
            }
            assertThat(number(store, "SELECT count(*) FROM tree_rows WHERE to_micros > " + (clock - 20_000_000)
                    + " AND to_micros <= " + clock)).isEqualTo(3);
        }
    }

    /** Nothing tells a clock that is behind from a batch that waited in a spool, until the next batch comes. */
    @Test
    void aClockThatIsBehindIsToldFromASpoolThatIsEmptied() {
        ClockDifference behind = ClockDifference.UNKNOWN.after(at(1, clock - HOUR), clock, 0);
        assertThat(behind.shiftMicros()).isZero();
        behind = behind.after(at(2, clock - HOUR + 5_000_000), clock + 5_050_000, 5_050_000);
        assertThat(behind.shiftMicros()).isBetween(HOUR, HOUR + 1_000_000);
        assertThat(behind.time(clock - HOUR + 6_000_000)).isBetween(clock, clock + 10_000_000);
        ClockDifference spooled = ClockDifference.UNKNOWN;
        for (int i = 0; i < 720; i++) {
            spooled = spooled.after(at(i + 1, clock - HOUR + i * 5_000_000L), clock + i * 10_000L, i * 10_000L);
            assertThat(spooled.shiftMicros()).as("batch " + i).isZero();
        }
    }

    /** However often it ships, and whatever jumped meanwhile. */
    @Test
    void aCollectorThatSaysWhenItSentIsNeverTakenForLateOrAhead() {
        ClockDifference told = ClockDifference.UNKNOWN;
        for (int i = 0; i < 10; i++) {
            told = told.after(at(i + 1, clock - 3 * HOUR).sentAt(clock - 3 * HOUR), clock, i * 1_000_000L);
            assertThat(told.time(clock - 3 * HOUR)).isEqualTo(clock);
        }
        told = told.after(at(11, clock + 2 * HOUR).sentAt(clock + 2 * HOUR), clock, 11_000_000);
        assertThat(told.time(clock + 2 * HOUR)).isEqualTo(clock);
        told = told.after(at(12, clock - HOUR).sentAt(clock - 500_000), clock, 12_000_000);
        assertThat(told.shiftMicros()).as("right again, and an hour in the spool").isZero();
    }

    @Test
    void aStoreOfANewerReleaseIsRefusedByNameAndLeftAsItIs() throws SQLException {
        open().close();
        sql("UPDATE store SET version = 99");
        assertThatThrownBy(this::open).isInstanceOf(StoreException.class).hasMessageContaining("newer release")
                .hasMessageContaining("99").hasMessageContaining("sim.duckdb").hasMessageContaining("--data");
        sql("UPDATE store SET version = " + Schema.VERSION);
        open().close();
    }

    @Test
    void whatAnEarlierReleaseStoredAgesAndRepeatedIdsAreGone() throws SQLException {
        try (Connection older = DriverManager.getConnection("jdbc:duckdb:" + folder.resolve("sim.duckdb"));
                Statement statement = older.createStatement()) {
            Schema.create(older);
            statement.execute("CREATE VIEW contexts AS SELECT r.* FROM context_records r");
            statement.execute("CREATE VIEW invocations AS SELECT * FROM invocations_full");
            statement.execute(
                    "INSERT INTO instances (instance, application, last_seen_micros, last_sequence) VALUES ('i', "
                            + "'shop', 0, 2)");
            for (long hoursAgo : new long[]{30, 2}) {
                long time = clock - hoursAgo * HOUR;
                statement.execute("INSERT INTO batches VALUES ('i', " + (hoursAgo == 2 ? 2 : 1) + ", 0, " + time + ")");
                statement.execute("INSERT INTO tree_rows (instance, to_micros, node, calls) VALUES ('i', " + time
                        + ", 1, 5)");
                statement.execute("INSERT INTO invocations_wall VALUES (1, 1, " + (time - 3 * HOUR) + ", 7)");
            }
            statement.execute("INSERT INTO names VALUES ('i', 1, 'a.A', 'm'), ('i', 1, 'a.A', 'm')");
        }
        try (DuckDbStore store = open()) {
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(10);
            assertThat(number(store, "SELECT count(*) FROM names")).isEqualTo(1);
            assertThat(number(store, "SELECT count(batch) FROM contexts")).isZero();
            assertThat(number(store, "SELECT count(*) FROM invocations")).isZero(); // the runs are gone
            store.removeOlderThan(clock - 24 * HOUR);
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(5);
            assertThat(number(store, "SELECT count(*) FROM invocations_wall")).isEqualTo(1);
            assertThat(store.open(Batches.hello("shop", "i"))).isEqualTo(new Known(2, 1, 0));
        }
    }

    /** The path says "lock", the reason does not. */
    @Test
    void onlyAFileThatIsLockedIsInUse() throws Exception {
        Path clocks = Files.createDirectory(folder.resolve("lock"));
        Files.writeString(clocks.resolve("sim.duckdb"), "this is not a database".repeat(1_000));
        assertThatThrownBy(() -> new DuckDbStore(clocks)).hasMessageContaining("cannot be opened")
                .hasMessageNotContaining("in use");
        assertThat(
                Failures.cannotOpen(clocks, new SQLException("IO Error: Could not set lock on file \"x\": Conflicting "
                        + "lock is held in java (PID 7)")))
                .contains("in use by another process");
    }

    private void sql(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + folder.resolve("sim.duckdb"));
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static Batch at(long sequence, long toMicros) {
        return new Batch(sequence, toMicros - 5_000_000, toMicros,
                sequence > 1 ? List.of() : Batches.recursion(1).names(),
                sequence > 1 ? List.of() : Batches.nodes(1), List.of(Batches.row(1, 1, 1, 1)), List.of(), List.of(),
                List.of(), List.of(), List.of(), List.of(), java.util.Map.of());
    }

    private static long number(DuckDbStore store, String sql) {
        return store.query(connection -> Database.number(connection, sql));
    }
}

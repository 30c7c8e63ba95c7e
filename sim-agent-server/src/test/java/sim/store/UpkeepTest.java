package sim.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.server.Batches;

/** What a round of upkeep says of itself. */
class UpkeepTest {
    @TempDir
    Path folder;

    /** No slot that is closed takes names and places with it: one was closed in each round, and each table had a segment of it. */
    @ParameterizedTest
    @ValueSource(doubles = {4, 0.8})
    void aHeadThatIsLargeByWhatStaysClosesNoSlotAgainAndAgain(double times) {
        AtomicLong now = new AtomicLong(Batches.now());
        try (DuckDbStore store = new DuckDbStore(folder, now::get)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.megabyte(1, now.get()));
            execute(store,
                    "INSERT INTO names SELECT 'another', CAST(i AS INTEGER), md5('a' || i), md5('b' || i), false "
                            + "FROM range(600000) t(i)");
            store.checkpoint();
            long head = number(store, "SELECT block_size * used_blocks FROM pragma_database_size()");
            store.keep(Keep.STANDARD, (long) (head * times));
            store.upkeep(); // closes one early
            long slot = number(store, "SELECT max(slot) FROM slots");
            for (int sequence = 2; sequence <= 6; sequence++) {
                store.append("i", RetentionTest.at(sequence, now.addAndGet(10_000_000), 1));
                store.upkeep();
                assertThat(number(store, "SELECT max(slot) FROM slots")).as("slot after round %d", sequence)
                        .isEqualTo(slot);
            }
            for (int sequence = 7; number(store, "SELECT max(slot) FROM slots") == slot; sequence++) {
                assertThat(sequence).as("what collects is large, and stays").isLessThan(30);
                store.append("i", Batches.megabyte(sequence, now.addAndGet(10_000_000)));
                store.upkeep();
            }
        }
    }

    /** One was added in each round, each with all tables, which every question names. */
    @Test
    void whileSealingFailsNoSlotIsAddedBeforeItIsDue() throws Exception {
        AtomicLong now = new AtomicLong(Batches.now());
        try (DuckDbStore store = new DuckDbStore(folder, now::get)) {
            store.keep(Keep.STANDARD, 6 << 20);
            store.open(Batches.hello("shop", "i"));
            Path inTheWay = Files.createFile(folder.resolve("segments/tree_rows"));
            for (int sequence = 1; sequence <= 5; sequence++) {
                store.append("i", Batches.megabyte(sequence, now.addAndGet(10_000_000)));
                assertThatThrownBy(store::upkeep).hasMessageContaining("sealing failed");
                assertThat(number(store, "SELECT count(*) FROM slots")).isEqualTo(2);
            }
            now.addAndGet(600_000_000);
            assertThatThrownBy(store::upkeep).hasMessageContaining("sealing failed");
            assertThat(number(store, "SELECT count(*) FROM slots")).as("one is due").isEqualTo(3);
            Files.delete(inTheWay);
            store.upkeep();
            assertThat(number(store, "SELECT count(*) FROM slots")).isEqualTo(1);
        }
    }

    /** Where memory does not suffice for one, a smaller one may do with it: none may grow beside it, and none is closed for what it takes. */
    @Test
    void aSlotThatFindsNoMemoryKeepsNoOtherFromBeingClosedEarly() throws Exception {
        AtomicLong now = new AtomicLong(Batches.now());
        try (DuckDbStore store = new DuckDbStore(folder, now::get)) {
            store.keep(Keep.STANDARD, 20 << 20);
            store.open(Batches.hello("shop", "i"));
            Path inTheWay = Files.createFile(folder.resolve("segments/tree_rows"));
            long large = number(store, "SELECT max(slot) FROM slots");
            store.append("i", Batches.megabyte(1, now.get()));
            store.append("i", Batches.megabyte(2, now.get()));
            assertThatThrownBy(store::upkeep).hasMessageContaining("sealing failed");
            Files.delete(inTheWay);
            execute(store, "ALTER TABLE tree_rows_" + large + " RENAME TO kept_rows");
            execute(store, "CREATE VIEW tree_rows_" + large + " AS SELECT * REPLACE (CASE WHEN calls >= 0 THEN "
                    + "CAST(error('Out of Memory Error: could not allocate block') AS BIGINT) END AS calls) FROM kept_rows");
            store.append("i", RetentionTest.at(3, now.addAndGet(10_000_000), 1));
            assertThatThrownBy(store::upkeep).hasMessageContaining("could not allocate block");
            long slot = number(store, "SELECT max(slot) FROM slots");
            for (int sequence = 4; sequence <= 6; sequence++) {
                store.append("i", RetentionTest.at(sequence, now.addAndGet(10_000_000), 1));
                assertThatThrownBy(store::upkeep).hasMessageContaining("could not allocate block");
                assertThat(number(store, "SELECT max(slot) FROM slots")).as("none is large").isEqualTo(slot);
            }
            for (int sequence = 7; number(store, "SELECT max(slot) FROM slots") == slot; sequence++) {
                assertThat(sequence).as("what collects is large, and stays").isLessThan(12);
                store.append("i", Batches.megabyte(sequence, now.addAndGet(10_000_000)));
                assertThatThrownBy(store::upkeep).hasMessageContaining("could not allocate block");
            }
            assertThat(number(store, "SELECT count(*) FROM slots")).as("all others are segments").isEqualTo(2);
            execute(store, "DROP VIEW tree_rows_" + large);
            execute(store, "ALTER TABLE kept_rows RENAME TO tree_rows_" + large);
            store.upkeep();
            assertThat(number(store, "SELECT count(*) FROM slots")).isEqualTo(1);
        }
    }

    /** The library kept what it had read, of files that are gone as well, until its gigabyte was full; and its lists of them grew on. */
    @Test
    void nothingOfSegmentsStaysInMemory() {
        AtomicLong now = new AtomicLong(Ladder.down(Batches.now(), 86_400_000_000L));
        try (DuckDbStore store = new DuckDbStore(folder, now::get)) {
            store.keep(Keep.STANDARD, Long.MAX_VALUE);
            store.open(Batches.hello("shop", "i"));
            for (int sequence = 1; sequence <= 4; sequence++) {
                store.append("i", RetentionTest.at(sequence, now.addAndGet(3_600_000_000L) - 1_000_000, 1));
                store.upkeepNow();
                assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(sequence);
            }
            assertThat(number(store, "SELECT count(*) FROM segments")).isPositive();
            assertThat(number(store, "SELECT count(*) FROM duckdb_external_file_cache()")).isZero();
            assertThat(number(store,
                    "SELECT sum(memory_usage_bytes) FROM duckdb_memory() WHERE tag <> 'BASE_TABLE'"))
                    .isLessThan(1_000_000);
        }
    }

    private static void execute(DuckDbStore store, String sql) {
        store.query(connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute(sql);
            }
        });
    }

    private static long number(DuckDbStore store, String sql) {
        return store.query(connection -> Database.number(connection, sql));
    }

    /** It said that no row went, as a round that works: the server's log had it that the upkeep worked again. */
    @Test
    void aRoundThatDoesNothingBecauseTheDatabaseFailedSaysSo() throws Exception {
        try (Database database = new Database(folder, Ladder.STANDARD, new TrustedClock(Batches::now, () -> 0))) {
            Upkeep upkeep = new Upkeep(database, new Instances(10), Ladder.STANDARD, said -> {});
            assertThat(upkeep.round(Keep.STANDARD, Long.MAX_VALUE, false)).isZero();
            database.inTransaction(connection -> {
                database.update("UPDATE store SET last_batch = 1");
                try {
                    Files.delete(folder.resolve("sim.duckdb.wal"));
                } catch (IOException failure) {
                    throw new AssertionError(failure);
                }
                return null;
            });
            assertThat(database.hasCommitted(true)).isFalse();
            assertThat(database.isInvalid()).isTrue();
            assertThat(upkeep.round(Keep.STANDARD, Long.MAX_VALUE, false)).isNegative();
        }
    }
}

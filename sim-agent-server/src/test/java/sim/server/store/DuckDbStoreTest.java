package sim.server.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;

class DuckDbStoreTest {
    @TempDir
    Path folder;

    @Test
    void aSequenceIsKeptOnce() {
        try (Store store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            assertThat(store.append("i", Batches.recursion(3))).isTrue();
            assertThat(store.append("i", Batches.recursion(3))).isFalse();
            assertThat(store.append("i", Batches.recursion(2))).isFalse();
            assertThat(number(store, "SELECT count(*) FROM tree_rows")).isEqualTo(3);
        }
    }

    @Test
    void whatIsKnownSurvivesReopening() {
        try (Store store = new DuckDbStore(folder)) {
            assertThat(store.open(Batches.hello("shop", "i"))).isEqualTo(new Known(0, 0, 0));
            store.append("i", Batches.recursion(4));
        }
        try (Store store = new DuckDbStore(folder)) {
            assertThat(store.open(Batches.hello("shop", "i"))).isEqualTo(new Known(4, 2, 3));
            assertThat(store.open(Batches.hello("shop", "other"))).isEqualTo(new Known(0, 0, 0));
        }
    }

    @Test
    void aMeterThatWasNotReadIsNull() {
        try (Store store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
            assertThat(number(store, "SELECT count(*) FROM tree_rows WHERE thread_cpu_total IS NULL")).isEqualTo(3);
            assertThat(number(store, "SELECT count(*) FROM tree_rows WHERE wall_total IS NULL")).isZero();
        }
    }

    @Test
    void retentionRemovesWhatIsOldAndKeepsTheRest() {
        try (Store store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
            assertThat(store.removeOlderThan(Batches.NOW - 3_600_000_000L)).isZero();
            assertThat(store.removeOlderThan(Batches.NOW - 4_000_000)).isPositive();
            assertThat(number(store, "SELECT count(*) FROM tree_rows")).isZero();
            assertThat(number(store, "SELECT count(*) FROM instances")).isEqualTo(1);
            assertThat(number(store, "SELECT count(*) FROM nodes")).isEqualTo(3);
        }
    }

    @Test
    void aStoreThatIsTooLargeLosesItsOldest() {
        try (Store store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
            assertThat(store.shrinkTo(Long.MAX_VALUE)).isZero();
            assertThat(number(store, "SELECT count(*) FROM tree_rows")).isEqualTo(3);
            assertThat(store.shrinkTo(0)).isPositive();
            assertThat(number(store, "SELECT count(*) FROM tree_rows")).isZero();
        }
    }

    @Test
    void aBoundOnTheSizeHoldsWhileTheOldestGoFirst() {
        long bound = 24 << 20;
        try (Store store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            long oldest = 1;
            for (int sequence = 1; sequence <= 30; sequence++) {
                store.append("i", Batches.megabyte(sequence, Batches.NOW - (30 - sequence) * 5_000_000L));
                store.shrinkTo(bound);
                assertThat(store.bytes()).as("bytes after batch " + sequence).isLessThanOrEqualTo(bound);
                long first = number(store, "SELECT min(sequence) FROM batches");
                long kept = number(store, "SELECT count(*) FROM batches");
                assertThat(first).isGreaterThanOrEqualTo(oldest);
                assertThat(kept).as("the newest are all there").isEqualTo(sequence - first + 1)
                        .isGreaterThanOrEqualTo(Math.min(sequence, 4));
                assertThat(number(store, "SELECT count(*) FROM invocations")).isEqualTo(kept * Batches.MEGABYTE_CALLS);
                oldest = first;
            }
            assertThat(oldest).isGreaterThan(10);
        }
    }

    @Test
    void aClockFarAheadDoesNotMakeAllOthersOld() {
        try (Store store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            for (int sequence = 1; sequence <= 16; sequence++) {
                store.append("i", Batches.megabyte(sequence, Batches.NOW + sequence * 5_000_000L));
            }
            store.open(Batches.hello("shop", "ahead"));
            store.append("ahead", Batches.megabyte(1, Batches.NOW + 3_600_000_000L * 24 * 365 * 75));
            assertThat(store.shrinkTo(store.bytes())).isPositive();
            assertThat(number(store, "SELECT count(*) FROM batches WHERE instance = 'i'")).isPositive();
        }
    }

    @Test
    void aDamagedFileIsNamedWithTheCure() throws IOException {
        Files.writeString(folder.resolve("sim.duckdb"), "this is not a database".repeat(1000));
        assertThatThrownBy(() -> new DuckDbStore(folder)).isInstanceOf(StoreException.class)
                .hasMessageContaining("sim.duckdb").hasMessageContaining("--data").hasMessageNotContaining("\n");
    }

    private static long number(Store store, String sql) {
        return store.query(connection -> {
            try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(sql)) {
                row.next();
                return row.getLong(1);
            }
        });
    }
}

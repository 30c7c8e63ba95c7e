package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;

/** What a round of upkeep says of itself. */
class UpkeepTest {
    @TempDir
    Path folder;

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

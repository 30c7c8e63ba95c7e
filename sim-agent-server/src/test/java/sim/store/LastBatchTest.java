package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file that tells whether a log was cut, when it is not what a server wrote. */
class LastBatchTest {
    @TempDir
    private Path folder;

    @Test
    void whatWasNotedIsReadAgain() throws Exception {
        try (LastBatch last = new LastBatch(folder.resolve("sim.duckdb"))) {
            assertThat(last.read()).isZero();
            last.write(42);
        }
        try (LastBatch again = new LastBatch(folder.resolve("sim.duckdb"))) {
            assertThat(again.read()).isEqualTo(42);
        }
    }

    /** Random bytes were read as a number: 5,786,684,880,426,447,999 batches were said to be lost. */
    @Test
    void aDamagedOneTellsNothingAndIsWrittenAnew() throws Exception {
        Path file = folder.resolve("sim.duckdb.last");
        Files.write(file, "x".repeat(300).getBytes());
        try (LastBatch last = new LastBatch(folder.resolve("sim.duckdb"))) {
            assertThat(last.read()).isZero();
            last.write(7);
            assertThat(last.read()).isEqualTo(7);
        }
        assertThat(Files.size(file)).isEqualTo(8);
    }
}

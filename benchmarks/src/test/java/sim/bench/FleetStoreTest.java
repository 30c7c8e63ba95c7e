package sim.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FleetStoreTest {
    private static final Fleet.Size SIZE = new Fleet.Size(2, 5, 10, 60, false);

    @TempDir
    Path scratch;

    @Test
    void whatWasMadeIsThereAgainWhateverIsDoneToItsCopy() throws IOException {
        Path folder = scratch.resolve("kept");
        try (FleetStore first = new FleetStore(folder)) {
            assertThat(first.isMade(SIZE)).isFalse();
            make(first);
            first.isWhole(SIZE, 7_000);
        }
        try (FleetStore later = new FleetStore(folder)) {
            assertThat(later.isMade(new Fleet.Size(2, 5, 10, 120, false))).as("watched for longer").isTrue();
            assertThat(later.end()).isEqualTo(7_000);
            Path copy = later.copy();
            Files.writeString(copy.resolve("sim.duckdb"), "rolled up");
            Files.delete(copy.resolve("segments/tree_rows/a.parquet"));
            Path again = later.copy();
            assertThat(again.resolve("sim.duckdb")).hasContent("head");
            assertThat(again.resolve("segments/tree_rows/a.parquet")).hasContent("rows");
        }
        assertThat(folder.resolve("asked")).doesNotExist();
        assertThat(folder.resolve("store/segments/tree_rows/a.parquet")).hasContent("rows");
    }

    @Test
    void whatIsOfAnotherSizeIsNeitherAskedNorOverwritten() throws IOException {
        try (FleetStore store = new FleetStore(scratch.resolve("kept"))) {
            make(store);
            store.isWhole(SIZE, 7_000);
            assertThatThrownBy(() -> store.isMade(new Fleet.Size(2, 6, 10, 60, false))).isInstanceOf(IOException.class)
                    .hasMessageContaining("has a fleet of 2,5,10, not of 2,6,10");
            assertThatThrownBy(() -> store.isMade(new Fleet.Size(2, 5, 10, 60, true))).isInstanceOf(IOException.class)
                    .hasMessageContaining("not of 2,5,10 --quick");
        }
    }

    @Test
    void whatWasNotMadeToItsEndIsNotOverwritten() throws IOException {
        try (FleetStore store = new FleetStore(scratch.resolve("kept"))) {
            make(store);
            assertThatThrownBy(() -> store.isMade(SIZE)).isInstanceOf(IOException.class)
                    .hasMessageContaining("no fleet that was made to its end");
        }
    }

    private static void make(FleetStore store) throws IOException {
        Path segments = Files.createDirectories(store.made().resolve("segments/tree_rows"));
        Files.writeString(segments.resolve("a.parquet"), "rows");
        Files.writeString(store.made().resolve("sim.duckdb"), "head");
    }
}

package sim.server.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.export.totals.Totals;
import sim.server.Batches;
import sim.store.DuckDbStore;

/** The sums are a file beside the store. Another directory may take its place, such as a back-up or one of another server. */
class SumsBesideAnotherStoreTest {
    @TempDir
    Path folder;

    @Test
    void theyAreNotWrittenIntoADirectoryThatTookThePlaceOfOurs() throws Exception {
        Path ours = folder.resolve("ours");
        Path others = Files.createDirectories(folder.resolve("others"));
        Path data = Files.createSymbolicLink(folder.resolve("data"), ours);
        Files.createDirectories(ours);
        try (DuckDbStore store = new DuckDbStore(data);
                Totals totals = new Totals(data, (instance, place) -> true, store::isThere)) {
            ExportedStore exported = new ExportedStore(store, totals);
            exported.open(Batches.hello("shop", "i"));
            exported.append("i", Batches.recursion(1));
            Files.delete(data);
            Files.createSymbolicLink(data, others);
            assertThatThrownBy(exported::save).isInstanceOf(IOException.class).hasMessageContaining("replaced");
            assertThat(totals.<Integer>read((applications, instances, missed) -> applications.size())).isZero();
            assertThat(others.resolve("exported.totals")).doesNotExist();
            assertThat(totals.figures().get("fileFailures")).isEqualTo(2L);
            Files.delete(data);
            Files.createSymbolicLink(data, ours);
            exported.save();
            assertThat(totals.<Integer>read((applications, instances, missed) -> applications.size())).isEqualTo(1);
        }
        assertThat(others).isEmptyDirectory();
    }
}

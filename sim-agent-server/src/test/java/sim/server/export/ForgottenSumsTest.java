package sim.server.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.export.totals.Totals;
import sim.server.Batches;
import sim.store.DuckDbStore;
import sim.wire.totals.ApplicationTotals;

/** What is forgotten is in no exported sum, whatever becomes of the server. */
class ForgottenSumsTest {
    @TempDir
    Path folder;

    @Test
    void aKillAfterAForgetDoesNotBringTheSumsBack() throws Exception {
        try (DuckDbStore store = new DuckDbStore(folder); Totals totals = totals()) {
            ExportedStore exported = new ExportedStore(store, totals);
            for (String application : List.of("shop", "bank")) {
                exported.open(Batches.hello(application, application));
                exported.append(application, Batches.recursion(1));
            }
        }
        try (DuckDbStore store = new DuckDbStore(folder)) { // nobody may be connected there
            assertThat(applications()).containsExactly("bank", "shop");
            new ExportedStore(store, totals()).forget("shop"); // and its totals are not closed: a kill
            assertThat(applications()).containsExactly("bank");
        }
    }

    private Totals totals() {
        return new Totals(folder, (instance, place) -> true);
    }

    /** Those that a server has which starts now. */
    private List<String> applications() throws Exception {
        return totals().read((applications, instances, missed) -> applications.stream().map(ApplicationTotals::name)
                .toList());
    }
}

package sim.server.export;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.export.Exporter;
import sim.export.totals.Totals;
import sim.server.Batches;
import sim.store.DuckDbStore;
import sim.store.Silence;
import sim.wire.Batch;
import sim.wire.Hello;
import sim.wire.totals.ApplicationTotals;

/** What is forgotten is in no exported sum, whatever becomes of the server. */
class ForgottenSumsTest {
    @TempDir
    Path folder;

    @Test
    void aKillAfterAForgetDoesNotBringTheSumsBack() throws Exception {
        counted("shop");
        counted("bank");
        try (DuckDbStore store = new DuckDbStore(folder)) {
            Silence.of(store); // nobody may be connected
            assertThat(applications()).containsExactly("bank", "shop");
            new ExportedStore(store, totals()).forget("shop"); // and its totals are not closed: a kill
            assertThat(applications()).containsExactly("bank");
        }
    }

    /** So does a command leave it that removes from a server that is down, where it cannot write the file. */
    @Test
    void whatAKilledServerHadForgottenAndNotWrittenGoesAtTheNextStart() throws Exception {
        counted("shop");
        counted("bank");
        try (DuckDbStore store = new DuckDbStore(folder)) {
            Silence.of(store);
            store.forget("shop"); // and it is killed before it writes the sums
            assertThat(applications()).containsExactly("bank", "shop");
        }
        try (DuckDbStore store = new DuckDbStore(folder); Totals totals = totals()) {
            ExportedStore exported = new ExportedStore(store, totals);
            assertThat(applications()).as("written before anybody comes").containsExactly("bank");
            exported.open(Batches.hello("shop", "new"));
            exported.append("new", Batches.recursion(1));
        }
        try (DuckDbStore store = new DuckDbStore(folder); Totals totals = totals()) {
            new ExportedStore(store, totals);
            assertThat(applications()).as("what came since stays").containsExactly("bank", "shop");
        }
    }

    @Test
    void whatCannotBeWrittenWhenItIsForgottenIsWrittenWhenItCan() throws Exception {
        counted("shop");
        try (DuckDbStore store = new DuckDbStore(folder); Totals totals = totals()) {
            ExportedStore exported = new ExportedStore(store, totals);
            Silence.of(store);
            Path inTheWay = Files.createDirectories(folder.resolve("exported.totals.new").resolve("full"));
            exported.forget("shop");
            assertThat(Files.readString(folder.resolve("exported.totals"), StandardCharsets.ISO_8859_1))
                    .contains("shop");
            assertThat(store.forgotten()).containsExactly("shop");
            Files.delete(inTheWay);
            exported.save();
            assertThat(applications()).isEmpty();
            assertThat(store.forgotten()).isEmpty();
        }
    }

    /** Before, the sums stayed where an exporter failed, until the next start. */
    @Test
    void anExporterThatFailsKeepsNoSums() throws Exception {
        counted("shop");
        try (DuckDbStore store = new DuckDbStore(folder); Totals totals = totals()) {
            ExportedStore exported = new ExportedStore(store, totals, Map.of("failing", new Failing()));
            Silence.of(store);
            exported.forget("shop");
            assertThat(applications()).isEmpty();
            assertThat(store.forgotten()).isEmpty();
            assertThat(totals.figures()).containsEntry("leftOut", 1L);
        }
    }

    private static final class Failing implements Exporter {
        @Override
        public void opened(Hello hello) {}

        @Override
        public void stored(String instance, Batch batch) {}

        @Override
        public void forget(String application) {
            throw new IllegalStateException("cannot forget");
        }

        @Override
        public void forget(String key, Predicate<String> value) {
            throw new IllegalStateException("cannot forget");
        }

        @Override
        public Map<String, Object> figures() {
            return Map.of();
        }

        @Override
        public void close() {}
    }

    private void counted(String application) {
        try (DuckDbStore store = new DuckDbStore(folder); Totals totals = totals()) {
            ExportedStore exported = new ExportedStore(store, totals);
            exported.open(Batches.hello(application, application));
            exported.append(application, Batches.recursion(1));
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

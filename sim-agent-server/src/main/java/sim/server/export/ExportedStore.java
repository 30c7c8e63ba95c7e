package sim.server.export;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sim.export.Exporter;
import sim.export.totals.Totals;
import sim.store.Appended;
import sim.store.ContextValue;
import sim.store.Known;
import sim.store.PassingStore;
import sim.store.Store;
import sim.store.StoreException;
import sim.store.StoreProgress;
import sim.wire.Batch;
import sim.wire.Hello;

/** A store of which totals and exporters are told what was stored. Whoever opened the store closes it, once the totals were kept. Any thread. */
public final class ExportedStore extends PassingStore {
    private static final Logger LOG = LoggerFactory.getLogger(ExportedStore.class);

    private final Totals totals;
    private final Map<String, Exporter> exporters;
    /** Applications that are forgotten, and may be in the totals' file: the store remembers them until they are not. */
    private final Set<String> unsaved = ConcurrentHashMap.newKeySet();

    /** Instances of which batches are being stored and told, and how many: an instance that came again has two connections for a moment. */
    private final Map<String, Integer> telling = new ConcurrentHashMap<>();

    public ExportedStore(Store store, Totals totals) {
        this(store, totals, Map.of());
    }

    /** @param exporters by the name that their measures have */
    public ExportedStore(Store store, Totals totals, Map<String, Exporter> exporters) {
        super(store);
        this.totals = totals;
        this.exporters = exporters;
        List<String> forgotten = store.forgotten(); // by a command, or by a server that was killed at it
        if (!forgotten.isEmpty()) {
            forgotten.forEach(totals::forget);
            saveWithout(forgotten);
        }
    }

    public Totals totals() {
        return totals;
    }

    /** What the bounds on series leave and what is past them, and the exporters' own measures by their names. */
    public Map<String, Object> exports() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("series", totals.figures());
        exporters.forEach((name, exporter) -> figures.put(name, exporter.figures()));
        return figures;
    }

    @Override
    public Known open(Hello hello) {
        Known known = super.open(hello);
        if (known != null) {
            // where its former connection is still telling a batch, that one is none that was missed: once it has ended, the hello comes again
            if (!telling.containsKey(hello.instance())) {
                told(() -> totals.opened(hello, known.lastSequence(), known.lastNode()));
            }
            eachTold(each -> each.opened(hello));
        }
        return known;
    }

    @Override
    public Appended append(String instance, Batch batch) {
        telling.merge(instance, 1, Integer::sum);
        try {
            Appended appended = super.append(instance, batch);
            if (appended == Appended.STORED) {
                told(() -> totals.stored(instance, batch));
                eachTold(each -> each.stored(instance, batch));
            }
            return appended;
        } finally {
            telling.computeIfPresent(instance, (its, batches) -> batches == 1 ? null : batches - 1);
        }
    }

    /** What is stored is acknowledged, whatever an export thinks of it. */
    private void told(Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException | Error failure) { // such as no memory for it
            totals.leftOut();
            LOG.warn("an export leaves something out", failure);
        }
    }

    /** One that fails keeps it from none of the others. */
    private void eachTold(Consumer<Exporter> telling) {
        exporters.values().forEach(each -> told(() -> telling.accept(each)));
    }

    /** When it returns nothing of these contexts waits to be sent any more. */
    @Override
    public StoreProgress.Removal forget(String key, String value) {
        StoreProgress.Removal removal = super.forget(key, value);
        eachTold(each -> each.forget(key, new ContextValue(key, value)::isKeptAs));
        return removal;
    }

    /** When it returns the application's sums are in no file either: a server that is killed then does not bring them back. */
    @Override
    public StoreProgress.Removal forget(String application) {
        StoreProgress.Removal removal = super.forget(application);
        told(() -> {
            totals.forget(application);
            saveWithout(List.of(application));
        });
        eachTold(each -> each.forget(application));
        return removal;
    }

    private void saveWithout(List<String> applications) {
        unsaved.addAll(applications);
        try {
            save();
        } catch (IOException | StoreException failure) {
            LOG.warn("the sums of {} stay in the file until it can be written: {}", applications, failure.getMessage());
        }
    }

    /** Writes the totals to their file; what was forgotten is in it no longer. */
    public void save() throws IOException {
        List<String> gone = List.copyOf(unsaved);
        totals.save();
        if (!gone.isEmpty()) {
            goneBeside(gone);
            gone.forEach(unsaved::remove);
        }
    }
}

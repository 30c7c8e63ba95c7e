package sim.server.export;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sim.export.Exporter;
import sim.export.totals.Totals;
import sim.store.Appended;
import sim.store.Keep;
import sim.store.Known;
import sim.store.Store;
import sim.store.StoreFigures;
import sim.store.StoreHealth;
import sim.store.StoreProgress;
import sim.wire.Batch;
import sim.wire.Hello;

/** A store of which totals and exporters are told what was stored. Any thread. */
public final class ExportedStore implements Store {
    private static final Logger LOG = LoggerFactory.getLogger(ExportedStore.class);

    private final Store store;
    private final Totals totals;
    private final Map<String, Exporter> exporters;

    public ExportedStore(Store store, Totals totals) {
        this(store, totals, Map.of());
    }

    /** @param exporters by the name that their measures have */
    public ExportedStore(Store store, Totals totals, Map<String, Exporter> exporters) {
        this.store = store;
        this.totals = totals;
        this.exporters = exporters;
    }

    public Totals totals() {
        return totals;
    }

    /** The exporters' own measures by their names. */
    public Map<String, Object> exports() {
        Map<String, Object> figures = new LinkedHashMap<>();
        exporters.forEach((name, exporter) -> figures.put(name, exporter.figures()));
        return figures;
    }

    @Override
    public Known open(Hello hello) {
        Known known = store.open(hello);
        if (known != null) {
            told(() -> {
                totals.opened(hello, known.lastSequence(), known.lastNode());
                exporters.values().forEach(each -> each.opened(hello));
            });
        }
        return known;
    }

    @Override
    public Appended append(String instance, Batch batch) {
        Appended appended = store.append(instance, batch);
        if (appended == Appended.STORED) {
            told(() -> {
                totals.stored(instance, batch);
                exporters.values().forEach(each -> each.stored(instance, batch));
            });
        }
        return appended;
    }

    /** What is stored is acknowledged, whatever an export thinks of it. */
    private static void told(Runnable telling) {
        try {
            telling.run();
        } catch (RuntimeException failure) {
            LOG.warn("an export leaves something out", failure);
        }
    }

    @Override
    public long bytes() {
        return store.bytes();
    }

    @Override
    public long freeBytes() {
        return store.freeBytes();
    }

    @Override
    public StoreHealth health() {
        return store.health();
    }

    @Override
    public long behindNanos() {
        return store.behindNanos();
    }

    @Override
    public StoreFigures figures() {
        return store.figures();
    }

    @Override
    public StoreProgress progress() {
        return store.progress();
    }

    @Override
    public void keep(Keep policy, long maxBytes) {
        store.keep(policy, maxBytes);
    }

    @Override
    public long upkeep() {
        return store.upkeep();
    }

    @Override
    public StoreProgress.Removal forget(String application) {
        StoreProgress.Removal removal = store.forget(application);
        told(() -> totals.forget(application));
        return removal;
    }

    @Override
    public StoreProgress.Removal forget(String key, String value) {
        return store.forget(key, value);
    }

    /** Whoever opened the store closes it, once the totals were kept. */
    @Override
    public void close() {}
}

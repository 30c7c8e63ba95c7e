package sim.server.export.totals;

import sim.collector.wire.Batch;
import sim.collector.wire.Hello;
import sim.server.store.Appended;
import sim.server.store.Known;
import sim.server.store.Store;
import sim.server.store.StoreFigures;
import sim.server.store.StoreHealth;

/** A store of which the totals are told what was stored. Any thread. */
public final class CountedStore implements Store {
    private final Store store;
    private final Totals totals;

    public CountedStore(Store store, Totals totals) {
        this.store = store;
        this.totals = totals;
    }

    public Totals totals() {
        return totals;
    }

    @Override
    public Known open(Hello hello) {
        Known known = store.open(hello);
        if (known != null) {
            totals.opened(hello, known);
        }
        return known;
    }

    @Override
    public Appended append(String instance, Batch batch) {
        Appended appended = store.append(instance, batch);
        if (appended == Appended.STORED) {
            totals.stored(instance, batch);
        }
        return appended;
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
    public long removeOlderThan(long micros) {
        return store.removeOlderThan(micros);
    }

    @Override
    public long shrinkTo(long maxBytes) {
        return store.shrinkTo(maxBytes);
    }

    /** Whoever opened the store closes it, once the totals were kept. */
    @Override
    public void close() {}
}

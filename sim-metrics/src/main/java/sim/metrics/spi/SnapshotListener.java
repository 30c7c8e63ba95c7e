package sim.metrics.spi;

import sim.base.config.Options;
import sim.model.snapshot.Snapshot;

/**
 * Gets every snapshot of the runtime, as the collector does: an exporter, a log, a test. A snapshot has no payloads. There may be any
 * number of listeners. Each has a public constructor without parameters and is named in {@code
 * META-INF/services/sim.metrics.spi.SnapshotListener}, in a jar that the runtime's class loader sees. SIM calls all methods on the
 * collector's thread, which waits: do work that takes longer than a millisecond on a thread of your own. If a listener throws, SIM counts
 * it ({@code listeners.failures}), prints one line, and still calls the other listeners.
 */
public interface SnapshotListener {
    /** Called once, before the first snapshot. A listener that throws here gets no snapshots. */
    default void start(Options options) {}

    /**
     * Called with what was gathered since the last call. Every number reaches every listener once. The times of snapshots do not
     * overlap. Between two regular snapshots there may be one with nothing but calls kept one by one and contexts that ended.
     *
     * @param dictionary explains the ids of names and places. A listener remembers the last ids it has seen, and asks for those
     *        after them
     */
    void gathered(Snapshot snapshot, Dictionary dictionary);

    /** Called once, after the last snapshot. */
    default void stop() {}
}

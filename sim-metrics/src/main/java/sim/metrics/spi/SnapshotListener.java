package sim.metrics.spi;

import sim.metrics.config.Options;
import sim.metrics.snapshot.Snapshot;

/**
 * Hears what the runtime gathered, beside the collector: an exporter, a log, a test. There may be any number; each has a
 * public constructor without parameters and is named in {@code META-INF/services/sim.metrics.spi.SnapshotListener}, in a jar
 * the runtime's class loader sees. All methods are called on the collector's thread; what takes longer than a millisecond
 * is for a thread of the listener's own, because the collector waits. What a listener throws is counted
 * ({@code listeners.failures}) and said once; the others hear all the same.
 */
public interface SnapshotListener {
    /** Once, before the first snapshot. One that throws here hears nothing. */
    default void start(Options options) {}

    /**
     * What was gathered since it was last told: every number reaches every listener once. Times do not overlap, and calls
     * kept one by one may come between two of the regular snapshots, with nothing else.
     *
     * @param dictionary what the ids of names and places mean; a listener keeps the last ids it has seen, and asks for
     *        those after them
     */
    void gathered(Snapshot snapshot, Dictionary dictionary);

    /** Once, when nothing more will come. */
    default void stop() {}
}

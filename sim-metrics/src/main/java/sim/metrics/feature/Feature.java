package sim.metrics.feature;

import java.util.Map;
import sim.metrics.spi.Dictionary;
import sim.model.snapshot.Snapshot;

/**
 * A part of the runtime that a module of its own adds, such as payload probes. Each has a public constructor without parameters and is
 * named in {@code META-INF/services/sim.metrics.feature.Feature}, in a jar that the runtime's class loader sees. Each runtime makes its own.
 * A call on whose thread the feature keeps nothing takes no longer with it.
 */
public interface Feature {
    /** Called once, while the runtime is made and before anything is metered. If it throws, the application runs unmetered. */
    void start(FeatureHost host);

    /** Called with each complete snapshot, on the collector's thread, before the listeners get it. Must not throw: nobody else has the snapshot yet. */
    default void gathered(Snapshot snapshot, Dictionary dictionary) {}

    /**
     * Adds to a snapshot what the feature has gathered for the collector alone, and forgets it. The collector ships each list for whose
     * class there is a section. If this call fails, the next one returns all of it. Called on the collector's thread.
     *
     * @return {@code of} with the feature's lists
     */
    default Snapshot drain(Snapshot of) {
        return of;
    }

    /** Adds what the feature has dropped or healed since the JVM started, by kind. Any thread. */
    default void count(Map<String, Long> counters) {}
}

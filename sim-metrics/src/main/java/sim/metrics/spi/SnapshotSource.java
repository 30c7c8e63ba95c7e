package sim.metrics.spi;

import sim.model.snapshot.Control;
import sim.model.snapshot.Snapshot;

/** The runtime as its collector sees it. Only one thread at a time may call these methods: the collector's. */
public interface SnapshotSource extends Dictionary {
    /** Measures the cost of metering, which self times leave out. Called once, on the collector's thread; takes up to 0.1 s. */
    void calibrate();

    /**
     * Returns everything gathered since the last call. The runtime forgets it, and has called every listener. If this call fails,
     * the next one returns all of it.
     */
    Snapshot drain();

    /**
     * Returns what the features gathered for the collector alone since the last call, such as payloads. The runtime forgets it. If this call
     * fails, the next one returns all of it.
     *
     * @param fromMicros when the gathering began, microseconds since the epoch
     * @param toMicros when it ended
     */
    default Snapshot drainFeatures(long fromMicros, long toMicros) {
        return Snapshot.between(fromMicros, toMicros);
    }

    /** Empties the threads' rings; returns how many kept calls wait to be taken. */
    int gatherInvocations();

    /**
     * Returns only the kept calls, both gathered ones and those in the rings, and the contexts that ended. The runtime forgets
     * them.
     *
     * @param fromMicros when the gathering began, microseconds since the epoch
     */
    Snapshot takeKept(long fromMicros);

    /** Runs work that calls the application's code on a thread of SIM's. Nothing of it is metered. */
    default void unmetered(Runnable work) {
        work.run();
    }

    /** Obeys a control from the agent server; returns how many names or probes it concerned. Any thread. */
    int control(Control control);
}

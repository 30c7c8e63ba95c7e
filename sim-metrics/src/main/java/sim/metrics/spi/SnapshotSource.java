package sim.metrics.spi;

import sim.metrics.snapshot.Control;
import sim.metrics.snapshot.Snapshot;
import sim.metrics.snapshot.payload.PayloadSnapshot;

/** The runtime as its collector sees it. All methods are for one thread at a time, the collector's. */
public interface SnapshotSource extends Dictionary {
    /** Finds out what metering itself takes, to be left out of self times. Once, on the collector's thread; up to 0.1 s. */
    void calibrate();

    /**
     * Everything gathered since the last call; the runtime forgets it, and has told every listener. Where it fails the next call has
     * all of it.
     */
    Snapshot drain();

    /** What payload probes gathered since the last call; the runtime forgets it. */
    default PayloadSnapshot drainPayloads() {
        return PayloadSnapshot.NONE;
    }

    /** Makes room in the threads' rings; returns how many kept calls wait to be taken. */
    int gatherInvocations();

    /**
     * The kept calls, those that were gathered and those in the rings, and the contexts that ended, alone; the runtime forgets them.
     *
     * @param fromMicros when the gathering began, microseconds since the epoch
     */
    Snapshot takeKept(long fromMicros);

    /** Does what somebody at the agent server asked for; returns how many names or probes it concerned. Any thread. */
    int control(Control control);
}

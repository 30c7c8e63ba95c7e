package sim.metrics.spi;

import java.util.List;
import sim.metrics.snapshot.ContextRecord;
import sim.metrics.snapshot.Control;
import sim.metrics.snapshot.Invocations;
import sim.metrics.snapshot.Snapshot;

/** The runtime as its collector sees it. All methods are for one thread at a time, the collector's. */
public interface SnapshotSource extends Dictionary {
    /** Finds out what metering itself takes, to be left out of self times. Once, on the collector's thread; up to 0.1 s. */
    void calibrate();

    /** Everything gathered since the last call; the runtime forgets it, and has told every listener. */
    Snapshot drain();

    /** Makes room in the threads' rings; returns how many kept calls wait to be taken. */
    int gatherInvocations();

    /** The kept calls alone, those that were gathered and those in the rings; the runtime forgets them. */
    Invocations takeInvocations();

    /** The contexts that ended since they were last taken; the runtime forgets them. */
    List<ContextRecord> takeContexts();

    /** Does what somebody at the agent server asked for; returns how many names it concerned. Any thread. */
    int control(Control control);
}

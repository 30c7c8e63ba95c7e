package sim.metrics.spi;

import java.util.List;
import java.util.Map;
import sim.metrics.snapshot.ContextRecord;
import sim.metrics.snapshot.Control;
import sim.metrics.snapshot.Invocations;
import sim.metrics.snapshot.NameEntry;
import sim.metrics.snapshot.NodeEntry;
import sim.metrics.snapshot.Snapshot;

/** The runtime as its collector sees it. All methods are for one thread at a time, the collector's. */
public interface SnapshotSource {
    /** Finds out what metering itself takes, to be left out of self times. Once, on the collector's thread; up to 0.1 s. */
    void calibrate();

    /** Everything gathered since the last call; the runtime forgets it. */
    Snapshot drain();

    /** Makes room in the threads' rings; returns how many kept calls wait to be taken. */
    int gatherInvocations();

    /** The kept calls alone, those that were gathered and those in the rings; the runtime forgets them. */
    Invocations takeInvocations();

    /** The contexts that ended since they were last taken; the runtime forgets them. */
    List<ContextRecord> takeContexts();

    /** The dictionary's entries with an id greater than {@code id}, ascending. */
    List<NameEntry> namesAfter(int id);

    /** The tree's nodes with an id greater than {@code id}, ascending. */
    List<NodeEntry> nodesAfter(int id);

    /** The labels of the meters extensions added, in their order behind the built-in ones; never changes. */
    List<String> extraMeters();

    /** Does what somebody at the agent server asked for; returns how many names it concerned. Any thread. */
    int control(Control control);

    /** What had to be dropped or healed since the JVM started, by kind. */
    Map<String, Long> counters();
}

package sim.metrics.probe;

import sim.metrics.payload.BoundProbe;
import sim.metrics.payload.KnownProbe;
import sim.metrics.payload.Recording;

/**
 * A payload or a split in progress, on its thread's {@link PayloadStack}; used again. One that is never ended stays there: so it holds
 * no class and no object of the application, but of those that are reentrant, which SIM itself begins and ends.
 */
final class OpenPayload {
    KnownProbe probe;
    /** Whether its probe keeps single events. */
    boolean events;
    /** Of a split: whether it is a payload too. */
    boolean payloads;
    /** Null where it is not recorded: its probe is off, or it is inside another one. */
    Recording recording;
    long tick;
    /** The metered call it began in. */
    int callDepth;
    long callSerial;
    int node;
    int type;
    long object;
    /** A control object that nobody met: it is met at the end, if none inside has replaced it. Null for none. */
    Object unmet;
    /** What knows its name; null where the probe is not reentrant. */
    BoundProbe by;
    long context;
    /** Where the one is that this one replaces when it ends, -1 for none. */
    int replaces;
    /** Begins of its probe that were not recorded, because they came while it was open. */
    int inside;
    /** Of a split: its frame, 0 where it splits nothing. */
    long frame;
    /** Of a split: what it splits by. Of a payload: what one inside it was, null for none. */
    String text;

    void forget() {
        probe = null;
        recording = null;
        text = null;
        unmet = null;
        by = null;
    }
}

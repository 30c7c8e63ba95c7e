package sim.metrics.payload;

import sim.metrics.snapshot.payload.PayloadEvent.Kind;

/** A payload as its thread tells it: the thread's own, used again for the next one, so that nothing is allocated. */
public final class PayloadTold {
    public Recording recording;
    public Kind kind = Kind.PAYLOAD;
    public long startTick;
    public long nanos;
    public int node;
    public String text;
    public int type = -1;
    public long object;
    public String thread;
    public long context;
    public boolean error;
}

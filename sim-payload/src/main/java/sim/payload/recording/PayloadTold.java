package sim.payload.recording;

import sim.model.payload.PayloadEvent.Kind;

/** An ended payload, on its way from its thread to the sums. Each thread reuses one, so that an end allocates nothing. */
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
    /** When the context began, microseconds since the epoch; 0 for none, or where the thread has left it meanwhile. */
    public long contextMicros;
    public boolean error;
}

package sim.payload.runtime;

import sim.base.meter.Clock;
import sim.base.thread.ThreadId;
import sim.metrics.feature.FeatureHost;
import sim.metrics.feature.MeteredThread;
import sim.metrics.feature.ThreadPart;
import sim.model.payload.PayloadEvent;
import sim.payload.recording.BoundProbe;
import sim.payload.recording.Mishaps;
import sim.payload.recording.PayloadTold;
import sim.payload.recording.Payloads;
import sim.payload.recording.Recording;

/**
 * What payload probes keep on a thread: its payloads and its splits in progress. Made when the thread begins the first one while a probe
 * records. Only its thread uses it, unless a method says otherwise.
 */
final class PayloadPart extends ThreadPart {
    final PayloadStack open;
    final SplitStack splits;
    /** Payloads that found the stack full at their end, and are not counted yet. A field, because a call could find it full too. */
    int lost;

    private final MeteredThread thread;
    private final Payloads payloads;
    private final PayloadTold told = new PayloadTold();
    private int generation;

    private PayloadPart(MeteredThread thread, Payloads payloads, FeatureHost host) {
        super(thread);
        this.thread = thread;
        this.payloads = payloads;
        this.open = new PayloadStack(this, thread, payloads, host);
        this.splits = new SplitStack(this, thread, payloads);
        this.generation = payloads.generation();
    }

    /** That of the calling thread; made if it does not exist. */
    static PayloadPart of(MeteredThread thread, Payloads payloads, FeatureHost host) {
        PayloadPart known = find(thread);
        if (known == null) {
            known = new PayloadPart(thread, payloads, host);
            thread.add(known);
        }
        return known;
    }

    /** That of a thread; null if it has none. Any thread may ask. */
    private static PayloadPart find(MeteredThread thread) {
        for (ThreadPart each = thread.parts(); each != null; each = each.next) {
            if (each instanceof PayloadPart known) {
                return known;
            }
        }
        return null;
    }

    /** Whether a thread has no payload and no split in progress. Any thread may ask. */
    static boolean hasNone(MeteredThread thread) {
        PayloadPart known = find(thread);
        return known == null || known.isIdle();
    }

    /** How many payloads in progress on a thread are recorded. For other threads: after nothing records any more. */
    static int recorded(MeteredThread thread) {
        PayloadPart known = find(thread);
        return known == null ? 0 : known.recorded();
    }

    @Override
    public boolean isIdle() {
        return open.isEmpty() && splits.isEmpty();
    }

    @Override
    public void splitClosed() {
        payloads.mishaps.add(Mishaps.Kind.SPLITS_LOST);
    }

    @Override
    public void abandon() {
        payloads.mishaps.add(Mishaps.Kind.LOST, recorded());
    }

    private int recorded() {
        return generation != payloads.generation() ? 0 : open.recorded() + splits.recorded();
    }

    /** Drops what is left from before the last time when nothing recorded. It was counted then. */
    @Override
    public void renew() {
        int now = payloads.generation();
        if (generation != now) {
            generation = now; // first: what ends a split may come here again
            open.drop();
            splits.drop();
        }
        if (lost != 0) {
            payloads.mishaps.add(Mishaps.Kind.LOST, lost);
            lost = 0;
        }
    }

    /**
     * The call that began them is over, and the stack was full at its begin or its end. What began since may go on.
     *
     * @param payload number of the payload; 0 for none, negative if it could not begin
     * @param split the same of the split. If both are 0, the lost item never got a number, and counts as a payload
     */
    void giveUp(long payload, long split) {
        boolean wasOpen = open.giveUp(payload);
        if (splits.giveUp(split) || split < 0) {
            payloads.mishaps.add(Mishaps.Kind.SPLITS_LOST);
        }
        if (wasOpen || payload < 0 || payload == 0 && split == 0) {
            payloads.mishaps.add(Mishaps.Kind.LOST);
        }
        open.settle();
        splits.settle();
    }

    /** Adds a payload that has ended. */
    void add(Recording into, OpenPayload ended, long tick, String description, boolean error) {
        told.kind = PayloadEvent.Kind.PAYLOAD;
        told.recording = into;
        told.startTick = ended.tick;
        told.nanos = Math.max(0, Clock.between(ended.tick, tick));
        told.node = ended.node;
        told.object = ended.object;
        told.type = ended.type;
        told.context = ended.context;
        told.contextMicros = ended.context == thread.contextId() ? thread.contextMicros() : 0;
        told.thread = thread.thread().getName();
        told.error = error;
        try {
            payloads.add(stripe(), told, description, ended.events);
        } finally {
            told.recording = null;
        }
    }

    /** Adds an event for a control object that was opened or closed, if single events are kept. */
    void object(BoundProbe of, PayloadEvent.Kind kind, long object, String name) {
        Recording into = payloads.recordingOf(of);
        if (into == null || object == 0) {
            return;
        }
        told.kind = kind;
        told.recording = into;
        told.startTick = thread.tick();
        told.nanos = 0;
        told.node = thread.place().id();
        told.object = object;
        told.type = -1;
        told.context = thread.contextId();
        told.contextMicros = thread.contextMicros();
        told.thread = thread.thread().getName();
        told.error = false;
        told.text = name;
        try {
            payloads.addEvent(stripe(), told);
        } finally {
            told.recording = null;
        }
    }

    private int stripe() {
        return (int) ThreadId.of(thread.thread());
    }
}

package sim.payload.recording;

import sim.model.payload.ObjectRow;
import sim.model.payload.PayloadRecording;
import sim.model.payload.PayloadRow;

/** The time in which a probe records, with its sums since the last drain. */
public final class Recording {
    /** A recording is kept this long after its end, because a thread may be about to add a payload that ended before it. */
    private static final long LINGERS_NANOS = 10_000_000_000L;

    final long id;
    final KnownProbe probe;
    final long beginMicros;
    final Leaves leaves;
    final ObjectTallies objects;
    final EventAllowance allowance;
    private final PayloadMemory memory;
    volatile boolean events;
    private volatile long endMicros;
    private long endedNanos;
    /** Whether the server has to be told of it. */
    private volatile boolean changed = true;

    Recording(long id, KnownProbe probe, long beginMicros, boolean events, PayloadMemory memory, Mishaps mishaps,
            PayloadBounds bounds) {
        this.id = id;
        this.probe = probe;
        this.beginMicros = beginMicros;
        this.events = events;
        this.memory = memory;
        this.allowance = new EventAllowance(bounds.eventsKept(), bounds.slowNanos(), System.nanoTime());
        this.leaves = new Leaves(memory, mishaps, bounds.stringsAtPlace(), bounds.strings());
        this.objects = new ObjectTallies(memory, mishaps, 8 * bounds.objects());
    }

    /** Adds a payload to all sums; returns its leaf. */
    Leaf add(int stripe, int node, String text, long nanos, boolean error, long object, int type) {
        Leaf leaf = leaves.find(node, text);
        ObjectTally tally = objects.find(object, type);
        leaf.add(stripe, nanos, error, memory);
        tally.add(stripe, nanos, error, memory);
        return leaf;
    }

    void keepEvents(boolean keep) {
        changed |= events != keep;
        events = keep;
    }

    void end(long micros) {
        endedNanos = System.nanoTime();
        endMicros = micros;
        changed = true;
    }

    boolean isOver() {
        return endMicros != 0;
    }

    /** Moves out the gain since the last drain. Returns whether it was the last one. If it fails, the next drain goes on. Called by the collector's thread. */
    boolean drain(PayloadParts into, boolean again) {
        boolean over = isOver();
        leaves.each(leaf -> {
            PayloadTotals totals = leaf.take();
            if (!totals.isEmpty()) {
                into.rows.add(new PayloadRow(id, probe.id, leaf.node, leaf.text, totals.sum(), totals.buckets()));
                changed = true; // the server is told of it with its rows
            }
            leaf.told();
        });
        objects.each(tally -> {
            PayloadTotals totals = tally.take();
            if (!totals.isEmpty()) {
                into.objectRows.add(new ObjectRow(id, probe.id, tally.object, tally.type, totals.sum()));
            }
            tally.told();
        });
        if (changed || again) {
            tell(into);
        }
        if (over && System.nanoTime() - endedNanos > LINGERS_NANOS) {
            leaves.retire();
            objects.retire();
            return true;
        }
        return false;
    }

    private void tell(PayloadParts into) {
        changed = false; // before the look at it: what changes from here on is told by the next drain
        boolean told = false;
        try {
            into.tell(this, new PayloadRecording(id, probe.id, beginMicros, endMicros, events));
            told = true;
        } finally {
            changed |= !told;
        }
    }
}

package sim.metrics.probe;

import java.util.Arrays;
import sim.metrics.context.Scope;
import sim.metrics.context.Values;
import sim.metrics.event.InvocationRing;
import sim.metrics.meter.Clock;
import sim.metrics.meter.Meter;
import sim.metrics.meter.ThreadMeters;
import sim.metrics.tree.Ledger;
import sim.metrics.tree.Node;

/**
 * What one thread is doing: its calls in progress, its current flow context, its meters. Touched by that thread alone,
 * but for the counters the collector reads late. A virtual thread has one only while a probe or a scope of it is open.
 */
final class ThreadContext {
    /** Calls deeper than this are not metered but counted; a default stack ends long before. */
    private static final int DEEPEST = 1 << 16;

    /** Whom this serves now; compared by identity on every call. */
    Thread thread;
    Scope scope;
    /** Where the numbers go; null for a virtual thread, which borrows one at each end. */
    final Books own;

    private final Threads threads;
    private final ThreadMeters readings;
    private final int present;
    /** Ordinals read, wall time included. */
    private final int[] meters;
    private final boolean wallOnly;
    private final Node root;

    private Frame[] frames = new Frame[16];
    private int depth;
    /** Calls in progress past {@link #DEEPEST}. */
    private int tooDeep;
    private final long[] after = new long[Meter.COUNT];
    private final long[] deltas = new long[Meter.COUNT];

    /** Frames closed by an outer end, ends without a begin, calls too deep: read late by the collector. */
    long healed;
    long unmatched;
    long unmetered;

    ThreadContext(Thread thread, boolean virtual, Threads threads) {
        this.thread = thread;
        this.threads = threads;
        this.readings = new ThreadMeters(thread, threads.meters, virtual, threads.exactContention);
        this.present = readings.present();
        this.meters = ordinals(present);
        this.wallOnly = meters.length == 1;
        this.root = threads.tree.root();
        this.own = virtual ? null : new Books(threads.ringCapacity);
        for (int i = 0; i < frames.length; i++) {
            frames[i] = new Frame();
        }
    }

    boolean isIdle() {
        return depth == 0 && tooDeep == 0 && scope == null;
    }

    void begin(ProbeSite site) {
        int at = depth;
        if (at == frames.length && !grow()) {
            tooDeep++;
            unmetered++;
            return;
        }
        Frame frame = frames[at];
        Scope current = scope;
        if (at == 0) {
            frame.node = root.child(site.name);
            frame.outermostIn = current;
        } else {
            Frame caller = frames[at - 1];
            frame.node = caller.node.child(site.name);
            frame.outermostIn = Scope.isSame(caller.scope, current) ? null : current;
        }
        frame.scope = current;
        frame.site = site;
        if (wallOnly) {
            frame.inner[0] = 0;
        } else {
            Arrays.fill(frame.inner, 0);
            readings.readBefore(frame.begin);
        }
        depth = at + 1;
        frame.beginTick = Clock.ticks();
    }

    void end(ProbeSite site, Throwable error) {
        long tick = Clock.ticks();
        if (tooDeep > 0) {
            tooDeep--;
            return;
        }
        int at = depth - 1;
        if (at < 0 || frames[at].site != site) {
            at = heal(site);
            if (at < 0) {
                return;
            }
        }
        Frame frame = frames[at];
        deltas[0] = Math.max(0, Clock.nanos(tick - frame.beginTick));
        if (!wallOnly) {
            readings.readAfter(after, tick);
            for (int i = 1; i < meters.length; i++) {
                int meter = meters[i];
                deltas[meter] = after[meter] - frame.begin[meter];
            }
        }
        depth = at;
        if (at > 0) {
            long[] inner = frames[at - 1].inner;
            for (int meter : meters) {
                inner[meter] += deltas[meter];
            }
        }
        if (frame.outermostIn != null) {
            frame.outermostIn.add(meters, present, deltas, error != null);
        }
        record(frame, error);
        frame.outermostIn = null;
        frame.scope = null;
        if (own == null && isIdle()) {
            threads.release(this);
        }
    }

    private void record(Frame frame, Throwable error) {
        Books books = own != null ? own : threads.borrow();
        try {
            boolean allocated = books.ledger.add(frame.node, meters, present, deltas, frame.inner, error != null);
            if (frame.scope != null && frame.scope.addAt(frame.node.id, frame.beginTick, meters, present, deltas,
                    frame.inner, error != null)) {
                allocated = true;
            }
            if (threads.events.keeps(deltas[0], error != null)) {
                keep(books.ring, frame, error);
                allocated = true;
            }
            if (allocated) {
                readings.disownSince(after);
            }
        } finally {
            if (own == null) {
                books.giveBack();
            }
        }
    }

    private void keep(InvocationRing ring, Frame frame, Throwable error) {
        String text = error == null ? null : Values.text(error, threads.valueLength);
        long contextId = frame.scope == null ? 0 : frame.scope.contextId();
        if (ring.offer(frame.node.id, frame.beginTick, contextId, thread.getName(), present, deltas, error != null,
                text)) {
            threads.wakeCollector();
        }
    }

    /** Finds the frame an end belongs to and forgets those above it, whose ends never came; -1 when there is none. */
    private int heal(ProbeSite site) {
        for (int at = depth - 1; at >= 0; at--) {
            if (frames[at].site == site) {
                healed += depth - 1 - at;
                return at;
            }
        }
        unmatched++;
        return -1;
    }

    private boolean grow() {
        if (depth >= DEEPEST) {
            return false;
        }
        Frame[] larger = Arrays.copyOf(frames, frames.length * 2);
        for (int i = frames.length; i < larger.length; i++) {
            larger[i] = new Frame();
        }
        frames = larger;
        return true;
    }

    private static int[] ordinals(int present) {
        int[] ordinals = new int[Integer.bitCount(present)];
        int found = 0;
        for (int i = 0; i < Meter.COUNT; i++) {
            if ((present & 1 << i) != 0) {
                ordinals[found++] = i;
            }
        }
        return ordinals;
    }
}

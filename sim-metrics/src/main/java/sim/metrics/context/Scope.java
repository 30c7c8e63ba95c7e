package sim.metrics.context;

import java.util.Arrays;
import sim.metrics.meter.Clock;
import sim.metrics.meter.Meter;
import sim.metrics.snapshot.Text;

/**
 * A context's stay on one thread: what is current there, what was current before, and the work done meanwhile. What is
 * current never changes, it is replaced; the sums are the thread's own, so a call adds to them with plain stores, and the
 * context takes them over when the scope closes.
 */
public final class Scope {
    /** Null where none is current over one that is. */
    public final Context context;
    /** What is current again when this closes, or null. */
    public final Scope outer;
    /** Who made it and will close it, or null. */
    public final Object token;
    /** Whether closing it ends the context: not where the context was handed over. */
    final boolean owner;
    /** What the companion gave at its opening, or null. */
    Object beside;

    final String thread;
    final long startTick = Clock.ticks();
    final long[] totals = new long[Meter.COUNT];
    long calls;
    long errors;
    int present;
    Places places;
    /** Of the last call that ended in it: when the stay ended at the earliest. */
    private long lastBeginTick;
    private long lastWall = -1;
    private boolean closed;

    private Scope(Context context, Scope outer, Object token, boolean owner) {
        this.context = context;
        this.outer = outer;
        this.token = token;
        this.owner = owner;
        this.thread = Text.wellFormed(Thread.currentThread().getName());
    }

    /** Makes {@code context} the one to be current on the calling thread. */
    static Scope open(Context context, Scope outer, Object token, boolean owner) {
        Scope scope = new Scope(context, outer, token, owner);
        if (context != null) {
            context.opened(scope);
        }
        return scope;
    }

    /** Whether calls in both are calls in the same context. */
    public static boolean isSame(Scope one, Scope other) {
        return one == other || one != null && other != null && one.context == other.context;
    }

    /** The context's id, 0 for none. */
    public long contextId() {
        return context == null ? 0 : context.id();
    }

    /** Adds an outermost call: one whose caller runs in another context or is not metered. */
    public void add(int[] meters, int read, long[] deltas, boolean error) {
        for (int meter : meters) {
            totals[meter] += deltas[meter];
        }
        present |= read;
        if (error) {
            errors++;
        }
        calls++;
        if (closed) {
            handIn();
        }
    }

    /**
     * Adds a call at its place: 3 to 13 meters, about as much as the ledger's own sum. Returns whether something had to be
     * allocated, at the first call there.
     */
    public boolean addAt(int node, long beginTick, int[] meters, int read, long[] deltas, long[] inner, boolean error) {
        if (context == null || context.placesLimit() == 0) {
            return false;
        }
        lastBeginTick = beginTick;
        lastWall = deltas[0];
        boolean first = places == null;
        if (first) {
            places = new Places(context.placesLimit());
        }
        boolean allocated = places.add(node, meters, read, deltas, inner, error) || first;
        if (closed) {
            handIn();
        }
        return allocated;
    }

    /** Ends the stay now. */
    void close() {
        close(Clock.epochMicros());
    }

    /** Ends the stay of a thread that is dead: when its last call ended, which is the last that is known of it. */
    void closeLate() {
        close(lastWall < 0 ? startMicros() : Clock.epochMicros(lastBeginTick) + lastWall / 1000);
    }

    long startMicros() {
        return Clock.epochMicros(startTick);
    }

    private void close(long endMicros) {
        if (context != null && !closed) {
            closed = true;
            context.closed(this, endMicros);
            forget();
        }
    }

    /** A call that began here and ended after the scope was closed. */
    private void handIn() {
        context.late(this);
        forget();
    }

    private void forget() {
        Arrays.fill(totals, 0);
        calls = 0;
        errors = 0;
        places = null;
    }
}

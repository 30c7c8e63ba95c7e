package sim.metrics.context;

import sim.metrics.meter.Clock;
import sim.metrics.snapshot.Meter;

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
    /** Who made it and will close it, or null; let go of when it is no longer current. Its thread's. */
    Object token;
    /** Whether closing it ends the context: not where the context was handed over. */
    final boolean owner;
    /** Whether calls are summed up in it: in no context there is nothing to add to, nor in one of another process. */
    public final boolean isSummed;
    /** What the companion gave at its opening, or null. */
    Object beside;
    /** The next open scope of the same context. Guarded by the context. */
    Scope next;

    final String thread;
    final long startMicros;
    /** Null until there is a call. */
    long[] totals;
    long calls;
    long errors;
    int present;
    /** A table that is lent, see {@link Scratches}; null until there is a call, or where there is no room. */
    PlaceTable places;
    /** Calls where there is no room for a table. */
    long leftOut;
    long leftOutErrors;
    long leftOutNanos;
    /** Of the last call that ended in it: when the stay ended at the earliest. */
    private long lastBeginTick;
    private long lastWall = -1;
    private boolean closed;
    /** The context takes it over, at once. Guarded by the context. */
    boolean taken;
    /** Where the stack was full it could not be left: its thread does so when it looks at its contexts again. */
    boolean cut;

    private Scope(Context context, Scope outer, Object token, boolean owner) {
        this.context = context;
        this.outer = outer;
        this.token = token;
        this.owner = owner;
        this.isSummed = context != null && !context.isRemote();
        this.thread = owner ? context.thread() : Thread.currentThread().getName();
        this.startMicros = owner ? context.getStart() : Clock.epochMicros();
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

    /**
     * Adds an outermost call: one whose caller runs in another context or is not metered. Returns whether something had to be
     * allocated, at the first call there.
     */
    public boolean add(int[] meters, int read, long[] deltas, boolean error) {
        boolean first = totals == null;
        if (first) {
            totals = new long[Meter.COUNT];
        }
        for (int meter : meters) {
            totals[meter] += deltas[meter];
        }
        present |= read;
        if (error) {
            errors++;
        }
        calls++;
        return first;
    }

    /**
     * Adds a call at its place: 3 to 13 meters, about as much as the ledger's own sum. Returns whether something had to be
     * allocated, at the first call there.
     */
    public boolean addAt(int node, long beginTick, int[] meters, int read, long[] deltas, long[] inner, boolean error) {
        if (!isSummed) {
            return false;
        }
        lastBeginTick = beginTick;
        lastWall = deltas[0];
        PlaceTable at = places;
        boolean first = at == null;
        if (first) {
            at = places = context.scratch();
        }
        int done = at == null ? PlaceTable.FULL : at.add(node, meters, read, deltas, inner, error);
        if (done == PlaceTable.FULL) {
            leaveOut(at, deltas[0] - inner[0], error);
            context.addToKind(node, meters, read, deltas, inner, error);
        }
        return first || done != PlaceTable.KNOWN;
    }

    private void leaveOut(PlaceTable table, long self, boolean error) {
        if (table != null) {
            table.leaveOut(1, error ? 1 : 0, self);
        } else {
            leftOut++;
            leftOutErrors += error ? 1 : 0;
            leftOutNanos += self;
        }
    }

    /** Ends the stay now. */
    void close() {
        close(Clock.epochMicros(), false, null);
    }

    /** Ends the stay of a thread that is dead: when its last call ended, which is the last that is known of it. */
    void closeLate() {
        close(lastWall < 0 ? startMicros : Clock.epochMicros(lastBeginTick) + lastWall / 1000, false, null);
    }

    /** Ends the stay and, if so wanted, the context with it. */
    void close(long endMicros, boolean ends, Throwable error) {
        if (context == null || closed) {
            return;
        }
        if (!taken) { // else it failed after that, and so did what follows
            try {
                context.closed(this, endMicros, ends, error);
            } catch (Throwable full) {
                if (taken) { // else it is tried again
                    forget();
                }
                throw full;
            }
        }
        forget();
    }

    /** Hands in calls that began here and ended after the scope was closed. */
    public void handInLate() {
        if (closed && (calls != 0 || places != null || leftOut != 0)) {
            try {
                context.late(this);
            } catch (Throwable full) {
                forget();
                throw full;
            }
            forget();
        }
    }

    /** Ends the scope: calls that the sums by kind have not taken over, because that failed, are counted as lost. */
    private void forget() {
        PlaceTable left = places;
        if (left != null) {
            context.lose(left);
        }
        // counted once: nothing is called before it is forgotten
        closed = true;
        totals = null;
        calls = 0;
        errors = 0;
        leftOut = 0;
        leftOutErrors = 0;
        leftOutNanos = 0;
        places = null;
        if (left != null) {
            context.giveRoomOf(left);
        }
    }
}

package sim.context;

import sim.base.meter.Clock;
import sim.model.snapshot.Meter;

/**
 * A context's stay on one thread: the current context, what was current before, and the work done meanwhile. A scope's context never
 * changes; another scope replaces it. Only the thread writes the sums, so a call adds to them with plain stores. The context takes them
 * over when the scope closes.
 */
public final class Scope {
    /** The current context; null if the scope makes none current. */
    public final Context context;
    /** The scope that is current again when this one closes, or null. */
    public final Scope outer;
    /** Who made it and will close it, or null. Forgotten when the scope is no longer current. Only its thread uses it. */
    Object token;
    /** Whether closing it ends the context. False if the context was handed over. */
    final boolean owner;
    /** Whether calls are added up in it. False without a context, and for a context of another process. */
    public final boolean isSummed;
    /** What the companion returned when the scope opened, or null. */
    Object beside;
    /** The next open scope of the same context. Guarded by the context's lock. */
    Scope next;

    final String thread;
    final long startMicros;
    /** Null until the first call. */
    long[] totals;
    long calls;
    long errors;
    int present;
    /** A lent table, see {@link Scratches}. Null until the first call, or if there is no room. */
    PlaceTable places;
    /** Calls for which there was no room for a table. */
    long leftOut;
    long leftOutErrors;
    long leftOutNanos;
    /** When the last call in it began and how long it took: the stay ended no earlier. */
    private long lastBeginTick;
    private long lastWall = -1;
    private boolean closed;
    /** Whether the context has taken it over, which happens in one step. Guarded by the context's lock. */
    boolean taken;
    /**
     * Whether it could not be left because the stack was full, or has not become current, as far as its maker knows. If it is current, its thread leaves it when it next
     * looks at its contexts.
     */
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

    /** Makes a scope for {@code context} on the calling thread. */
    static Scope open(Context context, Scope outer, Object token, boolean owner) {
        return opened(new Scope(context, outer, token, owner));
    }

    /** The same of one that is cut until it is current: if anything fails before, nobody has it to end it. */
    static Scope opening(Context context, Scope outer, Object token, boolean owner) {
        Scope scope = new Scope(context, outer, token, owner);
        scope.cut = true;
        return opened(scope);
    }

    private static Scope opened(Scope scope) {
        if (scope.context != null) {
            scope.context.opened(scope);
        }
        return scope;
    }

    /** Whether calls in both scopes belong to the same context. */
    public static boolean isSame(Scope one, Scope other) {
        return one == other || one != null && other != null && one.context == other.context;
    }

    /** The context's id, 0 for none. */
    public long contextId() {
        return context == null ? 0 : context.id();
    }

    /** When the context began, microseconds since the epoch; 0 for none. */
    public long contextMicros() {
        return context == null ? 0 : context.getStart();
    }

    /**
     * Adds an outermost call, whose caller is in another context or is not metered. Returns whether it had to allocate something, as at
     * the first call.
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
     * Adds a call at its place: 3 to 13 meters, at about the cost of the ledger's own sum. Returns whether it had to allocate something,
     * as at the first call of a place.
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
        if (done != PlaceTable.FULL) {
            return first || done != PlaceTable.KNOWN;
        }
        long self = deltas[0] - inner[0];
        if (at != null && context.admits(at, node, beginTick, self, error)) {
            at.add(node, meters, read, deltas, inner, error);
        } else {
            leaveOut(at, node, self, error);
            context.addToKind(node, meters, read, deltas, inner, error);
        }
        return true;
    }

    private void leaveOut(PlaceTable table, int node, long self, boolean error) {
        if (table != null) {
            table.leaveOut(node, 1, error ? 1 : 0, self);
        } else {
            leftOut++;
            leftOutErrors += error ? 1 : 0;
            leftOutNanos += self;
        }
    }

    /** Whether it may never have been current: it is cut, and nothing was done in it. */
    boolean isVoid() {
        return cut && calls == 0 && leftOut == 0 && totals == null && places == null;
    }

    /** Gives up a stay that did not come about: its context has none of it. */
    void discard() {
        if (context != null) {
            synchronized (context) {
                context.remove(this);
            }
        }
    }

    /** Ends the stay now. */
    void close() {
        close(Clock.epochMicros(), false, null);
    }

    /** Ends the stay of a dead thread, at the end of its last call, which is the last that is known of it. */
    void closeLate() {
        close(lastWall < 0 ? startMicros : Clock.epochMicros(lastBeginTick) + lastWall / 1000, false, null);
    }

    /** Ends the stay and, if {@code ends}, the context with it. */
    void close(long endMicros, boolean ends, Throwable error) {
        if (context == null || closed) {
            return;
        }
        if (!taken) { // otherwise an earlier attempt has failed after this step
            try {
                context.closed(this, endMicros, ends, error);
            } catch (Throwable full) {
                if (taken) { // otherwise it is tried again
                    forget();
                }
                throw full;
            }
        }
        forget();
    }

    /** Gives the context the calls that began here and ended after the scope was closed. */
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

    /** Forgets the sums. Calls that the sums by kind could not take over are counted as lost. */
    private void forget() {
        PlaceTable left = places;
        if (left != null) {
            context.lose(left);
        }
        // counted once: nothing is called before the table is forgotten
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

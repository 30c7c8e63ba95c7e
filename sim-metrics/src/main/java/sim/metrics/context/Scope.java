package sim.metrics.context;

import sim.metrics.meter.Meter;

/**
 * A context's stay on one thread: what is current there, what was current before, and the work done meanwhile. The
 * thread's own, so a call adds to it with plain stores; the context takes the sums over when the scope closes.
 */
public final class Scope {
    /** Null where the application set no context over one. */
    public final Context context;
    /** What is current again when this closes, or null. */
    public final Scope outer;
    /** Who made it and will close it, or null. */
    public final Object token;
    final long[] totals = new long[Meter.COUNT];
    long calls;
    long errors;
    int present;

    private Scope(Context context, Scope outer, Object token) {
        this.context = context;
        this.outer = outer;
        this.token = token;
    }

    /** Makes {@code context} the one to be current on the calling thread. */
    public static Scope open(Context context, Scope outer, Object token) {
        Scope scope = new Scope(context, outer, token);
        if (context != null) {
            context.opened(scope);
        }
        return scope;
    }

    /** The context's id, 0 for none. */
    public long contextId() {
        return context == null ? 0 : context.getId();
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
    }

    public void close() {
        if (context != null) {
            context.closed(this);
        }
    }
}

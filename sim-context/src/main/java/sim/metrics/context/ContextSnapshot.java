package sim.metrics.context;

/**
 * What was current on a thread when it was taken: immutable, for any thread to make current again, any number of times. It
 * stays valid when the context has ended: what is done in it then still names it.
 */
public final class ContextSnapshot {
    private final CurrentContext current;
    final Context context;
    /** What the companion had current, or null. */
    final Object taken;

    ContextSnapshot(CurrentContext current, Context context, Object taken) {
        this.current = current;
        this.context = context;
        this.taken = taken;
    }

    /** Whether nothing was current. */
    public boolean isEmpty() {
        return context == null && taken == null;
    }

    /** The flow context, or null. */
    public Context context() {
        return context;
    }

    /**
     * Makes it current on the calling thread until the activation is closed. Never throws. Allocates nothing where
     * nothing was current and nothing is.
     */
    public Activation activate() {
        return current.activate(this, null);
    }
}

package sim.context;

/**
 * The context that was current on a thread when the snapshot was taken. It is immutable; any thread may make it current again,
 * any number of times. It stays valid when the context has ended: work done in it then still belongs to that context.
 */
public final class ContextSnapshot {
    private final CurrentContext current;
    final Context context;
    /** The companion's current context when the snapshot was taken, or null. */
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
     * Makes it current on the calling thread until the activation is closed. Never throws. Allocates nothing if the snapshot is empty and
     * nothing is current.
     */
    public Activation activate() {
        return current.activate(this, null);
    }
}

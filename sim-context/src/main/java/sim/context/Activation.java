package sim.context;

/**
 * The time for which a context snapshot is current on a thread. Closing it restores what was current before, and ends contexts that were
 * left open inside; these are counted as healed. Close it on the thread that opened it. A close on another thread, or after the
 * activation around it was closed, does nothing and is counted as unmatched. A second close does nothing.
 */
public final class Activation implements AutoCloseable {
    /** An activation that changed nothing. */
    static final Activation NONE = new Activation(null, null, null);

    private final CurrentContext current;
    private final Thread thread;
    /** The scope that is current again afterwards. */
    final Scope before;
    private boolean closed;

    Activation(CurrentContext current, Thread thread, Scope before) {
        this.current = current;
        this.thread = thread;
        this.before = before;
    }

    @Override
    public void close() {
        if (current == null || closed) {
            return;
        }
        if (thread != Thread.currentThread()) {
            current.countUnmatched();
            return;
        }
        closed = true;
        current.close(this);
    }
}

package sim.metrics.context;

/**
 * The time something is current on a thread; closing it restores what was current before. Close it on the thread that
 * opened it. Contexts left open inside are ended then and counted as healed; closed on another thread, or when what
 * encloses it is closed already, it does nothing and is counted as unmatched; closed again it does nothing.
 */
public final class Activation implements AutoCloseable {
    /** What changed nothing. */
    static final Activation NONE = new Activation(null, null, null);

    private final CurrentContext current;
    private final Thread thread;
    /** What is current again afterwards. */
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

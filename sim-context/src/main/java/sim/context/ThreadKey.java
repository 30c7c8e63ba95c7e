package sim.context;

/** A thread as the key of a map, by identity: its class may override equals. */
public class ThreadKey {
    public final Thread thread;

    public ThreadKey(Thread thread) {
        this.thread = thread;
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof ThreadKey && ((ThreadKey) other).thread == thread;
    }

    @Override
    public final int hashCode() {
        return System.identityHashCode(thread);
    }
}

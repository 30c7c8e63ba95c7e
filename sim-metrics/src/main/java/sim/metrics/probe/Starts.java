package sim.metrics.probe;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import sim.context.ContextSnapshot;
import sim.context.CurrentContext;
import sim.context.Scope;

/**
 * The contexts that will be current on platform threads that were started inside a context. An entry is kept from the thread's start to
 * its first use of SIM, or to its end. The thread object and its task are not changed. SIM looks here only when it meets a thread for the
 * first time.
 */
final class Starts {
    private final Map<Identity, ContextSnapshot> handed = new ConcurrentHashMap<>();
    private volatile CurrentContext current;

    void use(CurrentContext contexts) {
        current = contexts;
    }

    /** Keeps the snapshot for a thread that the calling thread is about to start. */
    void hand(Thread thread, ContextSnapshot snapshot) {
        if (!snapshot.isEmpty() && thread.getState() == Thread.State.NEW) {
            handed.put(new Identity(thread), snapshot);
        }
    }

    boolean isHanded(Thread thread) {
        return !handed.isEmpty() && handed.containsKey(new Identity(thread));
    }

    /** The calling thread's first scope, or null. */
    Scope begun(Thread thread) {
        ContextSnapshot snapshot = handed.isEmpty() ? null : handed.remove(new Identity(thread));
        return snapshot == null ? null : current.begun(snapshot);
    }

    /** Closes what a dead thread left open. Called by the collector's thread only. */
    void abandoned(Scope innermost) {
        if (innermost != null) {
            current.abandoned(innermost);
        }
    }

    /** Forgets threads that ended without any use of SIM, or never ran. Called by the collector's thread only. */
    void forgetTheDead() {
        handed.keySet().removeIf(key -> key.thread().getState() == Thread.State.TERMINATED);
    }

    /** A thread as a key whatever its class makes of equals. */
    private record Identity(Thread thread) {
        @Override
        public boolean equals(Object other) {
            return other instanceof Identity && ((Identity) other).thread == thread;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(thread);
        }
    }
}

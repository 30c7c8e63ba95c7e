package sim.metrics.probe;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import sim.context.ContextSnapshot;
import sim.context.CurrentContext;
import sim.context.Scope;
import sim.context.ThreadKey;

/**
 * The contexts that will be current on platform threads that were started inside a context. An entry is kept from the thread's start to
 * its first use of SIM, or to its end. The thread object and its task are not changed. SIM looks here only when it meets a thread for the
 * first time.
 *
 * <p>A thread whose {@code start} failed, or does something else, never ends. Its entry goes at the third drain that finds the thread not
 * started, and so does an entry past the bound; both are counted as left out. Such a thread has its context if {@code start} is called again.
 */
final class Starts {
    /** Threads that run and have not met SIM yet; their entries take some 10 MB. */
    private static final int MOST = 1 << 16;
    /** Drains at which a thread may be found that is not started yet: its {@code start} is being called. */
    private static final int PATIENCE = 2;
    /** At the bound, so many refused starts pay for one look at all entries. */
    private static final int LOOK = 1 << 10;

    private final Map<Key, ContextSnapshot> handed = new ConcurrentHashMap<>();
    private final int most;
    private final AtomicInteger refused = new AtomicInteger();
    private volatile CurrentContext current;

    Starts() {
        this(MOST);
    }

    /** @param most the most entries */
    Starts(int most) {
        this.most = most;
    }

    void use(CurrentContext contexts) {
        current = contexts;
    }

    /** Keeps the snapshot for a thread that the calling thread is about to start. */
    void hand(Thread thread, ContextSnapshot snapshot) {
        if (snapshot.isEmpty() || thread.getState() != Thread.State.NEW) {
            return;
        }
        if (handed.size() >= most && !makeRoom()) {
            current.countLeftOut();
            return;
        }
        Key key = new Key(thread);
        handed.remove(key); // with its age
        handed.put(key, snapshot);
    }

    boolean isHanded(Thread thread) {
        return !handed.isEmpty() && handed.containsKey(new ThreadKey(thread));
    }

    /** The calling thread's first scope, or null. */
    Scope begun(Thread thread) {
        ContextSnapshot snapshot = handed.isEmpty() ? null : handed.remove(new ThreadKey(thread));
        return snapshot == null ? null : current.begun(snapshot);
    }

    /** Closes what a dead thread left open. Called by the collector's thread only. */
    void abandoned(Scope innermost) {
        if (innermost != null) {
            current.abandoned(innermost);
        }
    }

    /** Forgets threads that ended without any use of SIM, and those that do not start. Called by the collector's thread only, at each drain. */
    void forgetTheDead() {
        handed.keySet().removeIf(key -> isDead(key) || isStuck(key));
    }

    private boolean isStuck(Key key) {
        if (key.thread.getState() != Thread.State.NEW || key.drains++ < PATIENCE) {
            return false;
        }
        current.countLeftOut();
        return true;
    }

    /** Forgets the dead before the collector does. Returns whether there is room then. */
    private boolean makeRoom() {
        if (refused.getAndIncrement() % LOOK == 0) {
            handed.keySet().removeIf(Starts::isDead);
        }
        return handed.size() < most;
    }

    private static boolean isDead(Key key) {
        return key.thread.getState() == Thread.State.TERMINATED;
    }

    /** A thread, and the drains at which it was found not started, which only the collector's thread counts. */
    private static final class Key extends ThreadKey {
        private int drains;

        Key(Thread thread) {
            super(thread);
        }
    }
}

package sim.metrics.probe;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.ref.WeakReference;
import java.util.Iterator;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import sim.base.failure.OwnThread;
import sim.base.thread.ThreadId;

/**
 * Looks for hooks of the application that do not return: they hold up the application's thread, and SIM can say so, but not end them. The
 * first is named, with what its thread waits for; each of a watched thread is counted. Threads add themselves when their first hook begins, the
 * collector's thread looks with each drain. A further hook's begin pays for one addition.
 */
final class HookWatch {
    /** Threads that are watched at a time, some MB; further ones are counted and not watched. */
    static final int MOST = 20_000;
    static final long LONG_NANOS = 10_000_000_000L;

    private final ConcurrentLinkedQueue<Watched> all = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicLong stuck = new AtomicLong();
    private final AtomicLong unwatched = new AtomicLong();
    private final LongSupplier clock;
    private boolean said;

    HookWatch(LongSupplier clock) {
        this.clock = clock;
    }

    void add(WatchedHooks hooks) {
        if (size.get() < MOST) {
            all.add(new Watched(hooks, clock.getAsLong()));
            size.incrementAndGet(); // last: what fails before takes no room for good
        } else {
            unwatched.incrementAndGet();
        }
    }

    /** Hooks that had not returned after {@link #LONG_NANOS}, those that returned later too. */
    long stuck() {
        return stuck.get();
    }

    /** Threads for which there was no room. */
    long unwatched() {
        return unwatched.get();
    }

    int size() {
        return size.get();
    }

    void look() {
        long now = clock.getAsLong();
        for (Iterator<Watched> each = all.iterator(); each.hasNext();) {
            Watched watched = each.next();
            WatchedHooks hooks = watched.get();
            if (hooks == null || !hooks.thread.isAlive()) {
                each.remove();
                size.decrementAndGet();
            } else if (watched.isStuck(hooks, now)) {
                stuck.incrementAndGet();
                say(hooks);
            }
        }
    }

    private void say(WatchedHooks hooks) {
        Class<?> aspect = hooks.innermost();
        if (!said && aspect != null) {
            said = true;
            // a hook may be stuck in printing, and the thread's class may be the application's
            OwnThread.of(() -> say(hooks, aspect), "sim-hooks").start();
        }
    }

    private static void say(WatchedHooks hooks, Class<?> aspect) {
        try {
            StackTraceElement[] stack = hooks.thread.getStackTrace();
            System.err.println("sim: a hook of the aspect " + aspect.getName() + " has not returned for "
                    + LONG_NANOS / 1_000_000_000 + " s and holds up the thread '" + hooks.thread.getName()
                    + "', which is "
                    + hooks.thread.getState() + waitsFor(hooks.thread) + (stack.length == 0 ? "" : " at " + stack[0])
                    + "; SIM cannot end it. Further ones are counted as hooks.stuck");
        } catch (RuntimeException unknown) {
            System.err.println("sim: a hook of the aspect " + aspect.getName()
                    + " does not return. Further ones are counted as hooks.stuck");
        }
    }

    /** Two hooks that take the same locks in opposite order name each other's threads. */
    private static String waitsFor(Thread thread) {
        ThreadInfo info = ManagementFactory.getThreadMXBean().getThreadInfo(ThreadId.of(thread)); // null of a virtual one
        return info == null || info.getLockOwnerName() == null
                ? ""
                : " for " + info.getLockName() + ", which the thread '" + info.getLockOwnerName() + "' has";
    }

    private static final class Watched extends WeakReference<WatchedHooks> {
        /** What the last look saw, and since when it is so. */
        private int begun;
        private long since;
        private boolean counted;

        Watched(WatchedHooks hooks, long now) {
            super(hooks);
            this.since = now;
        }

        boolean isStuck(WatchedHooks hooks, long now) {
            if (hooks.depth == 0 || hooks.begun != begun) {
                begun = hooks.begun;
                since = now;
                counted = false;
            } else if (!counted && now - since >= LONG_NANOS) {
                counted = true;
                return true;
            }
            return false;
        }
    }
}

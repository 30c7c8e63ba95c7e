package sim.base.exit;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Waits for the program's shutdown hooks. The JVM starts all hooks at the same time, and only the agent can see them. Without the agent
 * SIM waits for none.
 */
final class OtherHooks {
    /** The longest wait. If a hook waits for SIM's hook, the exit of the JVM must not hang. */
    private static final long MOST_NANOS = TimeUnit.MINUTES.toNanos(1);
    /**
     * The time in which a hook must have been started. The JVM starts hooks one after the other, and cannot start one for which it has no
     * memory.
     */
    private static final long STARTING_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LOOK_MILLIS = 1;

    /** The JVM's own map, to which the JVM sets its reference to null when it ends. */
    private final Map<Thread, Thread> hooks;

    OtherHooks(Map<Thread, Thread> hooks) {
        this.hooks = hooks;
    }

    /** Waits for all hooks except the caller. The caller is a hook itself, so no more can be added. */
    void await() {
        awaitAll(List.copyOf(hooks.keySet()));
    }

    private static void awaitAll(Collection<Thread> threads) {
        long begin = System.nanoTime();
        boolean interrupted = false;
        for (Thread other : threads) {
            while (other != Thread.currentThread() && isToEnd(other, System.nanoTime() - begin)) {
                try {
                    if (other.isAlive()) {
                        other.join(TimeUnit.NANOSECONDS.toMillis(STARTING_NANOS));
                    } else {
                        Thread.sleep(LOOK_MILLIS);
                    }
                } catch (InterruptedException later) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Asks nothing that the program's class may answer, as {@link Thread#getState}: a thread that has ended is in no group. */
    private static boolean isToEnd(Thread hook, long waited) {
        return hook.isAlive() ? waited < MOST_NANOS : hook.getThreadGroup() != null && waited < STARTING_NANOS;
    }
}

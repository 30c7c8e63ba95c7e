package sim.metrics.exit;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * The program's shutdown hooks. The JVM starts all hooks at once and shows them to nobody but the agent. Without it nobody is
 * waited for.
 */
final class OtherHooks {
    /** A hook that waits for SIM's would wait for ever: the JVM's exit is not to hang for it. */
    private static final long MOST_NANOS = TimeUnit.MINUTES.toNanos(1);
    /** The JVM starts its hooks one after the other, and cannot start those it has no memory for. */
    private static final long STARTING_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long LOOK_MILLIS = 1;

    /** The JVM's own, which it lets go of when it ends. */
    private final Map<Thread, Thread> hooks;

    OtherHooks(Map<Thread, Thread> hooks) {
        this.hooks = hooks;
    }

    /** Waits for all of them but the caller; it is a hook itself, so nobody adds any more. */
    void await() {
        awaitAll(List.copyOf(hooks.keySet()));
    }

    private static void awaitAll(Collection<Thread> threads) {
        long begin = System.nanoTime();
        boolean interrupted = false;
        for (Thread other : threads) {
            while (other != Thread.currentThread() && isToEnd(other, System.nanoTime() - begin)) {
                try {
                    if (other.getState() == Thread.State.NEW) {
                        Thread.sleep(LOOK_MILLIS);
                    } else {
                        other.join(TimeUnit.NANOSECONDS.toMillis(STARTING_NANOS));
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

    private static boolean isToEnd(Thread hook, long waited) {
        return switch (hook.getState()) {
            case NEW -> waited < STARTING_NANOS;
            case TERMINATED -> false;
            default -> waited < MOST_NANOS;
        };
    }
}

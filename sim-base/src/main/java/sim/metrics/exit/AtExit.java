package sim.metrics.exit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/**
 * What SIM does when the program ends, on one thread, {@code sim-exit}: behind the program's own shutdown hooks, for their
 * calls are metered too, and what was registered last comes first. Any thread.
 */
public final class AtExit {
    private static final Deque<Runnable> TASKS = new ArrayDeque<>();
    private static OtherHooks others = new OtherHooks(Map.of());
    private static boolean registered;

    private AtExit() {}

    /** Says which hooks are the program's: the JVM's own map, whose entries change. */
    public static void waitFor(Map<Thread, Thread> hooks) {
        synchronized (TASKS) {
            others = new OtherHooks(hooks);
        }
    }

    /** Runs the task when the program ends; not at all where it ends already. */
    public static void run(Runnable task) {
        synchronized (TASKS) {
            if (!registered) {
                registered = true;
                try {
                    Runtime.getRuntime().addShutdownHook(new Thread(AtExit::end, "sim-exit"));
                } catch (IllegalStateException ends) {
                    return;
                }
            }
            TASKS.push(task);
        }
    }

    private static void end() {
        programs().await();
        for (Runnable task = next(); task != null; task = next()) {
            try {
                task.run();
            } catch (Throwable failure) {
                LastWords.say("at the program's end: " + failure);
            }
        }
    }

    private static OtherHooks programs() {
        synchronized (TASKS) {
            return others;
        }
    }

    private static Runnable next() {
        synchronized (TASKS) {
            return TASKS.poll();
        }
    }
}

package sim.metrics.exit;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * What SIM does when the program ends, on one thread, {@code sim-exit}: behind the program's own shutdown hooks, for their
 * calls are metered too, and what was registered last comes first. Any thread.
 */
public final class AtExit {
    private static final Deque<Runnable> TASKS = new ArrayDeque<>();
    private static OtherHooks others;

    private AtExit() {}

    /** Runs the task when the program ends; not at all where it ends already. */
    public static void run(Runnable task) {
        synchronized (TASKS) {
            if (others == null) {
                others = OtherHooks.find();
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
        others.await();
        for (Runnable task = next(); task != null; task = next()) {
            try {
                task.run();
            } catch (Throwable failure) {
                LastWords.say("at the program's end: " + failure);
            }
        }
    }

    private static Runnable next() {
        synchronized (TASKS) {
            return TASKS.poll();
        }
    }
}

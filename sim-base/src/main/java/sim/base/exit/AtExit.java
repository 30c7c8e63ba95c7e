package sim.base.exit;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;

/**
 * Runs SIM's tasks when the program ends, on one thread, {@code sim-exit}. They run after the program's own shutdown hooks, because the
 * calls of those are metered too. The task that was added last runs first. Any thread.
 */
public final class AtExit {
    private static final Deque<Runnable> TASKS = new ArrayDeque<>();
    private static OtherHooks others = new OtherHooks(Map.of());
    private static boolean registered;

    private AtExit() {}

    /** Sets the map of the program's hooks: that of the JVM itself, which changes. */
    public static void waitFor(Map<Thread, Thread> hooks) {
        LastWords.prepare();
        synchronized (TASKS) {
            others = new OtherHooks(hooks);
        }
    }

    /** Adds a task for the end of the program. If the program is ending already, it is not run. */
    public static void run(Runnable task) {
        synchronized (TASKS) {
            if (!registered) {
                registered = true;
                LastWords.prepare();
                try {
                    Thread last = new Thread(AtExit::end, "sim-exit");
                    // otherwise the program's
                    last.setUncaughtExceptionHandler(
                            (its, failure) -> LastWords.say("at the program's end: ", failure));
                    Runtime.getRuntime().addShutdownHook(last);
                } catch (IllegalStateException ends) {
                    return;
                }
            }
            TASKS.push(task);
        }
    }

    private static void end() {
        try {
            programs().await();
        } catch (Throwable failure) {
            LastWords.say("while the program's hooks end: ", failure);
        }
        for (Runnable task = next(); task != null; task = next()) {
            try {
                task.run();
            } catch (Throwable failure) {
                LastWords.say("at the program's end: ", failure);
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

package sim.payload.embedded;

import java.util.concurrent.Callable;
import sim.payload.spi.PayloadRuntime;

/**
 * Splits the call tree by hand. Calls between {@link #enter} and {@link #exit} on one thread stand below a splitting node, one
 * for each distinct text. Without SIM, and while nothing is recorded, a call costs at most 1 ns. These methods throw only what
 * the given tasks throw. Any thread.
 */
public final class Split {
    private static final PayloadRuntime RUNTIME = PayloadRuntime.ofJvm();

    private Split() {}

    /**
     * Begins a split. Inside another split of the same probe on the same thread it has no effect, unless the probe is reentrant.
     *
     * @param description the text to split by; null does not split
     */
    public static void enter(Class<? extends SplitProbe> probe, String description) {
        RUNTIME.enterSplit(probe, description);
    }

    /** Ends the split that was begun last on this thread. */
    public static void exit() {
        RUNTIME.exitSplit(null);
    }

    /** Runs the task inside a split. */
    public static void execute(Class<? extends SplitProbe> probe, String description, Runnable task) {
        RUNTIME.enterSplit(probe, description);
        Throwable error = null;
        try {
            task.run();
        } catch (Throwable thrown) {
            error = thrown;
            throw thrown;
        } finally {
            RUNTIME.exitSplit(error);
        }
    }

    /**
     * Calls the task inside a split and returns what it returns.
     *
     * @throws Exception what the task throws
     */
    public static <T> T execute(Class<? extends SplitProbe> probe, String description, Callable<T> task)
            throws Exception {
        RUNTIME.enterSplit(probe, description);
        Throwable error = null;
        try {
            return task.call();
        } catch (Throwable thrown) {
            error = thrown;
            throw thrown;
        } finally {
            RUNTIME.exitSplit(error);
        }
    }
}

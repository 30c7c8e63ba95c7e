package sim.payload.embedded;

import java.util.concurrent.Callable;
import sim.payload.spi.PayloadRuntime;

/**
 * Records payloads by hand. The time between {@link #enter} and {@link #exit} on one thread is one payload, which gets its
 * description at its end. Without SIM, and while nothing is recorded, a call costs at most 1 ns and allocates nothing. These
 * methods throw only what the given tasks throw. Any thread.
 *
 * <pre>
 * Payload.enter(QueryProbe.class);
 * try {
 *     run(query);
 * } finally {
 *     Payload.exit(query);
 * }
 * </pre>
 */
public final class Payload {
    private static final PayloadRuntime RUNTIME = PayloadRuntime.ofJvm();

    private Payload() {}

    /** Begins a payload. Inside another payload of the same probe on the same thread, it is not recorded. */
    public static void enter(Class<? extends PayloadProbe> probe) {
        RUNTIME.enter(probe, null, null);
    }

    /**
     * Begins a payload that belongs to a control object and has an event type.
     *
     * @param controlObject compared by identity and held weakly; null for none. If it was not opened, the probe names it
     * @param type a constant of {@link PayloadProbe#getCustomTypes()}; null for none
     */
    public static void enter(Class<? extends PayloadProbe> probe, Object controlObject, Enum<?> type) {
        RUNTIME.enter(probe, controlObject, type);
    }

    /**
     * Ends the payload that was begun last on this thread.
     *
     * @param description what the payload was about. Equal descriptions are added up, so leave ids and times out. Null records
     *        nothing
     */
    public static void exit(String description) {
        RUNTIME.exit(description, null);
    }

    /** Runs the task as a payload. */
    public static void execute(Class<? extends PayloadProbe> probe, String description, Runnable task) {
        execute(probe, description, null, null, task);
    }

    /**
     * Calls the task as a payload and returns what it returns.
     *
     * @throws Exception what the task throws
     */
    public static <T> T execute(Class<? extends PayloadProbe> probe, String description, Callable<T> task)
            throws Exception {
        return execute(probe, description, null, null, task);
    }

    /** Runs the task as a payload of a control object and a type, either of which may be null. */
    public static void execute(Class<? extends PayloadProbe> probe, String description, Object controlObject,
            Enum<?> type, Runnable task) {
        RUNTIME.enter(probe, controlObject, type);
        Throwable error = null;
        try {
            task.run();
        } catch (Throwable thrown) {
            error = thrown;
            throw thrown;
        } finally {
            RUNTIME.exit(description, error);
        }
    }

    /**
     * Calls the task as a payload of a control object and a type, either of which may be null.
     *
     * @throws Exception what the task throws
     */
    public static <T> T execute(Class<? extends PayloadProbe> probe, String description, Object controlObject,
            Enum<?> type, Callable<T> task) throws Exception {
        RUNTIME.enter(probe, controlObject, type);
        Throwable error = null;
        try {
            return task.call();
        } catch (Throwable thrown) {
            error = thrown;
            throw thrown;
        } finally {
            RUNTIME.exit(description, error);
        }
    }

    /** Names a control object and records that it was opened. SIM holds the object weakly. */
    public static void openControlObject(Class<? extends PayloadProbe> probe, Object controlObject, String name) {
        RUNTIME.open(probe, controlObject, name);
    }

    /** Records that a control object was closed. Later payloads with the same object belong to a new control object. */
    public static void closeControlObject(Class<? extends PayloadProbe> probe, Object controlObject) {
        RUNTIME.close(probe, controlObject);
    }
}

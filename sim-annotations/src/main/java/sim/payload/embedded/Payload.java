package sim.payload.embedded;

import java.util.concurrent.Callable;
import sim.payload.spi.PayloadRuntime;

/**
 * Records payloads by hand: what happens between {@link #enter} and {@link #exit} on one thread is one payload, described at
 * its end. Without SIM, and while nothing is recorded, a call costs at most 1 ns and allocates nothing. Nothing here throws but what
 * the given tasks throw. Any thread.
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

    /** A payload begins. Inside another one of the same probe on the same thread it is not recorded. */
    public static void enter(Class<? extends PayloadProbe> probe) {
        RUNTIME.enter(probe, null, null);
    }

    /**
     * A payload begins that belongs to a control object and is of a type.
     *
     * @param controlObject compared by identity and held weakly; null for none. One that was not opened is named by the probe
     * @param type a constant of {@link PayloadProbe#getCustomTypes()}; null for none
     */
    public static void enter(Class<? extends PayloadProbe> probe, Object controlObject, Enum<?> type) {
        RUNTIME.enter(probe, controlObject, type);
    }

    /**
     * The payload begun last on this thread ends.
     *
     * @param description what it was; equal ones are added up, so leave out ids and times. Null records nothing
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

    /** Names a control object and notes that it was opened; the object is held weakly. */
    public static void openControlObject(Class<? extends PayloadProbe> probe, Object controlObject, String name) {
        RUNTIME.open(probe, controlObject, name);
    }

    /** Notes that a control object was closed. Later payloads with it belong to a new one. */
    public static void closeControlObject(Class<? extends PayloadProbe> probe, Object controlObject) {
        RUNTIME.close(probe, controlObject);
    }
}

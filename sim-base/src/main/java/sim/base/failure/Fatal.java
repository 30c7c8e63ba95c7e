package sim.base.failure;

/**
 * What passes through SIM into the application. On a thread of the application's SIM catches everything, its own failures and
 * those of hooks and extensions, and counts it: without SIM the call would have gone on. That holds for the
 * JVM's own errors too. Where memory or stack end, the application meets them by itself, or it did not need what SIM needed.
 * Two things were meant for the thread and not for SIM:
 * <ul>
 * <li>a {@link ThreadDeath} ({@code Thread.stop}, up to Java 19) ends the thread;
 * <li>an {@link InterruptedException} out of a hook has taken the thread's interruption, which is set again.
 * </ul>
 * SIM's own threads go on whatever is thrown.
 *
 * <p>Whoever handles a failure may be where the heap is full: what is allocated there throws into the application. So this allocates
 * nothing, and whoever prints a line does that within a {@code try}.
 */
public final class Fatal {
    /** Known by its name, because the JDK is going to remove the class; null where it has. A class makes its name when first asked. */
    private static final Class<?> THREAD_DEATH = threadDeath();

    private Fatal() {}

    private static Class<?> threadDeath() {
        try {
            return Class.forName("java.lang.ThreadDeath", false, null);
        } catch (ClassNotFoundException removed) {
            return null;
        }
    }

    /**
     * Throws what was caught if it must pass into the application. The last call in the handling of a failure on an application's thread.
     */
    public static void pass(Throwable failure) {
        if (failure instanceof Error error && failure.getClass() == THREAD_DEATH) {
            throw error;
        }
        if (failure instanceof InterruptedException) {
            Thread.currentThread().interrupt();
        }
    }
}

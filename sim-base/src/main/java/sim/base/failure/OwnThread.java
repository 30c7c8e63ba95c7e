package sim.base.failure;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes SIM's own threads: daemons that inherit nothing from the application's. What such a thread throws is counted, and the first is said.
 * It does not reach the application's handler of uncaught exceptions, which ends the program in many servers. Any thread.
 */
public final class OwnThread implements Thread.UncaughtExceptionHandler {
    private static final AtomicLong FAILED = new AtomicLong();
    private static final OwnThread HANDLER = new OwnThread();
    /**
     * Beside the program's groups: what it counts, interrupts or waits for in them has none of SIM's threads. Not the group above all itself, of which a security manager that the
     * program sets later keeps SIM's classes out. Null where there is one from the start.
     */
    private static final ThreadGroup BESIDE = beside();

    private OwnThread() {}

    /** Makes a thread, which is not started yet. */
    public static Thread of(Runnable work, String name) {
        Thread thread = new Thread(BESIDE, work, name, 0, false);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.setUncaughtExceptionHandler(HANDLER);
        return thread;
    }

    private static ThreadGroup beside() {
        try {
            ThreadGroup group = Thread.currentThread().getThreadGroup();
            while (group.getParent() != null) {
                group = group.getParent();
            }
            return new ThreadGroup(group, "sim");
        } catch (SecurityException denied) {
            return null;
        }
    }

    /** Runs one round of a loop. Nothing that the round throws ends the loop, whose beginning makes {@code round} for all rounds: to make it takes memory. */
    public static void round(Runnable round) {
        try {
            round.run();
        } catch (Throwable failure) {
            count(failure);
        }
    }

    /** Counts what went wrong on the calling thread, one of SIM's that goes on. */
    public static void count(Throwable failure) {
        HANDLER.uncaughtException(Thread.currentThread(), failure);
    }

    /** How often a thread of SIM's failed in a way that nothing else counts. */
    public static long failed() {
        return FAILED.get();
    }

    @Override
    public void uncaughtException(Thread thread, Throwable failure) {
        if (FAILED.getAndIncrement() == 0) {
            try {
                System.err.println("sim: the thread " + thread.getName()
                        + " failed, and the application continues; later failures are only counted: " + failure);
            } catch (Throwable unsaid) {
                // for want of memory; it is counted
            }
        }
    }
}

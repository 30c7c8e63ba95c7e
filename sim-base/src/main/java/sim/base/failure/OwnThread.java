package sim.base.failure;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes SIM's own threads: daemons that inherit nothing from the application's. What such a thread throws is counted, and the first is said.
 * It does not reach the application's handler of uncaught exceptions, which ends the program in many servers. Any thread.
 */
public final class OwnThread implements Thread.UncaughtExceptionHandler {
    private static final AtomicLong FAILED = new AtomicLong();
    private static final OwnThread HANDLER = new OwnThread();
    /** What the program counts, interrupts or waits for in its own group has none of SIM's threads. */
    private static final ThreadGroup ABOVE_ALL = aboveAll();

    private OwnThread() {}

    /** Makes a thread, which is not started yet. */
    public static Thread of(Runnable work, String name) {
        Thread thread = made(work, name);
        thread.setDaemon(true);
        thread.setContextClassLoader(null);
        thread.setUncaughtExceptionHandler(HANDLER);
        return thread;
    }

    private static Thread made(Runnable work, String name) {
        try {
            return new Thread(ABOVE_ALL, work, name, 0, false);
        } catch (SecurityException denied) {
            return new Thread(null, work, name, 0, false); // by a security manager that the program has set
        }
    }

    private static ThreadGroup aboveAll() {
        ThreadGroup group = Thread.currentThread().getThreadGroup();
        try {
            while (group.getParent() != null) {
                group = group.getParent();
            }
        } catch (SecurityException denied) {
            // the highest that may be seen
        }
        return group;
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

package sim.metrics.extension;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import sim.metrics.config.OptionException;
import sim.metrics.failure.Fatal;

/**
 * Loads an extension, which runs code of its own, on a thread of its own: one that does not come back holds up the thread of the
 * application that met it first for some seconds, and others that come meanwhile, and not for good. What it calls is not metered,
 * and threads it starts keep no JVM alive unless they say so.
 */
final class Loading<T> extends Thread {
    private static final long SECONDS = 5;

    private final Callable<T> work;
    private T loaded;
    private Throwable failure;
    /** Whether it was over in time: the caller's. */
    private boolean isOver;

    private Loading(String name, Callable<T> work) {
        super(null, null, "sim-extension-" + name, 0, false);
        this.work = work;
        setDaemon(true);
    }

    /** Does the work, or as much of it as there is time for. */
    static <T> Loading<T> of(String name, Callable<T> work) {
        Loading<T> loading = new Loading<>(name, work);
        loading.start();
        loading.isOver = loading.await();
        return loading;
    }

    /** What was loaded; null where it failed. */
    T loaded() {
        return isOver && failure == null ? loaded : null;
    }

    /** What was thrown, or that it has not come back; null where it was loaded. */
    Throwable failure() {
        return isOver
                ? failure
                : new OptionException(
                        "it has not returned from its class's initialiser, its constructor or init within "
                                + SECONDS + " s");
    }

    @Override
    public void run() {
        try {
            loaded = work.call();
        } catch (InvocationTargetException | ExceptionInInitializerError wrapped) {
            failure = ofThisThread(wrapped.getCause() == null ? wrapped : wrapped.getCause());
        } catch (Throwable thrown) {
            failure = ofThisThread(thrown);
        }
    }

    /** What was meant for this thread is not for the one that waits: see {@link Fatal}. */
    private static Throwable ofThisThread(Throwable thrown) {
        try {
            Fatal.pass(thrown);
            return thrown instanceof InterruptedException ? new IllegalStateException(thrown) : thrown;
        } catch (Error stopped) {
            return new IllegalStateException(stopped);
        }
    }

    /** Waits whatever the application does with its thread, whose interrupt it keeps. */
    private boolean await() {
        long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        boolean interrupted = false;
        while (isAlive()) {
            long left = until - System.nanoTime();
            if (left <= 0) {
                break;
            }
            try {
                TimeUnit.NANOSECONDS.timedJoin(this, left);
            } catch (InterruptedException stop) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !isAlive();
    }
}

package sim.metrics.extension;

import java.lang.reflect.InvocationTargetException;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import sim.base.config.OptionException;
import sim.base.failure.Fatal;

/**
 * Loads an extension on a thread of its own, because loading runs code of the extension. If that never returns, it delays the
 * application's thread that came first, and others that come meanwhile, by a few seconds and not for ever. Calls that it makes are not
 * metered. Threads that it starts are daemons unless they say otherwise.
 */
final class Loading<T> extends Thread {
    private static final long SECONDS = 5;

    private final Callable<T> work;
    private T loaded;
    private Throwable failure;
    /** Whether it finished in time. Only the caller uses it. */
    private boolean isOver;

    private Loading(String name, Callable<T> work) {
        super(null, null, "sim-extension-" + name, 0, false);
        this.work = work;
        setDaemon(true);
    }

    /** Starts the work and waits for it, for a limited time. */
    static <T> Loading<T> of(String name, Callable<T> work) {
        Loading<T> loading = new Loading<>(name, work);
        loading.start();
        loading.isOver = loading.await();
        return loading;
    }

    /** The loaded extension; null if loading failed. */
    T loaded() {
        return isOver && failure == null ? loaded : null;
    }

    /** Why loading failed: an exception, or that it has not returned; null if it succeeded. */
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

    /** Replaces errors that are meant for this thread and not for the waiting one: see {@link Fatal}. */
    private static Throwable ofThisThread(Throwable thrown) {
        try {
            Fatal.pass(thrown);
            return thrown instanceof InterruptedException ? new IllegalStateException(thrown) : thrown;
        } catch (Error stopped) {
            return new IllegalStateException(stopped);
        }
    }

    /** Waits even if the application interrupts its thread, and sets the interrupt again. */
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

package sim.metrics.probe;

import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import sim.base.config.Options;

/** A thread that lives until the JVM ends, with the id of all others of its kind: a thread class may say what it likes. */
final class Threaded extends Thread {
    private static final Threads THREADS = new Metering(Options.load("meters=wall", new Properties())).threads;

    Threaded() {
        setDaemon(true);
        start();
    }

    /** What a virtual thread would have taken from the pool. */
    static ThreadContext context(Thread thread) {
        return new ThreadContext(thread, true, THREADS);
    }

    @Override
    public long getId() {
        return 42;
    }

    @Override
    public void run() {
        while (true) {
            LockSupport.park();
        }
    }
}

package sim.metrics.probe;

import java.util.Properties;
import java.util.concurrent.locks.LockSupport;
import sim.base.config.Options;

/** Threads that live until the JVM ends, each with the slot of all others of its kind. */
final class Threaded {
    private static final Threads THREADS = new Metering(Options.load("meters=wall", new Properties())).threads;
    private static final int SLOT = 42;

    private Threaded() {}

    static Thread start() {
        Thread thread = new Thread(Threaded::live);
        while (ThreadTable.slotOf(thread) != SLOT) {
            thread = new Thread(Threaded::live); // has the next id
        }
        thread.setDaemon(true);
        thread.start();
        return thread;
    }

    /** What a virtual thread would have taken from the pool. */
    static ThreadContext context(Thread thread) {
        return new ThreadContext(thread, true, THREADS);
    }

    private static void live() {
        while (true) {
            LockSupport.park();
        }
    }
}

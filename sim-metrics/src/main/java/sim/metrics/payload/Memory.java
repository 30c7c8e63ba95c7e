package sim.metrics.payload;

import java.util.concurrent.atomic.AtomicLong;

/** Heap for what payload probes keep, all threads and probes together, in bytes. Any thread. */
final class Memory {
    private final AtomicLong taken = new AtomicLong();
    private final long bound;

    Memory(long bound) {
        this.bound = bound;
    }

    /** Takes bytes; false, and nothing taken, where there is no room. */
    boolean take(long bytes) {
        if (taken.addAndGet(bytes) > bound) {
            taken.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    /** Takes what there must be room for. */
    void charge(long bytes) {
        taken.addAndGet(bytes);
    }

    void give(long bytes) {
        taken.addAndGet(-bytes);
    }

    long taken() {
        return taken.get();
    }
}

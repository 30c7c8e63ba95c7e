package sim.payload.recording;

import java.util.concurrent.atomic.AtomicLong;

/** Accounts for the heap, in bytes, that payload probes take: all threads and probes together. Any thread. */
final class PayloadMemory {
    private final AtomicLong taken = new AtomicLong();
    private final long bound;

    PayloadMemory(long bound) {
        this.bound = bound;
    }

    /** Takes bytes. If there is no room, takes nothing and returns false. */
    boolean take(long bytes) {
        if (taken.addAndGet(bytes) > bound) {
            taken.addAndGet(-bytes);
            return false;
        }
        return true;
    }

    /** Takes bytes even past the bound, for what cannot be refused. */
    void charge(long bytes) {
        taken.addAndGet(bytes);
    }

    void give(long bytes) {
        taken.addAndGet(-bytes);
    }
}

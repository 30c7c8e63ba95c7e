package sim.base.meter;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The highest of the values several threads read of something that only grows. Between a thread's reading and its storing
 * another may store a later one: in two steps the value would fall back, and a meter's delta be negative.
 */
final class Highest {
    private final AtomicLong value = new AtomicLong();

    long get() {
        return value.get();
    }

    /** In one step: one compare-and-set, repeated where another thread was quicker. */
    void raise(long read) {
        long now = value.get();
        while (read > now && !value.compareAndSet(now, read)) {
            now = value.get();
        }
    }
}

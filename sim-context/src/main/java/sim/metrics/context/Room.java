package sim.metrics.context;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that contexts of all threads may take together, in bytes as estimated: those that are open or not yet shipped
 * with their values, the places of those that are current, and the sums of their kinds. Any thread; a few atomic additions a
 * context.
 */
final class Room {
    private final AtomicLong left;
    private final long all;

    Room(long bytes) {
        this.all = bytes;
        this.left = new AtomicLong(bytes);
    }

    /** Takes that many bytes if as many are left. */
    boolean take(long bytes) {
        if (left.addAndGet(-bytes) >= 0) {
            return true;
        }
        left.addAndGet(bytes);
        return false;
    }

    void give(long bytes) {
        if (bytes != 0) {
            left.addAndGet(bytes);
        }
    }

    /** Whether more than half is taken. */
    boolean isHalfFull() {
        return left.get() < all / 2;
    }

    long taken() {
        return all - left.get();
    }
}

package sim.context;

import java.util.concurrent.atomic.AtomicLong;

/**
 * The memory that the contexts of all threads may take together, in estimated bytes: contexts that are open or not yet shipped with their
 * values, places of current contexts, and the sums of kinds. Any thread. Costs a few atomic additions for each context.
 */
final class ContextMemory {
    /** One part in so many is held back for contexts that turn out slow or failed when all else is taken. */
    private static final int SPARE = 32;

    private final AtomicLong left;
    private final AtomicLong spare;
    private final long all;
    /** Bytes that were to be given back where a stack was full, and nothing can be called. Whoever adds to it holds its lock. */
    final long[] owed = {0};

    ContextMemory(long bytes) {
        this.all = bytes;
        this.spare = new AtomicLong(bytes / SPARE);
        this.left = new AtomicLong(bytes - bytes / SPARE);
    }

    /** Takes that many bytes if as many are left. */
    boolean take(long bytes) {
        if (left.addAndGet(-bytes) >= 0) {
            return true;
        }
        left.addAndGet(bytes);
        return false;
    }

    /** Takes that many bytes of those that are held back. */
    boolean takeSpare(long bytes) {
        if (spare.addAndGet(-bytes) >= 0) {
            return true;
        }
        spare.addAndGet(bytes);
        return false;
    }

    void giveSpare(long bytes) {
        spare.addAndGet(bytes);
    }

    /** Takes that many bytes if at least half of all is left then. */
    boolean takeOfHalf(long bytes) {
        if (left.addAndGet(-bytes) >= all / 2) {
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

    /** Gives back what is owed. */
    void settle() {
        synchronized (owed) {
            give(owed[0]);
            owed[0] = 0;
        }
    }

    /** Whether more than half is taken. */
    boolean isHalfFull() {
        return left.get() < all / 2;
    }

    long taken() {
        return all - left.get() - spare.get();
    }
}

package sim.server.ingest;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The memory for decoding and storing complete frames, lent in the order in which peers ask. However many frames come at a time,
 * the heap does not overflow, and a peer that sends slowly holds none of it. Any thread.
 */
final class FrameMemory {
    /** The unit of lending, in bytes: a semaphore counts at most two thousand million units. */
    private static final int UNIT = 1 << 10;
    /** The smallest memory; one real frame of a megabyte fits. */
    private static final long LEAST = 16L << 20;

    private final int most;
    private final Semaphore free;

    FrameMemory(long heapBytes) {
        most = (int) Math.min(Integer.MAX_VALUE, Math.max(LEAST, heapBytes) / UNIT);
        free = new Semaphore(most, true);
    }

    /**
     * Waits for the heap that a frame may take, at most for all there is. Returns the bytes to give back later; 0 if there was not enough in time.
     */
    long take(long heapBytes, Duration within) throws InterruptedException {
        int wanted = (int) Math.min(most, (heapBytes + UNIT - 1) / UNIT);
        return free.tryAcquire(wanted, within.toNanos(), TimeUnit.NANOSECONDS) ? (long) wanted * UNIT : 0;
    }

    void giveBack(long taken) {
        free.release((int) (taken / UNIT));
    }
}

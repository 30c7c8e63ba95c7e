package sim.server.ingest;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The memory for decoding and storing complete frames, lent in the order in which peers ask. However many frames come at a time,
 * the heap does not overflow, and a peer that sends slowly holds none of it. Any thread.
 */
final class FrameMemory {
    /** What is lent at a time: a semaphore counts no more than two thousand million. */
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
     * Waits for the heap a frame may take, or for all there is where that is less; returns what is to be given back, bytes,
     * or 0 when there was none in time.
     */
    long take(long heapBytes, Duration within) throws InterruptedException {
        int wanted = (int) Math.min(most, (heapBytes + UNIT - 1) / UNIT);
        return free.tryAcquire(wanted, within.toNanos(), TimeUnit.NANOSECONDS) ? (long) wanted * UNIT : 0;
    }

    void giveBack(long taken) {
        free.release((int) (taken / UNIT));
    }
}

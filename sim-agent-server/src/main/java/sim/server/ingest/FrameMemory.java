package sim.server.ingest;

import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * The memory for decoding and storing frames that have come whole, lent in the order of asking: however many come at a time,
 * the heap does not overflow, and nobody who sends slowly holds any of it. Any thread.
 */
final class FrameMemory {
    /** What a frame takes while it is decoded and stored, in times of its length: see {@code FrameCodec}. */
    private static final int DECODED = 48;

    private final int most;
    private final Semaphore free;

    FrameMemory(long heapBytes) {
        most = (int) Math.max(1, Math.min(Integer.MAX_VALUE, heapBytes / DECODED));
        free = new Semaphore(most, true);
    }

    /** Waits for memory for a frame; returns what is to be given back, or 0 when there was none in time. */
    int take(int length, Duration within) throws InterruptedException {
        int wanted = Math.min(length, most);
        return free.tryAcquire(wanted, within.toNanos(), TimeUnit.NANOSECONDS) ? wanted : 0;
    }

    void giveBack(int taken) {
        free.release(taken);
    }
}

package sim.metrics.probe;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The thread contexts that no virtual thread uses now. A thread that takes one gets one if the pool has any; a thread that gives one back
 * succeeds unless all places are taken. This matters because a context has several KB, and thousands of threads must not make them in
 * vain. Taking and giving need no lock and allocate nothing: one compare-and-set each.
 *
 *
 * <p>The places form a line for each of a few threads. A thread searches all lines from their fronts, beginning with its own. If there
 * are few contexts, as is usual, it finds one in the first loads.
 *
 * @param <C> a thread's context
 */
final class ContextPool<C> {
    private static final int SIZE = 256;
    private static final int NEAR = 16;

    private final AtomicReferenceArray<C> places = new AtomicReferenceArray<>(SIZE);
    /** A power of two. */
    private final int lines;
    private final int lineBits;

    /** @param threads about how many threads may come at the same time */
    ContextPool(int threads) {
        this.lineBits = 32 - Integer.numberOfLeadingZeros(Math.max(1, Math.min(16, threads)) - 1);
        this.lines = 1 << lineBits;
    }

    /** Takes a context for the calling thread; null if the pool has none. */
    C take(long thread) {
        for (int i = 0; i < SIZE; i++) {
            int at = place(thread, i);
            if (places.getPlain(at) != null) {
                C context = places.getAndSet(at, null);
                if (context != null) {
                    return context;
                }
            }
        }
        return null;
    }

    /** Gives a context back; false if there is no room. */
    boolean give(long thread, C context) {
        for (int i = 0; i < SIZE; i++) {
            int at = place(thread, i);
            if (places.getPlain(at) == null && places.compareAndSet(at, null, context)) {
                return true;
            }
        }
        return false;
    }

    /** Whether there is one in the front places, where nearly all are. The calling thread need not get it. */
    boolean hasNear(long thread) {
        for (int i = 0; i < NEAR; i++) {
            if (places.getPlain(place(thread, i)) != null) {
                return true;
            }
        }
        return false;
    }

    int size() {
        return SIZE;
    }

    /** Visits the first place of each line, beginning with the thread's own line, then the second places, and so on. */
    private int place(long thread, int step) {
        int line = (int) thread + step & lines - 1;
        return line * (SIZE >> lineBits) + (step >> lineBits);
    }
}

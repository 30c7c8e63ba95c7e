package sim.metrics.probe;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The thread contexts that no virtual thread uses now. A taker gets one if there is any, and a giver gets rid of it unless all
 * places are taken: a context is several KB, so one made in vain is what a thousand threads' calls must not cost. Without a lock,
 * and without allocating: one compare-and-set each.
 *
 * <p>The places are searched from a line of their own for each of a few threads, in an order that fills all lines from
 * their fronts: where few contexts are about, as is usual, they are found in the first loads.
 */
final class ContextPool {
    private static final int SIZE = 256;

    private final AtomicReferenceArray<ThreadContext> places = new AtomicReferenceArray<>(SIZE);
    /** A power of two. */
    private final int lines;
    private final int lineBits;

    /** @param threads how many may come at once, about */
    ContextPool(int threads) {
        this.lineBits = 32 - Integer.numberOfLeadingZeros(Math.max(1, Math.min(16, threads)) - 1);
        this.lines = 1 << lineBits;
    }

    /** One for the calling thread, or null when there is none. */
    ThreadContext take(long thread) {
        for (int i = 0; i < SIZE; i++) {
            int at = place(thread, i);
            if (places.getPlain(at) != null) {
                ThreadContext context = places.getAndSet(at, null);
                if (context != null) {
                    return context;
                }
            }
        }
        return null;
    }

    /** Brings one back; false when there is no room. */
    boolean give(long thread, ThreadContext context) {
        for (int i = 0; i < SIZE; i++) {
            int at = place(thread, i);
            if (places.getPlain(at) == null && places.compareAndSet(at, null, context)) {
                return true;
            }
        }
        return false;
    }

    int size() {
        return SIZE;
    }

    /** The first place of each line, beginning with the thread's own, then the second ones, and so on. */
    private int place(long thread, int step) {
        int line = (int) thread + step & lines - 1;
        return line * (SIZE >> lineBits) + (step >> lineBits);
    }
}

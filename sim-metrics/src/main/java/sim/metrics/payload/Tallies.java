package sim.metrics.payload;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A few tallies of the same thing, so that threads that add at once seldom meet. The first is always there; another is made
 * when a thread finds its own taken or missing, as long as there is memory.
 */
abstract class Tallies {
    /** A power of two, as many as threads run at once, 8 at most. */
    static final int STRIPES = Math.min(8, Integer.highestOneBit(
            Math.max(1, 2 * Runtime.getRuntime().availableProcessors() - 1)));
    private static final VarHandle AT = MethodHandles.arrayElementVarHandle(Tally[].class);

    private final Tally[] tallies = new Tally[STRIPES];
    private final boolean buckets;

    Tallies(boolean buckets) {
        this.buckets = buckets;
        tallies[0] = new Tally(buckets);
    }

    /** Adds a payload. Some 15 ns where nobody else adds to the same; never lost. */
    final void add(int stripe, long nanos, boolean error, Memory memory) {
        int at = stripe & STRIPES - 1;
        for (;; at = at + 1 & STRIPES - 1) {
            Tally tally = (Tally) AT.getAcquire(tallies, at);
            if (tally == null) {
                tally = make(at, memory);
            }
            if (tally.tryAdd(nanos, error)) {
                return;
            }
            Thread.onSpinWait();
        }
    }

    private Tally make(int at, Memory memory) {
        if (memory.take(bytes())) {
            Tally made = new Tally(buckets);
            if (AT.compareAndSet(tallies, at, null, made)) {
                return made;
            }
            memory.give(bytes());
        }
        return tallies[0];
    }

    /** What was gained. The collector's thread. */
    final Sums take() {
        Sums sums = new Sums();
        for (int i = 0; i < STRIPES; i++) {
            Tally tally = (Tally) AT.getAcquire(tallies, i);
            if (tally != null) {
                tally.take(sums);
            }
        }
        return sums;
    }

    /** Heap bytes of all tallies there are. */
    final long tallyBytes() {
        int there = 0;
        for (int i = 0; i < STRIPES; i++) {
            there += AT.getAcquire(tallies, i) == null ? 0 : 1;
        }
        return there * bytes();
    }

    private long bytes() {
        return Tally.BYTES + (buckets ? Tally.HISTOGRAM_BYTES : 0);
    }
}

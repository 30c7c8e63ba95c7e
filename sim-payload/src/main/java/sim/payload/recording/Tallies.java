package sim.payload.recording;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * A few tallies of the same sums, so that threads that add at the same time seldom wait for each other. The first always exists. A thread
 * makes another one when it finds its own missing, as long as there is memory.
 */
abstract class Tallies {
    /** About the number of threads that can run at once: a power of two, at most 8. */
    static final int STRIPES = Math.min(8, Integer.highestOneBit(
            Math.max(1, 2 * Runtime.getRuntime().availableProcessors() - 1)));
    private static final VarHandle AT = MethodHandles.arrayElementVarHandle(PayloadTally[].class);

    private final PayloadTally[] tallies = new PayloadTally[STRIPES];
    private final boolean buckets;
    /** What was taken out and not told yet. Only the collector's thread uses it. */
    private PayloadTotals taken;

    Tallies(boolean buckets) {
        this.buckets = buckets;
        tallies[0] = new PayloadTally(buckets);
    }

    /** Adds a payload; never loses one. Takes about 15 ns if no other thread adds to the same tally. */
    final void add(int stripe, long nanos, boolean error, PayloadMemory memory) {
        int at = stripe & STRIPES - 1;
        for (;; at = at + 1 & STRIPES - 1) {
            PayloadTally tally = (PayloadTally) AT.getAcquire(tallies, at);
            if (tally == null) {
                tally = make(at, memory);
            }
            if (tally.tryAdd(nanos, error)) {
                return;
            }
            Thread.onSpinWait();
        }
    }

    private PayloadTally make(int at, PayloadMemory memory) {
        if (memory.take(bytes())) {
            PayloadTally made = new PayloadTally(buckets);
            if (AT.compareAndSet(tallies, at, null, made)) {
                return made;
            }
            memory.give(bytes());
        }
        return tallies[0];
    }

    /** Takes the gain out, and keeps it until {@link #told}: if this or what follows fails, the next call has it too. Called by the collector's thread. */
    final PayloadTotals take() {
        if (taken == null) {
            taken = new PayloadTotals();
        }
        for (int i = 0; i < STRIPES; i++) {
            PayloadTally tally = (PayloadTally) AT.getAcquire(tallies, i);
            if (tally != null) {
                tally.take(taken);
            }
        }
        return taken;
    }

    /** What was taken is told. */
    final void told() {
        taken = null;
    }

    /** Heap bytes of all tallies that exist. */
    final long tallyBytes() {
        int there = 0;
        for (int i = 0; i < STRIPES; i++) {
            there += AT.getAcquire(tallies, i) == null ? 0 : 1;
        }
        return there * bytes();
    }

    private long bytes() {
        return PayloadTally.BYTES + (buckets ? PayloadTally.HISTOGRAM_BYTES : 0);
    }
}

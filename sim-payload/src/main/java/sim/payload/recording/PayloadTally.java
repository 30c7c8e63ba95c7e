package sim.payload.recording;

import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import sim.metrics.tree.Histogram;
import sim.model.snapshot.Buckets;

/**
 * Sums of payloads. One thread at a time holds a tally, for about 10 ns: a thread that ends a payload, or the collector's. No holder
 * blocks.
 */
final class PayloadTally {
    /** Heap bytes of a tally without a histogram, including the reference to it. */
    static final int BYTES = 80;
    /** Heap bytes of an average histogram, which has four octaves. */
    static final int HISTOGRAM_BYTES = Histogram.bytes(4);

    private static final AtomicIntegerFieldUpdater<PayloadTally> HELD = AtomicIntegerFieldUpdater.newUpdater(
            PayloadTally.class,
            "held");

    private volatile int held;
    private final boolean buckets;
    private long count;
    private long errors;
    private long total;
    private long max;
    /** The octaves that have values, a bit for each. */
    private long met;
    private int[] histogram;

    PayloadTally(boolean buckets) {
        this.buckets = buckets;
    }

    /** Adds one if nobody else holds it. */
    boolean tryAdd(long nanos, boolean error) {
        if (held != 0 || !HELD.compareAndSet(this, 0, 1)) {
            return false;
        }
        try {
            if (buckets) {
                int bucket = Buckets.indexOf(nanos);
                long octave = 1L << (bucket >>> 4);
                if ((met & octave) == 0) {
                    histogram = met == 0 ? Histogram.of(octave) : Histogram.with(histogram, octave);
                    met |= octave;
                }
                histogram[Histogram.at(met, octave) + (bucket & 15)]++;
            }
            count++;
            total += nanos;
            if (nanos > max) {
                max = nanos;
            }
            if (error) {
                errors++;
            }
        } finally {
            try {
                HELD.lazySet(this, 0); // a release store: the next holder sees all that was written before, without a fence
            } catch (StackOverflowError full) {
                held = 0; // a plain store needs no stack; a tally held for ever would make all other threads spin for ever
            }
        }
        return true;
    }

    /** Moves all sums to {@code to}. If there is no memory for that, each is in one of the two, and the count stays here. Called by the collector's thread. */
    void take(PayloadTotals to) {
        while (!HELD.compareAndSet(this, 0, 1)) {
            Thread.onSpinWait();
        }
        try {
            if (count == 0) {
                return;
            }
            for (long left = met; left != 0; left &= left - 1) {
                long octave = left & -left;
                int from = Histogram.at(met, octave);
                int first = Long.numberOfTrailingZeros(octave) << 4;
                for (int i = 0; i < Buckets.PER_OCTAVE; i++) {
                    if (histogram[from + i] != 0) {
                        to.add(first + i, histogram[from + i]);
                        histogram[from + i] = 0;
                    }
                }
            }
            to.add(count, errors, total, max);
            count = 0;
            errors = 0;
            total = 0;
            max = 0;
        } finally {
            HELD.lazySet(this, 0);
        }
    }
}

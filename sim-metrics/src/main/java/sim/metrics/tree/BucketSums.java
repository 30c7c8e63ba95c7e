package sim.metrics.tree;

import java.util.Arrays;
import sim.model.snapshot.Buckets;

/** A node's histogram over all ledgers while a drain gathers it: the octaves that have values, and their counts in the same order. */
final class BucketSums {
    private long met;
    private long[] counts = {};

    /**
     * Adds the difference of {@code now} and {@code before}, an array of the same shape, for which there is room, and copies {@code now} into {@code before}. Allocates
     * nothing.
     */
    void addDifferences(int[] now, int[] before) {
        int from = Histogram.HEAD;
        for (long left = Histogram.met(before); left != 0; left &= left - 1) {
            int into = octave(Long.lowestOneBit(left));
            for (int i = 0; i < Buckets.PER_OCTAVE; i++) {
                int count = now[from + i];
                counts[into + i] += count - before[from + i] & 0xFFFF_FFFFL;
                before[from + i] = count;
            }
            from += Buckets.PER_OCTAVE;
        }
    }

    /** Makes room for all octaves of another one. */
    void makeRoomFor(BucketSums more) {
        makeRoomFor(more.met);
    }

    /** Makes room for all octaves of a histogram. */
    void makeRoomFor(int[] histogram) {
        makeRoomFor(Histogram.met(histogram));
    }

    private void makeRoomFor(long octaves) {
        for (long left = octaves; left != 0; left &= left - 1) {
            octave(Long.lowestOneBit(left));
        }
    }

    /** Adds another one, for which there is room. Allocates nothing. */
    void add(BucketSums more) {
        int from = 0;
        for (long left = more.met; left != 0; left &= left - 1) {
            int into = octave(Long.lowestOneBit(left));
            for (int i = 0; i < Buckets.PER_OCTAVE; i++) {
                counts[into + i] += more.counts[from + i];
            }
            from += Buckets.PER_OCTAVE;
        }
    }

    /** Pairs of bucket and calls, ascending. */
    long[] pairs() {
        long[] pairs = new long[2 * counts.length];
        int used = 0;
        int from = 0;
        for (long left = met; left != 0; left &= left - 1) {
            int first = Long.numberOfTrailingZeros(left) * Buckets.PER_OCTAVE;
            for (int i = 0; i < Buckets.PER_OCTAVE; i++) {
                if (counts[from + i] != 0) {
                    pairs[used++] = first + i;
                    pairs[used++] = counts[from + i];
                }
            }
            from += Buckets.PER_OCTAVE;
        }
        return Arrays.copyOf(pairs, used);
    }

    private int octave(long octave) {
        int at = Histogram.at(met, octave) - Histogram.HEAD;
        if ((met & octave) == 0) {
            long[] larger = new long[counts.length + Buckets.PER_OCTAVE];
            System.arraycopy(counts, 0, larger, 0, at);
            System.arraycopy(counts, at, larger, at + Buckets.PER_OCTAVE, counts.length - at);
            counts = larger;
            met |= octave;
        }
        return at;
    }
}

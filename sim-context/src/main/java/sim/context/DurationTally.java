package sim.context;

import java.util.Arrays;
import sim.model.snapshot.Buckets;

/**
 * How long the contexts of a kind took since the last drain, by bucket, and the longest. It has only the octaves it has met, in ascending order: most
 * kinds meet three to six of sixty-one. One thread at a time.
 */
final class DurationTally {
    private static final int[] NONE = {};

    private final ContextMemory memory;
    /** A bit for each octave that has counts. */
    private long met;
    private int[] counts = NONE;
    private long longest;

    DurationTally(ContextMemory memory) {
        this.memory = memory;
    }

    /** Makes room for a duration. It takes memory once for each octave, even past the bound: otherwise the counts would not be exact. */
    void makeRoom(long nanos) {
        long octave = 1L << (Buckets.indexOf(nanos) >>> 4);
        if ((met & octave) == 0) {
            addOctave(octave);
        }
    }

    /** Makes room for another one. */
    void makeRoom(DurationTally more) {
        for (long left = more.met & ~met; left != 0; left &= left - 1) {
            addOctave(Long.lowestOneBit(left));
        }
    }

    private void addOctave(long octave) {
        long[] owed = memory.owed;
        long more = Integer.BYTES * Buckets.PER_OCTAVE;
        memory.give(-more);
        try {
            int at = at(octave);
            int[] larger = new int[counts.length + Buckets.PER_OCTAVE];
            System.arraycopy(counts, 0, larger, 0, at);
            System.arraycopy(counts, at, larger, at + Buckets.PER_OCTAVE, counts.length - at);
            counts = larger;
            met |= octave;
        } catch (Throwable full) {
            synchronized (owed) { // nothing can be called here
                owed[0] += more;
            }
            throw full;
        }
    }

    /** Counts a duration, for which there is room. */
    void add(long nanos) {
        int bucket = Buckets.indexOf(nanos);
        counts[at(1L << (bucket >>> 4)) + (bucket & Buckets.PER_OCTAVE - 1)]++;
        longest = Math.max(longest, nanos);
    }

    /** Adds another one, for which there is room. */
    void add(DurationTally more) {
        int from = 0;
        for (long left = more.met; left != 0; left &= left - 1) {
            int into = at(Long.lowestOneBit(left));
            for (int i = 0; i < Buckets.PER_OCTAVE; i++) {
                counts[into + i] += more.counts[from + i];
            }
            from += Buckets.PER_OCTAVE;
        }
        longest = Math.max(longest, more.longest);
    }

    private int at(long octave) {
        return Long.bitCount(met & octave - 1) * Buckets.PER_OCTAVE;
    }

    long longest() {
        return longest;
    }

    /** Pairs of bucket and contexts, ascending. */
    long[] pairs() {
        long[] pairs = new long[2 * counts.length];
        int used = 0;
        int from = 0;
        for (long left = met; left != 0; left &= left - 1) {
            int first = Long.numberOfTrailingZeros(left) * Buckets.PER_OCTAVE;
            for (int i = 0; i < Buckets.PER_OCTAVE; i++) {
                if (counts[from + i] != 0) {
                    pairs[used++] = first + i;
                    pairs[used++] = counts[from + i] & 0xFFFF_FFFFL;
                }
            }
            from += Buckets.PER_OCTAVE;
        }
        return Arrays.copyOf(pairs, used);
    }

    /** Bytes it has taken of the contexts' memory. */
    long bytes() {
        return (long) Integer.BYTES * counts.length;
    }
}

package sim.metrics.tree;

import sim.model.snapshot.Buckets;

/**
 * A histogram that holds only the octaves it has met, as one array: most places meet three to six of sixty-one. The counts
 * are 32 bits and wrap around; differences of them are right as long as a bucket gets fewer than 2^32 calls between two drains.
 *
 * <pre>
 *  0, 1   the octaves met, a bit each, low half first
 *  2 ..   16 counts for each of these, ascending
 * </pre>
 */
public final class Histogram {
    public static final int HEAD = 2;
    /** The empty histogram; never changed. */
    static final int[] NONE = new int[HEAD];
    /** Heap bytes of an octave, including the collector's copy of it. */
    static final int OCTAVE = 2 * Integer.BYTES * Buckets.PER_OCTAVE;
    private static final int ARRAY = 16;

    private Histogram() {}

    /**
     * A new histogram with room for one octave.
     *
     * @param octave the bit of the octave
     */
    public static int[] of(long octave) {
        int[] histogram = new int[HEAD + Buckets.PER_OCTAVE];
        setMet(histogram, octave);
        return histogram;
    }

    /** A copy with room for one more octave. */
    public static int[] with(int[] histogram, long octave) {
        long met = met(histogram);
        int gap = at(met, octave);
        int[] larger = new int[histogram.length + Buckets.PER_OCTAVE];
        System.arraycopy(histogram, HEAD, larger, HEAD, gap - HEAD);
        System.arraycopy(histogram, gap, larger, gap + Buckets.PER_OCTAVE, histogram.length - gap);
        setMet(larger, met | octave);
        return larger;
    }

    /**
     * The same, or null if there is no room for it: by the bound, or in the heap. A value then counts in a neighbouring bucket, and its call is not
     * lost.
     */
    static int[] grown(int[] histogram, long octave, NumbersMemory memory) {
        if (!memory.hasForOctave()) {
            return null;
        }
        try {
            return with(histogram, octave);
        } catch (OutOfMemoryError full) { // the heap is full: the caller counts the value as folded
            memory.restOctaves();
            return null;
        }
    }

    /** {@code mine}, with room for all octaves of {@code other}. */
    static int[] shapedAs(int[] other, int[] mine) {
        int[] larger = mine;
        if (other.length != mine.length) {
            for (long more = met(other) & ~met(mine); more != 0; more &= more - 1) {
                larger = with(larger, Long.lowestOneBit(more));
            }
        }
        return larger;
    }

    /**
     * The bucket for a value for whose octave there is no room: the nearest bucket of the nearest octave. If two are equally near, the
     * larger one, so that percentiles do not flatter.
     */
    static int nearest(long met, int bucket) {
        int octave = bucket >>> 4;
        long above = met >>> octave << octave;
        long below = met ^ above;
        int larger = Long.numberOfTrailingZeros(above);
        int smaller = 63 - Long.numberOfLeadingZeros(below);
        boolean goesUp = below == 0 || above != 0 && larger - octave <= octave - smaller;
        return goesUp ? larger << 4 : (smaller << 4) + Buckets.PER_OCTAVE - 1;
    }

    /** The position of the counts of an octave, also if it is not there yet. */
    public static int at(long met, long octave) {
        return HEAD + Long.bitCount(met & octave - 1) * Buckets.PER_OCTAVE;
    }

    public static long met(int[] histogram) {
        return histogram[0] & 0xFFFF_FFFFL | (long) histogram[1] << 32;
    }

    /** Heap bytes of a histogram with this many octaves. */
    public static int bytes(int octaves) {
        return ARRAY + Integer.BYTES * (HEAD + octaves * Buckets.PER_OCTAVE);
    }

    private static void setMet(int[] histogram, long met) {
        histogram[0] = (int) met;
        histogram[1] = (int) (met >>> 32);
    }
}

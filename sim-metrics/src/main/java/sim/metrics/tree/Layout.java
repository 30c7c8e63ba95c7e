package sim.metrics.tree;

import java.util.Arrays;

/**
 * The positions of each meter's numbers in a tally. Only the meters that are read have a position. A runtime has one layout, so
 * that each of its ledgers can take any thread's calls.
 */
public final class Layout {
    /** For each meter: total, self, and the largest single call of this epoch and of the one before. */
    static final int TOTAL = 0;
    static final int SELF = 1;
    static final int MAX = 2;
    static final int MAX_BEFORE = 3;
    static final int STRIDE = 4;

    private static final int TALLY = 160;
    private static final int TAKEN = 64;
    private static final int REFERENCE = 4;
    private static final int ARRAY = 16;

    /** How many meters there are, including those that are not read. */
    final int width;
    /** The ordinals of those that are read. */
    final int[] meters;
    /** By ordinal: the position at which the meter's numbers begin; -1 if it is not read. */
    final int[] at;
    /** The ordinals of the meters that have a histogram, wall time left out: it always has one. */
    final int[] histograms;
    /** Heap bytes of a tally without octaves, including the collector's copy of it. */
    final int bytes;
    /** Heap bytes of the first octaves of its histograms. */
    final int firstOctaves;

    /**
     * @param present the bit set of the meters any thread may read; wall time is always among them
     * @param histograms the bit set of those whose values are sorted into a histogram too; wall time's always are
     * @param width how many meters there are
     */
    public Layout(int present, int histograms, int width) {
        this.width = width;
        this.at = new int[width];
        Arrays.fill(at, -1);
        int[] read = new int[width];
        int[] sorted = new int[width];
        int found = 0;
        int asked = 0;
        for (int meter = 0; meter < width; meter++) {
            if (meter == 0 || (present & 1 << meter) != 0) {
                at[meter] = found * STRIDE;
                read[found++] = meter;
                if (meter > 0 && (histograms & 1 << meter) != 0) {
                    sorted[asked++] = meter;
                }
            }
        }
        this.meters = Arrays.copyOf(read, found);
        this.histograms = Arrays.copyOf(sorted, asked);
        this.bytes = TALLY + TAKEN + 2 * ARRAY + 2 * Histogram.bytes(0) + found * Long.BYTES * (STRIDE + Taken.STRIDE)
                + (asked == 0 ? 0 : 2 * (ARRAY + Long.BYTES) + asked * 2 * (REFERENCE + Histogram.bytes(0)));
        this.firstOctaves = (1 + asked) * Histogram.OCTAVE;
    }

    /** How many histograms a place has in addition to that of wall time. */
    public int further() {
        return histograms.length;
    }

    /** Uses methods that return the object: with a constructor here, the verifier would load the class in any case. */
    Tally newTally(Node node) {
        return histograms.length == 0 ? new Tally(node, this) : HistogramTally.of(node, this);
    }

    /** Makes the object that remembers how much of a tally was taken. */
    Taken newTaken() {
        return histograms.length == 0 ? new Taken(this) : HistogramTaken.of(this);
    }
}

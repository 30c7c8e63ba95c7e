package sim.metrics.tree;

import java.util.Arrays;
import sim.model.snapshot.Meter;

/**
 * The positions of each meter's numbers in a tally. Only the meters that are read have a position, those first that change at nearly every call. A runtime has one
 * layout, so that each of its ledgers can take any thread's calls.
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
    /** The ordinals of those that are read, by position. */
    final int[] meters;
    /** How many of them do not {@linkplain Meter#SELDOM seldom} change. A tally has room for these, and for the others once one has changed. */
    final int often;
    /** By ordinal: the position at which the meter's numbers begin; -1 if it is not read. */
    final int[] at;
    /** The ordinals of the meters that have a histogram, wall time left out: it always has one. */
    final int[] histograms;
    /**
     * Heap bytes of a tally without octaves, including the collector's copy of it, and of half of the room for the meters that seldom change: so a ledger of which half of the tallies have
     * it takes what it was given.
     */
    final int bytes;
    /** Heap bytes of the other half of that room. */
    final int seldomBytes;
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
        int read = present | Meter.WALL.bit();
        this.meters = new int[Integer.bitCount(read & (1 << width) - 1)];
        this.often = place(read & ~Meter.SELDOM, 0);
        place(read & Meter.SELDOM, often);
        int[] sorted = new int[width];
        int asked = 0;
        for (int meter = 1; meter < width; meter++) {
            if ((read & histograms & 1 << meter) != 0) {
                sorted[asked++] = meter;
            }
        }
        this.histograms = Arrays.copyOf(sorted, asked);
        int each = Long.BYTES * (STRIDE + Taken.STRIDE);
        this.seldomBytes = (meters.length - often) * each / 2;
        this.bytes = TALLY + TAKEN + 2 * ARRAY + 2 * Histogram.bytes(0) + often * each + seldomBytes
                + (asked == 0 ? 0 : 2 * (ARRAY + Long.BYTES) + asked * 2 * (REFERENCE + Histogram.bytes(0)));
        this.firstOctaves = (1 + asked) * Histogram.OCTAVE;
    }

    /** Gives meters the positions that follow, and returns how many positions are taken. */
    private int place(int some, int taken) {
        int next = taken;
        for (int meter = 0; meter < width; meter++) {
            if ((some & 1 << meter) != 0) {
                at[meter] = next * STRIDE;
                meters[next++] = meter;
            }
        }
        return next;
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

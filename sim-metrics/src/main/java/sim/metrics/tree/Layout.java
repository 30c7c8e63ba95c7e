package sim.metrics.tree;

import java.util.Arrays;

/**
 * Where each meter's numbers stand in a tally: only the meters that are read have any. One for a runtime, so that all its
 * ledgers can take any thread's calls.
 */
public final class Layout {
    /** Per meter: total, self, and the largest single call of this epoch and of the one before. */
    static final int TOTAL = 0;
    static final int SELF = 1;
    static final int MAX = 2;
    static final int MAX_BEFORE = 3;
    static final int STRIDE = 4;

    private static final int TALLY = 112;
    private static final int TAKEN = 40;
    private static final int ARRAY = 16;

    /** How many meters there are, read or not. */
    final int width;
    /** The ordinals of those that are read. */
    final int[] meters;
    /** By ordinal, where the meter's numbers begin; -1 for one that is not read. */
    final int[] at;
    /** What a tally takes, with what the collector remembers of it, before its histogram grows. */
    final int bytes;

    /**
     * @param present the bit set of the meters any thread may read; wall time is always among them
     * @param width how many meters there are
     */
    public Layout(int present, int width) {
        this.width = width;
        this.at = new int[width];
        Arrays.fill(at, -1);
        int[] read = new int[width];
        int found = 0;
        for (int meter = 0; meter < width; meter++) {
            if (meter == 0 || (present & 1 << meter) != 0) {
                at[meter] = found * STRIDE;
                read[found++] = meter;
            }
        }
        this.meters = Arrays.copyOf(read, found);
        this.bytes = TALLY + TAKEN + 2 * ARRAY + 2 * Histogram.bytes(1) + found * Long.BYTES * (STRIDE + Taken.STRIDE);
    }
}

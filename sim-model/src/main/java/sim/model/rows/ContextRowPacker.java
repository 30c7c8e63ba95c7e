package sim.model.rows;

import java.util.Arrays;
import sim.model.packed.Packed;
import sim.model.snapshot.TreeRow;

/** Packs places as {@link ContextRows}. Reusable; one thread at a time. */
public final class ContextRowPacker {
    private static final int NUMBERS = 5;

    private byte[] bytes = new byte[512];
    private int at;
    private int size;

    /**
     * Adds a place.
     *
     * @param ordinals the meters there are, in the order of {@link ContextRows#order}
     * @param sums total, self and largest of each, in that order, from {@code from} on
     */
    public void add(int node, long count, long errors, int present, int[] ordinals, long[] sums, int from) {
        int most = Packed.LONGEST * (NUMBERS + 3 * ordinals.length);
        if (bytes.length - at < most) {
            bytes = Arrays.copyOf(bytes, bytes.length * 2 + most);
        }
        put(node);
        put(count);
        put(errors);
        put(present);
        int moved = 0;
        for (int i = 0, of = from; i < ordinals.length; i++, of += 3) {
            if ((sums[of] | sums[of + 1] | sums[of + 2]) != 0) {
                moved |= 1 << ordinals[i];
            }
        }
        put(moved);
        for (int i = 0, of = from; i < ordinals.length; i++, of += 3) {
            if ((moved & 1 << ordinals[i]) != 0) {
                putSigned(sums[of]);
                // an estimate: slightly below 0 is chance, and shown as 0
                putSigned(sums[of] - Math.max(0, sums[of + 1]));
                putSigned(sums[of] - sums[of + 2]);
            }
        }
        size++;
    }

    /** Adds a place that is a row; without its histogram. */
    public void add(TreeRow row) {
        int[] ordinals = ContextRows.ORDER;
        long[] sums = new long[3 * ordinals.length];
        for (int i = 0; i < ordinals.length; i++) {
            sums[3 * i] = row.total()[ordinals[i]];
            sums[3 * i + 1] = row.self()[ordinals[i]];
            sums[3 * i + 2] = row.max()[ordinals[i]];
        }
        add(row.node(), row.count(), row.errors(), row.present(), ordinals, sums, 0);
    }

    /** Returns the places added since the last call. */
    public ContextRows take() {
        ContextRows rows = size == 0 ? ContextRows.NONE : new ContextRows(size, Arrays.copyOf(bytes, at));
        reset();
        return rows;
    }

    /** Forgets the places added since the last {@code take}. */
    public void reset() {
        at = 0;
        size = 0;
    }

    private void putSigned(long value) {
        at = Packed.putSigned(value, bytes, at);
    }

    private void put(long value) {
        at = Packed.put(value, bytes, at);
    }
}

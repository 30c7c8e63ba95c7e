package sim.context;

import java.util.Arrays;

/** The few places of a context that matter: where its time went, and where calls failed. One thread at a time. */
final class Few {
    /** A place that took less of its own than this part of the context is not worth its row. */
    private static final int PART = 100;

    private final int most;
    private final int[] slots;
    private final long[] ranks;
    private boolean[] kept = new boolean[64];
    private int found;

    Few(int most) {
        this.most = most;
        this.slots = new int[most];
        this.ranks = new long[most];
    }

    /** Which slots are kept; null for all. Valid until it is asked again. */
    boolean[] of(PlaceTable places) {
        int size = places.size();
        if (size <= most) {
            return null;
        }
        long all = 0;
        for (int slot = 0; slot < size; slot++) {
            all += Math.max(0, places.selfWall(slot));
        }
        found = 0;
        for (int slot = 0; slot < size; slot++) {
            long self = places.selfWall(slot);
            boolean failed = places.errors(slot) > 0;
            if (failed || self > all / PART) {
                rank(slot, failed ? Long.MAX_VALUE / 2 + self : self);
            }
        }
        if (kept.length < size) {
            kept = new boolean[size * 2];
        }
        Arrays.fill(kept, 0, size, false);
        for (int i = 0; i < found; i++) {
            kept[slots[i]] = true;
        }
        return kept;
    }

    /** Inserts by rank, the largest first. */
    private void rank(int slot, long rank) {
        if (found == most && (most == 0 || ranks[most - 1] >= rank)) {
            return;
        }
        int at = found < most ? found++ : most - 1;
        while (at > 0 && ranks[at - 1] < rank) {
            ranks[at] = ranks[at - 1];
            slots[at] = slots[at - 1];
            at--;
        }
        ranks[at] = rank;
        slots[at] = slot;
    }
}

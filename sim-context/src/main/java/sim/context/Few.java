package sim.context;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * The few places of a context that matter: its outermost places, where its time went, and where calls failed. The outermost places of the
 * longest calls come first, up to half of the places, and each other place brings its outermost one: without it a tree would begin with a
 * place that nobody counted. One thread at a time.
 */
final class Few {
    /** A place that took less of its own than this part of the context is not worth its row. */
    private static final int PART = 100;

    private final int most;
    /** The place of a place's caller, 0 for none. Callers have smaller ids. */
    private final IntUnaryOperator callers;
    private final int[] slots;
    private final long[] ranks;
    private boolean[] kept = new boolean[64];
    private int found;
    /** The smallest id in the table: what is above is not of this context. */
    private int lowest;

    Few(int most, IntUnaryOperator callers) {
        this.most = most;
        this.callers = callers;
        this.slots = new int[most];
        this.ranks = new long[most];
    }

    /** Which slots are kept; null for all. Valid until it is asked again. */
    boolean[] of(PlaceTable places) {
        int size = places.size();
        if (size <= most) {
            return null;
        }
        if (kept.length < size) {
            kept = new boolean[size * 2];
        }
        Arrays.fill(kept, 0, size, false);
        if (most == 0) {
            return kept;
        }
        long all = Math.max(0, places.leftOut().nanos);
        int longest = 0;
        lowest = places.node(0);
        for (int slot = 0; slot < size; slot++) {
            all += Math.max(0, places.selfWall(slot));
            lowest = Math.min(lowest, places.node(slot));
            longest = places.totalWall(slot) > places.totalWall(longest) ? slot : longest;
        }
        int room = most - keepOutermost(places, outermost(places, longest), all);
        found = 0;
        for (int slot = 0; slot < size; slot++) {
            long self = places.selfWall(slot);
            boolean failed = places.errors(slot) > 0;
            if (failed || self > all / PART) {
                rank(slot, failed ? Long.MAX_VALUE / 2 + self : self);
            }
        }
        for (int i = 0; i < found && room > 0; i++) {
            room -= keep(places, slots[i], room);
        }
        return kept;
    }

    /**
     * Keeps the outermost place of the longest calls, and others if it leaves them time: then the context was on several threads, or its
     * outermost call has not ended. Only then all places are looked at. Returns how many are kept.
     */
    private int keepOutermost(PlaceTable places, int longest, long all) {
        kept[longest] = true;
        int count = 1;
        if (places.totalWall(longest) < all - all / PART) {
            found = 0;
            for (int slot = 0; slot < places.size(); slot++) {
                long total = places.totalWall(slot);
                if (total > all / PART && !kept[slot] && isOutermost(places, slot)) {
                    rank(slot, total);
                }
            }
            for (int i = 0; i < found && count < most / 2; i++) {
                kept[slots[i]] = true;
                count++;
            }
        }
        return count;
    }

    /** Whether no caller has calls here. */
    private boolean isOutermost(PlaceTable places, int slot) {
        int at = callers.applyAsInt(places.node(slot));
        while (at >= lowest && at > 0) {
            int caller = places.slotOf(at);
            if (caller >= 0 && places.count(caller) > 0) {
                return false;
            }
            at = callers.applyAsInt(at);
        }
        return true;
    }

    /** Keeps a slot and its outermost one, if there is room for both. Returns how many are new. */
    private int keep(PlaceTable places, int slot, int room) {
        int outermost = outermost(places, slot);
        int more = (kept[slot] ? 0 : 1) + (outermost == slot || kept[outermost] ? 0 : 1);
        if (more > room) {
            return 0;
        }
        kept[slot] = true;
        kept[outermost] = true;
        return more;
    }

    /** The slot of the outermost caller that has one, or of the innermost that is kept, because its outermost one is kept too. */
    private int outermost(PlaceTable places, int slot) {
        int outermost = slot;
        int at = callers.applyAsInt(places.node(slot));
        while (at >= lowest && at > 0 && !kept[outermost]) {
            int caller = places.slotOf(at);
            if (caller >= 0 && places.count(caller) > 0) {
                outermost = caller;
            }
            at = callers.applyAsInt(at);
        }
        return outermost;
    }

    /** Inserts by rank, the largest first. */
    private void rank(int slot, long rank) {
        if (found == most && ranks[most - 1] >= rank) {
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

package sim.context;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * The places of a table that explain least, which give way to others: those with the least self time. A place that failed stays before
 * any other, and a caller of a place that stays does too. So what stays is a tree, and each total has room for what is inside. One thread
 * at a time.
 */
final class Least {
    private static final long FAILED = Long.MAX_VALUE / 2;
    /** Of a call in progress. */
    private static final long OPEN = Long.MAX_VALUE;
    /** A place is worth a row if it has the own time of a context, divided by this and by the rows there are. */
    private static final int SHARE = 4;
    private static final long[] NONE = {};

    /** The place of a place's caller, 0 for none. */
    private final IntUnaryOperator callers;
    /** By slot: the most that it, or a place called from it, explains. */
    private long[] ranks = NONE;
    private long[] sorted = NONE;
    private boolean[] kept = {};
    private long floor;

    Least(IntUnaryOperator callers) {
        this.callers = callers;
    }

    /**
     * Which slots stay. Valid until it is asked again.
     *
     * @param most how many, fewer than there are
     * @param open a place of which a call just ended, so that calls of all its callers are in progress; 0 for none
     */
    boolean[] of(PlaceTable places, int most, int open) {
        int size = places.size();
        if (kept.length < size) {
            ranks = new long[size * 2];
            sorted = new long[size * 2];
            kept = new boolean[size * 2];
        }
        long own = rank(places);
        for (int at = open; at != 0; at = callers.applyAsInt(at)) {
            int slot = places.slotOf(at);
            if (slot >= 0) {
                ranks[slot] = OPEN;
            }
        }
        for (int slot = 0; slot < size; slot++) {
            sorted[slot] = order(places, slot);
        }
        Arrays.sort(sorted, 0, size);
        long last = sorted[size - most - 1];
        long dearest = 0;
        for (int slot = 0; slot < size; slot++) {
            kept[slot] = order(places, slot) > last;
            if (!kept[slot] && ranks[slot] < FAILED) {
                dearest = Math.max(dearest, ranks[slot]);
            }
        }
        floor = Math.max(dearest, own / SHARE / size);
        return kept;
    }

    /** Self time from which on a call is worth a row of the table that was looked at last, ns. */
    long floor() {
        return floor;
    }

    /** Ranks the slots. Returns the self time of all calls. */
    private long rank(PlaceTable places) {
        int size = places.size();
        long own = places.leftOut().nanos;
        for (int slot = 0; slot < size; slot++) {
            long self = Math.max(0, places.selfWall(slot));
            own += self;
            ranks[slot] = places.errors(slot) > 0 ? FAILED + Math.min(self, FAILED - 1) : self;
        }
        for (int slot = 0; slot < size; slot++) {
            raise(places, slot);
        }
        return own;
    }

    /** Ranks the callers of a place at least as high. */
    private void raise(PlaceTable places, int slot) {
        long rank = ranks[slot];
        for (int at = callers.applyAsInt(places.node(slot)); at != 0; at = callers.applyAsInt(at)) {
            int caller = places.slotOf(at);
            if (caller >= 0) {
                if (ranks[caller] >= rank) {
                    return; // and so are its own
                }
                ranks[caller] = rank;
            }
        }
    }

    /** The rank of a slot, to 24 bits, and among equals the smaller id before the larger, which may be called from it. */
    private long order(PlaceTable places, int slot) {
        return (long) Float.floatToRawIntBits(ranks[slot]) << 32 | 0xFFFFFFFFL & ~places.node(slot);
    }
}

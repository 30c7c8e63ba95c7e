package sim.context;

import java.util.Arrays;

/**
 * The calls of a {@link PlaceTable} that have no row in it: how many, and at how many places. It belongs to the table and has its
 * writer.
 */
final class LeftOut {
    /** Places are told apart by this many of the lowest bits of their ids: a call tree of as many places has exact numbers. */
    private static final int BITS = 16;
    private static final int FIRST = 16;
    private static final long[] NONE = {};

    long calls;
    long errors;
    /** Their self time, ns. */
    long nanos;
    /** Bytes that it takes of the contexts' memory. */
    long taken;
    /** Places of which the number alone is known. */
    private long places;
    /** A bit for each other place. */
    private long[] marks = NONE;

    private final ContextMemory memory;

    LeftOut(ContextMemory memory) {
        this.memory = memory;
    }

    /** Notes a place. Without memory for it, the place is not counted. */
    void mark(int node) {
        int bit = node & (1 << BITS) - 1;
        if (bit >> 6 < marks.length || grow(bit >> 6)) {
            marks[bit >> 6] |= 1L << bit;
        }
    }

    boolean isMarked(int node) {
        int bit = node & (1 << BITS) - 1;
        return bit >> 6 < marks.length && (marks[bit >> 6] & 1L << bit) != 0;
    }

    /** Adds calls at so many places. Calls nothing, because the stack may be full. */
    void add(long more, long failed, long selfNanos, long atPlaces) {
        calls += more;
        errors += failed;
        nanos += selfNanos;
        places += atPlaces;
    }

    /** Adds those of another table. */
    void addAll(LeftOut other) {
        for (int word = other.marks.length - 1; word >= 0; word--) {
            if (other.marks[word] != 0 && (word < marks.length || grow(word))) {
                marks[word] |= other.marks[word];
            }
        }
        add(other.calls, other.errors, other.nanos, other.places);
    }

    /** At how many places. */
    long places() {
        long all = places;
        for (long word : marks) {
            all += Long.bitCount(word);
        }
        return all;
    }

    private boolean grow(int word) {
        long[] owed = memory.owed;
        int length = Math.max(FIRST, Integer.highestOneBit(word) << 1);
        long more = 8L * (length - marks.length);
        if (!memory.take(more)) {
            return false;
        }
        try {
            marks = Arrays.copyOf(marks, length);
            taken += more;
            return true;
        } catch (Throwable full) {
            synchronized (owed) { // nothing can be called here
                owed[0] += more;
            }
            throw full;
        }
    }

    void clear() {
        if (calls != 0) {
            Arrays.fill(marks, 0);
            calls = 0;
            errors = 0;
            nanos = 0;
            places = 0;
        }
    }
}

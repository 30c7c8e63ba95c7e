package sim.metrics.tree;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import sim.model.snapshot.MeasureGroup;

/**
 * The numbers of one owner, by node. A platform thread owns a ledger for life. Threads that have none, or no room in theirs, borrow one
 * of a few for the end of one call. One writer at a time; the collector's thread reads at the same time.
 *
 *
 * <p>Open addressing by the nodes' slots, at most half full: an owner's memory depends on the places it meets, not on the size of the tree. The tally of a candidate
 * that is gone gives way to that of the next candidate in its slot.
 */
public final class Ledger {
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Tally[].class);
    private static final int FIRST_CAPACITY = 16;
    private static final int REFERENCE = 4;
    static final int EVERY = MeasureGroup.EVERY;

    private final Layout layout;
    final NumbersMemory memory;
    private volatile Tally[] tallies = new Tally[FIRST_CAPACITY];
    private int size;
    /** Bytes that were taken of the memory of all. */
    private long bytes = REFERENCE * FIRST_CAPACITY;
    /** Values that count in a neighbouring bucket, because there was no room for their own. */
    private long folded;
    /**
     * Counts the drains. The owner reads it without volatile and may see it a few calls late, which only moves a maximum to another
     * interval.
     */
    int epoch = 1;

    public Ledger(Layout layout, NumbersMemory memory) {
        this.layout = layout;
        this.memory = memory;
        memory.chargeNumbers(bytes);
    }

    /** The tally of a node, made at its first call; null if there is no room for one, or if memory is short and the place is not called often. */
    public Tally own(Node node) {
        Node place = node.counted();
        Tally known = find(place);
        return known != null || !place.isSharedBy(memory.often()) || !memory.tallies.isOver() ? known : meet(place);
    }

    /** How many tallies there are. */
    int size() {
        return size;
    }

    /** Whether there is a tally of a node. */
    public boolean knows(Node node) {
        return find(node.counted()) != null;
    }

    /** Whether nobody makes a tally now, because the heap had no room for one a moment ago. */
    public boolean makesNone() {
        return !memory.tallies.isOver();
    }

    private Tally meet(Node place) {
        boolean isTaken = false;
        try {
            Tally known = replace(place);
            if (known == null && memory.takeForNumbers(layout.bytes)) {
                bytes += layout.bytes;
                isTaken = true;
                known = create(place);
            }
            return known;
        } catch (OutOfMemoryError full) { // the call is counted elsewhere
            memory.tallies.begin();
            if (isTaken) {
                take(-layout.bytes);
            }
            return null;
        }
    }

    /**
     * The same, made even if there is no room. It takes none, and neither do the first octaves of its histograms. There is at most one
     * such tally for each place and for each slot of candidates, as long as who asks keeps to {@link Node#bookOf}. What is left to places that are called often is not for these: a place that is called once would take it for good.
     */
    public Tally tallyAnyhow(Node node) {
        Tally known = own(node);
        if (known != null) {
            return known;
        }
        memory.tallies.check();
        try {
            return make(node.counted());
        } catch (OutOfMemoryError full) { // goes on to the caller
            memory.tallies.begin();
            throw full;
        }
    }

    private Tally make(Node place) {
        Tally known = replace(place); // also where none is made for a place that is called once: a tail of candidates would have one each for good
        if (known == null) {
            known = create(place);
            take(-layout.firstOctaves);
        }
        return known;
    }

    /**
     * Where to look for a node first. Slots of places that are met one after the other follow each other, and would make long rows without a gap: 179 steps for a look-up in a table of 1,279
     * tallies, less than one by a product.
     */
    private static int first(Node node, int mask) {
        return (node.slot * 0x9E37_79B9 >>> 8) & mask;
    }

    private Tally find(Node node) {
        Tally[] table = tallies;
        int mask = table.length - 1;
        int at = first(node, mask);
        Tally tally = table[at];
        while (tally != null && tally.node != node) {
            at = at + 1 & mask;
            tally = table[at];
        }
        return tally;
    }

    /**
     * Puts a candidate's tally in the place of one that is gone. No call in progress has that any more: its owner has looked up the places of its calls since. Null if there is
     * none of which all was taken.
     */
    private Tally replace(Node node) {
        Tally[] table = tallies;
        int mask = table.length - 1;
        int at = first(node, mask);
        while (node.slot < 0 && table[at] != null) {
            Tally known = table[at];
            if (known.node.slot == node.slot && known.node.isGone() && known.isTaken()) {
                Tally tally = layout.newTally(node);
                take(-known.octaves() * Histogram.OCTAVE - (known.isWide() ? layout.seldomBytes : 0));
                SLOT.setRelease(table, at, tally);
                return tally;
            }
            at = at + 1 & mask;
        }
        return null;
    }

    private Tally create(Node node) {
        Tally tally = layout.newTally(node);
        if (2 * size >= tallies.length) {
            grow();
        }
        insert(tallies, tally);
        size++;
        return tally;
    }

    private void grow() {
        Tally[] table = tallies;
        Tally[] larger = new Tally[table.length * 2];
        take(REFERENCE * table.length);
        for (Tally known : table) {
            if (known != null) {
                insert(larger, known);
            }
        }
        tallies = larger;
    }

    private static void insert(Tally[] table, Tally tally) {
        int mask = table.length - 1;
        int at = first(tally.node, mask);
        while (table[at] != null) {
            at = at + 1 & mask;
        }
        SLOT.setRelease(table, at, tally);
    }

    private void take(int more) {
        memory.chargeNumbers(more);
        bytes += more;
    }

    /** Gives back the memory, after its owner has ended and it was drained. */
    public void retire() {
        memory.giveNumbers(bytes);
    }

    /** Whether wall time alone has a histogram. */
    public boolean sortsWallAlone() {
        return layout.histograms.length == 0;
    }

    /**
     * Adds one finished call.
     *
     * @param meters the ordinals of meters that may have changed
     * @param read the bit set of the meters that were read; the deltas of others are what inner calls took
     * @param deltas the reading at the end less that at the begin, by ordinal; wall time in ns at 0
     * @param inner the part of each delta that metered inner calls took
     * @param reads the groups of measures that were read, see {@code MeasureGroup}
     * @param mixed the groups that inner calls did not read
     * @return 0, or how the tally's histograms grew, which the caller passes to {@link #charge}
     */
    public int add(Tally tally, int[] meters, int read, long[] deltas, long[] inner, int reads, int mixed,
            boolean error) {
        makeRoom(tally, meters, deltas, inner);
        int grew = begin(tally, read, deltas, reads, mixed);
        int[] at = layout.at;
        for (int meter : meters) {
            if (tally.has(at[meter])) {
                tally.add(at[meter], deltas[meter], inner[meter]);
            }
        }
        tally.count(read, error);
        return grew;
    }

    /**
     * The same for a call of whose total something counts at the place of an outer call, or beside it: see {@code Recursion}.
     *
     * @param out what that is, by ordinal
     */
    public int addFolded(Tally tally, int[] meters, int read, long[] deltas, long[] inner, long[] out, int reads,
            int mixed, boolean error) {
        makeRoom(tally, meters, deltas, inner);
        makeRoom(tally, meters, out, out);
        int grew = begin(tally, read, deltas, reads, mixed);
        int[] at = layout.at;
        for (int meter : meters) {
            if (tally.has(at[meter])) {
                tally.addFolded(at[meter], deltas[meter], inner[meter], out[meter]);
            }
        }
        tally.count(read, error);
        return grew;
    }

    /** What may fail comes before the sums: a call that is lost is in none of them, and what is inside it is handed on. */
    private int begin(Tally tally, int read, long[] deltas, int reads, int mixed) {
        int grew = tally.sort(deltas, read, memory);
        tally.enter(epoch);
        if (reads != EVERY || mixed != 0) {
            tally.miss(reads, mixed);
        }
        return grew;
    }

    /** The same for a call without an error of which only wall time is read. */
    public int addWall(Tally tally, long wall, long inner, int mixed) {
        tally.enter(epoch);
        if (mixed != 0) {
            tally.miss(EVERY, mixed);
        }
        tally.add(0, wall, inner);
        return tally.finish(wall, false, 1, memory);
    }

    /**
     * Makes room for meters that seldom change, if one of them has changed here for the first time. If the heap has none, the call counts without these: a call that is lost would be
     * worse, and each that tried again would make another collection, which is what changes some of them.
     */
    private void makeRoom(Tally tally, int[] meters, long[] deltas, long[] inner) {
        for (int i = meters.length; --i >= 0;) {
            int meter = meters[i];
            if (!tally.has(layout.at[meter]) && (deltas[meter] | inner[meter]) != 0) {
                if (memory.tallies.isOver()) {
                    widen(tally);
                }
                return;
            }
        }
    }

    private void widen(Tally tally) {
        try {
            tally.widen();
        } catch (OutOfMemoryError full) { // what is left out is no call
            memory.tallies.begin();
            return;
        }
        take(layout.seldomBytes);
    }

    /** Adds a split that ended. All of its time belongs to the calls inside it. */
    public int addSplit(Tally tally, long wall, boolean error) {
        tally.enter(epoch);
        tally.add(0, wall, wall);
        return tally.finish(wall, error, 1, memory);
    }

    /**
     * Adds a call of which nothing was read. Its total is what its inner calls took, its self value 0.
     *
     * @param meters the ordinals of meters of which inner calls used something
     */
    public int addLeftOut(Tally tally, int[] meters, long[] inner, boolean error) {
        makeRoom(tally, meters, inner, inner);
        tally.enter(epoch);
        tally.miss(0, 0);
        int[] at = layout.at;
        for (int meter : meters) {
            if (tally.has(at[meter])) {
                tally.addInner(at[meter], inner[meter]);
            }
        }
        return tally.finishLeftOut(error);
    }

    /**
     * The same where something is left out of its total, as in {@link #addFolded}.
     *
     * @param out what that is, by ordinal
     */
    public int addLeftOutFolded(Tally tally, int[] meters, long[] inner, long[] out, boolean error) {
        makeRoom(tally, meters, inner, out);
        tally.enter(epoch);
        tally.miss(0, 0);
        int[] at = layout.at;
        for (int meter : meters) {
            if (tally.has(at[meter])) {
                tally.addInner(at[meter], inner[meter] - out[meter]);
            }
        }
        return tally.finishLeftOut(error);
    }

    /**
     * Takes memory for the growth of histograms, and counts values for which they could not grow. A step of its own, so that a call is
     * surely counted before anything else can fail.
     *
     * @param grown what adding returned
     */
    public void charge(int grown) {
        folded += grown >>> Tally.FOLDED;
        if ((grown & Tally.GREW) != 0) {
            take((grown & Tally.GREW) * Histogram.OCTAVE);
        }
    }

    /** How many values count in a neighbouring bucket, because there was no room for their own. Any thread. */
    public long folded() {
        return folded;
    }

    /** Adds the gain since the last drain. Called by the collector's thread only. */
    public void drain(Gathering gathering) {
        epoch++;
        Tally[] table = tallies;
        for (int i = 0; i < table.length; i++) {
            Tally tally = (Tally) SLOT.getAcquire(table, i);
            if (tally == null) {
                continue;
            }
            if (tally.taken == null) {
                tally.taken = layout.newTaken();
            }
            if (tally.count() != tally.taken.count) {
                gathering.addCalls(tally.taken.take(tally, layout, gathering.row(tally.node)));
            }
        }
    }
}

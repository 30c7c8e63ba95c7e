package sim.metrics.tree;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The numbers of one owner, by node. A platform thread owns a ledger for life; threads that have none, or no room in their
 * own, borrow one of a few for the length of an exit. One writer at a time; the collector's thread reads beside it.
 *
 * <p>Open addressing by node id, at most half full: an owner's memory follows the places it meets, not those there are.
 */
public final class Ledger {
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Tally[].class);
    private static final int FIRST_CAPACITY = 16;
    private static final int REFERENCE = 4;

    private final Layout layout;
    private final Room room;
    private volatile Tally[] tallies = new Tally[FIRST_CAPACITY];
    private int size;
    /** What was taken of the room. */
    private long bytes = REFERENCE * FIRST_CAPACITY;
    /** Values that a histogram had no room to tell apart. */
    private long folded;
    /** Counts the drains; the owner reads it plainly, so it may see it a few calls late, which moves only a maximum. */
    private int epoch = 1;

    public Ledger(Layout layout, Room room) {
        this.layout = layout;
        this.room = room;
        room.chargeNumbers(bytes);
    }

    /** The tally of a node, made at its first call; null when there is no room for one. */
    public Tally tally(Node node) {
        Tally known = find(node.id);
        if (known == null && room.takeForNumbers(layout.bytes)) {
            bytes += layout.bytes;
            known = create(node.id);
        }
        return known;
    }

    /**
     * The same, made whether there is room or not, and taking none, nor do its histograms for their first octaves: so many there
     * are as the tree has nodes at most.
     */
    public Tally tallyAnyhow(Node node) {
        Tally known = tally(node);
        if (known == null) {
            known = create(node.id);
            take(-layout.firstOctaves);
        }
        return known;
    }

    private Tally find(int id) {
        Tally[] table = tallies;
        int mask = table.length - 1;
        int at = id & mask;
        Tally tally = table[at];
        while (tally != null && tally.node != id) {
            at = at + 1 & mask;
            tally = table[at];
        }
        return tally;
    }

    private Tally create(int id) {
        Tally tally = layout.newTally(id);
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
        int at = tally.node & mask;
        while (table[at] != null) {
            at = at + 1 & mask;
        }
        SLOT.setRelease(table, at, tally);
    }

    private void take(int more) {
        room.chargeNumbers(more);
        bytes += more;
    }

    /** Gives back what it took: its owner has ended, and it was drained. */
    public void retire() {
        room.giveNumbers(bytes);
    }

    /** Whether wall time alone has a histogram. */
    public boolean sortsWallAlone() {
        return layout.histograms.length == 0;
    }

    /**
     * Adds one finished call.
     *
     * @param meters the ordinals of those that may have moved
     * @param deltas end less begin by ordinal; wall time in ns at 0
     * @param inner the part of each that metered inner calls took
     * @return 0, or how the tally's histograms grew: {@link #charge} it then
     */
    public int add(Tally tally, int[] meters, int present, long[] deltas, long[] inner, boolean error) {
        tally.enter(epoch);
        int[] at = layout.at;
        for (int meter : meters) {
            tally.add(at[meter], deltas[meter], inner[meter]);
        }
        return tally.finish(deltas, error, present, room);
    }

    /** The same where wall time alone is read and nothing went wrong. */
    public int addWall(Tally tally, long wall, long inner) {
        tally.enter(epoch);
        tally.add(0, wall, inner);
        return tally.finish(wall, false, 1, room);
    }

    /** Adds a split that ended: all of its time is its calls'. */
    public int addSplit(Tally tally, long wall, boolean error) {
        tally.enter(epoch);
        tally.add(0, wall, wall);
        return tally.finish(wall, error, 1, room);
    }

    /**
     * The same where nothing moved but what is read at each end, nothing went wrong, and wall time alone has a histogram: CPU
     * time was the user's, all of it. Without loops over meters it takes half as long.
     */
    public int addOften(Tally tally, int present, long wall, long innerWall, long cpu, long innerCpu, long bytes,
            long innerBytes) {
        tally.enter(epoch);
        tally.add(0, wall, innerWall);
        if (layout.cpu >= 0) {
            tally.add(layout.cpu, cpu, innerCpu);
        }
        if (layout.user >= 0) {
            tally.add(layout.user, cpu, innerCpu);
        }
        if (layout.allocated >= 0) {
            tally.add(layout.allocated, bytes, innerBytes);
        }
        return tally.finish(wall, false, present, room);
    }

    /**
     * Takes room for what histograms grew by, and counts the values that they could not grow for. Apart from adding, so that
     * whoever adds a call knows that it is counted before anything else can fail.
     *
     * @param grown what adding returned
     */
    public void charge(int grown) {
        folded += grown >>> Tally.FOLDED;
        if ((grown & Tally.GREW) != 0) {
            take((grown & Tally.GREW) * Histogram.OCTAVE);
        }
    }

    /** Values that count in a bucket beside theirs, for want of room. Any thread. */
    public long folded() {
        return folded;
    }

    /** Adds what was gained since the last drain. The collector's thread only. */
    public void drain(Gathering gathering) {
        epoch++;
        Tally[] table = tallies;
        for (int i = 0; i < table.length; i++) {
            Tally tally = (Tally) SLOT.getAcquire(table, i);
            if (tally == null) {
                continue;
            }
            long count = tally.count();
            if (tally.taken == null) {
                tally.taken = layout.newTaken();
            }
            if (count != tally.taken.count) {
                tally.taken.take(tally, count, layout, gathering.row(tally.node));
            }
        }
    }
}

package sim.metrics.tree;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;

/**
 * The numbers of one owner, by node. A platform thread owns a ledger for life; virtual threads borrow one of a few for
 * the length of an exit. One writer at a time; the collector's thread reads beside it.
 */
public final class Ledger {
    private static final VarHandle SLOT = MethodHandles.arrayElementVarHandle(Tally[].class);

    private volatile Tally[] tallies = new Tally[64];
    /** Counts the drains; the owner reads it plainly, so it may see it a few calls late, which moves only a maximum. */
    private int epoch = 1;

    private final int width;

    /** @param width how many meters there are */
    public Ledger(int width) {
        this.width = width;
    }

    /** The tally of a node, made at its first call. */
    public Tally tally(Node node) {
        Tally[] table = tallies;
        Tally known = node.id < table.length ? table[node.id] : null;
        return known != null ? known : create(node.id);
    }

    private Tally create(int id) {
        if (id >= tallies.length) {
            tallies = Arrays.copyOf(tallies, Math.max(id + 1, tallies.length * 2));
        }
        Tally tally = new Tally(width);
        SLOT.setRelease(tallies, id, tally);
        return tally;
    }

    /**
     * Adds one finished call.
     *
     * @param meters the ordinals of those that may have moved
     * @param deltas end less begin by ordinal; wall time in ns at 0
     * @param inner the part of each that metered inner calls took
     * @return whether something had to be allocated for it
     */
    public boolean add(Tally tally, int[] meters, int present, long[] deltas, long[] inner, boolean error) {
        tally.enter(epoch);
        for (int meter : meters) {
            tally.add(meter, deltas[meter], inner[meter]);
        }
        return tally.finish(deltas[0], error, present);
    }

    /** The same where wall time alone is read and nothing went wrong. */
    public void addWall(Tally tally, long wall, long inner) {
        tally.enter(epoch);
        tally.add(0, wall, inner);
        tally.finish(wall, false, 1);
    }

    /** Adds what was gained since the last drain. The collector's thread only. */
    public void drain(Gathering gathering) {
        epoch++;
        Tally[] table = tallies;
        for (int id = 1; id < table.length; id++) {
            Tally tally = (Tally) SLOT.getAcquire(table, id);
            if (tally == null) {
                continue;
            }
            long count = tally.count();
            if (tally.taken == null) {
                tally.taken = new Taken(width);
            }
            if (count != tally.taken.count) {
                tally.taken.take(tally, count, gathering.row(id));
            }
        }
    }
}

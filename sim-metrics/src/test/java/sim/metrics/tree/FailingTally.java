package sim.metrics.tree;

/** A tally at which the stack is full while a call is added to it: before its sums, or where its time is sorted. */
public final class FailingTally extends Tally {
    private final boolean whileSorting;

    private FailingTally(Tally like, boolean whileSorting) {
        super(like.node, like.layout);
        this.whileSorting = whileSorting;
    }

    /** One for the same place. */
    public static FailingTally like(Tally tally, boolean whileSorting) {
        return new FailingTally(tally, whileSorting);
    }

    @Override
    void enter(int current) {
        if (!whileSorting) {
            throw new StackOverflowError();
        }
        super.enter(current);
    }

    @Override
    int sort(long[] deltas, int meters, NumbersMemory memory) {
        if (whileSorting) {
            throw new StackOverflowError();
        }
        return super.sort(deltas, meters, memory);
    }
}

package sim.model.snapshot;

/**
 * The gain of one node of the call tree since the last snapshot. Arrays are indexed by {@code Meter.ordinal()}.
 *
 * @param node the {@link NodeEntry#id()}
 * @param count finished calls
 * @param errors finished calls that ended with an exception
 * @param present bit set of meters that were read in at least one of the calls; the others' values are absent, not 0
 * @param total sums over the calls, inner calls included
 * @param self sums over the calls, metered inner calls excluded
 * @param max the largest single call
 * @param buckets pairs (bucket of {@link Buckets}, calls) of the wall time, ascending; of the timed calls alone
 * @param unread what was not read of these calls
 */
public record TreeRow(int node, long count, long errors, int present, long[] total, long[] self, long[] max,
        long[] buckets, Unread unread) {
    /** A row of calls of which everything was read. */
    public TreeRow(int node, long count, long errors, int present, long[] total, long[] self, long[] max,
            long[] buckets) {
        this(node, count, errors, present, total, self, max, buckets, Unread.NOTHING);
    }

    /** The same row, of which that was not read. */
    public TreeRow without(Unread missing) {
        return new TreeRow(node, count, errors, present, total, self, max, buckets, missing);
    }
}

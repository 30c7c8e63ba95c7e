package sim.model.snapshot;

import java.util.List;

/**
 * The exact sums of all contexts of one kind (name and tag) since the last snapshot, whichever of them are kept one by one. Work
 * is counted when its stay on a thread ends, and a context when it ends.
 *
 * @param name of the contexts; {@code [other]} for kinds past the bound
 * @param tag of the contexts
 * @param contexts how many ended
 * @param failed how many of those failed: an exception ended them, their maker said so, or a direct call failed. Also one that ended in an earlier snapshot, if it failed since
 * @param kept how many of those are sent one by one
 * @param wallNanos the sum of their durations
 * @param calls metered calls begun directly in them
 * @param errors how many of those failed
 * @param present bit set of meters in {@code totals}
 * @param totals the work inside, sums indexed by {@code Meter.ordinal()}
 * @param rows by place of the call tree, ascending, without histograms; node 0 has all places past the bound of memory
 * @param longestNanos the longest duration; 0 if it is not known
 * @param buckets pairs (bucket of {@link Buckets}, contexts) of their durations, ascending; none if they are not known
 */
public record KindRecord(String name, String tag, long contexts, long failed, long kept, long wallNanos, long calls,
        long errors, int present, long[] totals, List<TreeRow> rows, long longestNanos, long[] buckets) {
    private static final long[] NO_BUCKETS = {};

    /** A record without the durations' distribution, as of an agent that does not tell it. */
    public KindRecord(String name, String tag, long contexts, long failed, long kept, long wallNanos, long calls,
            long errors, int present, long[] totals, List<TreeRow> rows) {
        this(name, tag, contexts, failed, kept, wallNanos, calls, errors, present, totals, rows, 0, NO_BUCKETS);
    }

    /** The same record with the durations' distribution. */
    public KindRecord with(long longest, long[] durations) {
        return new KindRecord(name, tag, contexts, failed, kept, wallNanos, calls, errors, present, totals, rows,
                longest, durations);
    }
}

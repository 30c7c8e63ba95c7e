package sim.metrics.tree;

import java.util.List;
import sim.metrics.snapshot.HistogramRow;
import sim.metrics.snapshot.TreeRow;
import sim.metrics.snapshot.Unread;

/** The gain of all ledgers at one node, while a drain gathers it. */
final class Row {
    long count;
    long errors;
    int present;
    private long noTime;
    private long noCpu;
    private long noContention;
    private int mixed;
    final long[] total;
    final long[] self;
    final long[] max;
    final BucketSums buckets = new BucketSums();
    /** Those of further meters, by ordinal; null without any. */
    private BucketSums[] further;

    Row(int width) {
        this.total = new long[width];
        this.self = new long[width];
        this.max = new long[width];
    }

    BucketSums buckets(int meter) {
        if (further == null) {
            further = new BucketSums[total.length];
        }
        if (further[meter] == null) {
            further[meter] = new BucketSums();
        }
        return further[meter];
    }

    /** Once: they are let go of, for with many places both forms of all of them would be there at a time. */
    void addHistogramRows(int node, List<HistogramRow> to) {
        if (further != null) {
            for (int meter = 0; meter < further.length; meter++) {
                long[] pairs = further[meter] == null ? new long[0] : further[meter].pairs();
                if (pairs.length > 0) {
                    to.add(new HistogramRow(node, meter, pairs));
                }
            }
            further = null;
        }
    }

    /** Adds calls that were not read in a group. */
    void miss(long time, long cpu, long contention, int mixedGroups) {
        noTime += time;
        noCpu += cpu;
        noContention += contention;
        mixed |= mixedGroups;
    }

    Unread unread() {
        Unread unread = new Unread(noTime, noCpu, noContention, mixed);
        return unread.isNothing() ? Unread.NOTHING : unread;
    }

    TreeRow toTreeRow(int node) {
        return new TreeRow(node, count, errors, present, total, self, max, buckets.pairs(), unread());
    }
}

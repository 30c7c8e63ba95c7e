package sim.metrics.tree;

import java.util.List;
import sim.model.snapshot.HistogramRow;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Unread;

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

    /** Makes room for another row's numbers. */
    void makeRoomFor(Row more) {
        buckets.makeRoomFor(more.buckets);
        for (int meter = 0; more.further != null && meter < more.further.length; meter++) {
            if (more.further[meter] != null) {
                buckets(meter).makeRoomFor(more.further[meter]);
            }
        }
    }

    /** Adds another row, for which there is room. Allocates nothing, so that all of it is added or nothing. */
    void add(Row more) {
        count += more.count;
        errors += more.errors;
        present |= more.present;
        miss(more.noTime, more.noCpu, more.noContention, more.mixed);
        for (int meter = 0; meter < total.length; meter++) {
            total[meter] += more.total[meter];
            self[meter] += more.self[meter];
            max[meter] = Math.max(max[meter], more.max[meter]);
        }
        buckets.add(more.buckets);
        for (int meter = 0; more.further != null && meter < more.further.length; meter++) {
            if (more.further[meter] != null) {
                further[meter].add(more.further[meter]);
            }
        }
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

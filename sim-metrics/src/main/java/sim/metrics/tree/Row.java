package sim.metrics.tree;

import sim.metrics.snapshot.TreeRow;

/** What all ledgers gained at one node, while a drain gathers it. */
final class Row {
    long count;
    long errors;
    int present;
    final long[] total;
    final long[] self;
    final long[] max;
    final BucketSums buckets = new BucketSums();

    Row(int width) {
        this.total = new long[width];
        this.self = new long[width];
        this.max = new long[width];
    }

    TreeRow toTreeRow(int node) {
        return new TreeRow(node, count, errors, present, total, self, max, buckets.pairs());
    }
}

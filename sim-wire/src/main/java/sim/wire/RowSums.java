package sim.wire;

import java.util.Map;
import java.util.TreeMap;
import sim.model.snapshot.TreeRow;

/** Adds up rows of one node. A sum that does not fit into a long stays at its largest or smallest value. */
final class RowSums {
    private RowSums() {}

    static TreeRow sum(TreeRow a, TreeRow b) {
        int meters = a.total().length;
        long[] total = new long[meters];
        long[] self = new long[meters];
        long[] max = new long[meters];
        for (int i = 0; i < meters; i++) {
            total[i] = sum(a.total()[i], b.total()[i]);
            self[i] = sum(a.self()[i], b.self()[i]);
            max[i] = Math.max(a.max()[i], b.max()[i]);
        }
        return new TreeRow(a.node(), sum(a.count(), b.count()), sum(a.errors(), b.errors()), a.present() | b.present(),
                total,
                self, max, buckets(a.buckets(), b.buckets()), a.unread().plus(b.unread()));
    }

    /** The sum; the largest or smallest long if it does not fit. */
    private static long sum(long a, long b) {
        long sum = a + b;
        return ((a ^ sum) & (b ^ sum)) >= 0 ? sum : a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    static long[] buckets(long[] a, long[] b) {
        Map<Long, Long> sums = new TreeMap<>();
        for (long[] pairs : new long[][]{a, b}) {
            for (int i = 0; i < pairs.length; i += 2) {
                sums.merge(pairs[i], pairs[i + 1], RowSums::sum);
            }
        }
        long[] pairs = new long[sums.size() * 2];
        int at = 0;
        for (Map.Entry<Long, Long> sum : sums.entrySet()) {
            pairs[at++] = sum.getKey();
            pairs[at++] = sum.getValue();
        }
        return pairs;
    }
}

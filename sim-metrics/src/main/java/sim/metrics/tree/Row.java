package sim.metrics.tree;

import java.util.Arrays;
import sim.metrics.snapshot.Buckets;
import sim.metrics.snapshot.TreeRow;

/** What all ledgers gained at one node, while a drain gathers it. */
final class Row {
    long count;
    long errors;
    int present;
    final long[] total;
    final long[] self;
    final long[] max;
    final long[][] octaves = new long[Buckets.COUNT / Buckets.PER_OCTAVE][];

    Row(int width) {
        this.total = new long[width];
        this.self = new long[width];
        this.max = new long[width];
    }

    TreeRow toTreeRow(int node) {
        long[] pairs = new long[32];
        int used = 0;
        for (int bucket = 0; bucket < Buckets.COUNT; bucket++) {
            long[] octave = octaves[bucket >>> 4];
            if (octave != null && octave[bucket & 15] != 0) {
                if (used == pairs.length) {
                    pairs = Arrays.copyOf(pairs, used * 2);
                }
                pairs[used++] = bucket;
                pairs[used++] = octave[bucket & 15];
            }
        }
        return new TreeRow(node, count, errors, present, total, self, max,
                Arrays.copyOf(pairs, used));
    }
}

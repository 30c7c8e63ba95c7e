package sim.metrics.savepoint;

/** Sums of ended calls, by meter. */
final class Account {
    long count;
    final long[] total;
    final long[] inherent;

    Account(int width) {
        this.total = new long[width];
        this.inherent = new long[width];
    }

    void add(int[] meters, long[] deltas, long[] inner) {
        count++;
        for (int meter : meters) {
            total[meter] += deltas[meter];
            inherent[meter] += deltas[meter] - inner[meter];
        }
    }

    /** Adds another's; its inclusive totals only if they are not part of what is added elsewhere. */
    void add(Account other, boolean totals) {
        count += other.count;
        for (int i = 0; i < total.length; i++) {
            total[i] += totals ? other.total[i] : 0;
            inherent[i] += other.inherent[i];
        }
    }
}

package sim.metrics.tree;

import sim.model.snapshot.TreeRow;

/** What drains of one ledger came to at one node, added up. One thread at a time, as the collector's are. */
final class Drained {
    final Node node;
    long count;
    long errors;
    long total;
    long self;
    /** Calls by the histogram. */
    long inBuckets;

    Drained(Node node) {
        this.node = node;
    }

    /** Drains the ledger once more; returns the largest single call that this drain tells of. */
    long drain(Ledger ledger) {
        Gathering gathering = new Gathering(1);
        ledger.drain(gathering);
        return add(gathering);
    }

    long add(Gathering gathering) {
        for (TreeRow row : gathering.rows()) {
            if (row.node() == node.id) {
                add(row);
                return row.max()[0];
            }
        }
        return 0;
    }

    private void add(TreeRow row) {
        count += row.count();
        errors += row.errors();
        total += row.total()[0];
        self += row.self()[0];
        for (int i = 1; i < row.buckets().length; i += 2) {
            inBuckets += row.buckets()[i];
        }
    }
}

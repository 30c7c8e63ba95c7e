package sim.wire;

import sim.model.snapshot.HistogramRow;

/** Writes and reads histograms as parts, one after the other. A node is written as its distance to the one before. */
final class HistogramParts {
    private final MeterNumbers numbers;
    private int node;

    HistogramParts(MeterNumbers numbers) {
        this.numbers = numbers;
    }

    void write(HistogramRow row, Parts out) {
        out.add((long) row.node() - node);
        node = row.node();
        out.add(row.meter());
        // the number of calls is in the node's row, perhaps in another batch
        BucketParts.write(row.buckets(), 0, out);
    }

    HistogramRow read(Parts in) throws WireException {
        long next = node + in.next();
        if (next != (int) next) {
            throw new WireException("a node is out of range: " + next);
        }
        node = (int) next;
        return new HistogramRow(node, numbers.ownMeter(in.next()), BucketParts.read(0, in));
    }
}

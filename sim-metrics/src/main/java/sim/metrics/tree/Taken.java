package sim.metrics.tree;

import sim.metrics.snapshot.Buckets;

/** How much of a tally the collector has taken: its thread's own memory, so that the owner's stays untouched. */
final class Taken {
    long count;
    private long errors;
    private final long[] total;
    private final long[] self;
    private final long[] max;
    private int maxEpoch;
    private final long[][] octaves = new long[Buckets.COUNT / Buckets.PER_OCTAVE][];

    Taken(int width) {
        this.total = new long[width];
        this.self = new long[width];
        this.max = new long[width];
    }

    /** Adds what {@code tally} gained to {@code row}; {@code epoch} is the one that ends with this drain. */
    void take(Tally tally, long nowCount, int epoch, Row row) {
        row.count += nowCount - count;
        count = nowCount;
        long nowErrors = tally.errors;
        row.errors += nowErrors - errors;
        errors = nowErrors;
        row.present |= tally.present;
        for (int i = 0; i < total.length; i++) {
            long nowTotal = tally.total(i);
            row.total[i] += nowTotal - total[i];
            total[i] = nowTotal;
            long nowSelf = tally.self(i);
            row.self[i] += nowSelf - self[i];
            self[i] = nowSelf;
        }
        takeMax(tally, epoch, row);
        for (int i = 0; i < octaves.length; i++) {
            if (tally.octaves[i] != null) {
                takeOctave(i, tally.octaves[i], row);
            }
        }
    }

    private void takeMax(Tally tally, int epoch, Row row) {
        boolean current = tally.epoch == epoch;
        for (int i = 0; i < total.length; i++) {
            long largest = tally.max(i);
            if (current && maxEpoch == epoch - 1 && tally.maxBefore[i] > max[i]) {
                row.max[i] = Math.max(row.max[i], tally.maxBefore[i]);
            }
            row.max[i] = Math.max(row.max[i], largest);
            max[i] = largest;
        }
        maxEpoch = epoch;
    }

    private void takeOctave(int octave, long[] now, Row row) {
        long[] before = octaves[octave];
        if (before == null) {
            before = octaves[octave] = new long[Buckets.PER_OCTAVE];
        }
        if (row.octaves[octave] == null) {
            row.octaves[octave] = new long[Buckets.PER_OCTAVE];
        }
        long[] sums = row.octaves[octave];
        for (int i = 0; i < Buckets.PER_OCTAVE; i++) {
            long value = now[i];
            sums[i] += value - before[i];
            before[i] = value;
        }
    }
}

package sim.metrics.tree;

import sim.metrics.snapshot.Buckets;

/** How much of a tally the collector has taken: its thread's own memory, so that the owner's stays untouched. */
final class Taken {
    long count;
    private long errors;
    private final long[] total;
    private final long[] self;
    private final long[] max;
    /** The tally's at the last drain that took something. */
    private int epoch;
    private final long[][] octaves = new long[Buckets.COUNT / Buckets.PER_OCTAVE][];

    Taken(int width) {
        this.total = new long[width];
        this.self = new long[width];
        this.max = new long[width];
    }

    /** Adds what {@code tally} gained to {@code row}. */
    void take(Tally tally, long nowCount, Row row) {
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
            // an estimate: a little below 0 over an interval is chance, and shown as nothing
            long nowSelf = tally.self(i);
            row.self[i] += Math.max(0, nowSelf - self[i]);
            self[i] = nowSelf;
        }
        takeMax(tally, row);
        for (int i = 0; i < octaves.length; i++) {
            long[] octave = tally.octaves[i];
            if (octave != null) {
                takeOctave(i, octave, row);
            }
        }
    }

    /**
     * The owner may have moved the largest to the past since the last drain: at a call between that drain and this, or just
     * now, at one beside this drain. Either way it is told here, unless it is the one that was told before. Where the owner
     * is about to move it this very moment it may be seen in neither place; the next drain then finds it in the past.
     */
    private void takeMax(Tally tally, Row row) {
        int now = tally.epoch();
        for (int i = 0; i < total.length; i++) {
            long largest = tally.max(i);
            long before = now == epoch ? 0 : tally.maxBefore[i];
            row.max[i] = Math.max(row.max[i], before == max[i] ? largest : Math.max(before, largest));
            max[i] = largest;
        }
        epoch = now;
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

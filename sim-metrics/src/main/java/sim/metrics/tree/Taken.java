package sim.metrics.tree;

import java.util.Arrays;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Unread;

/** How much of a tally the collector has taken. Only the collector's thread writes it, so it never writes into the owner's memory. */
class Taken {
    /** For each meter: total, self, and the largest single call that was reported. */
    static final int STRIDE = 3;
    /** How often a tally is looked at whose owner counts calls all the time. */
    private static final int LOOKS = 8;

    long count;
    private long errors;
    private long noTime;
    private long noCpu;
    private long noContention;
    private long[] sums;
    /** The tally's epoch at the last drain that took something. */
    private int epoch;
    private int[] histogram = Histogram.NONE;

    Taken(Layout layout) {
        this.sums = new long[STRIDE * layout.often];
    }

    /**
     * Adds the gain of {@code tally} to {@code row}. What may fail comes first: nothing is taken then, and the next drain takes all.
     *
     * @return how many calls that were
     */
    final long take(Tally tally, Layout layout, Row row) {
        long nowCount = tally.count();
        Unread unread = tally.unread();
        // both are of the same calls if none was counted meanwhile, but for one that the owner is about to count
        for (int looks = 1; looks < LOOKS && tally.count() != nowCount; looks++) {
            nowCount = tally.count();
            unread = tally.unread();
        }
        int nowEpoch = tally.epoch();
        long[] now = tally.sums; // once: the owner may replace it by a longer one
        if (now.length / Layout.STRIDE > sums.length / STRIDE) {
            sums = Arrays.copyOf(sums, STRIDE * layout.meters.length);
        }
        int[] sorted = tally.histogram();
        if (sorted != null) {
            histogram = Histogram.shapedAs(sorted, histogram);
            row.buckets.makeRoomFor(histogram);
        }
        int[][] further = further(tally, layout, row);
        // nothing is allocated from here on
        long calls = nowCount - count;
        row.count += calls;
        count = nowCount;
        int read = takeUnread(unread, calls, row);
        long nowErrors = tally.errors;
        row.errors += nowErrors - errors;
        errors = nowErrors;
        row.present |= tally.present & read;
        for (int i = 0; i < now.length / Layout.STRIDE; i++) {
            int meter = layout.meters[i];
            int at = STRIDE * i;
            long nowTotal = now[Layout.STRIDE * i];
            if (nowTotal > sums[at]) { // not negative: what is left out of a call was read by others, and may be more than it took itself
                row.total[meter] += nowTotal - sums[at];
                row.present |= 1 << meter;
                sums[at] = nowTotal;
            }
            // self time is an estimate: slightly below 0 over an interval is chance, and shown as 0
            long nowSelf = now[Layout.STRIDE * i + Layout.SELF];
            row.self[meter] += Math.max(0, nowSelf - sums[at + 1]);
            sums[at + 1] = nowSelf;
        }
        takeMax(now, nowEpoch, layout, row);
        if (sorted != null) {
            row.buckets.addDifferences(sorted, histogram);
        }
        addFurther(further, layout, row);
        return calls;
    }

    /** The tally's histograms of meters beside wall time, for which there is room here and in the row then; null if it has none. */
    int[][] further(Tally tally, Layout layout, Row row) {
        return null;
    }

    /** Adds the gain of these histograms. Allocates nothing. */
    void addFurther(int[][] now, Layout layout, Row row) {
        // none
    }

    /**
     * Takes how many calls were not read in each group. The owner may have noted one that it has not counted yet: it is taken now if there is a call that it could be, else by the next drain.
     *
     * @return the bit set of the meters of which at least one call was read; those of extensions always are
     */
    private int takeUnread(Unread unread, long calls, Row row) {
        long time = Math.min(calls, unread.time() - noTime);
        long cpu = Math.min(calls, unread.cpu() - noCpu);
        long contention = Math.min(calls, unread.contention() - noContention);
        noTime += time;
        noCpu += cpu;
        noContention += contention;
        row.miss(time, cpu, contention, unread.mixed());
        int groups = (time < calls ? MeasureGroup.TIME.bit() : 0) | (cpu < calls ? MeasureGroup.CPU.bit() : 0)
                | (contention < calls ? MeasureGroup.CONTENTION.bit() : 0);
        return groups == MeasureGroup.EVERY ? ~0 : MeasureGroup.metersOf(groups) | -1 << Meter.COUNT;
    }

    /**
     * Takes the largest single call. The owner may have moved it to the past since the last drain, at a call before this drain or during
     * it. In both cases it is reported here, unless it was reported before. If the owner is moving it at this very moment, it may be in
     * neither place; the next drain then finds it in the past.
     */
    private void takeMax(long[] numbers, int now, Layout layout, Row row) {
        for (int i = 0; i < numbers.length / Layout.STRIDE; i++) {
            int meter = layout.meters[i];
            int told = STRIDE * i + 2;
            long largest = numbers[Layout.STRIDE * i + Layout.MAX];
            long before = now == epoch ? 0 : numbers[Layout.STRIDE * i + Layout.MAX_BEFORE];
            row.max[meter] = Math.max(row.max[meter],
                    before == sums[told] ? largest : Math.max(before, largest));
            sums[told] = largest;
        }
        epoch = now;
    }
}

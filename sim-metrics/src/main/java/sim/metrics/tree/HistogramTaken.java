package sim.metrics.tree;

import java.util.Arrays;

/** How much of a {@link HistogramTally} the collector has taken. */
final class HistogramTaken extends Taken {
    private final int[][] histograms;

    private HistogramTaken(Layout layout) {
        super(layout);
        this.histograms = new int[layout.histograms.length][];
        Arrays.fill(histograms, Histogram.NONE);
    }

    static Taken of(Layout layout) {
        return new HistogramTaken(layout);
    }

    @Override
    void take(Tally tally, long nowCount, Layout layout, Row row) {
        super.take(tally, nowCount, layout, row);
        for (int i = 0; i < histograms.length; i++) {
            int[] now = ((HistogramTally) tally).histogram(i);
            if (now != Histogram.NONE) {
                histograms[i] = Histogram.shapedAs(now, histograms[i]);
                row.buckets(layout.histograms[i]).addDifferences(now, histograms[i]);
            }
        }
    }
}

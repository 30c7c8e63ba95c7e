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
    int[][] further(Tally tally, Layout layout, Row row) {
        int[][] now = new int[histograms.length][];
        for (int i = 0; i < now.length; i++) {
            now[i] = ((HistogramTally) tally).histogram(i);
            if (now[i] != Histogram.NONE) {
                histograms[i] = Histogram.shapedAs(now[i], histograms[i]);
                row.buckets(layout.histograms[i]).makeRoomFor(histograms[i]);
            }
        }
        return now;
    }

    @Override
    void addFurther(int[][] now, Layout layout, Row row) {
        for (int i = 0; i < now.length; i++) {
            if (now[i] != Histogram.NONE) {
                row.buckets(layout.histograms[i]).addDifferences(now[i], histograms[i]);
            }
        }
    }
}

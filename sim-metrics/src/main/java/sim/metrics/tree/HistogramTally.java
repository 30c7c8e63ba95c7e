package sim.metrics.tree;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Arrays;
import sim.model.snapshot.Buckets;

/**
 * A tally that also sorts the values of the meters of {@code sim.histograms} into histograms. Written and read like any tally. For each
 * of these meters a call costs a few ns more, and a place takes the memory of a histogram.
 */
final class HistogramTally extends Tally {
    private static final VarHandle HISTOGRAM = MethodHandles.arrayElementVarHandle(int[][].class);

    /** By the position of the meter in {@link Layout#histograms}; {@link Histogram#NONE} before the first call. */
    private final int[][] histograms;

    private HistogramTally(Node node, Layout layout) {
        super(node, layout);
        this.histograms = new int[layout.histograms.length][];
        Arrays.fill(histograms, Histogram.NONE);
    }

    static Tally of(Node node, Layout layout) {
        return new HistogramTally(node, layout);
    }

    @Override
    int sort(long[] deltas, int meters, NumbersMemory memory) {
        int grew = super.sort(deltas, meters, memory);
        int[] asked = layout.histograms;
        for (int i = 0; i < asked.length; i++) {
            // a meter that this thread cannot read has no value, not 0
            if ((meters & 1 << asked[i]) != 0) {
                grew += sort(i, deltas[asked[i]], memory);
            }
        }
        return grew;
    }

    /** Sorts a value into its histogram. Returns how the histogram grew. */
    private int sort(int position, long value, NumbersMemory memory) {
        int[] histogram = histograms[position];
        int bucket = Buckets.indexOf(value);
        long octave = 1L << (bucket >>> 4);
        long met = Histogram.met(histogram);
        int grew = 0;
        if ((met & octave) == 0) {
            int[] larger = met == 0 ? Histogram.of(octave) : Histogram.grown(histogram, octave, memory);
            if (larger != null) {
                grew = 1;
                histogram = larger;
                met |= octave;
                HISTOGRAM.setRelease(histograms, position, histogram);
            } else {
                grew = 1 << FOLDED;
                bucket = Histogram.nearest(met, bucket);
                octave = 1L << (bucket >>> 4);
            }
        }
        histogram[Histogram.at(met, octave) + (bucket & 15)]++;
        return grew;
    }

    @Override
    int octaves() {
        int octaves = super.octaves();
        for (int[] each : histograms) {
            octaves += Long.bitCount(Histogram.met(each));
        }
        return octaves;
    }

    /** The present histogram of a further meter. Called by the collector's thread. */
    int[] histogram(int position) {
        return (int[]) HISTOGRAM.getAcquire(histograms, position);
    }
}

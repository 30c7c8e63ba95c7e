package sim.wire.totals;

import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;

/**
 * Takes the series of one scrape: what writes them as text, or hands them to a library that does. The values of a metric may come in any
 * order. One thread.
 */
public interface Series {
    double NANOS = 1e9;

    /** Nanoseconds as the seconds that other tools want. */
    static double seconds(long nanos) {
        return nanos / NANOS;
    }

    /** Tells how many series of a scrape were left out. To be added last. */
    static void leftOut(Series to, long repeated, long negative) {
        to.gauge("sim_repeated_series", "Series left out of this scrape, because another has the same labels",
                repeated, SeriesLabels.NONE);
        to.gauge("sim_negative_series", "Series left out of this scrape, because a sum cannot be below 0", negative,
                SeriesLabels.NONE);
    }

    /** Whether something of a histogram is below 0. */
    static boolean isNegative(IntToLongFunction calls) {
        for (int i = 0; i < Ladder.COUNT; i++) {
            if (calls.applyAsLong(i) < 0) {
                return true;
            }
        }
        return false;
    }

    /**
     * @param name without {@code _total}, which the format adds
     * @param createdMillis since when it counts
     */
    void counter(String name, String help, double value, SeriesLabels labels, long createdMillis);

    void gauge(String name, String help, double value, SeriesLabels labels);

    /**
     * A histogram of durations with the bounds of {@link Ladder}.
     *
     * @param calls how many are in each bucket
     * @param examples an example of each bucket, or null
     */
    void histogram(String name, String help, IntToLongFunction calls, double sum,
            IntFunction<KindTotals.Exemplar> examples, SeriesLabels labels, long createdMillis);

    /** Counts and their sum, without a distribution. */
    void summary(String name, String help, long count, double sum, SeriesLabels labels, long createdMillis);
}

package sim.metrics.hotspot;

/**
 * What a call of each sort takes to be metered, ns of CPU time, without slow readings: the medians of samples.
 *
 * @param all with CPU time
 * @param quick with time alone
 * @param leftOut with nothing, because of sampling
 * @param least the least that one with time alone took: what a busy machine adds is no reason to see less
 */
public record Prices(double all, double quick, double leftOut, double least) {
    /**
     * The least of what was found so far and now; 0 for nothing yet. It is a difference of two measurements: on a busy machine it may be none or less, and that is
     * no price.
     */
    public static long least(long known, long found) {
        return found <= 0 ? known : known == 0 ? found : Math.min(known, found);
    }

    /** What all calls of a name took. */
    double of(Firings calls) {
        return all * calls.withCpu() + quick * (calls.timed() - calls.withCpu())
                + leftOut * (calls.calls() - calls.timed());
    }
}

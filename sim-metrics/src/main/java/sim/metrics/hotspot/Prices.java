package sim.metrics.hotspot;

/**
 * What a call of each sort takes to be metered, ns of CPU time, without slow readings: the medians of samples.
 *
 * @param all with CPU time
 * @param quick with time alone
 * @param leftOut with nothing, because of sampling
 */
public record Prices(double all, double quick, double leftOut) {
    /** What all calls of a name took. */
    double of(Firings calls) {
        return all * calls.withCpu() + quick * (calls.timed() - calls.withCpu())
                + leftOut * (calls.calls() - calls.timed());
    }
}

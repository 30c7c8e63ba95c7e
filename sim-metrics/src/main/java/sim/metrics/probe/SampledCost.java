package sim.metrics.probe;

/**
 * The cost of probes on one thread, as the mean of samples in the running program. {@link Calibration} measures the cost in a loop whose
 * code and data are in the nearest cache; in a large program a probe costs three times as much. One call in {@link #EVERY} also reads the
 * clock before the bookkeeping of its begin and after that of its end. That takes 80 ns a sample, 0.1 ns a call. A sample far above the
 * calibration does not count: another program ran, or the place was met for the first time. A place that has samples of its own uses them
 * ({@code Tally.beside}), because in a tight loop a probe costs half as much as elsewhere.
 */
final class SampledCost extends ProbeCost {
    /** A prime, so that no loop of the program keeps step with it. */
    static final int EVERY = 1_021;
    private static final int FIRST_EVERY = 61;
    /** The least number of samples that count. */
    private static final int ENOUGH = 64;
    /** After this number of samples, older ones lose weight. */
    private static final int MOST = 1_024;
    private static final int FAR = 16;

    private int samples;
    private long outsides;
    private long readings;
    /** The median of what a call took to be metered, ns. */
    private long median;

    /** The number of calls until the next sample. */
    int next() {
        return isKnown() ? EVERY : FIRST_EVERY;
    }

    boolean isKnown() {
        return samples >= ENOUGH;
    }

    /** The median of the samples: what a busy machine adds to some is no price of a probe. */
    @Override
    long price() {
        return median;
    }

    /** The median after one more value: each moves it a sixteenth towards itself. */
    private static long next(long median, long value) {
        long step = (median >> 4) + 1;
        return median == 0 ? value : value > median ? median + step : median - step;
    }

    /**
     * Adds a sample. All times are in ns. Returns the cost in the caller; -1 if the sample does not count.
     *
     * @param beginning from a clock read before the begin to the begin's own clock read
     * @param ending from the end's own clock read to one after the end
     * @param reading the cost of a clock read, of which there was one too many
     */
    long add(long beginning, long ending, long reading, ProbeCost calibrated) {
        long taken = beginning + ending - reading;
        if (taken < 0 || taken + reading > FAR * (calibrated.outside + calibrated.inside)) {
            return -1;
        }
        samples++;
        median = next(median, taken + reading);
        outsides += taken;
        readings += reading;
        outside = outsides / samples;
        inside = readings / samples;
        if (samples == MOST) {
            samples /= 2;
            outsides /= 2;
            readings /= 2;
        }
        return taken;
    }
}

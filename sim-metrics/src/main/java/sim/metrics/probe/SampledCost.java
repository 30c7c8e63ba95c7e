package sim.metrics.probe;

/**
 * What probes take on one thread where they are, by the mean of samples: {@link Calibration} knows what they take in a loop
 * whose code and data lie in the nearest cache, and that is a third of what they take in a large program. One call in
 * {@link #EVERY} reads the clock before the begin's bookkeeping and after the end's: 80 ns each time, a tenth of a ns a call.
 * A sample far beyond the calibration is another program's time or a place met for the first time, and does not count. A place
 * where samples were taken goes by its own ({@code Tally.beside}), for in a tight loop a probe takes half of what it takes
 * elsewhere.
 */
final class SampledCost extends ProbeCost {
    /** A prime, so that no loop of the program keeps step with it. */
    static final int EVERY = 1_021;
    private static final int FIRST_EVERY = 61;
    /** The least number of samples that count. */
    private static final int ENOUGH = 64;
    /** Past this number of samples the older ones fade. */
    private static final int MOST = 1_024;
    private static final int FAR = 16;

    private int samples;
    private long outsides;
    private long readings;

    /** How many calls on the next sample is. */
    int next() {
        return isKnown() ? EVERY : FIRST_EVERY;
    }

    boolean isKnown() {
        return samples >= ENOUGH;
    }

    /**
     * Adds a sample. Returns what was taken of the caller, beside the call; -1 where the sample does not count.
     *
     * @param beginning from a clock read before the begin to the begin's own
     * @param ending from the end's own to one after it
     * @param reading what a clock read takes, of which there was one too many
     */
    long add(long beginning, long ending, long reading, ProbeCost calibrated) {
        long taken = beginning + ending - reading;
        if (taken < 0 || taken + reading > FAR * (calibrated.outside + calibrated.inside)) {
            return -1;
        }
        samples++;
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

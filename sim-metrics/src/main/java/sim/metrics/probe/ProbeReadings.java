package sim.metrics.probe;

/** The readings of a probe begun by hand that reads more than wall time or is shown to extensions. Reused with the probe. */
final class ProbeReadings {
    /** The readings at the begin, with the tick at 0. One element if only wall time is read. */
    final long[] low;
    final long[] high;
    private int taken;
    private boolean givenUp;

    ProbeReadings(int length) {
        low = new long[length];
        high = new long[length];
    }

    void clear() {
        taken = 0;
        givenUp = false;
    }

    void begun(long tick, long[] readings) {
        System.arraycopy(readings, 0, low, 0, low.length);
        low[0] = tick;
        taken = 1;
    }

    void ended(long[] readings) {
        System.arraycopy(readings, 0, high, 0, high.length);
        taken = 2;
    }

    void giveUp() {
        givenUp = true;
    }

    /** How many readings there are: one at the begin, two after the end. */
    int taken() {
        return taken;
    }

    boolean isGivenUp() {
        return givenUp;
    }
}

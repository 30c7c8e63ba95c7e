package sim.base.meter;

/**
 * What slow readings take of the CPU, by kind: the median of all threads' readings. A mean would be of the machine: beside load a reading that takes 1 us has its
 * caches emptied and takes ten now and then, and 40 ms where a hypervisor stops it.
 *
 * <p>A median that follows: each reading moves it a thirty-second towards itself, so it is within some per cent after a hundred readings. Threads write it
 * without synchronisation; a lost step does no harm.
 */
final class Prices {
    /** The CPU clock alone. */
    static final int CPU = 0;
    /** What is read with it; these may come together. */
    static final int PROCESS = 1;
    static final int SPLIT = 2;
    static final int CONTENTION = 4;
    /** A look at counters that the JVM publishes, with nothing of these. */
    static final int LOOK = PROCESS + SPLIT + CONTENTION + 1;

    private static final int STEP = 5;
    private static final long[] MEDIANS = new long[LOOK + 1];

    private Prices() {}

    /** Adds a reading of that kind. Returns what one usually takes, ns. */
    static long of(int kind, long nanos) {
        long median = next(MEDIANS[kind], nanos);
        MEDIANS[kind] = median;
        return median;
    }

    /** The median after one more value; the first value if it was 0. */
    static long next(long median, long value) {
        if (median == 0) {
            return value;
        }
        long step = (median >> STEP) + 1;
        return value > median ? median + step : value < median ? median - step : median;
    }
}

package sim.base.meter;

/**
 * Converts ticks of a counter to nanoseconds of the JVM's clock. The frequency of a counter is a nominal figure, and crystals drift. So
 * SIM compares the counter with the clock now and then; from then on a tick is as long as it was since the comparison before. Past times
 * do not change: the line has bends and no steps. Errors do not add up, because each belongs to one interval only.
 */
final class TickScale {
    /** Shorter intervals are not used, because a reading is wrong by about 100 ns. */
    private static final long SHORTEST_NANOS = 1_000_000_000L;
    /** If the counter seems wrong by more than this part, it was stopped or set, and the interval is not used. */
    private static final double MOST_OFF = 0.05;

    private final double nominal;
    /** Not volatile: a thread that still sees the line before is wrong by less than a nanosecond. */
    private Line line;
    /** The tick of the last comparison. Only the collector's thread uses it. */
    private long comparedTick;
    private long comparedNanos;

    /** @param scale nanoseconds per tick as a 32.32 fixed-point number: one multiplication a conversion */
    private record Line(long tick, long nanos, long scale) {}

    /**
     * @param nanosPerTick the length of a tick as measured at the start, when the counter was at {@code tick} and the clock at {@code
     * nanos}
     */
    TickScale(double nanosPerTick, long tick, long nanos) {
        this.nominal = nanosPerTick;
        this.line = new Line(tick, nanos, fixed(nanosPerTick));
        this.comparedTick = tick;
        this.comparedNanos = nanos;
    }

    /** The time of the clock at a tick, ns. */
    long at(long tick) {
        Line now = line;
        return now.nanos + product(tick - now.tick, now.scale);
    }

    /**
     * Nanoseconds from one tick to another, as the difference of two rounded times. So what calls lose and gain by rounding adds up to
     * nothing. If the difference were rounded, short calls would always lose.
     */
    long between(long begin, long end) {
        Line now = line;
        return product(end - now.tick, now.scale) - product(begin - now.tick, now.scale);
    }

    /** Nanoseconds in a number of ticks. */
    long span(long ticks) {
        return product(ticks, line.scale);
    }

    /**
     * Compares: the counter is at {@code tick} when the clock is at {@code nanos}. Called by the collector's thread every few seconds.
     */
    void follow(long tick, long nanos) {
        long ticks = tick - comparedTick;
        long passed = nanos - comparedNanos;
        if (passed < SHORTEST_NANOS) {
            return;
        }
        comparedTick = tick;
        comparedNanos = nanos;
        double measured = (double) passed / ticks;
        if (ticks > 0 && Math.abs(measured / nominal - 1) < MOST_OFF) {
            line = new Line(tick, at(tick), fixed(measured));
        }
    }

    private static long fixed(double nanosPerTick) {
        return Math.round(nanosPerTick * (1L << 32));
    }

    private static long product(long ticks, long scale) {
        long low = ticks * scale;
        return (Math.multiplyHigh(ticks, scale) << 32) + (low >>> 32) + (low >>> 31 & 1);
    }
}

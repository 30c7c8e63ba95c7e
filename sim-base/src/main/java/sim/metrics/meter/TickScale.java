package sim.metrics.meter;

/**
 * From the ticks of a counter to nanoseconds of the JVM's clock. What a counter says of its frequency is a nominal figure, and
 * crystals drift: so now and then it is held against the clock, and from there on ticks count as they did since the time before.
 * Past times stay what they were: the line has bends and no steps. Its errors do not add up, because each belongs to one interval
 * only.
 */
final class TickScale {
    /** Intervals shorter than that say little: a reading is wrong by some 100 ns. */
    private static final long SHORTEST_NANOS = 1_000_000_000L;
    /** A counter that seems further off than this was stopped, or set: that interval says nothing. */
    private static final double MOST_OFF = 0.05;

    private final double nominal;
    /** Plain: who still sees the one before is wrong by less than a nanosecond. */
    private Line line;
    /** When the two were last compared; the collector's own. */
    private long comparedTick;
    private long comparedNanos;

    /** @param scale nanoseconds per tick as a 32.32 fixed-point number: one multiplication a conversion */
    private record Line(long tick, long nanos, long scale) {}

    /** @param nanosPerTick as found out at the start, when the counter stood at {@code tick} and the clock at {@code nanos} */
    TickScale(double nanosPerTick, long tick, long nanos) {
        this.nominal = nanosPerTick;
        this.line = new Line(tick, nanos, fixed(nanosPerTick));
        this.comparedTick = tick;
        this.comparedNanos = nanos;
    }

    /** The clock's time at a tick. */
    long at(long tick) {
        Line now = line;
        return now.nanos + product(tick - now.tick, now.scale);
    }

    /**
     * Nanoseconds from one tick to another: what lies between two times that are rounded, so that what calls lose and gain by rounding
     * comes to nothing. A call of few ticks, rounded by itself, would always lose.
     */
    long between(long begin, long end) {
        Line now = line;
        return product(end - now.tick, now.scale) - product(begin - now.tick, now.scale);
    }

    /** Nanoseconds in a span of ticks of which only the length is known. */
    long span(long ticks) {
        return product(ticks, line.scale);
    }

    /** The counter stands at {@code tick} as the clock says {@code nanos}. The collector's thread, every few seconds. */
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

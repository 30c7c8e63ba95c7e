package sim.store;

import sim.wire.Batch;

/**
 * The difference between an application's clock and the server's. The application's times are stored by the server's clock, so
 * that a query for the last quarter of an hour finds what happened in it.
 *
 * <p>
 * A collector says when it sent a batch, so each batch tells the difference, however long it waited in a spool, and a clock
 * that jumps is right again with the next one.
 *
 * <p>
 * Older collectors do not say it. A batch cannot end after it was received: then the clock is ahead. A batch that ended long
 * ago may have waited in a spool, or the clock is behind: it is behind if two batches that follow one another are as far
 * apart where they were made as where they were received, for a spool is emptied faster than it was filled. Immutable.
 *
 * @param shiftMicros what is added to the application's times, 0 while its clock is near enough
 * @param lastMicros when its last batch ended, by its clock
 * @param lastReceived when that was received, by the server's monotonic clock in microseconds
 */
record ClockDifference(long shiftMicros, long lastMicros, long lastReceived) {
    static final ClockDifference UNKNOWN = new ClockDifference(0, Long.MIN_VALUE, 0);

    /** Differences nobody notices, and networks make. */
    private static final long AHEAD = 2_000_000;
    /** A batch that arrives later than this is more likely to come from a clock that is behind than from a slow network. */
    private static final long BEHIND = 300_000_000;
    private static final long APART = 2_000_000;

    /** The clock with what a batch tells of it. */
    ClockDifference after(Batch batch, long nowMicros, long monotonicMicros) {
        if (batch.sentMicros() != 0) {
            return new ClockDifference(shift(nowMicros - batch.sentMicros()), batch.toMicros(), monotonicMicros);
        }
        long end = batch.toMicros();
        long lag = nowMicros - (end + shiftMicros);
        long shift = shiftMicros;
        if (lag < -AHEAD) {
            shift = nowMicros - end;
        } else if (lag > BEHIND && lastMicros != Long.MIN_VALUE) {
            long made = end - lastMicros;
            long received = monotonicMicros - lastReceived;
            if (received >= APART && Math.abs(made - received) <= received / 5) {
                shift = nowMicros - end;
            }
        }
        return new ClockDifference(shift, end, monotonicMicros);
    }

    /**
     * A small difference may be the network's and is not corrected. A change of the difference by less than {@link #APART} is ignored, so that the
     * correction stays the same from batch to batch.
     */
    private long shift(long difference) {
        if (Math.abs(difference - shiftMicros) <= APART) {
            return shiftMicros;
        }
        return difference >= -AHEAD && difference <= BEHIND ? 0 : difference;
    }

    /** A time of the application by the server's clock; 0, which means that something is still open, stays 0. */
    long time(long micros) {
        return micros == 0 ? 0 : micros + shiftMicros;
    }
}

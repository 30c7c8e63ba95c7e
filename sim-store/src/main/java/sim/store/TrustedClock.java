package sim.store;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time by which rows age. A wall clock that jumps would delete what is not old: after a jump time goes on as it was, by the
 * monotonic clock, until collectors agree with the new time, or a day has passed. Any thread.
 */
final class TrustedClock {
    private static final Logger LOG = LoggerFactory.getLogger(TrustedClock.class);
    /** Corrections below this are the usual ones of a time service. */
    private static final long JUMP = TimeUnit.MINUTES.toMicros(5);
    private static final long DAY = TimeUnit.DAYS.toMicros(1);
    /** A collector whose clock is that near agrees. */
    private static final long NEAR = TimeUnit.MINUTES.toMicros(2);
    /** Batches in agreement that confirm a time, if no more disagree. */
    private static final int ENOUGH = 3;

    private final LongSupplier wallMicros;
    private final LongSupplier nanos;
    /** Time is the monotonic clock and this. */
    private long offset;
    private boolean jumped;
    private long jumpedAt;
    private int agree;
    private int disagree;

    TrustedClock(LongSupplier wallMicros, LongSupplier nanos) {
        this.wallMicros = wallMicros;
        this.nanos = nanos;
        this.offset = wallMicros.getAsLong() - monotonic();
    }

    private long monotonic() {
        return nanos.getAsLong() / 1_000;
    }

    /** Microseconds since the epoch. */
    synchronized long now() {
        long wall = wallMicros.getAsLong();
        long monotonic = monotonic();
        long difference = wall - (monotonic + offset);
        if (Math.abs(difference) <= JUMP) {
            offset += difference;
            if (jumped) {
                LOG.info("the clock is as it was before it jumped; rows age by it again");
            }
            jumped = false;
            return wall;
        }
        if (!jumped) {
            jumped = true;
            jumpedAt = monotonic;
            agree = 0;
            disagree = 0;
            LOG.warn("the clock jumped by {} s; nothing is deleted for it until collectors agree with it, or a day "
                    + "has passed", difference / 1_000_000);
        }
        if (agree >= ENOUGH && agree > disagree || monotonic - jumpedAt >= DAY) {
            LOG.info("the clock that jumped by {} s is taken for right; rows age by it", difference / 1_000_000);
            offset += difference;
            jumped = false;
            return wall;
        }
        return monotonic + offset;
    }

    /** A collector said what time it is there. */
    synchronized void heard(long sentMicros) {
        if (jumped && sentMicros != 0) {
            if (Math.abs(wallMicros.getAsLong() - sentMicros) <= NEAR) {
                agree++;
            } else {
                disagree++;
            }
        }
    }

    /** Whether it waits for confirmation. */
    synchronized boolean isInDoubt() {
        return jumped;
    }
}

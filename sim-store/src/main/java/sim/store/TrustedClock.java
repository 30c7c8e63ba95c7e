package sim.store;

import java.net.InetAddress;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time by which rows are stored and age. A wall clock that jumps would delete what is not old: after a jump time goes on as it was, by the
 * monotonic clock, until collectors on other hosts agree with the new time, or a day has passed. The same holds where a server starts with a clock that
 * is far ahead of the time that its store has noted, and a server that is started again within a doubt goes on doubting. While it doubts,
 * nothing goes that either clock would keep. Any thread.
 */
final class TrustedClock {
    private static final Logger LOG = LoggerFactory.getLogger(TrustedClock.class);
    /** Corrections below this are the usual ones of a time service. */
    private static final long JUMP = TimeUnit.MINUTES.toMicros(5);
    /** A server that was down for longer may have another clock since. The rows that are kept for the shortest time are kept for as long. */
    private static final long DOWN = TimeUnit.HOURS.toMicros(1);
    private static final long DAY = TimeUnit.DAYS.toMicros(1);
    /** A collector whose clock is that near agrees. */
    private static final long NEAR = TimeUnit.MINUTES.toMicros(2);
    /** By then every host that ships as usual was heard, and not only the one that ships most often. */
    private static final long ALL_HEARD = TimeUnit.SECONDS.toMicros(20);

    private final LongSupplier wallMicros;
    private final LongSupplier nanos;
    /** Time is the monotonic clock and this. */
    private long offset;
    private boolean inDoubt;
    /** Whether it doubts since the server started: how long the server was down nobody knows, and the wall clock is the best guess. */
    private boolean isFromStart;
    /** By how much the wall clock is ahead of the time, as collectors are asked whether they agree; and since when. */
    private long doubted;
    private long doubtedAt;
    /** Since when hosts are asked of the present difference; none was before. */
    private long askedAt;
    private final Votes votes = new Votes();

    TrustedClock(LongSupplier wallMicros, LongSupplier nanos) {
        this.wallMicros = wallMicros;
        this.nanos = nanos;
        this.offset = wallMicros.getAsLong() - monotonic();
    }

    private long monotonic() {
        return nanos.getAsLong() / 1_000;
    }

    private long difference() {
        return wallMicros.getAsLong() - (monotonic() + offset);
    }

    /**
     * What a store has of the clock.
     *
     * @param micros the time it was trusted to be; 0 for none yet
     * @param doubtedMicros for how long it had been in doubt by then; below 0 where it was not
     */
    record Noted(long micros, long doubtedMicros) {
        boolean isInDoubt() {
            return doubtedMicros >= 0;
        }
    }

    /** What to note in the store, for its next start. */
    synchronized Noted noted() {
        long now = trusted();
        return new Noted(now, inDoubt ? monotonic() - doubtedAt : -1);
    }

    /**
     * The store that was opened has noted this. A doubt goes on, and its day too. A clock that is behind is doubted as well: a machine that starts
     * without the time is corrected soon, and what comes then has to be stored by the corrected clock.
     */
    synchronized void startsAfter(Noted last) {
        long ahead = wallMicros.getAsLong() - last.micros;
        if (last.micros > 0 && (ahead > DOWN || ahead < -JUMP || last.isInDoubt() && ahead > JUMP)) {
            offset = last.micros - monotonic();
            doubt(difference());
            doubtedAt -= Math.max(0, last.doubtedMicros);
            isFromStart = true;
            LOG.warn(
                    "the clock is {} s {} the time that the store has noted; nothing is deleted for it until "
                            + "other hosts' collectors agree with it, or a day has passed",
                    Math.abs(ahead) / 1_000_000, ahead < 0 ? "behind" : "ahead of");
        }
    }

    /** Up to when rows are old, microseconds since the epoch: while it doubts, the earlier of both clocks. */
    synchronized long now() {
        long trusted = trusted();
        return inDoubt ? Math.min(trusted, wallMicros.getAsLong()) : trusted;
    }

    /**
     * Up to when steps of time are over: where rows that arrive are stored by the wall clock although it is in doubt, the later of both
     * clocks. What comes later for a step is added to it.
     */
    synchronized long over() {
        long trusted = trusted();
        return isFromStart ? Math.max(trusted, wallMicros.getAsLong()) : trusted;
    }

    /**
     * The time by which rows that arrive now are stored, and the end of a question that names none. By a wall clock that was set back, new rows would
     * be stored as old ones and removed with these. By one that is ahead, they would lie where no question looks once the clock is right again.
     */
    synchronized long arrival() {
        long trusted = trusted();
        return isFromStart ? wallMicros.getAsLong() : trusted;
    }

    private long trusted() {
        long difference = difference();
        if (Math.abs(difference) <= JUMP) {
            if (inDoubt) {
                LOG.info("the clock is as it was before; rows age by it again");
            }
            return trust(difference);
        }
        if (!inDoubt) {
            LOG.warn(
                    "the clock jumped by {} s; nothing is deleted for it until other hosts' collectors agree with it, or a day "
                            + "has passed",
                    difference / 1_000_000);
        }
        look(difference);
        long now = monotonic();
        if (now - askedAt >= ALL_HEARD && votes.agree() || now - doubtedAt >= DAY) {
            LOG.info("the clock that is {} s ahead of before is taken for right; rows age by it",
                    difference / 1_000_000);
            return trust(difference);
        }
        return monotonic() + offset;
    }

    private long trust(long difference) {
        offset += difference;
        inDoubt = false;
        isFromStart = false;
        return monotonic() + offset;
    }

    /**
     * Drops the votes of collectors, which were about another time. The day of the doubt goes on, so that a clock that keeps jumping is not doubted
     * for ever.
     */
    private void look(long difference) {
        if (!inDoubt) {
            doubt(difference);
        } else if (Math.abs(difference - doubted) > JUMP) {
            ask(difference);
        }
    }

    private void doubt(long difference) {
        inDoubt = true;
        doubtedAt = monotonic();
        ask(difference);
    }

    private void ask(long difference) {
        doubted = difference;
        askedAt = monotonic();
        votes.forget();
    }

    /** A collector on a host said what time it is there; 0 where it did not. */
    void heard(InetAddress host, long sentMicros) {
        if (sentMicros != 0 && isInDoubt() && !Votes.isOwn(host)) { // asked here: the machine may have hundreds of interfaces
            vote(host, sentMicros);
        }
    }

    private synchronized void vote(InetAddress host, long sentMicros) {
        if (inDoubt) {
            look(difference());
            votes.add(host, Math.abs(wallMicros.getAsLong() - sentMicros) <= NEAR);
        }
    }

    /** Whether it waits for confirmation. */
    synchronized boolean isInDoubt() {
        return inDoubt;
    }
}

package sim.context;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Which contexts are sent one by one, and which of those with all their places. The sums of a kind have every context.
 *
 * <pre>
 *  sent one by one   all, up to so many a second; past that, of each kind between two drains, the slowest and the failed up to a number each; the slow and
 *                    one trace in so many
 *  with all places   of each kind the first hundred between two drains, of 64 places each, and the slowest; of the rest the slow, the failed and one trace in
 *                    so many, those of more than 64 places as long as a thousand such fit
 * </pre>
 *
 * Which trace that is its id says, so that the contexts of one trace are kept together, in all processes. Any thread.
 */
final class Keeping {
    /** Places of a kind, between two drains: a program with few contexts has all places of all. */
    private static final int FIRST = 100 * PlaceTable.SMALL;
    /** Large ones of those that are worth it stop here: where every request fails, each with a thousand places, that is enough of them. */
    private static final int MOST = 10 * FIRST;
    private static final int COUNT_BITS = 24;
    private static final long COUNT = (1 << COUNT_BITS) - 1;

    private final long slowNanos;
    private final long rate;
    private final int every;
    private final int failures;
    /** The second that is counted, and how many ended in it. */
    private final AtomicLong window = new AtomicLong();

    /**
     * @param slowNanos a context is slow from here
     * @param rate contexts a second
     * @param every one trace in so many
     * @param failures of each kind between two drains that are sent past the rate
     */
    Keeping(long slowNanos, int rate, int every, int failures) {
        this.failures = failures;
        this.slowNanos = slowNanos;
        this.rate = Math.min(rate, COUNT);
        this.every = every;
    }

    /**
     * Whether a context that ends now is sent.
     *
     * @param slowest whether it is one of the slowest of its kind
     */
    boolean isKept(Kind kind, boolean slowest, boolean failed, long nanos, Trace trace, long nowMicros) {
        return isInRate(nowMicros) || slowest || isSlowOrSampled(nanos, trace) || failed && isFirstToFail(kind);
    }

    /** Whether it is sent even if all memory was taken when it began. Asked once, in place of {@link #isKept}. */
    boolean isKeptWithSpareMemory(Kind kind, boolean slowest, boolean failed, long nanos) {
        return slowest || nanos >= slowNanos || failed && isFirstToFail(kind);
    }

    private boolean isFirstToFail(Kind kind) {
        int before = kind.failed;
        kind.failed = before + 1;
        return before < failures;
    }

    /** Whether all its places are, of which there are so many; of one that is sent. The slowest of a kind leave the others their room. */
    boolean isWhole(Kind kind, int places, boolean slowest, boolean failed, long nanos, Trace trace) {
        int before = kind.places;
        if (before < FIRST) {
            kind.places = before + Math.max(PlaceTable.SMALL, places);
            return true;
        }
        if (slowest) {
            return true;
        }
        if (!isWorthAll(failed, nanos, trace)) {
            return false;
        }
        if (places > PlaceTable.SMALL) {
            if (before >= MOST) {
                return false;
            }
            kind.places = before + places;
        }
        return true;
    }

    /** Whether it would have all its places, if others of its kind left room for them. */
    boolean isWorthAll(boolean failed, long nanos, Trace trace) {
        return failed || isSlowOrSampled(nanos, trace);
    }

    private boolean isSlowOrSampled(long nanos, Trace trace) {
        return nanos >= slowNanos
                || ((trace.low() ^ trace.high()) * 0x9E3779B97F4A7C15L >>> 33) % every == 0;
    }

    private boolean isInRate(long nowMicros) {
        long second = nowMicros / 1_000_000 << COUNT_BITS;
        long seen = window.get();
        if ((seen & ~COUNT) != second && window.compareAndSet(seen, second | 1)) {
            return rate > 0;
        }
        return (window.incrementAndGet() & COUNT) <= rate;
    }
}

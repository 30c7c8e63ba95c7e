package sim.context;

import sim.base.lending.Lent;
import sim.model.snapshot.Buckets;

/**
 * Which of the contexts of a kind that end are among the slowest since the last drain. Each that is when it ends counts, so of contexts in any order a few
 * times as many as are asked for: ten of 50,000 are about a hundred. From {@link #EXACT} times as many on only those that are longer by a bucket of the
 * histogram count, so that contexts that take ever longer are not all kept.
 *
 * Most contexts of a busy kind are told so by one load. The others borrow it, and no thread waits: one that finds it borrowed counts as slow.
 */
final class Slowest extends Lent {
    private static final int EXACT = 16;
    private static final int INTERVAL_BITS = 20;
    private static final long INTERVAL = (1 << INTERVAL_BITS) - 1;

    /** The longest of the interval, in no order. */
    private final long[] longest;
    private int interval;
    private int known;
    private long entered;
    /** The interval, and above it the microseconds from which on a context is slow. */
    private volatile long gate;

    /** @param many how many are asked for; 0 for none */
    Slowest(int many) {
        this.longest = new long[many];
    }

    /**
     * Whether a context that ends now is one of the slowest so far. Asked once for each.
     *
     * @param now the number of the interval between two drains
     */
    boolean isOne(long nanos, int now) {
        long told = gate;
        if ((told & INTERVAL) == (now & INTERVAL) && nanos / 1_000 < told >>> INTERVAL_BITS || longest.length == 0) {
            return false;
        }
        if (!borrow()) {
            return true;
        }
        try {
            return enter(nanos, now);
        } finally {
            held = 0;
        }
    }

    private boolean enter(long nanos, int now) {
        if (interval != now) {
            interval = now;
            known = 0;
            entered = 0;
        }
        if (known < longest.length) {
            longest[known++] = nanos;
        } else {
            int least = least();
            if (nanos < from(longest[least])) {
                return false;
            }
            longest[least] = nanos;
        }
        entered++;
        long from = known < longest.length ? 0 : from(longest[least()]);
        gate = (from + 999) / 1_000 << INTERVAL_BITS | now & INTERVAL;
        return true;
    }

    private int least() {
        int least = 0;
        for (int i = 1; i < longest.length; i++) {
            least = longest[i] < longest[least] ? i : least;
        }
        return least;
    }

    /** How long a context must take that is slower than the least of these. */
    private long from(long least) {
        return entered < (long) EXACT * longest.length ? least + 1 : Buckets.lowest(Buckets.indexOf(least) + 1);
    }
}

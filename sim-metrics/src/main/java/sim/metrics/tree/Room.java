package sim.metrics.tree;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory for what threads keep of their own, all together, in bytes: {@code sim.numbers.memory}. Tallies may take a third of it,
 * or an eighth of less than 8 MB; the rest is for stacks of calls in progress, because a tally can be shared and a stack cannot.
 * Histograms may grow by a quarter of it in addition, so that percentiles do not suffer first when tallies have used up their
 * part. In 4 MB, of a heap of 64, that is enough for 150 threads that are 60 calls deep. Estimates, for a JVM with compressed
 * references. Any thread; never on the path of a call at a known place.
 */
public final class Room {
    private static final long LITTLE = 8 << 20;

    private final AtomicLong numbers = new AtomicLong();
    private final AtomicLong calls = new AtomicLong();
    private final long bound;
    private final long forNumbers;
    private final long forOctaves;

    public Room(long bound) {
        this.bound = bound;
        this.forNumbers = bound / (bound < LITTLE ? 8 : 3);
        this.forOctaves = forNumbers + bound / 4;
    }

    /** Takes bytes for a tally; false, and nothing taken, when tallies have their part. */
    boolean takeForNumbers(long bytes) {
        if (numbers.get() + bytes > forNumbers) {
            return false;
        }
        numbers.addAndGet(bytes);
        return true;
    }

    /** Whether a tally's histogram may grow: it is charged when the call is counted, so a thread or two may be ahead. */
    boolean hasForOctave() {
        return numbers.get() + Histogram.OCTAVE <= forOctaves;
    }

    /** Takes bytes for what has grown, or for a table: there is always room. */
    void chargeNumbers(long bytes) {
        numbers.addAndGet(bytes);
    }

    void giveNumbers(long bytes) {
        numbers.addAndGet(-bytes);
    }

    /** Whether there are bytes for calls in progress. */
    public boolean hasForCalls(long bytes) {
        // what histograms grew past the tallies' part is not taken from stacks
        return Math.min(numbers.get(), forNumbers) + calls.get() + bytes <= bound;
    }

    /** Takes them; false, and nothing taken, when all are taken. */
    public boolean takeForCalls(long bytes) {
        if (!hasForCalls(bytes)) {
            return false;
        }
        calls.addAndGet(bytes);
        return true;
    }

    /** The same for the few that every thread has: there is always room. */
    public void chargeCalls(long bytes) {
        calls.addAndGet(bytes);
    }

    public void giveCalls(long bytes) {
        calls.addAndGet(-bytes);
    }

    /** Whether half of it is taken by stacks: they are to take no more than they need. */
    public boolean isShort() {
        return calls.get() >= bound / 2;
    }

    /** How much is taken; a little more than the bound where there had to be. */
    public long taken() {
        return numbers.get() + calls.get();
    }
}

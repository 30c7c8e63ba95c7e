package sim.metrics.tree;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Memory for what threads keep of their own, all together, in bytes: {@code sim.numbers.memory}. Tallies may take a third of it;
 * the rest is left to stacks of calls in progress, for a tally can be shared and a stack cannot. Estimates, for a JVM with
 * compressed references. Any thread; never on the path of a call at a known place.
 */
public final class Room {
    private static final int NUMBERS_PART = 3;

    private final AtomicLong numbers = new AtomicLong();
    private final AtomicLong calls = new AtomicLong();
    private final long bound;

    public Room(long bound) {
        this.bound = bound;
    }

    /** Takes bytes for a tally; false, and nothing taken, when tallies have their third. */
    boolean takeForNumbers(long bytes) {
        if (numbers.get() + bytes > bound / NUMBERS_PART) {
            return false;
        }
        numbers.addAndGet(bytes);
        return true;
    }

    /** The same for a tally's histogram, or a table, that grows: there is always room. */
    void chargeNumbers(long bytes) {
        numbers.addAndGet(bytes);
    }

    void giveNumbers(long bytes) {
        numbers.addAndGet(-bytes);
    }

    /** Takes bytes for calls in progress; false, and nothing taken, when all are taken. */
    public boolean takeForCalls(long bytes) {
        if (numbers.get() + calls.get() + bytes > bound) {
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

    /** Whether there is no room for further tallies. */
    public boolean isShort() {
        return numbers.get() >= bound / NUMBERS_PART || calls.get() >= bound / 2;
    }

    /** How much is taken; a little more than the bound where there had to be. */
    public long taken() {
        return numbers.get() + calls.get();
    }
}

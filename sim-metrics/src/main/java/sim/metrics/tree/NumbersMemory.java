package sim.metrics.tree;

import java.util.concurrent.atomic.AtomicLong;
import sim.base.meter.MemoryRest;

/**
 * The memory that all threads together may take for their numbers and stacks, in bytes: {@code sim.numbers.memory}. Tallies may take half
 * of it, but they leave 5 MB, or seven eighths if it is little, to stacks of calls in progress, because a tally can be shared and a
 * stack cannot. Histograms may grow by a quarter of it in addition, so that percentiles do not suffer first when tallies have used up
 * their part. With a heap of 64 MB it is 4 MB, which is enough for 150 threads that are 60 calls deep. Sizes are estimates for a JVM with
 * compressed references. Any thread; never on the path of a call at a known place.
 *
 * <p>The first eighth of the tallies' part goes to whoever comes. From then on a thread gets a tally of its own only at places that are called
 * often, the more often the less is left: H2 woven whole met 9,500 places while it started, most of them once, and the four threads that came then
 * shared every tally, at a microsecond a call: 97 in 100 calls, and half of the program's CPU time. A place that is called seldom costs little in shared books.
 */
public final class NumbersMemory {
    private static final long FOR_STACKS = 5 << 20;
    /** So many calls are often, while less than seven eighths of the tallies' part are free; the other values, while less than a half, a quarter, an eighth is. */
    private static final int[] OFTEN = {1 << 6, 1 << 10, 1 << 14, 1 << 18};

    private final AtomicLong numbers = new AtomicLong();
    private final AtomicLong calls = new AtomicLong();
    private final long bound;
    private final long forNumbers;
    private final long forOctaves;
    private final MemoryRest octaves = new MemoryRest();
    /** After the heap had no room for a tally. */
    final MemoryRest tallies = new MemoryRest();

    public NumbersMemory(long bound) {
        this.bound = bound;
        this.forNumbers = Math.max(bound / 8, Math.min(bound / 2, bound - FOR_STACKS));
        this.forOctaves = forNumbers + bound / 4;
    }

    /** Takes bytes for a tally. If tallies have used up their part, takes nothing and returns false. */
    boolean takeForNumbers(long bytes) {
        if (numbers.get() + bytes > forNumbers) {
            return false;
        }
        numbers.addAndGet(bytes);
        return true;
    }

    /** The part of tallies, in bytes. */
    long forNumbers() {
        return forNumbers;
    }

    /** How many calls of a place are so many now that a thread gets a tally of its own there. */
    int often() {
        long free = forNumbers - numbers.get();
        if (free >= forNumbers / 8 * 7) {
            return 0;
        }
        int at = 0;
        while (at + 1 < OFTEN.length && free < forNumbers >> at + 1) {
            at++;
        }
        return OFTEN[at];
    }

    /**
     * Whether a histogram may grow. Its bytes are taken only when the call is counted, so a few threads may exceed the bound by a little.
     */
    boolean hasForOctave() {
        return numbers.get() + Histogram.OCTAVE <= forOctaves && octaves.isOver();
    }

    /** The heap had no room for an octave: for a second there is none, so that not each value of a new size makes collections. */
    void restOctaves() {
        octaves.begin();
    }

    /** Takes bytes for something that has grown or for a table, even past the bound. */
    void chargeNumbers(long bytes) {
        numbers.addAndGet(bytes);
    }

    void giveNumbers(long bytes) {
        numbers.addAndGet(-bytes);
    }

    /** Whether there are so many bytes for calls in progress. */
    public boolean hasForCalls(long bytes) {
        // the growth of histograms past the part of tallies is not taken from stacks
        return Math.min(numbers.get(), forNumbers) + calls.get() + bytes <= bound;
    }

    /** Takes bytes for calls in progress. If there are not enough, takes nothing and returns false. */
    public boolean takeForCalls(long bytes) {
        if (!hasForCalls(bytes)) {
            return false;
        }
        calls.addAndGet(bytes);
        return true;
    }

    /** Takes the few bytes that every thread needs, even past the bound. */
    public void chargeCalls(long bytes) {
        calls.addAndGet(bytes);
    }

    public void giveCalls(long bytes) {
        calls.addAndGet(-bytes);
    }

    /** Whether stacks have taken half of it, or three quarters of what tallies have left. They should then take no more than they need. */
    public boolean isShort() {
        return calls.get() >= Math.min(bound / 2, (bound - Math.min(numbers.get(), forNumbers)) / 4 * 3);
    }

    /** The bytes that are taken; may be a little more than the bound. */
    public long taken() {
        return numbers.get() + calls.get();
    }
}

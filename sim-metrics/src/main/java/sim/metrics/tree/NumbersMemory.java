package sim.metrics.tree;

import java.util.concurrent.atomic.AtomicLong;
import sim.base.meter.MemoryRest;

/**
 * The memory that all threads together may take for their numbers and stacks, in bytes: {@code sim.numbers.memory}. Tallies may take a
 * third of it, or an eighth if it is less than 8 MB. The rest is for stacks of calls in progress, because a tally can be shared and a
 * stack cannot. Histograms may grow by a quarter of it in addition, so that percentiles do not suffer first when tallies have used up
 * their part. With a heap of 64 MB it is 4 MB, which is enough for 150 threads that are 60 calls deep. Sizes are estimates for a JVM with
 * compressed references. Any thread; never on the path of a call at a known place.
 */
public final class NumbersMemory {
    private static final long LITTLE = 8 << 20;

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
        this.forNumbers = bound / (bound < LITTLE ? 8 : 3);
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

    /** Whether stacks have taken half of it. They should then take no more than they need. */
    public boolean isShort() {
        return calls.get() >= bound / 2;
    }

    /** The bytes that are taken; may be a little more than the bound. */
    public long taken() {
        return numbers.get() + calls.get();
    }
}

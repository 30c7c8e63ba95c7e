package sim.agent.inject;

import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * What one run of a script may take of the thread it runs on: so many steps, so much time, so many bytes. {@link ScriptCode} puts the
 * calls into a script's own code. What a method takes that a script calls is seen when the script goes on, not before.
 *
 * <p>Each step is counted. The clock and what was allocated cost more than most steps take: they are read at each step while steps
 * take much, and at one in 64 while they take little.
 */
public final class ScriptBudget {
    /** Jumps back, and beginnings of lambdas. */
    static final int STEPS = 1_000_000;
    /** Long, for a machine may stand still for a while. */
    private static final long NANOS = 5_000_000_000L;
    private static final long BYTES = 64 << 20;
    /** The most steps from one look to the next. */
    static final int MOST_UNSEEN = 64;
    /** An array of so many elements is looked at, at the next step. */
    private static final int SMALL = 1_000;
    /** What steps between two looks take together if they take little. */
    private static final long LITTLE_NANOS = 1_000_000;
    private static final long LITTLE_BYTES = 16 << 10;
    private static final com.sun.management.ThreadMXBean ALLOCATIONS = allocations();
    private static final ThreadLocal<ScriptBudget> OF_THREAD = ThreadLocal
            .withInitial(() -> new ScriptBudget(System::nanoTime, ScriptBudget::allocated));

    /** So many scripts are in progress, one inside the other. Whoever begins one sets it back, by a store alone. */
    int depth;
    private int steps;
    /** So many steps are left at the next look, which comes so many after the last. */
    private int next;
    private int unseen;
    private long nanosBefore;
    private long bytesBefore;
    private long until;
    private long bytes;
    /** What the innermost one has taken too much of; null while there is nothing. */
    String spent;

    private final LongSupplier clock;
    private final LongSupplier allocations;

    ScriptBudget(LongSupplier clock, LongSupplier allocations) {
        this.clock = clock;
        this.allocations = allocations;
    }

    private static com.sun.management.ThreadMXBean allocations() {
        return ManagementFactory.getThreadMXBean() instanceof com.sun.management.ThreadMXBean threads
                && threads.isThreadAllocatedMemorySupported() && threads.isThreadAllocatedMemoryEnabled()
                        ? threads
                        : null;
    }

    static ScriptBudget ofThread() {
        return OF_THREAD.get();
    }

    /** A script begins. One inside another, which calls an intercepted method, takes from the outer one's. */
    void begin() {
        if (depth == 0) {
            steps = STEPS;
            nanosBefore = clock.getAsLong();
            bytesBefore = allocations.getAsLong();
            until = nanosBefore + NANOS;
            bytes = bytesBefore + BYTES;
            lookAfter(1);
            spent = null;
        }
        depth++; // last: the stack may be full before
    }

    /** Called by a script before it jumps back, and where a lambda of its own begins. */
    public static void step() {
        ScriptBudget budget = OF_THREAD.get();
        if (budget.depth > 0) {
            budget.take();
        }
    }

    /** Called by a script before it makes an array; returns the length. */
    public static int array(int length) {
        ScriptBudget budget = OF_THREAD.get();
        if (budget.depth > 0 && length > BYTES / Long.BYTES) {
            throw budget.stop("made an array of " + length + ", of more than " + BYTES / Long.BYTES);
        }
        if (length > SMALL) {
            budget.lookAfter(1);
        }
        return length;
    }

    void take() {
        if (--steps < 0) {
            throw stop("went round more than " + STEPS + " times");
        }
        if (steps <= next) {
            look();
        }
    }

    private void look() {
        long nanosNow = clock.getAsLong();
        long bytesNow = allocations.getAsLong();
        if (nanosNow - until > 0) {
            throw stop("took longer than " + NANOS / 1_000_000_000 + " s");
        }
        if (bytesNow > bytes) {
            throw stop("allocated more than " + (BYTES >> 20) + " MB");
        }
        boolean isLittle = nanosNow - nanosBefore < LITTLE_NANOS && bytesNow - bytesBefore < LITTLE_BYTES;
        nanosBefore = nanosNow;
        bytesBefore = bytesNow;
        lookAfter(isLittle ? Math.min(MOST_UNSEEN, 2 * unseen) : 1);
    }

    private void lookAfter(int more) {
        unseen = more;
        next = steps - more;
    }

    /** It stays spent: a script that catches what ends it is ended at its next step. */
    private ScriptStopped stop(String why) {
        steps = 0;
        if (spent == null) {
            spent = why;
        }
        return new ScriptStopped(spent);
    }

    private static long allocated() {
        return ALLOCATIONS == null ? 0 : ALLOCATIONS.getCurrentThreadAllocatedBytes(); // of a virtual thread -1
    }
}

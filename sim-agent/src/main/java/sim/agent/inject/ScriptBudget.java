package sim.agent.inject;

import java.lang.management.ManagementFactory;
import java.util.function.LongSupplier;

/**
 * What one run of a script may take of its thread: steps, time and bytes. {@link ScriptCode} puts the calls into the script's own code.
 * What a called method takes shows only when the script continues, not before.
 *
 * <p>Each step is counted. Reading the clock and the allocated bytes costs more than most steps. SIM reads them at each step while steps
 * take much, and at one step in 64 while they take little.
 */
public final class ScriptBudget {
    /** The most steps. A step is a jump back, or the begin of a lambda. */
    static final int STEPS = 1_000_000;
    /** The most time. It is long, because a machine may stand still for a while. */
    private static final long NANOS = 5_000_000_000L;
    private static final long BYTES = 64 << 20;
    /** The most steps from one look to the next. */
    static final int MOST_UNSEEN = 64;
    /** After an array with more elements than this, the next step reads the clock and the bytes. */
    private static final int SMALL = 1_000;
    /** Steps between two readings take little if together they take less than this. */
    private static final long LITTLE_NANOS = 1_000_000;
    private static final long LITTLE_BYTES = 16 << 10;
    private static final com.sun.management.ThreadMXBean ALLOCATIONS = allocations();
    private static final ThreadLocal<ScriptBudget> OF_THREAD = ThreadLocal
            .withInitial(() -> new ScriptBudget(System::nanoTime, ScriptBudget::allocated));

    /** How many runs of scripts are nested. Whoever begins one resets it, by a single store. */
    int depth;
    private int steps;
    /**
     * The number of remaining steps at which the clock and the bytes are read next; and, in {@code unseen}, how many steps are between two
     * readings.
     */
    private int next;
    private int unseen;
    private long nanosBefore;
    private long bytesBefore;
    private long until;
    private long bytes;
    /** What the run has taken too much of; null while it is within its budget. */
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

    /** Begins a run. A run inside another, whose script called an intercepted method, takes from the outer one's budget. */
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
        depth++; // last, because the calls above fail on a full stack
    }

    /** Called by a script before it jumps back, and at the begin of its lambdas. */
    public static void step() {
        ScriptBudget budget = OF_THREAD.get();
        if (budget.depth > 0) {
            budget.take();
        }
    }

    /** Called by a script before it makes an array. Returns the length. */
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

    /** Ends a run. The budget stays spent, so that a script that catches the error is ended at its next step. */
    private ScriptStopped stop(String why) {
        steps = 0;
        if (spent == null) {
            spent = why;
        }
        return new ScriptStopped(spent);
    }

    private static long allocated() {
        return ALLOCATIONS == null ? 0 : ALLOCATIONS.getCurrentThreadAllocatedBytes(); // a virtual thread has -1
    }
}

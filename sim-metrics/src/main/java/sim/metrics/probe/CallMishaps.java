package sim.metrics.probe;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import sim.metrics.context.Values;
import sim.metrics.failure.Fatal;

/**
 * Calls that went another way than begin and end, counted since the runtime began. They are rare, so all threads add to one
 * counter, at once: 5 to 20 ns. No striped counter: its cells' class would be loaded where two threads meet, perhaps at the
 * end of a full stack. Any thread.
 */
final class CallMishaps {
    /** What goes wrong; each is a counter. */
    enum Kind {
        /** A woven end whose begin was never seen. */
        UNMATCHED("probes.unmatched"),
        /** A woven end whose call was given up before, or never begun, because its name was switched. */
        SWITCHED("calls.switched"),
        /** A call made by a hook, of what the hook's own pointcut selects. */
        LEFT_OUT_IN_HOOKS("hooks.left.out"),
        /** A counter of the Open API past the bound on their number. */
        COUNTERS_FOLDED("counters.folded"),
        /** SIM's own failure on a thread of the application; those of hooks are counted with them. */
        FAILURE("metering.failures");

        private final String counter;

        Kind(String counter) {
            this.counter = counter;
        }
    }

    /** Characters of what was thrown. */
    static final int LENGTH = 500;

    /** What is wrong in the use of the Open API. */
    final Violations violations;
    /** What the application's hooks threw. */
    final HookFailures hooks = new HookFailures();
    /**
     * Under its own lock: {@link NotCounted} calls where no thread's context could count them, and those of contexts that their
     * threads have left. A stack may be at its end where it is added to: no method hides it.
     */
    final long[] notCounted = new long[NotCounted.KINDS];
    private final AtomicLong[] counts = new AtomicLong[Kind.values().length];

    CallMishaps(boolean strict) {
        this.violations = new Violations(strict);
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new AtomicLong();
        }
    }

    void add(Kind kind) {
        counts[kind.ordinal()].incrementAndGet();
    }

    /** SIM's own failure, on an application thread: counted, and said once. A stack that is full is no failure of SIM. */
    void failed(Throwable failure) {
        if (failure instanceof StackOverflowError) {
            return; // nothing more is called
        }
        if (counts[Kind.FAILURE.ordinal()].getAndIncrement() == 0) {
            System.err.println("sim: metering failed and continues; later failures are only counted: "
                    + Values.text(failure, LENGTH));
        }
        Fatal.pass(failure);
    }

    /** Takes over what a context counted. Its owner, or any thread once that has died. */
    void takeNotCounted(ThreadContext context) {
        synchronized (notCounted) {
            for (int i = 0; i < NotCounted.KINDS; i++) { // each at once, whatever fails
                notCounted[i] += context.notCounted[i];
                context.notCounted[i] = 0;
            }
        }
    }

    void count(Map<String, Long> counters) {
        for (Kind kind : Kind.values()) {
            counters.put(kind.counter, counts[kind.ordinal()].get());
        }
        counters.merge(Kind.FAILURE.counter, hooks.count(), Long::sum);
        violations.count(counters);
    }
}

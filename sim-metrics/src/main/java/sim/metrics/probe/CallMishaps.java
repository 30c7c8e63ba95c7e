package sim.metrics.probe;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import sim.base.failure.Fatal;
import sim.context.Values;

/**
 * Counts calls that did not go from begin to end, by kind, since the runtime began. They are rare, so all threads add to the same atomic
 * counters, which takes 5 to 20 ns. Striped counters will not do: the JVM would load the class of their cells when two threads collide,
 * perhaps at the end of a full stack. Any thread.
 */
final class CallMishaps {
    /** What can go wrong. Each kind is a counter. */
    enum Kind {
        /** A woven end without a begin. */
        UNMATCHED("probes.unmatched"),
        /** A woven end whose call was given up before, or never begun, because its name was switched. */
        SWITCHED("calls.switched"),
        /** A call that a hook makes and that the hook's own pointcut selects. It is left out. */
        LEFT_OUT_IN_HOOKS("hooks.left.out"),
        /** A counter of the Open API past the bound on their number. */
        COUNTERS_FOLDED("counters.folded"),
        /** A failure of SIM itself on a thread of the application, or of a hook. */
        FAILURE("metering.failures");

        private final String counter;

        Kind(String counter) {
            this.counter = counter;
        }
    }

    /** The most characters that are printed of an exception. */
    static final int LENGTH = 500;

    /** Wrong uses of the Open API. */
    final Violations violations;
    /** Hooks of the application that threw. */
    final HookFailures hooks = new HookFailures();
    /** Hooks of the application that do not return. */
    final HookWatch watch = new HookWatch(System::nanoTime);
    /**
     * Calls by the reasons of {@link NotCounted} that no thread's context could count, and those of contexts that their threads have
     * left. Guarded by its own lock. The array is visible because code adds to it when the stack is nearly full, where a method call may
     * overflow.
     */
    final long[] notCounted = new long[NotCounted.KINDS];
    private final AtomicLong[] counts = new AtomicLong[Kind.values().length];
    /** True once a failure is being said: to say it may load classes, which meters, and fails again on the same thread. */
    private final AtomicBoolean isFailureSaid = new AtomicBoolean();

    CallMishaps(boolean strict) {
        this.violations = new Violations(strict);
        for (int i = 0; i < counts.length; i++) {
            counts[i] = new AtomicLong();
        }
    }

    void add(Kind kind) {
        counts[kind.ordinal()].incrementAndGet();
    }

    /** Counts a failure of SIM itself on a thread of the application, and prints one. A stack overflow is not one. */
    void failed(Throwable failure) {
        if (failure instanceof StackOverflowError) {
            return; // nothing more is called
        }
        long number = counts[Kind.FAILURE.ordinal()].incrementAndGet();
        if ((number & number - 1) == 0 && isFailureSaid.compareAndSet(false, true)) { // where the heap is full each try costs a collection
            say(failure);
        }
        Fatal.pass(failure);
    }

    private void say(Throwable failure) {
        try {
            System.err.println("sim: metering failed and continues; later failures are only counted: "
                    + Values.text(failure, LENGTH));
        } catch (Throwable full) { // the heap, as a rule: it is said later
            isFailureSaid.set(false);
            Fatal.pass(full);
        }
    }

    /** Takes over the counts of a context, by {@link NotCounted}. Called by its thread, or by any thread after that has died. */
    void takeNotCounted(long[] ofContext) {
        synchronized (notCounted) {
            for (int i = 0; i < NotCounted.KINDS; i++) { // moves each number in one step, whatever fails
                notCounted[i] += ofContext[i];
                ofContext[i] = 0;
            }
        }
    }

    void count(Map<String, Long> counters) {
        for (Kind kind : Kind.values()) {
            counters.put(kind.counter, counts[kind.ordinal()].get());
        }
        counters.merge(Kind.FAILURE.counter, hooks.count(), Long::sum);
        counters.put("hooks.stuck", watch.stuck());
        counters.put("hooks.unwatched", watch.unwatched());
        violations.count(counters);
    }
}

package sim.metrics.probe;

import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What clients of the Open API did against its contract: healed where it happened, counted here by kind and, in strict
 * mode, reported with both names and the offender's stack.
 */
final class Violations {
    /** What can be done wrong. */
    enum Kind {
        /** Begin of a probe that is firing; ignored. */
        BEGUN_TWICE("probes.begun.twice"),
        /** End of a probe that is not firing; ignored. */
        NOT_BEGUN("probes.not.begun"),
        /** A probe still firing when an outer one ended; it was ended too. */
        CLOSED("probes.closed"),
        /** Of those, the ones whose own end came late; the others' never came. */
        CROSSED("probes.crossed"),
        /** A probe nobody can end any more, or still firing when its thread ended. */
        LOST("probes.lost"),
        /** A probe used on a thread that is not its own; ignored. */
        FOREIGN("probes.foreign");

        private final String counter;

        Kind(String counter) {
            this.counter = counter;
        }
    }

    private static final int REPORTS = 100;

    private final Map<Kind, AtomicLong> counts = new EnumMap<>(Kind.class);
    private final AtomicLong reports = new AtomicLong();
    private final boolean strict;

    Violations(boolean strict) {
        this.strict = strict;
        for (Kind kind : Kind.values()) {
            counts.put(kind, new AtomicLong());
        }
    }

    /** @param other the second name concerned, or null */
    void add(Kind kind, Object offender, Object other) {
        counts.get(kind).incrementAndGet();
        if (isToBeSaid()) {
            StringBuilder report = new StringBuilder("sim: ").append(kind.counter).append(": ").append(offender);
            if (other != null) {
                report.append(" by ").append(other);
            }
            report.append(" on ").append(Thread.currentThread().getName());
            StackTraceElement[] stack = Thread.currentThread().getStackTrace();
            for (int i = 1; i < stack.length; i++) {
                if (!stack[i].getClassName().startsWith("sim.metrics.")
                        && !stack[i].getClassName().startsWith("org.jinspired.probes.")) {
                    report.append(System.lineSeparator()).append("    at ").append(stack[i]);
                }
            }
            System.err.println(report);
        }
    }

    /** A probe that was never ended; the stack it was begun on is no more. */
    void addLost(Object offender, String how) {
        counts.get(Kind.LOST).incrementAndGet();
        if (isToBeSaid()) {
            System.err.println(
                    "sim: " + Kind.LOST.counter + ": " + offender + " " + how + ": end it in a finally clause");
        }
    }

    private boolean isToBeSaid() {
        if (!strict) {
            return false;
        }
        long report = reports.incrementAndGet();
        if (report == REPORTS + 1) {
            System.err.println("sim: probes.strict: " + REPORTS
                    + " reports were written; further ones are held back and counted as probes.reports.held.back");
        }
        return report <= REPORTS;
    }

    void count(Map<String, Long> counters) {
        if (strict) {
            counters.put("probes.reports.held.back", Math.max(0, reports.get() - REPORTS));
        }
        counts.forEach((kind, count) -> counters.put(kind.counter, count.get()));
    }
}

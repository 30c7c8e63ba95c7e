package sim.metrics.probe;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts by kind what clients of the Open API did against its contract; the caller has healed it. In strict mode it also prints both
 * names and the offender's stack.
 */
final class Violations {
    /** What clients can do wrong. */
    enum Kind {
        /** A begin of a probe that fires already; ignored. */
        BEGUN_TWICE("probes.begun.twice"),
        /** An end of a probe that does not fire; ignored. */
        NOT_BEGUN("probes.not.begun"),
        /** A probe that still fired when an outer one ended; it was ended too. */
        CLOSED("probes.closed"),
        /** Those of the closed probes whose own end came late. The ends of the others never came. */
        CROSSED("probes.crossed"),
        /** A probe that nobody can end any more, or that still fired when its thread ended. */
        LOST("probes.lost"),
        /** A use of a probe on a thread that is not its own; ignored. */
        FOREIGN("probes.foreign");

        private final String counter;

        Kind(String counter) {
            this.counter = counter;
        }
    }

    private static final int REPORTS = 100;
    /** Frames of SIM's own, which a report leaves out. */
    private static final List<String> OWN_PACKAGES = List.of("sim.metrics.", "sim.base.", "sim.context.",
            "org.jinspired.probes.");

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
                if (OWN_PACKAGES.stream().noneMatch(stack[i].getClassName()::startsWith)) {
                    report.append(System.lineSeparator()).append("    at ").append(stack[i]);
                }
            }
            System.err.println(report);
        }
    }

    /** Adds a probe that was never ended. Where it was begun is no longer known. */
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

package sim.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import sim.bench.Wanted.Measure;
import workload.Contexts.Case;

/**
 * What SIM is to cost, and whether it does: every figure from the results, on the first JDK, one thread unless said. Costs
 * of calls are compared in CPU time of the calling thread, which a busy machine does not distort.
 */
final class Goals {
    /** A goal and what was found; {@code met} is null where it was not measured, {@code beside} what to compare it with. */
    record Goal(String wanted, String found, Boolean met, String beside) {}

    private final Results results;
    private final int jdk;
    private final List<Goal> goals = new ArrayList<>();

    Goals(Results results) {
        this.results = results;
        this.jdk = results.jdks().get(0);
    }

    List<Goal> all() {
        atMost("disabled under our agent: at most 0.5 ns a call", cost(Subjects.DISABLED, 1), 0.5, "ns");
        atMost("hotspot-disabled under our agent: at most 0.5 ns a call", cost(Subjects.HOTSPOT, 1), 0.5, "ns");
        atMost("disabled with the plain weaver: at most 3 ns", cost(Subjects.PLAIN_DISABLED, 1), 3, "ns");
        atMost("hotspot-disabled with the plain weaver: at most 3 ns", cost(Subjects.PLAIN_HOTSPOT, 1), 3, "ns");
        atMost("wall aggregate: at most 1.25 x the floor with nanoTime", ratio(Subjects.WALL, Subjects.NANO_FLOOR, 1),
                1.25, "x");
        atMost("the same for each of two threads", ratio(Subjects.WALL, Subjects.NANO_FLOOR, 2), 1.25, "x");
        atMost("all 14 measures: at most 2.5 x wall aggregate", ratio(Subjects.ALL, Subjects.WALL, 1), 2.5, "x",
                "with cpu=exact: " + text(ratio(Subjects.EXACT, Subjects.WALL, 1), "x"));
        atMost("the same for each of two threads", ratio(Subjects.ALL, Subjects.WALL, 2), 2.5, "x",
                "with cpu=exact: " + text(ratio(Subjects.EXACT, Subjects.WALL, 2), "x"));
        atMost("all 14 measures: at most " + Subjects.KIEKER_DROPPED,
                ratio(Subjects.ALL, Subjects.KIEKER_DROPPED, 1), 1, "x");
        atMost("all 14 measures, cpu=exact: at most 1.2 x (two nanoTime, two thread-CPU reads)",
                ratio(Subjects.EXACT, Subjects.CPU_FLOOR, 1), 1.2, "x");
        atMost("all 14 measures: at most 1/50 of the MXBean way", ratio(Subjects.ALL, Subjects.BEANS, 1), 0.02, "x",
                "the two clock and CPU reads alone: " + text(ratio(Subjects.CPU_FLOOR, Subjects.BEANS, 1), "x"));
        atMost("every call kept and shipped: at most 1.5 x the floor with nanoTime",
                ratio(Subjects.KEPT, Subjects.NANO_FLOOR, 1), 1.5, "x");
        atMost("the same at 1,000,000 calls a second: none dropped",
                figure(Processes.STEADY + ", dropped", Subjects.KEPT), 0, "calls");
        atMost("contexts of 10,000 requests a second: in the server's sums by kind all of them, not there",
                figure(Processes.REQUESTS, Processes.LEFT_OUT), 0, "contexts", "kept one by one: "
                        + text(figure(Processes.REQUESTS, Processes.KEPT), "%"));
        atMost("wall aggregate: at most 1/2 of " + Subjects.KIEKER_DROPPED,
                ratio(Subjects.WALL, Subjects.KIEKER_DROPPED, 1), 0.5, "x");
        atMost("every call kept: at most 1/2 of " + Subjects.KIEKER_FILE, ratio(Subjects.KEPT, Subjects.KIEKER_FILE, 1),
                0.5, "x");
        atMost("wall aggregate: at most 1/5 of " + Subjects.OTEL, ratio(Subjects.WALL, Subjects.OTEL, 1), 0.2, "x");
        atMost("wall aggregate: below " + Subjects.MICROMETER, ratio(Subjects.WALL, Subjects.MICROMETER, 1), 1, "x");
        atMost("second start of a toy: at most 150 ms above bare",
                difference(figure(StartUp.TOY, Subjects.SECOND), figure(StartUp.TOY, Subjects.BARE)), 150, "ms",
                "all measures: " + text(difference(figure(StartUp.TOY, Subjects.SECOND_ALL),
                        figure(StartUp.TOY, Subjects.BARE)), "ms") + ", first start: "
                        + text(difference(figure(StartUp.TOY, Subjects.WALL), figure(StartUp.TOY, Subjects.BARE)),
                                "ms")
                        + ", agent with enabled=false: " + text(difference(figure(StartUp.TOY, Subjects.DISABLED),
                                figure(StartUp.TOY, Subjects.BARE)), "ms"));
        atMost("first start of a toy: no more than " + Subjects.EMPTY_ASPECT,
                quotient(figure(StartUp.TOY, Subjects.WALL), figure(StartUp.TOY, Subjects.EMPTY_ASPECT)), 1, "x");
        atMost("second start of Checkstyle: at most 1.05 x the one woven ahead of time, which is bare and its metering",
                quotient(figure(StartUp.CHECKSTYLE, Subjects.SECOND), figure(StartUp.CHECKSTYLE, Subjects.AHEAD)), 1.05,
                "x", "bare: " + text(quotient(figure(StartUp.CHECKSTYLE, Subjects.SECOND),
                        figure(StartUp.CHECKSTYLE, Subjects.BARE)), "x") + ", first start: "
                        + text(quotient(figure(StartUp.CHECKSTYLE, Subjects.WALL),
                                figure(StartUp.CHECKSTYLE, Subjects.BARE)), "x"));
        for (String subject : List.of(Subjects.WALL, Subjects.ALL, Subjects.KEPT)) {
            atMost(subject + ": 0 bytes allocated a call", bytes(subject), 0.05, "bytes");
        }
        atMost("wire: at most 8 bytes a kept call (wall)", figure(Ingest.CASE + ", wire", "kept calls, wall only"), 8,
                "bytes");
        atMost("wire: at most 40 bytes a tree row", figure(Ingest.CASE + ", wire", "tree rows, all meters"), 40,
                "bytes");
        atLeast("server ingest: at least 1,000,000 kept calls a second on a core",
                figure(Ingest.CASE + ", rate for a core", "kept calls, wall only"), 1e6, "/s");
        atMost("virtual threads: what 10 metered calls allocate beside the thread's own",
                difference(crowd(", allocated per thread", Subjects.WALL),
                        crowd(", allocated per thread", Subjects.BARE)),
                8, "bytes");
        atMost("100,000 virtual threads leave the heap where it was",
                difference(crowd(", heap growth", Subjects.WALL), crowd(", heap growth", Subjects.BARE)), 0.5, "MB");
        atMost("Checkstyle woven whole: calls the hotspot extension leaves",
                quotient(figure(Pruning.CASE, Pruning.METERED), figure(Pruning.CASE, Pruning.CALLS)), 0.05, "x");
        atLeast("of its ten methods with the largest self time, at least as many the same as in two runs without",
                figure(Pruning.CASE, Pruning.SAME), orElse(figure(Pruning.CASE, Pruning.CHANCE), 10), "");
        atLeast("ranks of its 30 dearest methods agree with stacks sampled in the bare program, at least as those of two bare"
                + " runs do (Spearman, a stack every 10 ms)", figure(Ranks.CASE, Ranks.METERED),
                orElse(figure(Ranks.CASE, Ranks.CHANCE), 1), "");
        RecallTable recall = new RecallTable(results);
        atMost("of the 20 dearest methods by wall self, the default settings miss, in any program",
                recall.worst(Measure.WALL.label), 0, "methods");
        atMost("by CPU self, allocation, blocked or waited", recall.worst(Measure.CPU.label, Measure.ALLOCATION.label,
                Measure.BLOCKED.label, Measure.WAITED.label), 1, "methods");
        atMost("of the 20 with most stacks of the bare program, by CPU self", recall.worst(Recall.STACKS), 0,
                "methods");
        atMost("of the entry points and of the methods that end failed calls",
                recall.worst(Recall.ENTRIES, Measure.ERRORS.label), 0, "methods");
        atMost("an event in a context of three entries: at most 1.15 x one in none",
                quotient(context(Case.EVENT_IN_THREE_ENTRIES), context(Case.EVENT_IN_NO_CONTEXT)), 1.15, "x");
        for (Case kase : List.of(Case.CONTEXT_OF_ONE_ENTRY, Case.CONTEXT_OF_TWO_ENTRIES,
                Case.CONTEXT_OF_THREE_ENTRIES)) {
            double theirs = Contexts.proposal(kase);
            atMost(kase.label() + ", recorded, once: at most the " + text(theirs, "ns")
                    + " the JDK's proposal takes on every event", context(kase), theirs, "ns");
        }
        return goals;
    }

    private void atMost(String wanted, Double found, double limit, String unit) {
        atMost(wanted, found, limit, unit, "");
    }

    private void atMost(String wanted, Double found, double limit, String unit, String beside) {
        goals.add(new Goal(wanted, text(found, unit), found == null ? null : found <= limit, beside));
    }

    private void atLeast(String wanted, Double found, double limit, String unit) {
        goals.add(new Goal(wanted, text(found, unit), found == null ? null : found >= limit, ""));
    }

    private static String text(Double found, String unit) {
        if (found == null) {
            return "not measured";
        }
        double size = Math.abs(found);
        String digits = size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : size >= 0.05 || size == 0 ? "%.2f" : "%.4f";
        return String.format(Locale.ROOT, digits, found) + " " + unit;
    }

    private Double cost(String system, int threads) {
        return results.find(CallCosts.EMPTY.name(), system, jdk, threads).map(Result::cpuNsPerCall).orElse(null);
    }

    private Double bytes(String system) {
        return results.find(CallCosts.EMPTY.name(), system, jdk, 1).map(Result::bytesPerCall).orElse(null);
    }

    private Double ratio(String system, String to, int threads) {
        return quotient(cost(system, threads), cost(to, threads));
    }

    private Double context(Case kase) {
        return figure(Contexts.CASE, kase.label());
    }

    private Double figure(String kase, String system) {
        return results.find(kase, system, jdk, 1).map(Result::value).orElse(null);
    }

    /** Virtual threads are of the last JDK. */
    private Double crowd(String figure, String system) {
        int last = results.jdks().get(results.jdks().size() - 1);
        return results.find(Processes.VIRTUAL + figure, system, last, 1).map(Result::value).orElse(null);
    }

    private static double orElse(Double found, double otherwise) {
        return found == null ? otherwise : found;
    }

    private static Double quotient(Double one, Double other) {
        return one == null || other == null ? null : one / other;
    }

    private static Double difference(Double one, Double other) {
        return one == null || other == null ? null : one - other;
    }
}

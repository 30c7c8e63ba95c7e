package sim.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import workload.Contexts.Case;

/** BENCHMARKS.md, made of the results alone. */
final class Report {
    private final Results results;
    private final StringBuilder text = new StringBuilder();

    Report(Results results) {
        this.results = results;
    }

    String text() {
        line("# Benchmarks");
        line("");
        line("`./sim bench` writes this page from `benchmarks/target/results.json`; do not edit it. `./sim bench --report` makes "
                + "it again. Earlier runs and what was tried are in [measurements](docs/measurements/README.md).");
        line("");
        for (String fact : List.of("date", "effort", "machine", "JDKs", "clock", "load before", "agents")) {
            line("- " + fact + ": " + results.text(fact));
        }
        goals();
        for (int jdk : results.jdks()) {
            costs(jdk);
        }
        for (int jdk : results.jdks()) {
            startUp(jdk);
        }
        figures("Many threads", "1,000 platform threads alive at once make 1,000 calls each; 100,000 virtual threads "
                + "make 10 each, as fast as they can be started. Time is of the whole crowd, over its calls. Heap "
                + "growth is after collections, from the first crowd to the second.", Processes.PLATFORM,
                Processes.VIRTUAL);
        contexts();
        figures("Contexts, read", "A recording of events with a context for every ten is read twice by one thread; the "
                + "second time counts.", Contexts.JOIN);
        figures("Flow contexts",
                "What a context around every request adds to it, metered with and without one in turns: CPU "
                        + "time and allocation of the requesting thread, and of the one that drains.",
                Contexts.FLOW);
        figures("Collector", "CPU time and allocation of SIM's own threads for one interval in which that many places "
                + "of the call tree were active (all meters; an interval of 1 s here, the cost is the same for 5 s).",
                Processes.COLLECTOR);
        figures("A steady load", "One thread makes 1,000,000 calls a second, in a burst every millisecond. Per call: "
                + "the time within bursts, the bare program's own included.", Processes.STEADY);
        figures("Requests",
                "One thread answers 10,000 requests a second, a context and nine metered calls each, all measures; the "
                        + "agent server stores them on the same machine. In its sums by kind there have to be all of them.",
                Processes.REQUESTS);
        figures("Statements",
                "A program that does nothing but ask an H2 database in its own memory by prepared statements: what its thread's CPU "
                        + "time, the whole process's and allocation grow by for a statement that is known: prepared, run, read, closed. "
                        + "p6spy writes each to a file; the agents have nothing to send to; SIM keeps sums of all, and of "
                        + "single events as many as payload.events.buffer allows, the rest added up by the minute.",
                Payloads.CASE);
        figures("Statements that do nothing",
                "A driver with an empty method for each statement, so that what is added is the probe alone: an execution of a statement "
                        + "that was prepared before, and one that is prepared, run and closed.",
                Payloads.EMPTY);
        figures("Agent server", "Batches encoded beforehand, over one connection, each sent when the one before is "
                + "stored. Rate for a core: over the CPU time the server used.", Ingest.CASE);
        figures("A fleet",
                "Months of a hundred JVMs with 200 active places each: what is kept on disk, how long the server takes to answer, the "
                        + "first time and the median of five more, at rest and while each JVM ships every 5 s, and what the server takes for that. "
                        + "At rest ranges end when the store was made. `--fleet-keep DIR` keeps the store, so that a later run asks it again without making it.",
                Fleet.CASE);
        page();
        figures("A scrape",
                "What Prometheus gets of the agent server: an application of a thousand methods with all meters, and a hundred "
                        + "connected instances, start times included.",
                Scrapes.CASE);
        figures("Exports",
                "A hundred instances, of whose batches each has 200 rows, 50 requests and 50 kept calls, ship to two servers: one sends "
                        + "spans and metrics on by OTLP, to a receiver that reads them by the official schema on the same machine. At a rate: each "
                        + "ships every 5 s, and each span has to arrive. As fast as acknowledged: the servers in turns; what OTLP cannot send then is dropped.",
                Exports.CASE);
        figures("CPU time of methods",
                "CPU time by need, as it comes, of each method of a program, beside the CPU clock read at each begin and end of the same "
                        + "calls by a further meter. What the readings themselves take is known from a run with cpu=exact, and taken out.",
                CpuByMethod.CASE);
        figures("Pruning",
                "Checkstyle, Google's rules, over the sources of SIM's modules, every method and constructor of "
                        + "it woven, wall time alone.",
                Pruning.CASE);
        figures("Ranks",
                "Checkstyle as above: whether its 30 dearest methods by stacks sampled in a bare run are as dear, rank by rank, by "
                        + "another bare run's, and by the self times of a metered run. 1: all ranks are the same. A stack's time is "
                        + "the innermost metered method's. Medians of all pairs.",
                Ranks.CASE);
        recall();
        absences();
        cautions();
        commands();
        return text.toString();
    }

    private void goals() {
        heading("Goals");
        line("On JDK " + results.jdks().get(0) + ", empty body, one thread, unless said; costs of calls in CPU time of "
                + "the calling thread. [Goals](docs/measurements/goals.md) says why SIM misses some.");
        line("");
        row("goal", "found", "met", "beside it");
        row("---", "---:", "---", "---");
        for (Goals.Goal goal : new Goals(results).all()) {
            row(goal.wanted(), goal.found(), goal.met() == null ? "?" : goal.met() ? "yes" : "**no**",
                    goal.beside());
        }
    }

    private void costs(int jdk) {
        List<String> systems = systems(each -> each.jdk() == jdk && each.nsPerCall() != null);
        if (systems.isEmpty()) {
            return;
        }
        heading("Cost of a call, JDK " + jdk);
        line("The time that a system adds to a call, in nanoseconds: elapsed (median, in brackets the "
                + "quartiles of the iterations) and CPU time of the calling thread. The ratios compare that CPU "
                + "time with the floor (two `System.nanoTime`) and with SIM's wall aggregate. Bytes are those "
                + "allocated for a call by the calling thread and in the whole process. On a busy machine trust the "
                + "CPU time, except for systems that make the caller wait. The bare line is the call's own time.");
        line("");
        row("system", "empty body, ns", "CPU ns", "x floor", "x SIM", "bytes", "of the process", "1 us body, CPU ns",
                "ETL, CPU ns",
                "two threads, CPU ns each", "x floor");
        row("---", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:", "---:");
        for (String system : systems) {
            Result empty = cost(CallCosts.EMPTY, system, jdk);
            row(system, spread(empty), number(empty, Result::cpuNsPerCall),
                    ratio(CallCosts.EMPTY, system, Subjects.NANO_FLOOR, jdk),
                    ratio(CallCosts.EMPTY, system, Subjects.WALL, jdk), number(empty, Result::bytesPerCall),
                    number(empty, Result::processBytesPerCall),
                    number(cost(CallCosts.BODY, system, jdk), Result::cpuNsPerCall),
                    number(cost(CallCosts.ETL, system, jdk), Result::cpuNsPerCall),
                    number(cost(CallCosts.TWO, system, jdk), Result::cpuNsPerCall),
                    ratio(CallCosts.TWO, system, Subjects.NANO_FLOOR, jdk));
        }
    }

    private String ratio(CallCosts.Case kase, String system, String to, int jdk) {
        Result one = cost(kase, system, jdk);
        Result other = cost(kase, to, jdk);
        boolean comparable = one != null && one.cpuNsPerCall() != null && other != null && other.cpuNsPerCall() != null
                && !system.equals(Subjects.BARE);
        return comparable ? number(one.cpuNsPerCall() / other.cpuNsPerCall()) : "";
    }

    private void startUp(int jdk) {
        List<String> systems = systems(each -> each.jdk() == jdk && each.kase().startsWith(StartUp.TOY)
                && each.value() != null);
        if (systems.isEmpty()) {
            return;
        }
        heading("Start-up and memory, JDK " + jdk);
        line("Whole programs from start to end, medians: a toy that makes a hundred calls; and Checkstyle over "
                + "the sources of sim-base, sim-context, sim-metrics and sim-collector, with all methods of its "
                + "Checker and TreeWalker metered. CPU time is that of the whole process, the JIT included. Memory "
                + "is the largest resident size.");
        line("");
        row("system", "toy, ms", "CPU ms", "MB", "Checkstyle, ms", "CPU ms", "MB");
        row("---", "---:", "---:", "---:", "---:", "---:", "---:");
        for (String system : systems) {
            row(system, value(StartUp.TOY, system, jdk), value(StartUp.TOY + ", CPU", system, jdk),
                    value(StartUp.TOY + ", memory", system, jdk), value(StartUp.CHECKSTYLE, system, jdk),
                    value(StartUp.CHECKSTYLE + ", CPU", system, jdk),
                    value(StartUp.CHECKSTYLE + ", memory", system, jdk));
        }
    }

    private void contexts() {
        List<Result> found = results.of(Contexts.CASE);
        if (found.isEmpty()) {
            return;
        }
        heading("Contexts on flight recordings");
        line("Nanoseconds of the calling thread's CPU time: an event in a context; a recording context built and closed, "
                + "which costs once however many events are in it; a snapshot activated and closed. In brackets the "
                + "quartiles. Beside it what the JDK's own proposal says of an event without a context, and of every "
                + "event in one with one, two and three entries, on its authors' machine.");
        line("");
        row("what", "JDK", "CPU ns", "bytes", "the proposal's, ns");
        row("---", "---", "---:", "---:", "---:");
        for (Case kase : Case.values()) {
            for (Result each : found) {
                if (each.system().equals(kase.label())) {
                    Double theirs = Contexts.proposal(kase);
                    row(each.system(), String.valueOf(each.jdk()), spread(each.value(), each),
                            number(each, Result::bytesPerCall), theirs == null ? "" : number(theirs));
                }
            }
        }
    }

    /** What took less than the browser tells of has words for a figure. */
    private void page() {
        List<Result> found = all().filter(Report::isOfThePage).toList();
        if (found.isEmpty()) {
            return;
        }
        heading("The page");
        line("200 applications of 20 instances, one of which has 5,000 methods and 500 kinds of requests; a real browser, by its own "
                + "performance entries: from the address to the first rows, from a click or a key to the next picture, from a click on a "
                + "tab to its rows. Medians, in brackets the least and the most.");
        line("");
        row("what", "JDK", "of", "ms");
        row("---", "---", "---", "---:");
        for (Result each : found) {
            row(each.kase(), String.valueOf(each.jdk()), each.system(),
                    each.value() == null ? each.note().replace(" ms", "") : spread(each.value(), each));
        }
    }

    private static boolean isOfThePage(Result result) {
        return result.kase().startsWith(Pages.CASE + ", ");
    }

    private void recall() {
        RecallTable recall = new RecallTable(results);
        if (recall.isEmpty()) {
            return;
        }
        heading("Recall");
        line(RecallTable.MEANING);
        line("");
        List<String> head = new ArrayList<>(List.of("program", "JDK", "run"));
        head.addAll(RecallTable.columns());
        row(head.toArray(String[]::new));
        row(head.stream().map(each -> "---").toArray(String[]::new));
        recall.rows().forEach(each -> row(each.toArray(String[]::new)));
        line("");
        recall.missed().forEach(each -> line("- missed by " + each));
    }

    private void figures(String title, String meaning, String... prefixes) {
        List<Result> found = all().filter(each -> each.value() != null
                && Stream.of(prefixes).anyMatch(each.kase()::startsWith)).toList();
        if (found.isEmpty()) {
            return;
        }
        heading(title);
        line(meaning);
        line("");
        row("what", "JDK", "with", "figure", "unit");
        row("---", "---", "---", "---:", "---");
        for (Result each : found) {
            row(each.kase(), String.valueOf(each.jdk()), each.system(), number(each.value()), each.unit());
        }
    }

    private void absences() {
        List<Result> absent = all().filter(each -> each.jdk() > 0 && each.note() != null && each.nsPerCall() == null
                && each.value() == null && !isOfThePage(each)).toList();
        heading("What could not be run");
        if (absent.isEmpty()) {
            line("Nothing.");
            return;
        }
        row("system", "case", "JDK", "why");
        row("---", "---", "---", "---");
        for (Result each : absent) {
            row(each.system(), each.kase() + ", " + each.threads() + " thread(s)", String.valueOf(each.jdk()),
                    each.note().replace("|", "\\|"));
        }
    }

    private void cautions() {
        heading("What is not measured, and how the numbers mislead");
        line("- A loop that does nothing but call is the best case of a probe: code and data are in the nearest "
                + "cache, and the branch predictor knows every branch. In a real program every system's probe costs "
                + "more. The ETL column is nearer to that, and noisier, because its calls do microseconds of work.");
        line("- The recursion is inlined differently with and without a probe. If a probe keeps the JIT from "
                + "inlining, that cost is in the difference, though it is no instruction of the probe.");
        line("- CPU time does not see a thread that waits. Where a system makes the caller wait (Kieker's full queue), only "
                + "the elapsed time tells.");
        line("- A difference below half a nanosecond, or smaller than the quartiles beside it, is noise.");
        line("- The systems do different things. The floors keep nothing. Micrometer and Dropwizard keep a distribution of "
                + "one timer, no call tree. Kieker and OpenTelemetry keep every call; OpenTelemetry's spans carry "
                + "attributes and can be propagated. Where a system keeps every call and the loop makes more than it can "
                + "send, some block (Kieker's queue: its cost is then the writer's), others drop (OpenTelemetry, "
                + "Elastic, Datadog, and SIM past its ring: their cost is then in part that of dropping). The "
                + "steady load shows SIM without that.");
        line("- `" + Subjects.DISABLED
                + "` leaves classes unwoven under SIM's agent; with the plain weaver they are woven "
                + "and the probe is switched off. `" + Subjects.HOTSPOT
                + "` is SIM with its defaults: calls as short as these "
                + "soon switch their probes off; in all other settings that is turned off.");
        line("- Two threads on two processors leave no processor for a system's background work.");
        line("- Checkstyle and the toy are started with the files in the page cache; a first start is slower.");
        line("- Elastic and Datadog have no server, so the cost of sending is missing.");
        line("- Not measured: latency's tail, energy, effects on the code cache and on garbage collection pauses, other "
                + "processors and systems, more than two processors, Kieker and OpenTelemetry with sampling, agents "
                + "that are not on Maven Central (SkyWalking, Pinpoint, inspectIT).");
    }

    private void commands() {
        heading("Commands");
        line("Every fork is `java -cp ... org.openjdk.jmh.Main sim.bench.jmh.Calls -f 1 -p shape=... -p steps=... "
                + "-t ... -prof gc` with these arguments appended for the forked JVM. `{sim}`, `{otlp}` and `{kieker}` "
                + "stand for the addresses of a live SIM agent server, an OTLP sink that reads and answers, and "
                + "Kieker's own TCP reader.");
        line("");
        for (Result each : results.of("command")) {
            line("- " + each.system() + "  ");
            line("  `" + each.note() + "`");
        }
    }

    private Stream<Result> all() {
        return results.all().stream();
    }

    private List<String> systems(java.util.function.Predicate<Result> chosen) {
        List<String> named = all().filter(chosen).map(Result::system).distinct()
                .collect(Collectors.toCollection(ArrayList::new));
        named.sort(java.util.Comparator.comparingInt(Report::order));
        return named;
    }

    private static int order(String system) {
        List<String> names = Subjects.all().stream().map(Subject::name).toList();
        return names.indexOf(system) < 0 ? names.size() : names.indexOf(system);
    }

    private Result cost(CallCosts.Case kase, String system, int jdk) {
        return results.find(kase.name(), system, jdk, kase.threads()).orElse(null);
    }

    private String value(String kase, String system, int jdk) {
        return results.find(kase, system, jdk, 1).map(each -> each.value() == null ? "-" : number(each.value()))
                .orElse("");
    }

    private static String spread(Result result) {
        return result == null || result.nsPerCall() == null ? "" : spread(result.nsPerCall(), result);
    }

    private static String spread(double median, Result result) {
        return number(median) + " (" + number(result.low()) + " to " + number(result.high()) + ")";
    }

    private static String number(Result result, Function<Result, Double> figure) {
        return result == null || figure.apply(result) == null ? "" : number(figure.apply(result));
    }

    static String number(double value) {
        double size = Math.abs(value);
        return String.format(Locale.ROOT, size >= 100 ? "%,.0f" : size >= 10 ? "%.1f" : "%.2f",
                size < 0.005 ? 0.0 : value);
    }

    private void heading(String title) {
        line("");
        line("## " + title);
        line("");
    }

    private void row(String... cells) {
        line("| " + String.join(" | ", cells) + " |");
    }

    private void line(String content) {
        text.append(content).append('\n');
    }
}

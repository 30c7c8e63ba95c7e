package sim.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.Predicate;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code ./sim bench}: measures SIM beside its peers in one run, writes results.json and from it BENCHMARKS.md. */
@Command(name = "bench", mixinStandardHelpOptions = true, description = "Measures what SIM costs, beside its peers.")
public final class Bench implements Callable<Integer> {
    @Option(names = "--quick", description = "less of everything: a quarter of an hour on 2 cores instead of an hour and a half")
    private boolean quick;

    @Option(names = "--jdk25", paramLabel = "DIR", defaultValue = "${env:JAVA_HOME_25}", description = "a second JDK to measure with (default: JAVA_HOME_25)")
    private Path second;

    @Option(names = "--only", paramLabel = "TEXT", defaultValue = "", description = "only systems whose name holds it, beside the floors; BENCHMARKS.md is left as it is")
    private String only;

    @Option(names = "--part", paramLabel = "PART", description = "only these of ${COMPLETION-CANDIDATES}; BENCHMARKS.md is left as it is")
    private Set<Part> parts = Set.of(Part.values());

    @Option(names = "--recall-of", split = ",", paramLabel = "PROGRAM", description = "recall: only these of service, jetty, spring-boot, lucene, h2, checkstyle, etl")
    private List<String> recallOf = List.of();

    @Option(names = "--recall-seconds", split = ",", arity = "1", paramLabel = "WARM,COUNTED", description = "recall: how long a run is left alone, and the seconds after it that count (default: 60,60)")
    private List<Integer> recallSeconds = List.of(60, 60);

    @Option(names = "--recall-at-rest", description = "recall: not beside load")
    private boolean recallAtRest;

    @Option(names = "--fleet", split = ",", arity = "1", paramLabel = "JVMS,PLACES,MINUTES,SECONDS", description = "fleet: how many JVMs with how many places, how much of it by the real encoder, and how long is watched beside ingestion (default: 100,200,60,120)")
    private List<Integer> fleet = List.of();

    @Option(names = "--fleet-keep", paramLabel = "DIR", description = "fleet: makes the store there and keeps it. If DIR has one of the same JVMs, places and minutes, that one is asked, with ranges that end when it was made. It stays as it is, because a copy is asked. --quick makes the past of 2 JVMs instead of 10, and of each step only what the questions read")
    private Path fleetKeep;

    @Option(names = "--report", description = "measure nothing, make BENCHMARKS.md of results.json again")
    private boolean reportOnly;

    @Option(names = "--root", hidden = true, defaultValue = ".")
    private Path root;

    private final List<String> failed = new ArrayList<>();

    enum Part {
        calls,
        /** Of the calls, what all measures cost, CPU time by need beside exact: with {@link #calls} it is there already. */
        need,
        /** CPU time of each method by need, beside a read at each boundary of the same calls. */
        cpu,
        start,
        threads,
        contexts,
        collector,
        steady,
        /** Contexts of ten thousand requests a second, stored beside the program. */
        requests,
        /** What statements cost that are known one by one. */
        payloads,
        ingest,
        /** What a scrape by Prometheus takes, of a thousand methods and a hundred instances. */
        scrape,
        /** Whether OTLP keeps up with what a hundred instances ship; only where it is asked for. */
        exports,
        pruning,
        /** Whether self times put the same methods first as stacks sampled in the bare program do. */
        ranks,
        /** How many of the methods that a user looks for the default settings show. */
        recall,
        /** How long questions take on a store of months of a hundred JVMs; only where it is asked for: it needs 10 GB of disk. */
        fleet,
        /** How long the page takes in a browser, with 200 applications of which one is large; only where it is asked for. */
        page,
        /** What TLS, tokens and redaction cost. */
        doors
    }

    public static void main(String[] arguments) {
        System.exit(new CommandLine(new Bench()).execute(arguments));
    }

    @Override
    public Integer call() throws Exception {
        root = root.toAbsolutePath().normalize();
        Path json = root.resolve("benchmarks/target/results.json");
        if (reportOnly) {
            return report(Results.read(json), true) ? 0 : 1;
        }
        List<Jdk> jdks = jdks();
        Progress progress = new Progress();
        Results results = new Results();
        boolean whole = only.isEmpty() && parts.size() == Part.values().length;
        try (Workshop workshop = new Workshop(root, jdks.get(0))) {
            Machine.describe(results, jdks, jdks.size() > 1 ? "" : absence());
            for (Subject each : Subjects.all()) {
                results.add(Result.text("command", each.name(), workshop.readable(each)));
            }
            results.add(Result.text("run", "agents", String.join(", ", workshop.agents())));
            for (Jdk jdk : jdks) {
                measure(workshop, jdk, jdk == jdks.get(0), results, progress);
                results.write(json);
            }
        }
        results.add(Result.text("run", "date", LocalDate.now().toString()));
        results.add(Result.text("run", "effort", (quick ? "./sim bench --quick" : "./sim bench") + ", "
                + progress.summary()));
        results.write(json);
        boolean isAny = report(results, whole);
        progress.say("done: " + json + (failed.isEmpty() ? "" : ", but for what failed: " + failed));
        return isAny && failed.isEmpty() ? 0 : 1;
    }

    /** Writes the page, or prints it. Of nothing there is none: a page that stands there stays. */
    private boolean report(Results results, boolean isWritten) throws IOException {
        if (results.jdks().isEmpty()) {
            System.err.println("nothing was measured, so there is no report");
            return false;
        }
        String report = new Report(results).text();
        if (isWritten) {
            Files.writeString(root.resolve("BENCHMARKS.md"), report);
        } else {
            System.out.println(report);
        }
        return true;
    }

    private void measure(Workshop workshop, Jdk jdk, boolean first, Results results, Progress progress) {
        Effort effort = quick ? Effort.QUICK : Effort.FULL;
        Predicate<Subject> wanted = each -> only.isEmpty() || each.group() == Subject.Group.FLOOR
                || each.name().contains(only) || each.name().equals(Subjects.WALL);
        Processes processes = new Processes(workshop, results, progress);
        // minutes each: a quick run has them only where it is asked for them
        boolean atLength = first && (!quick || parts.size() < Part.values().length);
        Map<Part, Measurement> measurements = new EnumMap<>(Part.class);
        measurements.put(Part.calls, () -> {
            CallCosts costs = new CallCosts(workshop, effort, wanted);
            costs.measure(CallCosts.EMPTY, effort.rounds(), jdk, quick && !first, results, progress);
            if (first) {
                costs.measure(CallCosts.BODY, 1, jdk, quick, results, progress);
                costs.measure(CallCosts.ETL, 1, jdk, quick, results, progress);
                costs.measure(CallCosts.TWO, 1, jdk, quick, results, progress);
            }
        });
        if (!parts.contains(Part.calls)) {
            measurements.put(Part.need, () -> {
                CallCosts costs = new CallCosts(workshop, effort, Subjects::isOfAllMeasures);
                costs.measure(CallCosts.EMPTY, effort.rounds(), jdk, false, results, progress);
                costs.measure(CallCosts.TWO, effort.rounds(), jdk, false, results, progress);
            });
        }
        measurements.put(Part.threads, () -> {
            for (String subject : List.of(Subjects.BARE, Subjects.WALL, Subjects.ALL)) {
                processes.crowd(jdk, subject, first || !quick);
            }
        });
        if (first || !quick) {
            measurements.put(Part.contexts, () -> new Contexts(workshop, effort, results, progress).measure(jdk));
        }
        if (first) {
            measurements.put(Part.start, () -> start(workshop, jdk, wanted, effort, results, progress));
            measurements.put(Part.collector, () -> {
                for (int nodes : new int[]{100, 1_000, 10_000}) {
                    processes.collector(jdk, nodes, quick ? 5 : 20);
                }
            });
            measurements.put(Part.steady, () -> processes.steady(jdk, effort));
            measurements.put(Part.requests, () -> processes.requests(jdk, effort));
            measurements.put(Part.payloads, () -> {
                Payloads statements = new Payloads(workshop, effort, results, progress);
                statements.measure(jdk);
                statements.measureEmpty(jdk);
            });
            measurements.put(Part.doors,
                    () -> new Doors(workshop, jdk, results, progress).measure(quick ? 200 : 1_000));
            measurements.put(Part.scrape, () -> new Scrapes(workshop, jdk, results, progress).measure(quick ? 11 : 51));
            measurements.put(Part.ingest, () -> new Ingest(workshop, jdk, results, progress).measure(quick ? 60 : 400));
        }
        if (atLength) {
            measurements.put(Part.cpu,
                    () -> new CpuByMethod(workshop, jdk, results, progress).measure(quick ? 20 : 60));
            measurements.put(Part.pruning, () -> new Pruning(workshop, jdk, results, progress).measure());
            measurements.put(Part.ranks, () -> new Ranks(workshop, jdk, results, progress).measure(quick ? 2 : 3));
        }
        if (atLength || parts.contains(Part.recall) && parts.size() < Part.values().length) {
            measurements.put(Part.recall, () -> recall(workshop, jdk, results, progress));
        }
        if (first && parts.size() < Part.values().length) {
            measurements.put(Part.fleet,
                    () -> new Fleet(workshop, jdk, results, progress, Fleet.Size.of(fleet, quick), fleetKeep)
                            .measure());
            measurements.put(Part.exports,
                    () -> new Exports(workshop, jdk, results, progress).measure(quick ? 20 : 60));
            measurements.put(Part.page, () -> new Pages(workshop, jdk, results, progress).measure());
        }
        measurements.keySet().retainAll(parts);
        measurements.forEach((part, measurement) -> measure(part, measurement, jdk, progress));
    }

    private void start(Workshop workshop, Jdk jdk, Predicate<Subject> wanted, Effort effort, Results results,
            Progress progress) throws IOException, InterruptedException {
        List<Subject> started = Subjects.all().stream().filter(Subject::startup).filter(wanted).toList();
        List<Subject> fewer = started.stream()
                .filter(each -> !quick || each.key() || each.name().equals(Subjects.WEAVER)).toList();
        new StartUp(workshop, started).toy(jdk, effort.starts(), results, progress);
        new StartUp(workshop, fewer).checkstyle(jdk, effort.starts() / 3, results, progress);
    }

    private void recall(Workshop workshop, Jdk jdk, Results results, Progress progress)
            throws IOException, InterruptedException {
        List<RecallProgram> programs = recallOf.isEmpty()
                ? RecallProgram.all()
                : recallOf.stream().map(RecallProgram::named).toList();
        new Recall(workshop, jdk, results, progress, recallSeconds.get(0), recallSeconds.get(1)).measure(programs,
                !recallAtRest);
    }

    /** One part that fails does not take the figures of the others with it. */
    private void measure(Part part, Measurement measurement, Jdk jdk, Progress progress) {
        try {
            measurement.measure();
        } catch (Exception failure) {
            failed.add(part + ", JDK " + jdk.feature());
            progress.say(part + ", JDK " + jdk.feature() + ", FAILED: " + failure);
        }
    }

    private interface Measurement {
        void measure() throws Exception;
    }

    private List<Jdk> jdks() throws IOException {
        List<Jdk> jdks = new ArrayList<>(List.of(Jdk.at(Path.of(System.getProperty("java.home")))));
        if (second != null && !second.toString().isEmpty()) {
            try {
                jdks.add(Jdk.at(second));
            } catch (IOException none) {
                throw new IOException("--jdk25 (or JAVA_HOME_25) " + second + " is no JDK: " + none.getMessage()
                        + "; name its home, or leave it out", none);
            }
        }
        return jdks;
    }

    private static String absence() {
        return "A second JDK was not measured: neither --jdk25 nor JAVA_HOME_25 names one.";
    }
}

package sim.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import shop.etl.InnerLoop;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * What a system adds to a call, by JMH: a fork for each system, case and round. Systems take turns within a round, and the
 * bare run comes first and last in each, for everything is a difference to it; so do the floors and SIM where all systems
 * are measured.
 */
final class CallCosts {
    /** Steps of the body that take about a microsecond. */
    private static final int MICROSECOND = 1_000;

    static final Case EMPTY = new Case("empty", null, 0, 10, 1);
    static final Case BODY = new Case("1us", null, MICROSECOND, 10, 1);
    static final Case ETL = new Case("etl", InnerLoop.class.getName(), 0, InnerLoop.CALLS, 1);
    static final Case TWO = new Case("empty", null, 0, 10, 2);

    /** What is called; the shape is the system's own when none is given. */
    record Case(String name, String shape, int steps, int calls, int threads) {}

    private final Workshop workshop;
    private final Effort effort;
    private final Predicate<Subject> wanted;

    CallCosts(Workshop workshop, Effort effort, Predicate<Subject> wanted) {
        this.workshop = workshop;
        this.effort = effort;
        this.wanted = wanted;
    }

    void measure(Case kase, int rounds, Jdk jdk, boolean keysOnly, Results results, Progress progress)
            throws IOException, InterruptedException {
        List<Subject> subjects = Subjects.all().stream()
                .filter(each -> each.shape() != null && (kase.shape() == null || each.fromOutside()))
                .filter(each -> !keysOnly || each.key())
                .filter(each -> each.name().equals(Subjects.BARE) || wanted.test(each)).toList();
        Samples samples = new Samples();
        for (int round = 0; round < rounds; round++) {
            List<Subject> turn = new ArrayList<>(subjects);
            turn.addAll(subjects.stream().filter(each -> isMeasuredAgain(each, keysOnly)).toList());
            for (Subject subject : turn) {
                Samples.Key key = new Samples.Key(kase.name(), subject.name(), jdk.feature(), kase.threads());
                if (subject.since() > jdk.feature()) {
                    samples.failed(key, "needs JDK " + subject.since());
                } else {
                    progress.say(kase.name() + ", JDK " + jdk.feature() + ", " + kase.threads() + " thread(s): "
                            + subject.name());
                    fork(subject, kase, jdk, key, samples);
                }
            }
        }
        results.addCosts(samples.results(kase.calls()));
    }

    /** What ratios are to and of, where there is time for it: a machine that others share is another one after two minutes. */
    private static boolean isMeasuredAgain(Subject subject, boolean keysOnly) {
        return subject.name().equals(Subjects.BARE)
                || !keysOnly && subject.key() && subject.group() != Subject.Group.PEER;
    }

    private void fork(Subject subject, Case kase, Jdk jdk, Samples.Key key, Samples samples)
            throws IOException, InterruptedException {
        String name = (key.kase() + "-" + key.jdk() + "-" + key.threads() + "-" + key.system()).replaceAll("[^\\w]+",
                "-");
        Path json = workshop.logs().resolve(name + ".json");
        Files.deleteIfExists(json);
        Child child;
        try {
            child = Child.run(command(subject, kase, jdk, json), subject.environment(),
                    workshop.logs().resolve(name + ".log"), effort.longest());
        } catch (IOException cannot) {
            samples.failed(key, cannot.getMessage());
            return;
        } finally {
            workshop.tidy();
        }
        JsonNode report = Files.exists(json) && Files.size(json) > 0
                ? JsonMapper.shared().readTree(json.toFile())
                : JsonMapper.shared().createArrayNode();
        if (report.isEmpty()) {
            samples.failed(key, child.complaint());
            return;
        }
        JsonNode secondary = report.get(0).get("secondaryMetrics");
        List<Double> nanos = raw(report.get(0).get("primaryMetric"));
        samples.add(key, nanos, counted(nanos, secondary.get("cpuNanos")),
                counted(nanos, secondary.get("allocatedBytes")), raw(secondary.get("gc.alloc.rate.norm")));
    }

    /** JMH itself runs without the system; its fork gets it. */
    private List<String> command(Subject subject, Case kase, Jdk jdk, Path json)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(jdk.java(), "-Djmh.ignoreLock=true", "-cp",
                workshop.classPath(subject, "jmh-core", "jopt-simple", "commons-math3"), "org.openjdk.jmh.Main",
                "sim.bench.jmh.Calls", "-f", "1", "-wi", String.valueOf(effort.warmups()), "-w", effort.warmup(), "-i",
                String.valueOf(effort.iterations()), "-r", effort.iteration(), "-t", String.valueOf(kase.threads()),
                "-p", "shape=" + (kase.shape() == null ? subject.shape() : kase.shape()), "-p",
                "steps=" + kase.steps(), "-prof", "gc", "-foe", "true", "-rf", "json", "-rff", json.toString()));
        for (String argument : workshop.arguments(subject)) {
            command.add("-jvmArgsAppend");
            command.add(argument);
        }
        return command;
    }

    /** What a counter of the benchmark counted for an operation: it comes out as elapsed time over the count. */
    private static List<Double> counted(List<Double> nanos, JsonNode metric) {
        List<Double> elapsedOverCount = raw(metric);
        List<Double> values = new ArrayList<>();
        for (int i = 0; i < nanos.size(); i++) {
            values.add(nanos.get(i) / elapsedOverCount.get(i));
        }
        return values;
    }

    private static List<Double> raw(JsonNode metric) {
        List<Double> values = new ArrayList<>();
        for (JsonNode fork : metric.get("rawData")) {
            fork.forEach(each -> values.add(number(each)));
        }
        return values;
    }

    /** JMH writes what was divided by nothing as a text. */
    static double number(JsonNode value) {
        return value.isString() ? Double.parseDouble(value.asString().replace("INF", "Infinity")) : value.asDouble();
    }
}

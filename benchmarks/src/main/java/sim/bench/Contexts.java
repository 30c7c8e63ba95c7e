package sim.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import workload.Contexts.Case;

/** What recording contexts cost and how fast they are read, each case in a JVM of its own, taking turns. */
final class Contexts {
    static final String CASE = "contexts";
    static final String JOIN = "contexts read";
    static final String FLOW = "flow contexts";

    private static final int LONGEST_SECONDS = 300;
    /** What the JIT makes of so little code differs from JVM to JVM, by half: several of them, each for a short time. */
    private static final int RUNS = 2;
    private static final int MILLIS = 200;

    private final Workshop workshop;
    private final Effort effort;
    private final Results results;
    private final Progress progress;

    Contexts(Workshop workshop, Effort effort, Results results, Progress progress) {
        this.workshop = workshop;
        this.effort = effort;
        this.results = results;
        this.progress = progress;
    }

    /** What the JDK's proposal of recording contexts says one, two or three entries cost on every event, in ns; else null. */
    static Double proposal(Case kase) {
        return switch (kase) {
            case EVENT_IN_NO_CONTEXT -> 21.0;
            case CONTEXT_OF_ONE_ENTRY -> 160.0;
            case CONTEXT_OF_TWO_ENTRIES -> 237.0;
            case CONTEXT_OF_THREE_ENTRIES -> 331.0;
            default -> null;
        };
    }

    void measure(Jdk jdk) throws IOException, InterruptedException {
        Map<Case, List<Double>> nanos = new EnumMap<>(Case.class);
        Map<Case, Double> bytes = new EnumMap<>(Case.class);
        for (int round = 0; round < effort.rounds(); round++) {
            for (Case kase : Case.values()) {
                progress.say(CASE + ", JDK " + jdk.feature() + ": " + kase.label());
                Map<String, Double> figures = run(jdk, "workload.Contexts", kase.name(), String.valueOf(RUNS),
                        String.valueOf(MILLIS));
                for (int i = 0; i < RUNS; i++) {
                    nanos.computeIfAbsent(kase, any -> new ArrayList<>()).add(figures.get("ns." + i));
                }
                bytes.put(kase, figures.get("bytes"));
            }
        }
        nanos.forEach((kase, all) -> results.add(Result.spread(CASE, kase.label(), jdk.feature(),
                Samples.percentile(all, 50), Samples.percentile(all, 25), Samples.percentile(all, 75), "ns",
                bytes.get(kase))));
        join(jdk);
        for (String meters : List.of("wall", "all")) {
            for (int calls : new int[]{8, 63}) {
                flow(jdk, meters, calls);
            }
        }
    }

    /** What a context around a request of so many calls adds to it, the probes' own cost left out. */
    private void flow(Jdk jdk, String meters, int calls) throws IOException, InterruptedException {
        String request = "request of " + calls + " calls, " + (meters.equals("all") ? "all meters" : "wall time");
        progress.say(FLOW + ", JDK " + jdk.feature() + ": " + request);
        Map<String, Double> figures = run(List.of("-Xmx256m", "-Dsim.meters=" + meters, "-Dsim.hotspot.enabled=false",
                "-Dsim.contexts.rate=100000000", "-Dsim.contexts.memory=128MB"), jdk, "workload.ContextPerRequest",
                String.valueOf(calls), String.valueOf(RUNS), String.valueOf(MILLIS));
        for (String part : List.of("", "collector.")) {
            List<Double> nanos = new ArrayList<>();
            for (int i = 0; i < RUNS; i++) {
                nanos.add(figures.get(part + "ns." + i));
            }
            String what = request + (part.isEmpty() ? "" : ", collector's part");
            results.add(Result.figure(FLOW, what, jdk.feature(), Samples.percentile(nanos, 50), "ns a context"));
            results.add(Result.figure(FLOW, what, jdk.feature(), figures.get(part + "bytes"), "bytes a context"));
        }
    }

    private void join(Jdk jdk) throws IOException, InterruptedException {
        progress.say(JOIN + ", JDK " + jdk.feature());
        Map<String, Double> figures = run(jdk, "workload.Join",
                workshop.scratch().resolve("joined.jfr").toString(), effort.quick() ? "1000000" : "5000000");
        add("opened: every byte checked", jdk, figures.get("opened"));
        add("summed up by a context's value", jdk, figures.get("summed"));
        add("passed one by one with their contexts", jdk, figures.get("joined"));
    }

    private void add(String what, Jdk jdk, double perSecond) {
        results.add(Result.figure(JOIN, what, jdk.feature(), perSecond, "events/s"));
    }

    private Map<String, Double> run(Jdk jdk, String main, String... arguments)
            throws IOException, InterruptedException {
        return run(List.of(), jdk, main, arguments);
    }

    private Map<String, Double> run(List<String> flags, Jdk jdk, String main, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = workshop.command(Subjects.named(Subjects.BARE), jdk, "sim-jfr", "sim-jfr-reader",
                "sim-metrics", "sim-context", "sim-base", "sim-model");
        command.addAll(1, flags);
        command.add(main);
        command.addAll(List.of(arguments));
        Child child = Child.run(command, Map.of(),
                workshop.logs().resolve((CASE + "-" + main + "-" + arguments[0].replaceAll(".*/", "") + "-"
                        + jdk.feature()).replaceAll("[^\\w]+", "-") + ".log"),
                LONGEST_SECONDS);
        if (child.exit() != 0 || child.figures().isEmpty()) {
            throw new IOException(main + " failed: " + child.complaint());
        }
        return child.figures();
    }
}

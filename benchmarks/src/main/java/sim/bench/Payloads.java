package sim.bench;

import static sim.bench.Subject.Group.FLOOR;
import static sim.bench.Subject.Group.PEER;
import static sim.bench.Subject.Group.SIM;

import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What it costs to know each statement of a program that does nothing but ask a database, each system in JVMs of its own, in turns. */
final class Payloads {
    static final String CASE = "statements";
    static final String EMPTY = "empty statements";
    private static final String OFF = "SIM, libraries=jdbc, not recorded";
    private static final String ON = "SIM, libraries=jdbc, recorded";
    static final String ALL_ON = "SIM, libraries=jdbc, recorded with single events";
    /** Agents that keep single events: what they add is compared with what SIM adds with all of it on. */
    private static final List<String> KEEPING = List.of("OpenTelemetry agent, JDBC, no exporter",
            "Datadog agent, JDBC, no server");
    private static final int LONGEST_SECONDS = 120;

    private final Workshop workshop;
    private final Effort effort;
    private final Results results;
    private final Progress progress;

    Payloads(Workshop workshop, Effort effort, Results results, Progress progress) {
        this.workshop = workshop;
        this.effort = effort;
        this.results = results;
        this.progress = progress;
    }

    /** A system, and how the program reaches its driver with it. */
    private record Observed(Subject subject, String by) {}

    private static List<Observed> all() {
        return List.of(new Observed(Subject.of(FLOOR, Subjects.BARE), "bare"),
                sim("SIM, libraries=jdk-http, which is not used", "jdk-http", "bare"),
                sim(OFF, "jdbc", "bare"), sim(ON, "jdbc,payload.record=all", "bare"),
                sim(ALL_ON, "jdbc,payload.record=all,payload.events=true", "bare"),
                new Observed(Subject.of(PEER, "datasource-proxy, counting").with("datasource-proxy"), "proxy"),
                new Observed(Subject.of(PEER, "p6spy, to a file").with("p6spy")
                        .jvm("-Dp6spy.config.logfile={scratch}/spy.log"), "p6spy"),
                new Observed(
                        Subject.of(PEER, "Kieker AspectJ, database probe, dropped").jvm(Subjects.kiekerStatements()),
                        "bare"),
                new Observed(Subject.of(PEER, KEEPING.get(0)).jvm("-javaagent:{agent:opentelemetry-javaagent}")
                        .jvm(Subjects.otelSilent()), "bare"),
                new Observed(Subject.of(PEER, KEEPING.get(1)).jvm("-javaagent:{agent:dd-java-agent}",
                        "-Ddd.service=bench", "-Ddd.trace.enabled=true"), "bare"));
    }

    /** Prepared once, or each anew; of the probe alone. */
    private static List<Observed> empty(String how) {
        return List.of(new Observed(Subject.of(FLOOR, Subjects.BARE), how), sim(OFF, "jdbc", how),
                sim(ON, "jdbc,payload.record=all", how),
                sim(ALL_ON, "jdbc,payload.record=all,payload.events=true", how));
    }

    private static Observed sim(String name, String libraries, String by) {
        return new Observed(
                Subject.of(SIM, name).jvm("-javaagent:{root}/sim-agent/target/sim-agent.jar=application=bench,"
                        + "server={sim},weave.cache=off,meters=wall,hotspot.enabled=false,libraries=" + libraries),
                by);
    }

    void measureEmpty(Jdk jdk) throws IOException, InterruptedException {
        for (String how : List.of("execute", "prepare")) {
            Map<String, List<Double>> cpu = new LinkedHashMap<>();
            Map<String, List<Double>> bytes = new LinkedHashMap<>();
            for (int round = 0; round < 3; round++) {
                for (Observed each : empty(how)) {
                    String name = each.subject().name();
                    progress.say(EMPTY + ", JDK " + jdk.feature() + ": " + name);
                    Child child = run(each, jdk, "workload.EmptyStatements", 4_000_000, 2_000_000);
                    for (int i = 0; i < effort.iterations(); i++) {
                        add(cpu, name, child.figures().get("cpu." + i));
                        add(bytes, name, child.figures().get("bytes." + i));
                    }
                    workshop.tidy();
                }
            }
            double bare = Samples.percentile(cpu.get(Subjects.BARE), 50);
            double bareBytes = Samples.percentile(bytes.get(Subjects.BARE), 50);
            String what = how.equals("prepare") ? " a statement prepared, run and closed" : " an execution";
            cpu.forEach((name, all) -> {
                boolean isBare = name.equals(Subjects.BARE);
                String more = isBare ? "" : " more";
                double less = isBare ? 0 : bare;
                double lessBytes = isBare ? 0 : bareBytes;
                empty(jdk, name, Samples.percentile(all, 50) - less, "CPU ns" + more + what);
                empty(jdk, name, Samples.percentile(bytes.get(name), 50) - lessBytes, "bytes" + more + what);
            });
        }
    }

    private void empty(Jdk jdk, String name, double value, String unit) {
        results.add(Result.figure(EMPTY, name, jdk.feature(), value, unit));
    }

    void measure(Jdk jdk) throws IOException, InterruptedException {
        int rounds = effort.quick() ? 2 : 3;
        Map<String, List<Double>> cpu = new LinkedHashMap<>();
        Map<String, List<Double>> process = new LinkedHashMap<>();
        Map<String, List<Double>> bytes = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (Observed each : all()) {
                String name = each.subject().name();
                progress.say(CASE + ", JDK " + jdk.feature() + ": " + name);
                Child child = run(each, jdk, "workload.Statements", 1_000_000, 200_000); // less, and the JIT is not done
                for (int i = 0; i < effort.iterations(); i++) {
                    add(cpu, name, child.figures().get("cpu." + i));
                    add(process, name, child.figures().get("process." + i));
                    add(bytes, name, child.figures().get("bytes." + i));
                }
                if (!cpu.containsKey(name) && round == rounds - 1) {
                    results.add(Result.absent(CASE, name, jdk.feature(), 1, child.output().stream()
                            .filter(line -> line.startsWith("Exception in thread")).findFirst()
                            .orElse(child.complaint())));
                }
                workshop.tidy();
            }
        }
        double bare = Samples.percentile(cpu.get(Subjects.BARE), 50);
        double bareProcess = Samples.percentile(process.get(Subjects.BARE), 50);
        double bareBytes = Samples.percentile(bytes.get(Subjects.BARE), 50);
        Map<String, Double> added = new LinkedHashMap<>();
        cpu.forEach((name, all) -> {
            boolean isBare = name.equals(Subjects.BARE);
            added.put(name, Samples.percentile(all, 50) - bare);
            figure(jdk, name, isBare ? bare : added.get(name),
                    isBare ? "CPU ns a statement" : "CPU ns more a statement");
            if (!isBare) {
                figure(jdk, name, Samples.percentile(process.get(name), 50) - bareProcess,
                        "CPU ns more of the process");
                figure(jdk, name, Samples.percentile(bytes.get(name), 50) - bareBytes, "bytes more a statement");
            }
        });
        KEEPING.stream().map(added::get).filter(each -> each != null && each > 0).min(Double::compare)
                .ifPresent(cheapest -> figure(jdk, ALL_ON + ", to the cheapest agent that keeps single events",
                        added.get(ALL_ON) / cheapest, "times (goal 0.2)"));
    }

    private static void add(Map<String, List<Double>> to, String name, Double figure) {
        if (figure != null) {
            to.computeIfAbsent(name, any -> new ArrayList<>()).add(figure);
        }
    }

    private void figure(Jdk jdk, String name, double value, String unit) {
        results.add(Result.figure(CASE, name, jdk.feature(), value, unit));
    }

    private Child run(Observed observed, Jdk jdk, String program, int first, int each)
            throws IOException, InterruptedException {
        List<String> command = workshop.command(observed.subject(), jdk, "h2", "datasource-proxy", "p6spy");
        command.add(1, "-Xbatch"); // a busy machine would compile for minutes, each JVM other methods first
        command.addAll(List.of(program, observed.by(), String.valueOf(first), String.valueOf(each),
                String.valueOf(effort.iterations())));
        return Child.run(command, observed.subject().environment(), workshop.logs().resolve((program + "-"
                + observed.subject().name() + "-" + jdk.feature()).replaceAll("[^\\w]+", "-") + ".log"),
                LONGEST_SECONDS);
    }
}

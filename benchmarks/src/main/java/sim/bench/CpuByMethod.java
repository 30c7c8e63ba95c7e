package sim.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * Whether CPU time by need is right for each method of a program: its CPU time as SIM tells it with the defaults, beside the CPU clock read at
 * each begin and end of the same calls by a further meter. That meter sees what its own reading and SIM's cost, some 1 us a call. The same
 * run with {@code cpu=exact} says how much that is, and it is taken out: what is left is the error.
 */
final class CpuByMethod {
    static final String CASE = "CPU time of methods";
    private static final String METER = "boundaries";
    private static final String CPU = "thread.cpu";
    /** What a call's CPU time may be wrong by, ns, and the share of it. */
    private static final double SPAN = 50_000;
    private static final double SHARE = 0.02;
    /** Both runs then meter the same calls. Of Checkstyle that would take an hour. */
    private static final String ALL_CALLS = ",hotspot.enabled=false";
    /** Fewer calls than these say more of the first call, cold, than of the method. */
    private static final int OFTEN = 10;
    private static final int LONGEST_SECONDS = 600;

    /** What a method's calls took in all, ns, as SIM tells it and as the further meter read it. */
    private record Times(double calls, double told, double read) {
        /** What the readings themselves take, ns a call. */
        double reading() {
            return (read - told) / calls;
        }
    }

    /** A method's error and its length, ns a call. */
    private record Error(String method, double calls, double nanos, double length) {
        static Error of(String method, Times times, Times exact) {
            return new Error(method, times.calls(), exact.reading() - times.reading(), times.told() / times.calls());
        }

        boolean isWithin() {
            return Math.abs(nanos) <= Math.max(SPAN, SHARE * length);
        }
    }

    private final Workshop workshop;
    private final Jdk jdk;
    private final Results results;
    private final Progress progress;

    CpuByMethod(Workshop workshop, Jdk jdk, Results results, Progress progress) {
        this.workshop = workshop;
        this.jdk = jdk;
        this.results = results;
        this.progress = progress;
    }

    /** @param seconds for which the programs run that do not end by themselves */
    void measure(int seconds) throws IOException, InterruptedException {
        String benchmarks = workshop.root().resolve("benchmarks/target/benchmarks.jar").toString();
        String service = ",aop=" + workshop.root().resolve("benchmarks/src/main/aop/service.xml");
        String everything = ",aop=" + workshop.root().resolve("benchmarks/src/main/aop/pruning.xml");
        try (SimServer server = new SimServer(workshop, jdk)) {
            compare(server, "ETL", "cpu-etl", (agent, log) -> run(List.of(agent + ALL_CALLS, "-cp",
                    workshop.classPath(Subjects.named(Subjects.BARE)), "shop.etl.Etl", "--for", seconds + "s"), log));
            compare(server, "a service with pools", "cpu-service", (agent, log) -> run(
                    List.of(agent + ALL_CALLS + service, "-cp", benchmarks, "workload.Service",
                            String.valueOf(seconds)),
                    log));
            compare(server, "Checkstyle whole", "cpu-checkstyle",
                    (agent, log) -> new Checkstyle(workshop, jdk).run(log, List.of(agent + everything)));
        }
    }

    /** Runs a program with an agent. */
    private interface Program {
        void run(String agent, String log) throws IOException, InterruptedException;
    }

    private void compare(SimServer server, String name, String application, Program program)
            throws IOException, InterruptedException {
        progress.say(CASE + ", JDK " + jdk.feature() + ": " + name);
        program.run(agent(server, application), application);
        program.run(agent(server, application + "-exact") + ",cpu=exact", application + "-exact");
        Map<String, Times> exact = times(server, application + "-exact");
        List<Error> errors = new ArrayList<>();
        times(server, application).forEach((method, times) -> {
            if (exact.containsKey(method)) {
                errors.add(Error.of(method, times, exact.get(method)));
            }
        });
        add(name, errors);
    }

    private String agent(SimServer server, String application) {
        String meter = "probes.measure." + METER + ".factory.";
        return "-javaagent:" + workshop.root().resolve("sim-agent/target/sim-agent.jar") + "=application=" + application
                + ",server=127.0.0.1:" + server.port() + System.getProperty("extra", "")
                + ",weave.cache=off,probes.measures=" + METER + "," + meter
                + "class=workload.hand.CpuAtBoundaries," + meter + "classpath="
                + workshop.root().resolve("benchmarks/target/benchmarks.jar");
    }

    private void run(List<String> arguments, String log) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(jdk.java()));
        command.addAll(arguments);
        Child child = Child.run(command, Map.of(), workshop.logs().resolve(log + ".log"), LONGEST_SECONDS);
        if (child.exit() != 0) {
            throw new IOException(log + " failed: " + child.complaint());
        }
    }

    private Map<String, Times> times(SimServer server, String application) throws IOException, InterruptedException {
        Map<String, Times> all = new TreeMap<>();
        for (JsonNode method : server
                .get("/api/v1/methods?last=1h&limit=10000&disabled=true&application=" + application)
                .path("methods")) {
            JsonNode meters = method.path("meters");
            if (meters.has(METER)) {
                all.put(method.path("class").asString() + "." + method.path("method").asString(),
                        new Times(method.path("count").asDouble(), meters.path(CPU).path("total").asDouble(),
                                meters.path(METER).path("total").asDouble()));
            }
        }
        if (all.isEmpty()) {
            throw new IOException(application + ": no method has the meter " + METER);
        }
        return all;
    }

    private void add(String program, List<Error> errors) {
        List<Error> repeated = errors.stream().filter(each -> each.calls() >= OFTEN).toList();
        add(program, "methods", errors.size(), "");
        add(program, "within 2 % or 50 us a call", errors.stream().filter(Error::isWithin).count(), "methods");
        add(program, "called ten times or more", repeated.size(), "methods");
        add(program, "of these within 2 % or 50 us a call", repeated.stream().filter(Error::isWithin).count(),
                "methods");
        for (Error each : errors) {
            if (!each.isWithin()) {
                progress.say("not within: " + each);
            }
        }
    }

    private void add(String program, String figure, double value, String unit) {
        results.add(Result.figure(CASE + ", " + program, figure, jdk.feature(), value, unit));
    }
}

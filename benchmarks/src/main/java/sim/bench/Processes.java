package sim.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** What needs a whole process: many threads, the collector's cost, a steady load on a live server. */
final class Processes {
    static final String PLATFORM = "1,000 platform threads";
    static final String VIRTUAL = "100,000 virtual threads";
    static final String COLLECTOR = "collector per interval";
    static final String STEADY = "1,000,000 calls a second";
    static final String REQUESTS = "10,000 requests a second";
    static final String LEFT_OUT = "not in the sums";
    static final String KEPT = "kept one by one";

    private static final int LONGEST_SECONDS = 300;
    private static final double MEGABYTE = 1 << 20;

    private final Workshop workshop;
    private final Results results;
    private final Progress progress;

    Processes(Workshop workshop, Results results, Progress progress) {
        this.workshop = workshop;
        this.results = results;
        this.progress = progress;
    }

    /** All threads alive at once, or as fast as they can be started. */
    void crowd(Jdk jdk, String subject, boolean platform) throws IOException, InterruptedException {
        if (platform) {
            crowd(jdk, subject, PLATFORM, "platform", "1000", "100");
        }
        if (jdk.feature() >= 21) {
            crowd(jdk, subject, VIRTUAL, "virtual", "100000", "1");
        }
    }

    private void crowd(Jdk jdk, String subject, String kase, String... arguments)
            throws IOException, InterruptedException {
        progress.say(kase + ", JDK " + jdk.feature() + ": " + subject);
        Map<String, Double> figures = run(simInterval(Subjects.named(subject)), jdk, kase, "workload.Crowd",
                arguments);
        add(kase + ", per call", subject, jdk, figures.get("ns.per.call"), "ns");
        add(kase + ", heap growth", subject, jdk, (figures.get("heap.after") - figures.get("heap.before")) / MEGABYTE,
                "MB");
        add(kase + ", resident", subject, jdk, figures.get("resident") / MEGABYTE, "MB");
        if (figures.containsKey("allocated.per.thread")) {
            add(kase + ", allocated per thread", subject, jdk, figures.get("allocated.per.thread"), "bytes");
        }
    }

    /** What SIM's own threads use to gather, encode and ship the active places of an interval. */
    void collector(Jdk jdk, int nodes, int intervals) throws IOException, InterruptedException {
        progress.say(COLLECTOR + ", JDK " + jdk.feature() + ": " + nodes + " nodes");
        Subject subject = Subjects.named(Subjects.ALL).with("sim-metrics", "sim-context", "sim-base", "sim-model");
        Map<String, Double> figures = run(simInterval(subject), jdk, COLLECTOR + nodes, "workload.Nodes",
                String.valueOf(nodes), String.valueOf(intervals));
        add(COLLECTOR, nodes + " active nodes", jdk, figures.get("cpu.ns.per.interval") / 1e6, "ms CPU");
        add(COLLECTOR + ", allocated", nodes + " active nodes", jdk, figures.get("bytes.per.interval") / MEGABYTE,
                "MB");
    }

    /** A million calls a second: what a call costs then, what is dropped, and what reaches the server. */
    void steady(Jdk jdk, Effort effort) throws IOException, InterruptedException {
        List<String> subjects = effort.quick()
                ? List.of(Subjects.NANO_FLOOR, Subjects.KEPT)
                : List.of(Subjects.BARE, Subjects.NANO_FLOOR, Subjects.WALL, Subjects.KEPT);
        for (String subject : subjects) {
            steady(Subjects.named(subject), subject, jdk, effort.seconds());
        }
    }

    private void steady(Subject subject, String name, Jdk jdk, int seconds) throws IOException, InterruptedException {
        progress.say(STEADY + ", JDK " + jdk.feature() + ": " + name);
        try (SimServer server = new SimServer(workshop, jdk); Relay relay = new Relay(server.port())) {
            Subject shipping = subject.shippingTo("127.0.0.1:" + relay.port());
            double before = server.cpuSeconds();
            Map<String, Double> figures = run(shipping, jdk, STEADY + name, "workload.Steady", subject.shape(),
                    "1000000", String.valueOf(seconds));
            add(STEADY + ", per call", name, jdk, figures.get("ns.per.call"), "ns");
            add(STEADY + ", CPU per call", name, jdk, figures.get("cpu.ns.per.call"), "ns");
            add(STEADY + ", reached", name, jdk, figures.get("calls.per.second"), "calls/s");
            if (relay.bytes() > 0) {
                ingested(server, relay, name, jdk, figures.get("calls"), server.cpuSeconds() - before);
            }
        }
    }

    /**
     * Ten thousand requests a second, each with a context of its own, beside the server that stores them: how many are in its
     * sums by kind, which have to be all, and how many it has one by one.
     */
    void requests(Jdk jdk, Effort effort) throws IOException, InterruptedException {
        progress.say(REQUESTS + ", JDK " + jdk.feature());
        Subject subject = Subjects.named(Subjects.ALL).with("sim-metrics", "sim-context", "sim-base", "sim-model");
        try (SimServer server = new SimServer(workshop, jdk); Relay relay = new Relay(server.port())) {
            Subject shipping = subject.shippingTo("127.0.0.1:" + relay.port());
            double before = server.cpuSeconds();
            Map<String, Double> figures = run(shipping, jdk, REQUESTS, "workload.Requests", "10000",
                    String.valueOf(effort.seconds()));
            double made = figures.get("requests");
            double summed = 0;
            double kept = 0;
            for (JsonNode kind : server.get("/api/v1/kinds?last=1h").path("kinds")) {
                summed += kind.path("contexts").asDouble();
                kept += kind.path("kept").asDouble();
            }
            add(REQUESTS, "reached", jdk, figures.get("requests.per.second"), "/s");
            add(REQUESTS, "CPU of the requesting thread", jdk, figures.get("cpu.ns.per.request"), "ns a request");
            add(REQUESTS, LEFT_OUT, jdk, made - summed, "of " + (long) made + " contexts");
            add(REQUESTS, KEPT, jdk, 100 * kept / made, "%");
            add(REQUESTS, "wire", jdk, relay.bytes() / made, "bytes a context");
            add(REQUESTS, "server CPU", jdk, (server.cpuSeconds() - before) / made * 1e6, "us a context");
            add(REQUESTS, "disk", jdk, server.stop() / made, "bytes a context");
        }
    }

    private void ingested(SimServer server, Relay relay, String name, Jdk jdk, double calls, double cpu)
            throws IOException, InterruptedException {
        JsonNode counters = server.get("/api/v1/applications").get(0).get("counters");
        double dropped = 0;
        for (String kind : List.of("invocations.dropped", "spool.invocations.dropped")) {
            dropped += counters.path(kind).asDouble(0);
        }
        add(STEADY + ", dropped", name, jdk, dropped, "calls");
        add(STEADY + ", server CPU", name, jdk, cpu, "s");
        add(STEADY + ", wire", name, jdk, relay.bytes() / calls, "bytes/call made");
        add(STEADY + ", server resident", name, jdk, server.resident() / MEGABYTE, "MB");
        add(STEADY + ", disk", name, jdk, server.stop() / calls, "bytes/call made");
    }

    private Map<String, Double> run(Subject subject, Jdk jdk, String log, String main, String... arguments)
            throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(workshop.command(subject, jdk));
        command.add(main);
        command.addAll(List.of(arguments));
        Child child = Child.run(command, subject.environment(),
                workshop.logs().resolve((log + "-" + jdk.feature()).replaceAll("[^\\w]+", "-") + ".log"),
                LONGEST_SECONDS);
        if (child.exit() != 0 || child.figures().isEmpty()) {
            throw new IOException(main + " failed: " + child.complaint());
        }
        return child.figures();
    }

    private static Subject simInterval(Subject subject) {
        return subject.group() == Subject.Group.SIM ? withOption(subject, ",interval=1s") : subject;
    }

    private static Subject withOption(Subject subject, String option) {
        List<String> arguments = subject.arguments().stream()
                .map(each -> each.startsWith("-javaagent:") ? each + option : each).toList();
        return new Subject(subject.name(), subject.group(), subject.shape(), subject.libraries(), arguments,
                subject.environment(), subject.since(), subject.key(), subject.startup());
    }

    private void add(String kase, String system, Jdk jdk, double value, String unit) {
        results.add(Result.figure(kase, system, jdk.feature(), value, unit));
    }
}

package sim.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/**
 * What the hotspot extension leaves of Checkstyle with every method woven: how many calls, and whether the methods with the
 * largest self time are still the same. Two runs without it say how much of a difference is chance.
 */
final class Pruning {
    static final String CASE = "pruning Checkstyle";
    static final String CALLS = "calls metered without";
    static final String METERED = "calls metered with";
    static final String SAME = "of the ten with the largest self time, the same with and without";
    static final String CHANCE = "of the ten, the same in two runs without";
    private static final String UNPRUNED = ",hotspot.enabled=false";
    private static final int TEN = 10;
    private static final int LONGEST_SECONDS = 300;

    /** @param calls metered in all */
    private record Run(double calls, Set<String> ten, double seconds) {}

    private final Workshop workshop;
    private final Jdk jdk;
    private final Results results;
    private final Progress progress;

    Pruning(Workshop workshop, Jdk jdk, Results results, Progress progress) {
        this.workshop = workshop;
        this.jdk = jdk;
        this.results = results;
        this.progress = progress;
    }

    void measure() throws IOException, InterruptedException {
        try (SimServer server = new SimServer(workshop, jdk)) {
            Run without = run(server, "without", UNPRUNED);
            Run with = run(server, "with", "");
            Run again = run(server, "without-again", UNPRUNED);
            add(CALLS, without.calls(), "calls");
            add(METERED, with.calls(), "calls");
            add("whole run without", without.seconds(), "s");
            add("whole run with", with.seconds(), "s");
            add(SAME, Math.max(same(with, without), same(with, again)), "methods");
            add(CHANCE, same(without, again), "methods");
        }
    }

    private Run run(SimServer server, String application, String options) throws IOException, InterruptedException {
        progress.say(CASE + ", JDK " + jdk.feature() + ": " + application);
        Path root = workshop.root();
        List<String> command = new ArrayList<>(List.of(jdk.java(),
                "-javaagent:" + root.resolve("sim-agent/target/sim-agent.jar") + "=application=" + application
                        + ",server=127.0.0.1:" + server.port() + ",weave.cache=off,meters=wall,aop="
                        + root.resolve("benchmarks/src/main/aop/pruning.xml") + options,
                "-cp", root.resolve("examples/02-checkstyle/target/lib/*").toString(),
                "com.puppycrawl.tools.checkstyle.Main", "-c", "/google_checks.xml", "-o",
                workshop.scratch().resolve("checkstyle.txt").toString()));
        try (Stream<Path> modules = Files.list(root)) {
            modules.map(each -> each.resolve("src")).filter(each -> each.getParent().getFileName().toString()
                    .startsWith("sim-") && Files.isDirectory(each)).sorted().map(Path::toString).forEach(command::add);
        }
        Child child = Child.run(command, Map.of(), workshop.logs().resolve("pruning-" + application + ".log"),
                LONGEST_SECONDS);
        JsonNode methods = server.get("/api/v1/methods?last=1h&limit=10000&disabled=true&sort=wall.self&application="
                + application).path("methods");
        if (child.exit() != 0 || methods.isEmpty()) {
            throw new IOException("Checkstyle failed: " + child.complaint());
        }
        double calls = 0;
        Set<String> ten = new LinkedHashSet<>();
        for (JsonNode method : methods) {
            calls += method.path("count").asDouble();
        }
        // as the page shows it: without what is switched off
        for (JsonNode method : server.get("/api/v1/methods?last=1h&limit=" + TEN + "&sort=wall.self&application="
                + application).path("methods")) {
            ten.add(method.path("class").asString() + "." + method.path("method").asString());
        }
        return new Run(calls, ten, child.millis() / 1e3);
    }

    private static int same(Run one, Run other) {
        return (int) one.ten().stream().filter(other.ten()::contains).count();
    }

    private void add(String figure, double value, String unit) {
        results.add(Result.figure(CASE, figure, jdk.feature(), value, unit));
    }
}

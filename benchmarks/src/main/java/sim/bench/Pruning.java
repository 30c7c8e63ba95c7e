package sim.bench;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.Set;
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
        Child child = new Checkstyle(workshop, jdk).metered(server, application, options);
        JsonNode methods = server.get("/api/v1/methods?last=1h&limit=10000&disabled=true&sort=wall.self&application="
                + application).path("methods");
        if (methods.isEmpty()) {
            throw new IOException("Checkstyle told of no method: " + child.complaint());
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

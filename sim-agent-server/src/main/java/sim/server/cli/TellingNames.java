package sim.server.cli;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The methods of an application that a user looks for: its dearest by each measure, those that explain a part of some measure or end failed calls, and
 * its entry points. Of names that are switched off the figures until then count, so a method that went off early is found by what it took
 * while it was on.
 */
final class TellingNames {
    /** What the server gives at a time. */
    private static final int MOST = 10_000;
    /** The mean call of an entry point that somebody looks for, ns. */
    private static final double LONG_ENTRY = 100_000;
    /** A method that ends so many percent of all failed calls is looked for. */
    private static final double FAILED_PERCENT = 1;
    /** What a probe takes, ns: nobody looks for a method whose calls take less themselves. */
    private static final double PROBE = 108;
    /** The same of places. The dearest come first, and an entry point that is seldom called comes late. */
    private static final int MOST_PLACES = 100_000;
    private static final String ERRORS = "errors";
    private static final String WORK = "work";
    private static final List<String> METERS = List.of("thread.cpu", "alloc.bytes", "blocking.time", "waiting.time");

    private final AgentServer server;
    private final String application;
    private final double percent;
    private final int dearest;

    /**
     * @param percent what a method explains of a measure to be one of them
     * @param dearest how many methods are by each measure, whatever they explain
     */
    TellingNames(AgentServer server, String application, double percent, int dearest) {
        this.server = server;
        this.application = application;
        this.percent = percent;
        this.dearest = dearest;
    }

    Set<String> find() throws IOException, InterruptedException {
        JsonNode methods = ask("methods", WORK + ".self", MOST).path("methods");
        Map<String, Double> sums = new HashMap<>();
        for (JsonNode method : methods) {
            values(method).forEach((measure, value) -> sums.merge(measure, value, Double::sum));
        }
        Set<String> telling = new HashSet<>();
        for (JsonNode method : methods) {
            values(method).forEach((measure, value) -> {
                double least = measure.equals(ERRORS) ? Math.min(percent, FAILED_PERCENT) : percent;
                if (value > 0 && value >= sums.get(measure) * least / 100) {
                    telling.add(name(method));
                }
            });
        }
        for (String measure : sums.keySet()) {
            if (!measure.equals(ERRORS)) {
                telling.addAll(dearest(measure));
            }
        }
        for (JsonNode node : ask("calltree", WORK + ".self", MOST_PLACES).path("nodes")) {
            if (node.path("parent").isNull() && mean(node) >= LONG_ENTRY) {
                telling.add(name(node));
            }
        }
        return telling;
    }

    /** In the server's order, which knows how many calls of a sampled name were not read. However many of shorter calls come before them. */
    private List<String> dearest(String measure) throws IOException, InterruptedException {
        if (dearest == 0) {
            return List.of();
        }
        List<String> names = new ArrayList<>();
        for (JsonNode method : ask("methods", measure + ".self", MOST).path("methods")) {
            if (names.size() < dearest && values(method).get(measure) > 0 && isLong(method)) {
                names.add(name(method));
            }
        }
        return names;
    }

    /** What a call of a place took, with what is inside; where none has ended, what ended inside it. */
    private static double mean(JsonNode node) {
        JsonNode wall = node.path("meters").path("wall");
        double self = wall.path("self").asDouble(0);
        double inside = wall.path("total").asDouble(0) - self;
        return (timed(node) > 0 ? self / timed(node) : 0) + inside / Math.max(1, node.path("count").asDouble(0));
    }

    private static double timed(JsonNode row) {
        return row.path("count").asDouble(0) - row.path("unread").path("time").asDouble(0);
    }

    private static boolean isLong(JsonNode method) {
        double timed = timed(method);
        return method.path("meters").path("wall").path("self").asDouble(0) >= PROBE * timed;
    }

    private JsonNode ask(String question, String sort, int limit) throws IOException, InterruptedException {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("application", application);
        query.put("last", "36500d");
        query.put("disabled", "true");
        query.put("limit", String.valueOf(limit));
        if (question.equals("methods")) {
            query.put("sort", sort);
        }
        return server.get(question, query);
    }

    /** A method's own figures by measure. Time in which it waits for work is none of them. */
    private static Map<String, Double> values(JsonNode method) {
        Map<String, Double> values = new LinkedHashMap<>();
        values.put(ERRORS, method.path("errors").asDouble(0));
        values.put(WORK, Math.max(0, method.path("work").path("self").asDouble(0)));
        double idle = method.path("work").path("idle").asDouble(0);
        for (String meter : METERS) {
            double own = method.path("meters").path(meter).path("self").asDouble(0);
            values.put(meter, Math.max(0, meter.equals("waiting.time") ? own - idle : own));
        }
        return values;
    }

    private static String name(JsonNode row) {
        return row.path("class").asString() + "." + row.path("method").asString();
    }
}

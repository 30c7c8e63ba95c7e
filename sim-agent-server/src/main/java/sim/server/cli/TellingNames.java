package sim.server.cli;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * The methods of an application that explain a part of some measure, and its entry points. Of names that are switched off the
 * figures until then count, so a method that went off early is found by what it took while it was on.
 */
final class TellingNames {
    /** What the server gives at a time. */
    private static final int MOST = 10_000;
    /** The mean call of an entry point that somebody looks for, ns. */
    private static final double LONG_ENTRY = 100_000;
    private static final List<String> METERS = List.of("thread.cpu", "alloc.bytes", "blocking.time", "waiting.time");

    private final AgentServer server;
    private final String application;
    private final double percent;

    TellingNames(AgentServer server, String application, double percent) {
        this.server = server;
        this.application = application;
        this.percent = percent;
    }

    Set<String> find() throws IOException, InterruptedException {
        JsonNode methods = ask("methods").path("methods");
        Map<String, Double> sums = new HashMap<>();
        for (JsonNode method : methods) {
            values(method).forEach((measure, value) -> sums.merge(measure, value, Double::sum));
        }
        Set<String> telling = new HashSet<>();
        for (JsonNode method : methods) {
            values(method).forEach((measure, value) -> {
                if (value > 0 && value >= sums.get(measure) * percent / 100) {
                    telling.add(name(method));
                }
            });
        }
        for (JsonNode node : ask("calltree").path("nodes")) {
            double total = node.path("meters").path("wall").path("total").asDouble(0);
            if (node.path("parent").isNull() && total >= LONG_ENTRY * Math.max(1, node.path("count").asDouble(0))) {
                telling.add(name(node));
            }
        }
        return telling;
    }

    private JsonNode ask(String question) throws IOException, InterruptedException {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("application", application);
        query.put("last", "36500d");
        query.put("disabled", "true");
        query.put("limit", String.valueOf(MOST));
        return server.get(question, query);
    }

    /** A method's own figures by measure. Time in which it waits for work is none of them. */
    private static Map<String, Double> values(JsonNode method) {
        Map<String, Double> values = new LinkedHashMap<>();
        values.put("errors", method.path("errors").asDouble(0));
        values.put("work", Math.max(0, method.path("work").path("self").asDouble(0)));
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

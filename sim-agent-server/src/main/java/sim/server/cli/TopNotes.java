package sim.server.cli;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** What {@code sim top} says beside its rows: which names are off, and how much the rows explain. */
final class TopNotes {
    /** The parts of what is explained, by the answer's keys. */
    private static final Map<String, String> PARTS = new LinkedHashMap<>();
    static {
        PARTS.put("off", "names off, before that");
        PARTS.put("rest", "at places these contexts are not kept with");
        PARTS.put("metering", "metering");
        PARTS.put("range", "in calls that began before the range, by then or metering");
        PARTS.put("sim", "SIM's threads");
        PARTS.put("jit", "JIT");
        PARTS.put("gc", "collector");
        PARTS.put("jvm", "JVM");
        PARTS.put("unmetered", "not metered");
    }

    private TopNotes() {}

    /** The methods, then in one row each the names that are off and the methods past the limit. */
    static List<JsonNode> rows(JsonNode answer) {
        List<JsonNode> rows = new ArrayList<>();
        answer.path("methods").forEach(rows::add);
        add(answer.path("off").path("folded"), " names off", rows);
        add(answer.path("leftOut"), " further methods", rows);
        return rows;
    }

    private static void add(JsonNode sum, String what, List<JsonNode> rows) {
        if (sum.path("names").asLong(0) > 0) {
            ObjectNode row = ((ObjectNode) sum).deepCopy();
            row.put("several", "[" + sum.path("names").asLong() + what + "]");
            rows.add(row);
        }
    }

    /** A row's name, marked where its name is off. */
    static String name(JsonNode row) {
        if (row.has("several")) {
            return row.path("several").asString();
        }
        String name = Units.method(row.path("class").asString(), row.path("method").asString());
        return row.has("off") ? name + " (off)" : name;
    }

    /** What the calls of a row took, marked where the total does not have all of it. */
    static String wholeTotal(JsonNode row, String total) {
        JsonNode whole = row.path("wall").path("totalAtLeast");
        return whole.isMissingNode() ? total : Units.nanos(whole.asLong()) + "*";
    }

    /** A line for each thing there is to say. */
    static List<String> of(JsonNode answer) {
        List<String> lines = new ArrayList<>();
        JsonNode off = answer.path("off");
        if (off.path("names").asLong(0) > 0) {
            lines.add(off.path("names").asLong() + " names off, "
                    + Units.nanos(off.path("meters").path("wall").path("self").asLong(0)) + ", "
                    + Units.count(off.path("count").asLong()) + " calls before that");
        }
        if (rows(answer).stream().anyMatch(row -> row.path("wall").has("totalAtLeast"))) {
            lines.add(
                    "* at least, and some where not each call was read; part of it is counted at another place: under [other] or at the outermost call of a circle");
        }
        explain("CPU of the process", answer.path("explained").path("cpu"), lines);
        explain("requests", answer.path("explained").path("requests"), lines);
        return lines;
    }

    private static void explain(String what, JsonNode figure, List<String> lines) {
        long total = figure.path("total").asLong(0);
        if (total <= 0) {
            return;
        }
        StringBuilder line = new StringBuilder(what).append(": ").append(Units.nanos(total)).append(", ")
                .append(100 * figure.path("rows").asLong() / total).append(" % explained by methods' own time");
        part(line, figure, "aroundOff", "in methods with names off inside");
        PARTS.forEach((key, words) -> part(line, figure, key, words));
        part(line, figure, "other", "of it under [other]");
        part(line, figure, "takenOff", "besides it, more than the process used in the range");
        part(line, figure, "queued", "waiting for a processor, in it and outside");
        part(line, figure, "idle", "besides it, waiting for work");
        lines.add(line.toString());
    }

    private static void part(StringBuilder line, JsonNode figure, String key, String words) {
        long nanos = figure.path(key).asLong(0);
        if (nanos > 0) {
            line.append("; ").append(Units.nanos(nanos)).append(' ').append(words);
        }
    }
}

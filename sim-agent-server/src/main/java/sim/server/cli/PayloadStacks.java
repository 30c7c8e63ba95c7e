package sim.server.cli;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** A tree of places with payloads, as a table: what is inside a place is below it and indented. */
final class PayloadStacks {
    /** Further levels are not indented further: a recursion would make lines without end. */
    private static final int DEEPEST = 40;

    private final Map<Integer, List<JsonNode>> inside = new HashMap<>();
    private final List<String[]> rows = new ArrayList<>();

    private PayloadStacks(JsonNode nodes) {
        nodes.forEach(
                node -> inside.computeIfAbsent(node.path("parent").asInt(0), added -> new ArrayList<>()).add(node));
    }

    /** @param title what stands above the places */
    static String of(String title, JsonNode answer) {
        PayloadStacks stacks = new PayloadStacks(answer.path(ProbeView.CALLTREE.rows));
        stacks.rows.add(new String[]{title, "count", "errors", "total", "mean", "max"});
        stacks.add();
        long leftOut = answer.path("leftOut").asLong();
        return Table.of(stacks.rows) + (leftOut == 0
                ? ""
                : Units.count(leftOut) + " more places and payloads; --limit shows more\n");
    }

    /** Without recursion: stacks of the application may be deeper than this one can be. */
    private void add() {
        List<JsonNode> open = new ArrayList<>();
        List<Integer> depths = new ArrayList<>();
        int at = 0;
        int depth = 0;
        while (true) {
            List<JsonNode> below = inside.getOrDefault(at, List.of());
            for (int i = below.size() - 1; i >= 0; i--) {
                open.add(below.get(i));
                depths.add(depth);
            }
            if (open.isEmpty()) {
                return;
            }
            JsonNode node = open.remove(open.size() - 1);
            depth = depths.remove(depths.size() - 1);
            row(node, depth);
            at = node.path("id").asInt();
            depth++;
        }
    }

    private void row(JsonNode node, int depth) {
        String what = node.has("payload")
                ? "- " + PayloadListings.oneLine(node.path("payload").asString())
                : Units.method(node.path("class").asString(), node.path("method").asString());
        rows.add(new String[]{"  ".repeat(Math.min(depth, DEEPEST)) + what, Units.count(node.path("count").asLong()),
                Units.count(node.path("errors").asLong()), Units.nanos(node.path("total").asLong()),
                Units.nanos(node.path("mean").asLong()), Units.nanos(node.path("max").asLong())});
    }
}

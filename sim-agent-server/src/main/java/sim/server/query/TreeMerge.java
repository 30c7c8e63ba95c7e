package sim.server.query;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import sim.metrics.meter.Meter;

/** Several instances' call trees as one: places with the same path are one node. */
final class TreeMerge {
    private final Map<String, TreeMerge> children = new LinkedHashMap<>();
    private final String owner;
    private final String member;
    private final Sums sums = new Sums();

    private TreeMerge(String owner, String member) {
        this.owner = owner;
        this.member = member;
    }

    /** Nested nodes with their children, the costliest first; at most {@code limit}, nearer the top first. */
    static List<Map<String, Object>> merge(List<Place> places, int limit) {
        TreeMerge root = new TreeMerge("", "");
        Map<Place, TreeMerge> merged = new IdentityHashMap<>();
        for (Place place : places) {
            if (place.sums != null && !place.hidden) {
                root.at(place, merged).sums.add(place.sums, true);
            }
        }
        return root.describe(limit);
    }

    private TreeMerge at(Place place, Map<Place, TreeMerge> merged) {
        TreeMerge known = merged.get(place);
        if (known == null) {
            TreeMerge above = place.caller == null ? this : at(place.caller, merged);
            if (place.hidden) {
                merged.put(place, above);
                return above;
            }
            known = above.children.computeIfAbsent(place.owner + "\n" + place.member,
                    added -> new TreeMerge(place.owner, place.member));
            merged.put(place, known);
        }
        return known;
    }

    private List<Map<String, Object>> describe(int limit) {
        List<Map<String, Object>> top = new ArrayList<>();
        Deque<TreeMerge> nodes = new ArrayDeque<>();
        Deque<List<Map<String, Object>>> lists = new ArrayDeque<>();
        nodes.add(this);
        lists.add(top);
        int id = 0;
        while (!nodes.isEmpty()) {
            List<Map<String, Object>> into = lists.remove();
            List<TreeMerge> costliest = new ArrayList<>(nodes.remove().children.values());
            costliest.sort((a, b) -> Long.compare(b.wall(), a.wall()));
            for (TreeMerge child : costliest) {
                if (id >= limit) {
                    return top;
                }
                List<Map<String, Object>> below = new ArrayList<>();
                Map<String, Object> node = new LinkedHashMap<>();
                node.put("id", ++id);
                node.put("class", child.owner);
                node.put("method", child.member);
                child.sums.describe(node);
                node.put("children", below);
                into.add(node);
                nodes.add(child);
                lists.add(below);
            }
        }
        return top;
    }

    private long wall() {
        Long total = sums.value(Meter.WALL, "total");
        return total != null ? total : children.values().stream().mapToLong(TreeMerge::wall).sum();
    }
}

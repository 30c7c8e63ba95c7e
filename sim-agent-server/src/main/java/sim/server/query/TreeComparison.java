package sim.server.query;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import sim.store.SharedNames;

/**
 * The call trees of two parts as one: what each has at a place, inner calls included, whether they differ by more than chance makes of so few
 * calls, and by how much of the place's own. A recursive call is part of the outermost. One thread.
 */
final class TreeComparison {
    /** Heap that a node takes. */
    private static final int BYTES = 1_200;

    private final Question question;
    private final Comparison totals;
    private final Comparison own;
    private final PathNodes nodes = new PathNodes(256);
    private final Map<Sort.Method, Integer> numbers = new HashMap<>();
    private final List<Sort.Method> methods = new ArrayList<>();

    /** One of the two: by node what is there, null for nothing. */
    private static final class Tree {
        Comparison.Side side;
        Sums[] sums = {};

        Sums at(int node) {
            return node < sums.length ? sums[node] : null;
        }
    }

    TreeComparison(Question question, ComparisonOrder order) {
        this.question = question;
        this.totals = new Comparison(question, order.of("total"));
        this.own = new Comparison(question, order.of("self"));
    }

    /** Writes the nodes, a caller before what it calls: those first that differ most, or in which something does. */
    void read(ComparedPart asked, ComparedPart other, int limit, Answer answer) {
        Tree before = read(other);
        Tree after = read(asked);
        totals.begin(before.side, after.side, answer);
        Comparison.Row[] rows = new Comparison.Row[nodes.size()];
        double[] weights = new double[nodes.size()];
        boolean[] shown = new boolean[nodes.size()];
        for (int node = nodes.size() - 1; node >= 0; node--) { // what is called has the larger number
            boolean has = before.at(node) != null || after.at(node) != null;
            shown[node] |= has;
            if (shown[node]) {
                rows[node] = row(node, before, after);
                weights[node] = Math.max(weights[node], Math.abs(rows[node].effect()));
                int caller = nodes.caller(node);
                if (caller != Forest.NONE) {
                    shown[caller] = true;
                    weights[caller] = Math.max(weights[caller], weights[node]);
                }
            }
        }
        Map<String, Object> behind = totals.describe(before.side, after.side, 0);
        answer.rows(after.side.range(), "nodes", () -> behind.put("leftOut", write(rows, weights, limit, answer)),
                behind);
    }

    private Tree read(ComparedPart asked) {
        // small names that are off are folded into one row of either tree by itself, which would be new or gone: each stands by itself here
        TreePart part = new TreePart(asked.part().context(), true, asked.part().splits(), asked.part().kind());
        Range range = question.total(asked.range());
        Forest forest = Forest.read(question, range, part);
        MergedTree merged = new MergedTree(question, forest, true);
        int[] groups = merged.groups();
        PlaceSums places = PlaceSums.read(question, forest, groups, merged.size(), range, part);
        OffFold tree = new OffFold(merged, forest, places);
        TreeTotals.add(question, tree, forest, places, tree.nodes(groups));
        Tree read = new Tree();
        read.side = totals.side(asked, range, Map.of());
        int[] common = new int[tree.size()];
        for (int node = 0; node < tree.size(); node++) {
            question.reserve(BYTES);
            int caller = tree.caller(node);
            common[node] = nodes.node(caller == Forest.NONE ? Forest.NONE : common[caller],
                    number(tree.method(node)));
            if (common[node] >= read.sums.length) {
                read.sums = Arrays.copyOf(read.sums, 2 * common[node] + 16);
            }
            Sums known = read.sums[common[node]];
            if (known == null) {
                read.sums[common[node]] = tree.sums()[node];
            } else if (tree.sums()[node] != null) {
                known.addAll(tree.sums()[node]);
            }
        }
        return read;
    }

    /** Of a name that is the same in all instances: each numbers its generated classes by itself. */
    private int number(Sort.Method method) {
        return numbers.computeIfAbsent(new Sort.Method(SharedNames.stable(method.owner()), method.member()), added -> {
            methods.add(added);
            return methods.size() - 1;
        });
    }

    private Comparison.Row row(int node, Tree before, Tree after) {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("id", 0);
        fields.put("parent", null);
        fields.putAll(methods.get(nodes.method(node)).describe());
        Comparison.Row row = totals.row(fields, before.side, before.at(node), after.side, after.at(node));
        Comparison.Row alone = own.row(new LinkedHashMap<>(), before.side, before.at(node), after.side,
                after.at(node));
        fields.put("own", alone.fields().get("difference"));
        fields.put("ownCertain", alone.isCertain());
        return row;
    }

    /** Returns how many were left out. */
    private int write(Comparison.Row[] rows, double[] weights, int limit, Answer answer) {
        int[] first = new int[rows.length];
        int[] next = new int[rows.length];
        int[] ids = new int[rows.length];
        Arrays.fill(first, Forest.NONE);
        PriorityQueue<Integer> ahead = new PriorityQueue<>((a, b) -> weights[a] != weights[b]
                ? Double.compare(weights[b], weights[a])
                : Integer.compare(a, b));
        int all = 0;
        for (int node = rows.length - 1; node >= 0; node--) {
            if (rows[node] == null) {
                continue;
            }
            all++;
            int caller = nodes.caller(node);
            if (caller == Forest.NONE) {
                ahead.add(node);
            } else {
                next[node] = first[caller];
                first[caller] = node;
            }
        }
        int written = 0;
        while (!ahead.isEmpty() && written < limit) {
            int node = ahead.poll();
            ids[node] = ++written;
            Map<String, Object> fields = rows[node].fields();
            fields.put("id", ids[node]);
            fields.put("parent", nodes.caller(node) == Forest.NONE ? null : ids[nodes.caller(node)]);
            answer.row(fields);
            for (int inside = first[node]; inside != Forest.NONE; inside = next[inside]) {
                ahead.add(inside);
            }
        }
        return all - written;
    }
}

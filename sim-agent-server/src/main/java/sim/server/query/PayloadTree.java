package sim.server.query;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Payloads by where they came from: the merged stacks with payloads as leaves, or the back traces of a description, whose first
 * node is who asked for it. A caller stands before what it calls, and the costliest first. One thread.
 */
final class PayloadTree {
    private static final int BYTES = 160;

    private static final class Node {
        final int parent;
        final Sort.Method method;
        final String text;
        final PayloadSums sums = new PayloadSums();
        final Map<Object, Integer> inside = new LinkedHashMap<>();

        Node(int parent, Sort.Method method, String text) {
            this.parent = parent;
            this.method = method;
            this.text = text;
        }
    }

    private record Leaf(String text) {}

    private final Question question;
    private final Forest forest;
    private final List<Node> nodes = new ArrayList<>(List.of(new Node(-1, null, null)));

    private PayloadTree(Question question, Range range) {
        this.question = question;
        this.forest = Forest.readAll(question, range, null);
    }

    /** The merged stacks, payloads as leaves. */
    static void calls(Question question, Range range, PayloadFilter filter, int limit, Map<String, Object> after,
            Answer answer) {
        PayloadTree tree = new PayloadTree(question, range);
        question.each("SELECT r.instance, r.node, r.text, " + PayloadSums.COLUMNS
                + filter.from("payload_rows", "to_micros") + " AND contains(lower(r.text), lower(?)) "
                + "GROUP BY r.instance, r.node, r.text", row -> {
                    PayloadSums sums = new PayloadSums();
                    sums.add(row);
                    List<Sort.Method> path = tree.path(row.getString("instance"), row.getInt("node"));
                    int at = 0;
                    tree.nodes.get(0).sums.add(sums);
                    for (int i = path.size() - 1; i >= 0; i--) {
                        at = tree.child(at, path.get(i), path.get(i), null);
                        tree.nodes.get(at).sums.add(sums);
                    }
                    String text = row.getString("text");
                    tree.nodes.get(tree.child(at, new Leaf(text), null, text)).sums.add(sums);
                }, filter.with(range, filter.search()));
        tree.describe(limit, after, answer);
    }

    /** The back traces of a description. */
    static void backTraces(Question question, Range range, PayloadFilter filter, int limit, Map<String, Object> after,
            Answer answer) {
        PayloadTree tree = new PayloadTree(question, range);
        question.each("SELECT r.instance, r.node, " + PayloadSums.COLUMNS + filter.from("payload_rows", "to_micros")
                + " AND r.text = ? GROUP BY r.instance, r.node", row -> {
                    PayloadSums sums = new PayloadSums();
                    sums.add(row);
                    int at = 0;
                    tree.nodes.get(0).sums.add(sums);
                    for (Sort.Method method : tree.path(row.getString("instance"), row.getInt("node"))) {
                        at = tree.child(at, method, method, null);
                        tree.nodes.get(at).sums.add(sums);
                    }
                }, filter.with(range, filter.text()));
        tree.describe(limit, after, answer);
    }

    /** The place and its callers, outwards. */
    private List<Sort.Method> path(String instance, int node) {
        List<Sort.Method> path = new ArrayList<>();
        for (int place = forest.find(instance, node); place != Forest.NONE; place = forest.caller(place)) {
            path.add(forest.methods.get(forest.method(place)));
        }
        return path;
    }

    private int child(int at, Object key, Sort.Method method, String text) {
        return nodes.get(at).inside.computeIfAbsent(key, added -> {
            question.reserve(BYTES);
            nodes.add(new Node(at, method, text));
            return nodes.size() - 1;
        });
    }

    private void describe(int limit, Map<String, Object> after, Answer answer) {
        after.put("sums", nodes.get(0).sums.describe(new LinkedHashMap<>()));
        java.util.PriorityQueue<Integer> open = new java.util.PriorityQueue<>(
                java.util.Comparator.<Integer>comparingLong(node -> -nodes.get(node).sums.total)
                        .thenComparingLong(node -> nodes.get(node).sums.count) // of equal sums the dearer call first
                        .thenComparing(node -> node));
        open.addAll(nodes.get(0).inside.values());
        int[] ids = new int[nodes.size()];
        int written = 0;
        while (!open.isEmpty() && written < limit) {
            int id = open.poll();
            Node node = nodes.get(id);
            ids[id] = ++written;
            Map<String, Object> row = new LinkedHashMap<>();
            row.put("id", written);
            row.put("parent", node.parent == 0 ? null : ids[node.parent]);
            if (node.text != null) {
                row.put("payload", node.text);
            } else {
                row.putAll(node.method.describe());
            }
            answer.row(node.sums.describe(row));
            open.addAll(node.inside.values());
        }
        after.put("leftOut", nodes.size() - 1 - written);
    }
}

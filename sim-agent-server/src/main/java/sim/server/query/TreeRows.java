package sim.server.query;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import sim.model.snapshot.Meter;

/** Hands on a tree's nodes that have figures, and their callers: a caller before what it calls, the costliest first. One thread. */
final class TreeRows {
    private final OffFold tree;
    private final NameLevels names;
    private final Sums[] sums;
    private final Map<Integer, Map<String, PayloadSums>> badges;
    /** By node: the number of its place in the store, 0 where it is of none or of several. */
    private final int[] numbers;
    private final MeteringMarks marks;
    private final long[] wall;
    private final int[] first;
    private final int[] next;
    private final int[] ids;
    private int all;
    private int written;

    TreeRows(OffFold tree, NameLevels names, Map<Integer, Map<String, PayloadSums>> badges, int[] numbers,
            MeteringMarks marks) {
        this.tree = tree;
        this.names = names;
        this.sums = tree.sums();
        this.badges = badges;
        this.numbers = numbers;
        this.marks = marks;
        this.wall = new long[tree.size()];
        this.first = new int[tree.size()];
        this.next = new int[tree.size()];
        this.ids = new int[tree.size()];
    }

    /** Hands on at most so many; {@code after} gets what was left out. */
    void describe(int limit, Answer answer, Map<String, Object> after) {
        PriorityQueue<Integer> ahead = new PriorityQueue<>((a, b) -> wall[a] != wall[b]
                ? Long.compare(wall[b], wall[a])
                : Integer.compare(a, b));
        link(ahead);
        while (!ahead.isEmpty() && written < limit) {
            int node = ahead.poll();
            ids[node] = ++written;
            answer.row(row(node));
            for (int inside = first[node]; inside != Forest.NONE; inside = next[inside]) {
                ahead.add(inside);
            }
        }
        after.put("leftOut", all - written);
        after.put("cut", cut(ahead));
    }

    private void link(PriorityQueue<Integer> ahead) {
        Arrays.fill(first, Forest.NONE);
        boolean[] shown = new boolean[tree.size()];
        for (int node = tree.size() - 1; node >= 0; node--) {
            if (sums[node] == null && !shown[node]) {
                continue;
            }
            shown[node] = true;
            all++;
            boolean own = sums[node] != null && sums[node].has(Meter.WALL);
            wall[node] = own ? sums[node].value(Meter.WALL, "total") : wall[node];
            int caller = tree.caller(node);
            if (caller != Forest.NONE) {
                shown[caller] = true;
                wall[caller] += wall[node];
                next[node] = first[caller];
                first[caller] = node;
            }
        }
        for (int node = 0; node < tree.size(); node++) {
            if (shown[node] && tree.caller(node) == Forest.NONE) {
                ahead.add(node);
            }
        }
    }

    /** What was left out below each node that was handed on: how many nodes, and their totals. */
    private List<Map<String, Object>> cut(PriorityQueue<Integer> ahead) {
        Map<Integer, Sums> totals = new LinkedHashMap<>();
        Map<Integer, Integer> nodes = new LinkedHashMap<>();
        for (int node : ahead) {
            int caller = tree.caller(node) == Forest.NONE ? 0 : ids[tree.caller(node)];
            nodes.merge(caller, 1, Integer::sum);
            Sums below = totals.computeIfAbsent(caller, added -> new Sums());
            if (sums[node] != null) {
                below.addTotalsOf(sums[node]);
            }
            addCalls(node, below);
        }
        List<Map<String, Object>> cut = new ArrayList<>();
        nodes.forEach((caller, number) -> {
            Map<String, Object> below = new LinkedHashMap<>();
            below.put("parent", caller == 0 ? null : caller);
            below.put("nodes", number);
            totals.get(caller).describeTotals(below);
            cut.add(below);
        });
        return cut;
    }

    /** Adds the calls at a node and at all below it. */
    private void addCalls(int top, Sums to) {
        Deque<Integer> ahead = new ArrayDeque<>(List.of(top));
        while (!ahead.isEmpty()) {
            int node = ahead.pop();
            if (sums[node] != null) {
                to.addCalls(sums[node]);
            }
            for (int inside = first[node]; inside != Forest.NONE; inside = next[inside]) {
                ahead.push(inside);
            }
        }
    }

    private Map<String, Object> row(int node) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", ids[node]);
        row.put("parent", tree.caller(node) == Forest.NONE ? null : ids[tree.caller(node)]);
        tree.name(node, names, row);
        if (node < numbers.length && numbers[node] != 0) {
            row.put("place", numbers[node]);
        }
        if (tree.levels(node) > 1) {
            row.put("levels", tree.levels(node));
        }
        Sums own = sums[node] == null ? new Sums() : sums[node];
        long notEnded = own.notEnded();
        if (notEnded > 0) {
            row.put("open", notEnded);
        }
        own.describe(row);
        marks.describe(own, row);
        if (badges.containsKey(node)) {
            Map<String, Object> payloads = new LinkedHashMap<>();
            badges.get(node).forEach((probe, payload) -> payloads.put(probe, payload.describe(new LinkedHashMap<>())));
            row.put("payloads", payloads);
        }
        return row;
    }
}

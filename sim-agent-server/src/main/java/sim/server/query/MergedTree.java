package sim.server.query;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.PriorityQueue;
import sim.metrics.snapshot.Meter;

/**
 * The trees of a forest as one: places with the same path are one node. With recursion folded a call of a method inside
 * itself, however far inside, is the outer call's node too, so that no method stands twice on a path. Nodes are numbered so
 * that a caller comes before what it calls; nothing here recurses. One thread.
 */
final class MergedTree {
    private final Forest forest;
    private final LongMap byPath = new LongMap();
    /** Each place's node, its own callers' where it is hidden. */
    private final int[] nodeOf;
    /** How deep the recursion folded into a node goes, by place while they are read and by node at last. */
    private final int[] levelOf;
    private int[] levels = new int[256];
    private int[] callers = new int[256];
    private int[] methods = new int[256];
    private int size;

    MergedTree(Question question, Forest forest, boolean fold) {
        this.forest = forest;
        this.nodeOf = new int[forest.size()];
        this.levelOf = new int[forest.size()];
        question.reserve(forest.size() * 24L);
        for (int place = 0; place < forest.size(); place++) {
            int caller = forest.caller(place);
            int above = caller == Forest.NONE ? Forest.NONE : nodeOf[caller];
            nodeOf[place] = forest.isHidden(place) ? above : node(above, forest.method(place), fold);
            if (fold && nodeOf[place] != Forest.NONE && !forest.isHidden(place)) {
                levelOf[place] = level(place);
                levels[nodeOf[place]] = Math.max(levels[nodeOf[place]], levelOf[place]);
            }
        }
    }

    private int node(int above, int method, boolean fold) {
        if (fold) {
            for (int outer = above; outer != Forest.NONE; outer = callers[outer]) {
                if (methods[outer] == method) {
                    return outer;
                }
            }
        }
        long path = (long) (above + 1) << 32 | method;
        int known = byPath.get(path);
        if (known != LongMap.NONE) {
            return known;
        }
        if (size == callers.length) {
            callers = Arrays.copyOf(callers, size * 2);
            methods = Arrays.copyOf(methods, size * 2);
            levels = Arrays.copyOf(levels, size * 2);
        }
        callers[size] = above;
        methods[size] = method;
        byPath.put(path, size);
        return size++;
    }

    /** One more than that of the nearest caller in the same node. */
    private int level(int place) {
        int outer = forest.caller(place);
        while (outer != Forest.NONE && (nodeOf[outer] != nodeOf[place] || forest.isHidden(outer))) {
            outer = forest.caller(outer);
        }
        return outer == Forest.NONE ? 1 : levelOf[outer] + 1;
    }

    /** The node each place's numbers count in; {@link Forest#NONE} where it is hidden. */
    int[] groups() {
        int[] groups = nodeOf.clone();
        for (int place = 0; place < groups.length; place++) {
            if (forest.isHidden(place)) {
                groups[place] = Forest.NONE;
            }
        }
        return groups;
    }

    int size() {
        return size;
    }

    /**
     * Hands on the nodes that have numbers, and their callers: a caller before what it calls, the costliest first; at most
     * so many.
     *
     * @return how many nodes were left out
     */
    int describe(Sums[] sums, int limit, Answer answer) {
        long[] wall = new long[size];
        boolean[] shown = new boolean[size];
        int[] first = new int[size];
        int[] next = new int[size];
        Arrays.fill(first, Forest.NONE);
        int all = 0;
        PriorityQueue<Integer> open = new PriorityQueue<>((a, b) -> wall[a] != wall[b]
                ? Long.compare(wall[b], wall[a])
                : Integer.compare(a, b));
        for (int node = size - 1; node >= 0; node--) {
            boolean own = sums[node] != null && sums[node].has(Meter.WALL);
            wall[node] = own ? sums[node].value(Meter.WALL, "total") : wall[node];
            if (sums[node] == null && !shown[node]) {
                continue;
            }
            shown[node] = true;
            all++;
            int caller = callers[node];
            if (caller != Forest.NONE) {
                shown[caller] = true;
                wall[caller] += wall[node];
                next[node] = first[caller];
                first[caller] = node;
            }
        }
        for (int node = 0; node < size; node++) {
            if (shown[node] && callers[node] == Forest.NONE) {
                open.add(node);
            }
        }
        int[] ids = new int[size];
        int written = 0;
        while (!open.isEmpty() && written < limit) {
            int node = open.poll();
            ids[node] = ++written;
            answer.row(row(node, ids, sums[node] == null ? new Sums() : sums[node]));
            for (int inside = first[node]; inside != Forest.NONE; inside = next[inside]) {
                open.add(inside);
            }
        }
        return all - written;
    }

    private Map<String, Object> row(int node, int[] ids, Sums sums) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", ids[node]);
        row.put("parent", callers[node] == Forest.NONE ? null : ids[callers[node]]);
        row.put("class", forest.methods.get(methods[node]).owner());
        row.put("method", forest.methods.get(methods[node]).member());
        if (levels[node] > 1) {
            row.put("levels", levels[node]);
        }
        sums.describe(row);
        return row;
    }
}

package sim.server.query;

import java.util.Arrays;

/** Nodes of a tree that is made of paths: a node for each caller's node and method. A caller's number is less than its nodes'. One thread. */
final class PathNodes {
    private final LongMap byPath = new LongMap();
    private int[] callers;
    private int[] methods;
    /** How deep the recursion goes that is folded into a node. */
    private int[] levels;
    private int size;

    /** @param expected about how many nodes there will be */
    PathNodes(int expected) {
        this.callers = new int[Math.max(1, expected)];
        this.methods = new int[callers.length];
        this.levels = new int[callers.length];
    }

    /** The node of a method below a node, {@link Forest#NONE} for the top; made at its first use. */
    int node(int above, int method) {
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

    int size() {
        return size;
    }

    /** The node of a node's caller, or {@link Forest#NONE} at the top. */
    int caller(int node) {
        return callers[node];
    }

    int method(int node) {
        return methods[node];
    }

    int levels(int node) {
        return levels[node];
    }

    /** Recursion goes at least so deep there. */
    void deepen(int node, int to) {
        levels[node] = Math.max(levels[node], to);
    }
}

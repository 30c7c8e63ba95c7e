package sim.server.query;

import java.util.BitSet;
import sim.model.snapshot.Meter;

/**
 * The totals of a tree's nodes: at each node the total is the node's own figure, what is inside, and what metering took. A
 * place's total counts at each node whose part of the tree its call enters, and is taken from each node whose part it leaves:
 * a recursive call that is folded into the outer call leaves the nodes between. One thread.
 */
final class TreeTotals {
    private TreeTotals() {}

    /**
     * Adds the totals to the nodes' sums.
     *
     * @param groups the node of each place, {@link Forest#NONE} where it has none
     *
     * @return by node the wall time by which calls inside ended and it had not yet, ns
     */
    static long[] add(OffFold tree, Forest forest, PlaceSums places, int[] groups) {
        int[] anchors = anchors(forest, places, groups);
        long[][] lacking = lacking(forest, places, anchors);
        Sums[] sums = tree.sums();
        long[] open = new long[tree.size()];
        for (int place = 0; place < groups.length; place++) {
            PlaceSums.Figures own = places.figures(place);
            if (own != null && groups[place] != Forest.NONE) {
                int from = anchors[place] == Forest.NONE ? Forest.NONE : groups[anchors[place]];
                move(tree, sums, from, groups[place], own, lacking[place], open);
            }
        }
        raise(tree, sums, open);
        return open;
    }

    /** The nearest caller of each place that has figures and a node; the outermost caller or {@link Forest#NONE} where none has. */
    private static int[] anchors(Forest forest, PlaceSums places, int[] groups) {
        int[] anchors = new int[forest.size()];
        for (int place = 0; place < groups.length; place++) {
            int caller = forest.caller(place);
            boolean isAnchor = caller != Forest.NONE && places.figures(caller) != null && groups[caller] != Forest.NONE;
            anchors[place] = isAnchor || caller == Forest.NONE ? caller : anchors[caller];
        }
        return anchors;
    }

    /**
     * What each place's total lacks of its own figures and of what is inside, null for nothing: calls inside have ended, and its own has not. Found before any
     * place goes elsewhere. Otherwise what leaves a node would be less than what it is said to have where it goes.
     */
    private static long[][] lacking(Forest forest, PlaceSums places, int[] anchors) {
        long[][] lacking = new long[forest.size()][];
        long[][] inside = new long[forest.size()][];
        for (int place = forest.size() - 1; place >= 0; place--) { // callers have the smaller numbers
            PlaceSums.Figures own = places.figures(place);
            if (own == null) {
                continue;
            }
            lacking[place] = inside[place] == null ? null : own.lacks(inside[place]);
            inside[place] = null;
            int caller = anchors[place];
            if (caller != Forest.NONE && places.figures(caller) != null) {
                if (inside[caller] == null) {
                    inside[caller] = new long[PlaceSums.Figures.WIDTH];
                }
                own.totalsInto(inside[caller], lacking[place]);
            }
        }
        return lacking;
    }

    private static void move(OffFold tree, Sums[] sums, int from, int to, PlaceSums.Figures own, long[] lacking,
            long[] open) {
        long wall = lacking == null ? 0 : lacking[Meter.WALL.ordinal()];
        boolean isFirst = true;
        while (from != to) {
            if (to > from) { // callers have the smaller numbers
                if (sums[to] == null) {
                    sums[to] = new Sums();
                }
                sums[to].addTotals(own, lacking, 1);
                open[to] += isFirst ? wall : 0;
                isFirst = false;
                to = tree.caller(to);
            } else {
                sums[from].addTotals(own, lacking, -1);
                open[from] = Math.max(0, open[from] - wall);
                from = tree.caller(from);
            }
        }
    }

    private static void raise(OffFold tree, Sums[] sums, long[] open) {
        long[][] inside = new long[tree.size()][];
        long[] idle = new long[tree.size()];
        for (int node = tree.size() - 1; node >= 0; node--) {
            if (sums[node] == null) {
                continue;
            }
            open[node] = Sums.plus(open[node],
                    sums[node].raiseTotals(inside[node] == null ? new long[Meter.COUNT] : inside[node], idle[node]));
            int caller = tree.caller(node);
            if (caller != Forest.NONE) {
                if (inside[caller] == null) {
                    inside[caller] = new long[Meter.COUNT];
                }
                sums[node].totalsInto(inside[caller]);
                idle[caller] = Sums.plus(idle[caller], sums[node].idleTotal());
            }
            inside[node] = null;
        }
    }

    /** The places that are the outermost with figures: the entries. */
    static BitSet entries(Forest forest, PlaceSums places) {
        BitSet entries = new BitSet();
        BitSet covered = new BitSet();
        for (int place = 0; place < forest.size(); place++) {
            int caller = forest.caller(place);
            boolean isCovered = caller != Forest.NONE && covered.get(caller);
            if (places.figures(place) != null) {
                entries.set(place, !isCovered);
                isCovered = true;
            }
            covered.set(place, isCovered);
        }
        return entries;
    }
}

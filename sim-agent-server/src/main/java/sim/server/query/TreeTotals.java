package sim.server.query;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;

/**
 * The totals of a tree's nodes: at each node the total is the node's own figure, what is inside, and what metering took. A
 * place's total counts at each node whose part of the tree its call enters, and is taken from each node whose part it leaves:
 * a recursive call that is folded into the outer call leaves the nodes between. One thread.
 */
final class TreeTotals {
    /** Heap of an array of totals, in bytes. */
    static final int BYTES = Long.BYTES * PlaceSums.Figures.WIDTH + 16;
    /** Heap of what is kept for each place, and for each node, without the arrays of totals. */
    private static final int EACH_BYTES = 24;

    private TreeTotals() {}

    /**
     * Adds the totals to the nodes' sums.
     *
     * @param groups the node of each place, {@link Forest#NONE} where it has none
     */
    static void add(Question question, OffFold tree, Forest forest, PlaceSums places, int[] groups) {
        question.reserve((long) EACH_BYTES * tree.size());
        int[] anchors = anchors(forest, places, groups);
        long[][] lacking = lacking(question, forest, places.figures(), anchors);
        Sums[] sums = tree.sums();
        for (int place = 0; place < groups.length; place++) {
            PlaceSums.Figures own = places.figures(place);
            if (own != null && groups[place] != Forest.NONE) {
                int from = anchors[place] == Forest.NONE ? Forest.NONE : groups[anchors[place]];
                boolean isFolded = move(question, tree, from, groups[place], own, lacking[place]);
                if (isFolded && !isInside(groups, anchors, place)
                        && sums[groups[place]].addEndedInOpen(own.total)) {
                    question.reserve(Sums.OPEN_BYTES);
                }
            }
        }
        raise(question, tree, sums);
    }

    /** Whether a call at a place was made inside of a call at the same node that ended. */
    private static boolean isInside(int[] groups, int[] anchors, int place) {
        int caller = anchors[place];
        while (caller != Forest.NONE && groups[caller] != groups[place]) {
            caller = anchors[caller];
        }
        return caller != Forest.NONE;
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
    static long[][] lacking(Question question, Forest forest, PlaceSums.Figures[] figures, int[] anchors) {
        question.reserve((long) EACH_BYTES * forest.size());
        long[][] lacking = new long[forest.size()][];
        Inner inner = new Inner(question, forest.size());
        for (int place = forest.size() - 1; place >= 0; place--) { // callers have the smaller numbers
            PlaceSums.Figures own = figures[place];
            if (own == null) {
                continue;
            }
            long[] inside = inner.of(place);
            if (inside != null) {
                lacking[place] = own.lacks(inside);
                question.reserve(lacking[place] == null ? 0 : BYTES);
                inner.free(place);
            }
            int caller = anchors[place];
            if (caller != Forest.NONE && figures[caller] != null) {
                own.totalsInto(inner.made(caller), lacking[place]);
            }
        }
        return lacking;
    }

    /** Returns whether the place's node is further out than that of its caller. */
    private static boolean move(Question question, OffFold tree, int from, int to, PlaceSums.Figures own,
            long[] lacking) {
        Sums[] sums = tree.sums();
        boolean isFolded = from != to;
        boolean isFirst = true;
        while (from != to) {
            if (to > from) { // callers have the smaller numbers
                if (sums[to] == null) {
                    question.reserve(Sums.BYTES);
                    sums[to] = new Sums();
                }
                sums[to].addTotals(own, lacking, 1);
                addOpen(question, sums[to], lacking);
                if (!isFirst) { // no call of these nodes has ended that this was inside of
                    addOpen(question, sums[to], own.total);
                }
                isFirst = false;
                isFolded = false;
                to = tree.caller(to);
            } else {
                sums[from].addTotals(own, lacking, -1);
                sums[from].addOpen(lacking, -1);
                from = tree.caller(from);
            }
        }
        return isFolded;
    }

    private static void addOpen(Question question, Sums sums, long[] more) {
        if (sums.addOpen(more, 1)) {
            question.reserve(Sums.OPEN_BYTES);
        }
    }

    private static void raise(Question question, OffFold tree, Sums[] sums) {
        Inner inner = new Inner(question, tree.size());
        long[] nothing = new long[PlaceSums.Figures.WIDTH];
        for (int node = tree.size() - 1; node >= 0; node--) {
            if (sums[node] == null) {
                continue;
            }
            long[] inside = inner.of(node) == null ? nothing : inner.of(node);
            addOpen(question, sums[node], sums[node].raiseTotals(inside));
            int caller = tree.caller(node);
            if (caller != Forest.NONE) {
                sums[node].totalsInto(inner.made(caller));
            }
            if (inside != nothing) {
                inner.free(node);
            }
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

    /** What is inside of each of so many places or nodes. An array is used again once its place is done. */
    static final class Inner {
        private final Question question;
        private final long[][] inside;
        private final Deque<long[]> free = new ArrayDeque<>();

        Inner(Question question, int size) {
            this.question = question;
            this.inside = new long[size][];
        }

        /** Null where nothing was inside. */
        long[] of(int place) {
            return inside[place];
        }

        /** The same, made if need be. */
        long[] made(int place) {
            if (inside[place] == null) {
                if (free.isEmpty()) {
                    question.reserve(BYTES);
                    free.push(new long[PlaceSums.Figures.WIDTH]);
                }
                inside[place] = free.pop();
            }
            return inside[place];
        }

        void free(int place) {
            Arrays.fill(inside[place], 0);
            free.push(inside[place]);
            inside[place] = null;
        }
    }
}

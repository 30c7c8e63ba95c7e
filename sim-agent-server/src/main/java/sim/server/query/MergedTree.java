package sim.server.query;

import java.util.BitSet;

/**
 * The trees of a forest as one: places with the same path are one node. With recursion folded a call of a method inside
 * itself, however far inside, is the outer call's node too, so that no method stands twice on a path. Nodes are numbered so
 * that a caller comes before what it calls; nothing here recurses. One thread.
 */
final class MergedTree {
    /** Heap a place takes while the trees are merged, in bytes. */
    private static final long BYTES = 80;
    /** Places between two looks whether the turn was ended. */
    private static final int LOOK = 1_024;

    private final Forest forest;
    private final PathNodes nodes = new PathNodes(256);
    /** Each place's node, its own callers' where it is hidden. */
    private final int[] nodeOf;

    MergedTree(Question question, Forest forest, boolean fold) {
        this.forest = forest;
        question.reserve(forest.size() * BYTES);
        this.nodeOf = new int[forest.size()];
        if (fold) {
            forest.walk(new Folding(question));
            return;
        }
        for (int place = 0; place < forest.size(); place++) {
            if (place % LOOK == 0) {
                question.check();
            }
            int above = above(place);
            nodeOf[place] = forest.isHidden(place) ? above : nodes.node(above, forest.method(place));
        }
    }

    /** The node of a place's caller. */
    private int above(int place) {
        int caller = forest.caller(place);
        return caller == Forest.NONE ? Forest.NONE : nodeOf[caller];
    }

    /**
     * Finds the outer node of each place's method in one look, however deep it is: what stands on the path from the top to
     * the node of the place's caller is known by depth, and by method. A place whose call is folded cuts the path there for
     * what it calls, so a method counts only where its depth is on the path still.
     */
    private final class Folding implements Forest.Visitor {
        private final Question question;
        private final int[] path = new int[forest.size()];
        /** By node. */
        private final int[] depths = new int[forest.size()];
        private final int[] open = new int[forest.size()];
        /** By method: where it stands, or did before the path was cut; one more than the depth, 0 for nowhere. */
        private final int[] stands = new int[forest.methods.size()];
        /** What a place overwrote, until it is left. */
        private final int[] formerNodes = new int[forest.size()];
        private final int[] formerStands = new int[forest.size()];
        private final BitSet longer = new BitSet();
        private int looks;

        Folding(Question question) {
            this.question = question;
        }

        @Override
        public void enter(int place) {
            if (++looks % LOOK == 0) {
                question.check();
            }
            int above = above(place);
            if (forest.isHidden(place)) {
                nodeOf[place] = above;
                return;
            }
            int method = forest.method(place);
            int depth = above == Forest.NONE ? 0 : depths[above] + 1;
            int outer = stands[method] - 1;
            if (outer >= 0 && outer < depth && nodes.method(path[outer]) == method) {
                nodeOf[place] = path[outer];
            } else {
                int node = nodes.node(above, method);
                nodeOf[place] = node;
                depths[node] = depth;
                longer.set(place);
                formerNodes[place] = path[depth];
                formerStands[place] = stands[method];
                path[depth] = node;
                stands[method] = depth + 1;
            }
            nodes.deepen(nodeOf[place], ++open[nodeOf[place]]);
        }

        @Override
        public void leave(int place) {
            if (forest.isHidden(place)) {
                return;
            }
            int node = nodeOf[place];
            open[node]--;
            if (longer.get(place)) {
                path[depths[node]] = formerNodes[place];
                stands[forest.method(place)] = formerStands[place];
            }
        }
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

    /** The node of each place, that of its nearest caller that is shown where it is hidden. */
    int[] nodes() {
        return nodeOf.clone();
    }

    int size() {
        return nodes.size();
    }

    /** The node of a node's caller, or {@link Forest#NONE} at the top. */
    int caller(int node) {
        return nodes.caller(node);
    }

    /** The method of a node. */
    int method(int node) {
        return nodes.method(node);
    }

    /** How deep the recursion goes that is folded into a node. */
    int levels(int node) {
        return nodes.levels(node);
    }
}

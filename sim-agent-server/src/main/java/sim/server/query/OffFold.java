package sim.server.query;

import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A merged tree in which names that are switched off now, and whose figures are small, share one leaf below their caller; what
 * they called stands below that caller too. So every figure stays in the tree. One thread.
 */
final class OffFold {
    private final Forest forest;
    /** The method number of a leaf: no method has it. */
    private final int leafMethod;
    private final PathNodes nodes;
    /** By node of the merged tree: its node here. */
    private final int[] nodeOf;
    private Sums[] sums;
    /** The methods folded into a leaf. */
    private final Map<Integer, BitSet> folded = new LinkedHashMap<>();

    OffFold(MergedTree tree, Forest forest, PlaceSums places) {
        this.forest = forest;
        this.leafMethod = forest.methods.size();
        this.nodeOf = new int[tree.size()];
        this.nodes = new PathNodes(tree.size() + 1); // a leaf may be one more node than there were
        this.sums = new Sums[tree.size() + 1];
        BitSet off = small(tree, places);
        for (int node = 0; node < tree.size(); node++) {
            int above = tree.caller(node) == Forest.NONE ? Forest.NONE : nodeOf[tree.caller(node)];
            above = above != Forest.NONE && nodes.method(above) == leafMethod ? nodes.caller(above) : above;
            Sums own = places.sums()[node];
            if (!off.get(node)) {
                nodeOf[node] = node(above, tree.method(node));
            } else if (own != null) {
                nodeOf[node] = node(above, leafMethod);
                folded.computeIfAbsent(nodeOf[node], leaf -> new BitSet()).set(tree.method(node));
            } else {
                nodeOf[node] = above; // it called nothing here itself
                continue;
            }
            nodes.deepen(nodeOf[node], tree.levels(node));
            if (own != null) {
                if (sums[nodeOf[node]] == null) {
                    sums[nodeOf[node]] = new Sums();
                }
                sums[nodeOf[node]].addOwn(own);
            }
        }
    }

    /** The nodes of which nothing but names that are off has figures, and these are small. */
    private BitSet small(MergedTree tree, PlaceSums places) {
        BitSet off = new BitSet();
        BitSet on = new BitSet();
        int[] groups = tree.groups();
        for (int place = 0; place < groups.length; place++) {
            if (groups[place] != Forest.NONE) {
                if (forest.isOff(place)) {
                    off.set(groups[place]);
                } else if (places.figures(place) != null) {
                    on.set(groups[place]);
                }
            }
        }
        off.andNot(on);
        Shares shares = new Shares(places.sums());
        for (int node = off.nextSetBit(0); node >= 0; node = off.nextSetBit(node + 1)) {
            Sums own = places.sums()[node];
            off.set(node, own == null || shares.isSmall(own));
        }
        return off;
    }

    private int node(int above, int method) {
        int node = nodes.node(above, method);
        if (node >= sums.length) {
            sums = Arrays.copyOf(sums, node * 2);
        }
        return node;
    }

    int size() {
        return nodes.size();
    }

    /** The nodes here of nodes of the merged tree, {@link Forest#NONE} for none. */
    int[] nodes(int[] merged) {
        return Arrays.stream(merged).map(node -> node == Forest.NONE ? Forest.NONE : nodeOf[node]).toArray();
    }

    int caller(int node) {
        return nodes.caller(node);
    }

    /** The method of a node; of one into which several are folded none of the forest's. */
    Sort.Method method(int node) {
        int method = nodes.method(node);
        return method == leafMethod ? new Sort.Method("", "[names off]") : forest.methods.get(method);
    }

    int levels(int node) {
        return nodes.levels(node);
    }

    /** Counts, own figures and, once {@link TreeTotals} has added them, totals; null where nothing was gained. */
    Sums[] sums() {
        return sums;
    }

    /** Adds a node's names: of a method, or how many are folded here and by when all of them were off. */
    void name(int node, NameLevels names, Map<String, Object> row) {
        if (nodes.method(node) == leafMethod) {
            row.put("class", "");
            row.put("method", "[names off]");
            row.put("off", names.describe(folded.get(node).stream().mapToObj(forest.methods::get)));
            return;
        }
        Sort.Method method = forest.methods.get(nodes.method(node));
        row.putAll(method.describe());
        names.mark(method, row);
    }
}

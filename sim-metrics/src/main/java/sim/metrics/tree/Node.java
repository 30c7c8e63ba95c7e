package sim.metrics.tree;

import sim.metrics.name.Name;

/**
 * A place in the application's call tree. The structure is shared by all threads and only grows; the numbers are in each
 * thread's {@link Tally}, found by {@link #id}.
 */
public final class Node {
    /** From 1, without gaps; 0 is the root. */
    public final int id;
    public final Node parent;
    public final Name name;

    private final CallTree tree;
    /**
     * Open addressing by {@link Name#hash}. Replaced or filled only under the tree's lock and then published by this
     * volatile field; a reader that sees an older table finds a hole and asks under the lock. A volatile read is a plain
     * load on x86.
     */
    private volatile Node[] children;
    private int childCount;

    Node(CallTree tree, int id, Node parent, Name name) {
        this.tree = tree;
        this.id = id;
        this.parent = parent;
        this.name = name;
        this.children = new Node[4];
    }

    /** The place of a call to {@code called} from here. For a known place, one hash probe and no lock. */
    public Node child(Name called) {
        Node known = find(called);
        return known != null ? known : tree.add(this, called);
    }

    Node find(Name called) {
        Node[] table = children;
        if (table == null) {
            return null;
        }
        int mask = table.length - 1;
        int i = called.hash & mask;
        Node known = table[i];
        while (known != null && known.name != called) {
            i = i + 1 & mask;
            known = table[i];
        }
        return known;
    }

    /** Called under the tree's lock only. */
    void put(Node child) {
        Node[] table = children;
        if (++childCount * 2 > table.length) {
            Node[] larger = new Node[table.length * 2];
            for (Node known : table) {
                if (known != null) {
                    insert(larger, known);
                }
            }
            table = larger;
        }
        insert(table, child);
        children = table;
    }

    private static void insert(Node[] table, Node child) {
        int mask = table.length - 1;
        int i = child.name.hash & mask;
        while (table[i] != null) {
            i = i + 1 & mask;
        }
        table[i] = child;
    }
}

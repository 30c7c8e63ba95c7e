package sim.metrics.tree;

import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import sim.metrics.name.AppendOnlyList;
import sim.metrics.name.Name;
import sim.metrics.name.Names;
import sim.metrics.snapshot.NodeEntry;

/**
 * The application's call tree. Bounded: past {@code limit} places, a call at a new place is counted at one flat place for
 * its name under {@code [other]}, so that counts and self times per name stay exact while the tree stops growing. Threads
 * that meet new places share this object's lock, which the collector's thread never takes.
 */
public final class CallTree {
    private final AppendOnlyList<NodeEntry> entries = new AppendOnlyList<>();
    private final AtomicLong folded = new AtomicLong();
    private final int limit;
    private final Node root;
    private final Names names;
    private Node other;

    public CallTree(int limit, Names names) {
        this.limit = limit;
        this.names = names;
        this.root = new Node(this, 0, null, names.other());
    }

    /** Above all nodes; has no numbers. */
    public Node root() {
        return root;
    }

    /** How many places were folded into {@code [other]}. */
    public long folded() {
        return folded.get();
    }

    /** The id of a node's name. Without a lock. */
    public int nameOf(int node) {
        return entries.get(node - 1).name();
    }

    /** Whether calls at a node are outermost on their thread. Without a lock. */
    public boolean isOutermost(int node) {
        return entries.get(node - 1).parent() == 0;
    }

    /** Nodes with an id greater than {@code id}. Without a lock. */
    public List<NodeEntry> after(int id) {
        return entries.after(id);
    }

    synchronized Node add(Node parent, Name name) {
        Node known = parent.find(name);
        if (known != null) {
            return known;
        }
        if (entries.size() < limit) {
            Node node = create(parent, name);
            parent.put(node);
            return node;
        }
        folded.incrementAndGet();
        if (other == null) {
            other = create(root, names.other());
        }
        Node flat = other.find(name);
        if (flat == null) {
            flat = create(other, name);
            other.put(flat);
        }
        if (parent != other) {
            parent.put(flat);
        }
        return flat;
    }

    private Node create(Node parent, Name name) {
        Node node = new Node(this, entries.size() + 1, parent, name);
        entries.add(new NodeEntry(node.id, parent.id, names.idOf(name)));
        return node;
    }
}

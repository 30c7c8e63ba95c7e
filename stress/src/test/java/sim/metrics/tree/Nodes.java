package sim.metrics.tree;

import java.util.List;
import sim.base.name.Names;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NodeEntry;

/** Places of a call tree, by their ids, one tree for all tests of a JVM; and ledgers for them. */
final class Nodes {
    private static final Names NAMES = new Names(1_000);
    private static final CallTree TREE = new CallTree(1_000, NAMES);

    private Nodes() {}

    /** A ledger of wall time, with room for all. */
    static Ledger ledger() {
        return new Ledger(new Layout(1, 0, Meter.COUNT), new NumbersMemory(Long.MAX_VALUE));
    }

    /** The place with that id, and with it those before it. */
    static Node node(int id) {
        while (true) {
            List<NodeEntry> known = TREE.after(0);
            Node next = TREE.root().child(NAMES.name("n" + Math.min(id, known.size() + 1)));
            if (next.id == id) {
                return next;
            }
        }
    }
}

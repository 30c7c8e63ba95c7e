package sim.metrics.tree;

/** How recursive calls from one place are folded, and whether they still happen: a circle of names ends when they no longer do. Under the tree's lock but where said. */
final class Fold {
    final Node innermost;
    /** Of the places at which such calls count, the one next to the root. */
    Node outermost;
    /** Whether such a call has ended since the collector last looked. Any thread sets it, without a lock: one that is lost comes again. */
    boolean isUsed = true;
    /** The drain that last found it used. */
    int usedAt;

    Fold(Node innermost, Node outermost) {
        this.innermost = innermost;
        this.outermost = outermost;
    }
}

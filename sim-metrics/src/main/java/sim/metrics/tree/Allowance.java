package sim.metrics.tree;

/** Places that a caller that turned out dear, and what is called from there, may still take of those kept for such callers. Under the tree's lock. */
final class Allowance {
    int left;

    Allowance(int places) {
        this.left = places;
    }
}

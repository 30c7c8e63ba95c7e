package sim.metrics.tree;

/**
 * Places that a caller that turned out dear, and what is called from there, may still take of those kept for such callers. They are set aside for it
 * until the drain after the next, and then others may have the rest. Under the tree's lock.
 */
final class Allowance {
    int left;
}

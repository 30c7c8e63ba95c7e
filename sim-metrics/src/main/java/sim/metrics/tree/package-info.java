/** The call tree, shared in shape, and the numbers of its places, each thread's own. */
package sim.metrics.tree;

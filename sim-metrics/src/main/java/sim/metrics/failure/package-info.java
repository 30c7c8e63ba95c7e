/** What failed: exceptions by type and place, all counted, and the stacks of some. */
package sim.metrics.failure;

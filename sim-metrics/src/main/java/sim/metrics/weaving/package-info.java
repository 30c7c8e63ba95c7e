/** What became of the classes the agent has seen. */
package sim.metrics.weaving;

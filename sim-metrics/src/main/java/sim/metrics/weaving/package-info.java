/** The report on the classes that the agent has seen: woven, left alone, failed. */
package sim.metrics.weaving;

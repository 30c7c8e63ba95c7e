/** The player of recordings: meters again what was recorded. Not in the agent's jar. */
package sim.metrics.replay;

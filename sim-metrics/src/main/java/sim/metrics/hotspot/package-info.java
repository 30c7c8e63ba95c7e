/** Which names are worth their probes: scorecards, trials, verdicts. */
package sim.metrics.hotspot;

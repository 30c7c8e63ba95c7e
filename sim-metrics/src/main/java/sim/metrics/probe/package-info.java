/** Sites, threads' contexts, frames: what a call runs through. {@code Metering} is the front door. */
package sim.metrics.probe;

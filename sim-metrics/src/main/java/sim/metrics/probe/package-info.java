/** Sites, thread contexts and frames: the code that a call runs through. {@code Metering} is the entry point. */
package sim.metrics.probe;

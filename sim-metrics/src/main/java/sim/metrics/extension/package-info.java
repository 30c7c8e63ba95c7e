/** Loads and calls interceptors, strategies and measures. */
package sim.metrics.extension;

/** Interceptors, strategies and measures as they are loaded and asked. */
package sim.metrics.extension;

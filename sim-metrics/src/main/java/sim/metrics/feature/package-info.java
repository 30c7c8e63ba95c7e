/**
 * What a module of SIM's own may add to the runtime, and how it sees the runtime. As long as payload probes alone use it, it may change: it is
 * no part of the public API.
 */
package sim.metrics.feature;

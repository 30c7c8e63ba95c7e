/** SIM as a provider of the Open API: a thin layer over {@code sim.metrics.probe}. */
package sim.metrics.openapi;

/** SIM as a provider of the Open API: a thin face on {@code sim.metrics.probe}. */
package sim.metrics.openapi;

/** The runtime as its collector and its listeners see it. */
package sim.metrics.spi;

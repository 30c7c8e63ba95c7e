/** The strategy that comes with SIM: one firing in so many. */
package sim.metrics.strategy;

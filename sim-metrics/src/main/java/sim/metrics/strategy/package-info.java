/** The strategy that comes with SIM: it meters one firing in a given number. */
package sim.metrics.strategy;

/** What SIM keeps from the application of all that can be thrown, and what not. Stands alone. */
package sim.metrics.failure;

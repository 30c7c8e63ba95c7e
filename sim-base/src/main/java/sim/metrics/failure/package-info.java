/** Decides which of the things that can be thrown SIM keeps from the application. Depends on nothing. */
package sim.metrics.failure;

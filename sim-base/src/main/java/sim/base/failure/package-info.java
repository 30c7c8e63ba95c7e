/** Decides which of the things that can be thrown SIM keeps from the application, on the application's threads and its own. Depends on nothing. */
package sim.base.failure;

/** Log correlation: the ids of the current context in the application's own logging. */
package sim.metrics.log;

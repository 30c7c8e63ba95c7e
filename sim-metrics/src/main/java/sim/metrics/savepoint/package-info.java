/** Savepoints of the Open API: what has changed on a thread since then. */
package sim.metrics.savepoint;

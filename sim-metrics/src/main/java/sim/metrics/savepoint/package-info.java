/** Save points of the Open API: what changed on a thread since. */
package sim.metrics.savepoint;

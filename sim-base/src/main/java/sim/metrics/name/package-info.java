/** Interned names and labels. */
package sim.metrics.name;

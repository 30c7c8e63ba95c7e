/** Interned names and labels, and ids by chance. */
package sim.metrics.name;

/** Interned names and labels, and random ids. */
package sim.metrics.name;

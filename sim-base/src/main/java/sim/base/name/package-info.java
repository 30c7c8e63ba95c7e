/** Interned names and labels, and random ids. */
package sim.base.name;

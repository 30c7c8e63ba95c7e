/** Integers in few bytes: how they are packed and read. */
package sim.model.packed;

/** Objects that threads borrow for the length of an end, and give back even if something fails meanwhile. */
package sim.base.lending;

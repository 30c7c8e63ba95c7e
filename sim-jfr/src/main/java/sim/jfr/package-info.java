/** Writes contexts on flight recordings while the program runs. */
package sim.jfr;

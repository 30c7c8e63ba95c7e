/** Contexts on flight recordings: written while the program runs. */
package sim.jfr;

/** Reads flight recordings, and joins their events with the contexts they ran in. */
package sim.jfr.reader;

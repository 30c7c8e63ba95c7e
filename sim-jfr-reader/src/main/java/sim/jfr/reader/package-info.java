/** Reads flight recordings, and joins their events with the contexts they are in. */
package sim.jfr.reader;

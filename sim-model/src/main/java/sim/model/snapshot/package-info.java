/** The data that travels: meters, immutable records, and the one encoding of integers and texts. */
package sim.model.snapshot;

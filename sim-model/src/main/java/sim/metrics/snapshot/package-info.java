/** What travels: meters, immutable records, and the one way integers and texts are packed. */
package sim.metrics.snapshot;

package sim.model.snapshot;

/**
 * Something that happened at a place.
 *
 * @param node the place
 * @param timeMicros when, in microseconds since the epoch
 * @param text what
 */
public record Mark(int node, long timeMicros, String text) {}

package sim.metrics.context;

/**
 * The bounds of contexts.
 *
 * @param contexts that may be open, or ended and not shipped, at a time
 * @param values keys of one
 * @param valueLength characters of a value
 * @param places of one that has all its places
 * @param few places of any other
 * @param kinds kinds with sums of their own
 * @param bytes for all of it
 * @param slowNanos a context is slow from here
 * @param rate contexts a second that are sent one by one whatever they are
 * @param every one trace in this many is always sent
 */
public record Bounds(int contexts, int values, int valueLength, int places, int few, int kinds, long bytes,
        long slowNanos, int rate, int every) {
    /** No bound but these. */
    public Bounds(int contexts, int values, int valueLength, int places) {
        this(contexts, values, valueLength, places, places, 1_000, Long.MAX_VALUE / 2, 100_000_000, Integer.MAX_VALUE,
                100);
    }
}

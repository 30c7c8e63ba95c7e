package sim.context;

import sim.base.redact.Redaction;

/**
 * The bounds of contexts.
 *
 * @param contexts the most contexts that are open, or ended and not shipped
 * @param values the most keys of a context
 * @param valueLength the most characters of a value
 * @param places the most places of a context that keeps all its places
 * @param few the most places of any other context
 * @param kinds the most kinds with sums of their own
 * @param bytes the most heap bytes of all contexts and kinds together
 * @param slowNanos a context is slow if it takes at least this long
 * @param rate contexts a second that are sent one by one, whatever they are
 * @param every one trace in this many is always sent
 * @param slowest of each kind so many of the slowest between two drains are always sent, with all their places
 * @param failed of each kind so many that failed between two drains are always sent
 * @param redaction what is not kept of values
 */
public record Bounds(int contexts, int values, int valueLength, int places, int few, int kinds, long bytes,
        long slowNanos, int rate, int every, int slowest, int failed, Redaction redaction) {
    /** Bounds for tests: only these four matter. */
    public Bounds(int contexts, int values, int valueLength, int places) {
        this(contexts, values, valueLength, places, places, 1_000, Long.MAX_VALUE / 2, 100_000_000, Integer.MAX_VALUE,
                100, 10, 100, Redaction.NONE);
    }
}

package sim.model.snapshot;

import java.util.List;
import java.util.Map;

/**
 * The present state of a flow context. It is sent when the context ends and, while it is open or work in it continues, whenever
 * it changed. A later record of an id replaces the earlier one.
 *
 * @param id unique across processes, and the parent id of W3C Trace Context
 * @param parent the enclosing context, here or in another process; 0 for a root
 * @param name the context's name
 * @param tag the group it belongs to
 * @param thread the thread that created it
 * @param startMicros microseconds since the epoch
 * @param endMicros 0 while it is open
 * @param error why it failed: the exception that ended it, or a word such as a server's status that is its value {@code error.type}, too; or null
 * @param values String, Long, Double or Boolean by key
 * @param calls metered calls begun directly in this context (outermost ones)
 * @param errors how many of those failed
 * @param present bit set of meters in {@code totals}
 * @param totals the work inside, sums indexed by {@code Meter.ordinal()}
 * @param traceHigh the first half of the W3C trace id of its tree
 * @param traceLow the second half; both 0 where it is not known
 * @param stays on which threads it was current
 * @param rows the sums of its calls by place of the call tree, since it began; without histograms
 * @param rest the sums of its calls at other places; null if {@code rows} has all places
 * @param again whether a record with its end was made before. Only the collector's account uses it; it does not travel
 */
public record ContextRecord(long id, long parent, String name, String tag, String thread, long startMicros,
        long endMicros, String error, Map<String, Object> values, long calls, long errors, int present, long[] totals,
        long traceHigh, long traceLow, List<Stay> stays, List<TreeRow> rows, Rest rest,
        boolean again) {
    /** The value of an ended context that its kind does not count: the name of what counts it. */
    public static final String COUNTED_AT = "sim.kind";
    /**
     * The key of the value of a context that was to have all its places and has not: the bound that left some out. That is {@link #BY_TABLE}, {@link #BY_MEMORY}
     * or {@link #BY_KIND}.
     */
    public static final String PLACES_BOUND = "sim.places.bound";
    /** Its table had no more rows. */
    public static final String BY_TABLE = "context.places";
    /** There was no more memory. */
    public static final String BY_MEMORY = "contexts.memory";
    /** Others of its kind that ended between the same two shipments had as many places as are sent of large ones. */
    public static final String BY_KIND = "kind";

    /** A context that is open, or the first record since it ended. */
    public ContextRecord(long id, long parent, String name, String tag, String thread, long startMicros,
            long endMicros, String error, Map<String, Object> values, long calls, long errors, int present,
            long[] totals, long traceHigh, long traceLow, List<Stay> stays, List<TreeRow> rows, Rest rest) {
        this(id, parent, name, tag, thread, startMicros, endMicros, error, values, calls, errors, present, totals,
                traceHigh, traceLow, stays, rows, rest, false);
    }

    /** A context whose rows are all of its places. */
    public ContextRecord(long id, long parent, String name, String tag, String thread, long startMicros,
            long endMicros, String error, Map<String, Object> values, long calls, long errors, int present,
            long[] totals, long traceHigh, long traceLow, List<Stay> stays, List<TreeRow> rows) {
        this(id, parent, name, tag, thread, startMicros, endMicros, error, values, calls, errors, present, totals,
                traceHigh, traceLow, stays, rows, null);
    }

    /** The same record; a last row of node 0, which has the calls at none of the places, becomes the rest. */
    public ContextRecord apart() {
        TreeRow last = rows.isEmpty() ? null : rows.get(rows.size() - 1);
        return last == null || last.node() != 0
                ? this
                : new ContextRecord(id, parent, name, tag, thread, startMicros, endMicros, error, values, calls, errors,
                        present, totals, traceHigh, traceLow, stays, rows.subList(0, rows.size() - 1),
                        new Rest(last.count(), last.errors(), last.self()[0], last.max()[0]), again);
    }

    /** A context without stays, rows and trace. */
    public ContextRecord(long id, long parent, String name, String tag, String thread, long startMicros,
            long endMicros, String error, Map<String, Object> values, long calls, long errors, int present,
            long[] totals) {
        this(id, parent, name, tag, thread, startMicros, endMicros, error, values, calls, errors, present, totals, 0, 0,
                List.of(), List.of());
    }
}

package sim.metrics.snapshot;

import java.util.List;
import java.util.Map;

/**
 * A flow context as it stands: sent when it ends and, while it is open or work in it goes on, whenever it changed. A later
 * record of an id replaces the earlier one.
 *
 * @param id unique across processes, and the parent id of W3C Trace Context
 * @param parent the enclosing context, here or in another process; 0 for a root
 * @param name what the work is called
 * @param tag the group it belongs to
 * @param thread the thread that created it
 * @param startMicros microseconds since the epoch
 * @param endMicros 0 while it is open
 * @param error the exception that ended it, or null
 * @param values String, Long, Double or Boolean by key
 * @param calls metered calls begun directly in this context (outermost ones)
 * @param errors how many of those failed
 * @param present bit set of meters in {@code totals}
 * @param totals the work inside, sums indexed by {@code Meter.ordinal()}
 * @param traceHigh the first half of the W3C trace id of its tree
 * @param traceLow the second half; both 0 where it is not known
 * @param stays on which threads it was current
 * @param rows what its calls came to by place of the call tree, all since it began; without histograms
 * @param rest what its calls at other places came to; null where {@code rows} are all
 * @param again whether a record with its end was made before. For the collector's account alone: it does not travel
 */
public record ContextRecord(long id, long parent, String name, String tag, String thread, long startMicros,
        long endMicros, String error, Map<String, Object> values, long calls, long errors, int present, long[] totals,
        long traceHigh, long traceLow, List<Stay> stays, List<TreeRow> rows, Rest rest,
        boolean again) {
    /** A context that is told of for the first time since it ended, or is open. */
    public ContextRecord(long id, long parent, String name, String tag, String thread, long startMicros,
            long endMicros, String error, Map<String, Object> values, long calls, long errors, int present,
            long[] totals, long traceHigh, long traceLow, List<Stay> stays, List<TreeRow> rows, Rest rest) {
        this(id, parent, name, tag, thread, startMicros, endMicros, error, values, calls, errors, present, totals,
                traceHigh, traceLow, stays, rows, rest, false);
    }

    /** A context whose rows are all. */
    public ContextRecord(long id, long parent, String name, String tag, String thread, long startMicros,
            long endMicros, String error, Map<String, Object> values, long calls, long errors, int present,
            long[] totals, long traceHigh, long traceLow, List<Stay> stays, List<TreeRow> rows) {
        this(id, parent, name, tag, thread, startMicros, endMicros, error, values, calls, errors, present, totals,
                traceHigh, traceLow, stays, rows, null);
    }

    /** The same with the last row apart where that is of node 0: it stands for what is at none of the places. */
    public ContextRecord apart() {
        TreeRow last = rows.isEmpty() ? null : rows.get(rows.size() - 1);
        return last == null || last.node() != 0
                ? this
                : new ContextRecord(id, parent, name, tag, thread, startMicros, endMicros, error, values, calls, errors,
                        present, totals, traceHigh, traceLow, stays, rows.subList(0, rows.size() - 1),
                        new Rest(last.count(), last.errors(), last.self()[0]), again);
    }

    /** A context of which no more is known. */
    public ContextRecord(long id, long parent, String name, String tag, String thread, long startMicros,
            long endMicros, String error, Map<String, Object> values, long calls, long errors, int present,
            long[] totals) {
        this(id, parent, name, tag, thread, startMicros, endMicros, error, values, calls, errors, present, totals, 0, 0,
                List.of(), List.of());
    }
}

package sim.metrics.snapshot;

import java.util.Map;

/**
 * A flow context as it stands: sent when it ends and, while it is open, whenever it changed. A later record of an id
 * replaces the earlier one.
 *
 * @param id unique across processes
 * @param parent the enclosing context, 0 for a root
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
 */
public record ContextRecord(long id, long parent, String name, String tag, String thread, long startMicros,
        long endMicros, String error, Map<String, Object> values, long calls, long errors, int present,
        long[] totals) {}

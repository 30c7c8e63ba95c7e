package sim.server.query;

import sim.model.snapshot.Meter;
import sim.store.Columns;

/**
 * An order of contexts.
 *
 * @param column what they are ordered by, as a column of the contexts
 * @param isByDuration whether it is how long they took, which of open ones is until the end of the range, or of their process
 * @param isUp whether the smallest comes first
 */
public record ContextOrder(String column, boolean isByDuration, boolean isUp) {
    /** What can be asked for. */
    public static final String ALLOWED = "start, end, duration, errors, calls, or a meter such as thread.cpu, blocking.time, "
            + "waiting.time or alloc.bytes";

    /** The newest first. */
    public static final ContextOrder NEWEST = new ContextOrder("start_micros", false, false);

    /** The order of that name, or null. */
    public static ContextOrder named(String name, boolean isUp) {
        return switch (name) {
            case "start" -> new ContextOrder("start_micros", false, isUp);
            case "end" -> new ContextOrder("nullif(end_micros, 0)", false, isUp);
            case "duration" -> new ContextOrder(null, true, isUp);
            case "errors", "calls" -> new ContextOrder(name, false, isUp);
            default -> {
                Meter meter = Meter.labelled(name);
                yield meter == null ? null : new ContextOrder(Columns.of(meter, "total"), false, isUp);
            }
        };
    }

    /** Behind ORDER BY; what was not read comes last. */
    String by(String lasted) {
        return (isByDuration ? lasted : column) + (isUp ? " ASC" : " DESC")
                + " NULLS LAST, start_micros DESC, context";
    }
}

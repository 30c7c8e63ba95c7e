package sim.server.query;

import sim.model.snapshot.Meter;
import sim.store.Columns;

/**
 * An order of single calls.
 *
 * @param column what they are ordered by, as a column of the invocations
 * @param isUp whether the smallest comes first
 */
public record InvocationOrder(String column, boolean isUp) {
    /** What can be asked for. */
    public static final String ALLOWED = "start, duration, or a meter such as thread.cpu, blocking.time or alloc.bytes";

    /** The order of that name, or null. */
    public static InvocationOrder named(String name, boolean isUp) {
        if (name.equals("start")) {
            return new InvocationOrder("begin_micros", isUp);
        }
        Meter meter = name.equals("duration") ? Meter.WALL : Meter.labelled(name);
        return meter == null ? null : new InvocationOrder(Columns.of(meter), isUp);
    }

    /** Behind ORDER BY; what was not read comes last. */
    String by() {
        return "i." + column + (isUp ? " ASC" : " DESC")
                + " NULLS LAST, begin_micros DESC, i.instance, i.node, i.context, i.thread, i.wall";
    }
}

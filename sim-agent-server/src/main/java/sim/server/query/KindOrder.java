package sim.server.query;

import sim.model.snapshot.Meter;
import sim.store.Columns;

/**
 * An order of kinds of contexts.
 *
 * @param column what they are ordered by, as a column of their sums; null where it is a percentile
 * @param quantile the percentile, 0 for none
 * @param isUp whether the smallest comes first
 */
public record KindOrder(String column, double quantile, boolean isUp) {
    /** What can be asked for. */
    public static final String ALLOWED = "duration, mean, p50, p95, p99, max, contexts, failed, kept, calls, errors, or a meter such as "
            + "thread.cpu, blocking.time, waiting.time or alloc.bytes";

    /**
     * The order of that name, or null.
     *
     * @param isEach whether it goes by what a context has of calls, errors and meters, and not by their sums
     */
    public static KindOrder named(String name, boolean isEach, boolean isUp) {
        return switch (name) {
            case "duration" -> new KindOrder("lasted", 0, isUp);
            case "mean" -> new KindOrder(each("lasted", true), 0, isUp);
            case "p50" -> new KindOrder(null, 0.5, isUp);
            case "p95" -> new KindOrder(null, 0.95, isUp);
            case "p99" -> new KindOrder(null, 0.99, isUp);
            case "max" -> new KindOrder("longest", 0, isUp);
            case "contexts", "failed", "kept" -> new KindOrder(name, 0, isUp);
            case "calls", "errors" -> new KindOrder(each(name, isEach), 0, isUp);
            default -> {
                Meter meter = Meter.labelled(name);
                yield meter == null ? null : new KindOrder(each(Columns.of(meter, "total"), isEach), 0, isUp);
            }
        };
    }

    private static String each(String column, boolean isEach) {
        return isEach ? column + " / greatest(1, contexts)" : column;
    }

    boolean isByPercentile() {
        return quantile > 0;
    }

    /** Behind ORDER BY; what was not told comes last. */
    String by() {
        return (isByPercentile() ? "b.bucket" : column) + (isUp ? " ASC" : " DESC")
                + " NULLS LAST, lasted DESC, name, tag";
    }
}

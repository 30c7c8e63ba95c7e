package sim.wire;

import java.util.Map;

/**
 * A sample of the platform's measures.
 *
 * @param timeMicros when, in microseconds since the epoch
 * @param values by {@link PlatformMeasure#label()}, or by {@link #label} for telemetries of the application; a measure that could not be
 * read is absent
 */
public record PlatformSample(long timeMicros, Map<String, Double> values) {
    private static final String UNKNOWN = "count";

    /** The label of a measure that the other side may not know: its name and its unit. */
    public static String label(String name, String unit) {
        return unit.equals(UNKNOWN) ? name : name + " (" + unit + ")";
    }

    /** The name in a label. */
    public static String name(String label) {
        int unit = beforeUnit(label);
        return unit < 0 ? label : label.substring(0, unit);
    }

    /** The unit in a label. */
    public static String unit(String label) {
        PlatformMeasure known = PlatformMeasure.labelled(label);
        int unit = beforeUnit(label);
        return known != null ? known.unit() : unit < 0 ? UNKNOWN : label.substring(unit + 2, label.length() - 1);
    }

    private static int beforeUnit(String label) {
        return label.endsWith(")") ? label.lastIndexOf(" (") : -1;
    }
}

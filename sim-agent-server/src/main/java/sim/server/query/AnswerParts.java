package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import sim.model.snapshot.Meter;
import sim.store.Columns;

/** Parts of rows that several answers have. */
final class AnswerParts {
    private AnswerParts() {}

    /** A context's id as users see it; null for none. */
    static String contextId(long id) {
        return id == 0 ? null : String.format("%016x", id);
    }

    /** A W3C trace id, or null where it is not known. */
    static String traceId(long high, long low) {
        return (high | low) == 0 ? null : String.format("%016x%016x", high, low);
    }

    /** The meters of a row by label, those that were read. */
    static Map<String, Object> meters(ResultSet row, String part, String key) throws SQLException {
        Map<String, Object> meters = new LinkedHashMap<>();
        for (Meter meter : Meter.values()) {
            Long value = Sql.number(row, part.isEmpty() ? Columns.of(meter) : Columns.of(meter, part));
            if (value != null) {
                meters.put(meter.label(), Map.of(key, value, "unit", meter.unit()));
            }
        }
        return meters;
    }

    /** A value with the type it was written with. */
    static Object value(String type, String text) {
        if (text == null || type == null) {
            return text;
        }
        return switch (type) {
            case "Long" -> Long.valueOf(text);
            case "Double" -> finite(Double.parseDouble(text));
            case "Boolean" -> Boolean.valueOf(text);
            default -> text;
        };
    }

    /** JSON has no infinity. */
    private static Object finite(double value) {
        return Double.isFinite(value) ? (Object) value : String.valueOf(value);
    }
}

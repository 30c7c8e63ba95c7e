package sim.server.query;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which flow contexts.
 *
 * @param filter these and those inside them, or null for all
 * @param open whether only open or only ended ones, null for both
 * @param search part of the name, the tag or a value
 * @param whole whether the other contexts of the same traces come with them, of other applications too
 */
public record ContextQuery(ContextFilter filter, Boolean open, String search, boolean whole) {
    /** Contexts of whole traces in an answer. */
    private static final int MOST = 10_000;

    List<Map<String, Object>> read(Connection connection, Range range, int limit) throws SQLException {
        String found = "SELECT c.*, i.application FROM contexts c JOIN instances i USING (instance) WHERE instance IN "
                + Range.INSTANCES
                + " AND start_micros <= ? AND (end_micros = 0 OR end_micros > ?) AND (? IS NULL OR (end_micros = 0) = ?)"
                + " AND (contains(lower(name), lower(?)) OR contains(lower(tag), lower(?)) OR (c.instance, c.context, "
                + "c.sequence) IN (SELECT (instance, context, sequence) FROM context_values WHERE contains(lower(value), "
                + "lower(?)))) AND "
                + ContextFilter.on("context", filter) + " ORDER BY start_micros DESC, context LIMIT ?";
        if (whole) {
            found = "WITH found AS MATERIALIZED (" + found
                    + ") SELECT c.*, i.application FROM contexts c JOIN instances i USING (instance) WHERE"
                    + " (c.instance, c.context) IN (SELECT (instance, context) FROM found) OR (c.trace_low <> 0 AND "
                    + "(c.trace_high, c.trace_low) IN (SELECT (trace_high, trace_low) FROM found))"
                    + " ORDER BY start_micros DESC, context LIMIT " + MOST;
        }
        Object[] arguments = range.with(Sql.join(
                new Object[]{range.toMicros(), range.fromMicros(), open, open, search, search, search},
                ContextFilter.arguments(filter, limit)));
        Map<String, Map<String, Object>> values = new HashMap<>();
        Sql.list(connection, "SELECT v.* FROM context_values v JOIN (" + found
                + ") c ON v.instance = c.instance AND v.context = c.context AND v.sequence = c.sequence "
                + "ORDER BY v.context, v.position",
                row -> values.computeIfAbsent(key(row), c -> new LinkedHashMap<>()).put(row.getString("key"),
                        Rows.value(row.getString("type"), row.getString("value"))),
                arguments);
        Map<String, List<Map<String, Object>>> stays = new HashMap<>();
        Sql.list(connection, "SELECT s.* FROM context_stays s JOIN (" + found
                + ") c ON s.instance = c.instance AND s.context = c.context AND s.sequence = c.sequence "
                + "ORDER BY s.context, s.position",
                row -> stays.computeIfAbsent(key(row), c -> new ArrayList<>()).add(stay(row)), arguments);
        return Sql.list(connection, found, row -> context(row, range, values.getOrDefault(key(row), Map.of()),
                stays.getOrDefault(key(row), List.of())), arguments);
    }

    private static Map<String, Object> context(ResultSet row, Range range, Map<String, Object> values,
            List<Map<String, Object>> stays) throws SQLException {
        long start = row.getLong("start_micros");
        long end = row.getLong("end_micros");
        Map<String, Object> context = new LinkedHashMap<>();
        context.put("id", Rows.contextId(row.getLong("context")));
        context.put("parent", Rows.contextId(row.getLong("parent")));
        context.put("trace", Rows.traceId(row.getLong("trace_high"), row.getLong("trace_low")));
        context.put("name", row.getString("name"));
        context.put("tag", row.getString("tag"));
        context.put("thread", row.getString("thread"));
        context.put("instance", row.getString("instance"));
        context.put("application", row.getString("application"));
        context.put("start", start / 1000);
        context.put("startMicros", start);
        context.put("end", end == 0 ? null : end / 1000);
        context.put("durationNanos", Math.max(0, (end == 0 ? range.toMicros() : end) - start) * 1000);
        context.put("error", row.getString("error"));
        context.put("values", values);
        context.put("calls", row.getLong("calls"));
        context.put("errors", row.getLong("errors"));
        context.put("meters", Rows.meters(row, "total", "total"));
        context.put("stays", stays);
        return context;
    }

    private static Map<String, Object> stay(ResultSet row) throws SQLException {
        long end = row.getLong("end_micros");
        Map<String, Object> stay = new LinkedHashMap<>();
        stay.put("thread", row.getString("thread"));
        stay.put("startMicros", row.getLong("start_micros"));
        stay.put("endMicros", end == 0 ? null : end);
        stay.put("times", row.getLong("times"));
        return stay;
    }

    private static String key(ResultSet row) throws SQLException {
        return row.getString("instance") + row.getLong("context");
    }
}

package sim.server.query;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
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

    private static final String SEARCHED = " AND (contains(lower(name), lower(?)) OR contains(lower(tag), lower(?)) OR "
            + "(c.instance, c.context, c.sequence) IN (SELECT (instance, context, sequence) FROM context_values "
            + "WHERE contains(lower(value), lower(?))))";

    List<Map<String, Object>> read(Connection connection, Range range, int limit) throws SQLException {
        String found = "SELECT c.*, i.application FROM contexts c JOIN instances i USING (instance) WHERE instance IN "
                + Range.INSTANCES
                + " AND start_micros <= ? AND (end_micros = 0 OR end_micros > ?) AND (? IS NULL OR (end_micros = 0) = ?)"
                + (search.isEmpty() ? "" : SEARCHED) + " AND " + ContextFilter.on("context", filter)
                + " ORDER BY start_micros DESC, context LIMIT ?";
        if (whole) {
            found = "WITH found AS MATERIALIZED (" + found
                    + ") SELECT c.*, i.application FROM contexts c JOIN instances i USING (instance) WHERE"
                    + " (c.instance, c.context) IN (SELECT (instance, context) FROM found) OR (c.trace_low <> 0 AND "
                    + "(c.trace_high, c.trace_low) IN (SELECT (trace_high, trace_low) FROM found))"
                    + " ORDER BY start_micros DESC, context LIMIT " + MOST;
        }
        Object[] searched = search.isEmpty() ? new Object[0] : new Object[]{search, search, search};
        Object[] arguments = range.with(Sql.join(new Object[]{range.toMicros(), range.fromMicros(), open, open},
                Sql.join(searched, ContextFilter.arguments(filter, limit))));
        // Found once: the values and stays of so many are then had by their ids.
        Map<String, Map<String, Object>> byKey = new LinkedHashMap<>();
        List<String> ids = Sql.list(connection, found, row -> {
            byKey.put(key(row), context(row, range));
            return Long.toString(row.getLong("context"));
        }, arguments);
        if (ids.isEmpty()) {
            return List.of();
        }
        String ofThem = " WHERE context IN (" + String.join(",", ids) + ") ORDER BY position";
        Sql.list(connection, "SELECT * FROM context_values" + ofThem, row -> {
            Map<String, Object> context = byKey.get(key(row));
            if (context != null) {
                values(context).put(row.getString("key"), Rows.value(row.getString("type"), row.getString("value")));
            }
            return context;
        });
        Sql.list(connection, "SELECT * FROM context_stays" + ofThem, row -> {
            Map<String, Object> context = byKey.get(key(row));
            if (context != null) {
                stays(context).add(stay(row));
            }
            return context;
        });
        return List.copyOf(byKey.values());
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> values(Map<String, Object> context) {
        return (Map<String, Object>) context.get("values");
    }

    @SuppressWarnings("unchecked")
    private static List<Map<String, Object>> stays(Map<String, Object> context) {
        return (List<Map<String, Object>>) context.get("stays");
    }

    private static Map<String, Object> context(ResultSet row, Range range) throws SQLException {
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
        context.put("values", new LinkedHashMap<String, Object>());
        context.put("calls", row.getLong("calls"));
        context.put("errors", row.getLong("errors"));
        context.put("meters", Rows.meters(row, "total", "total"));
        context.put("stays", new ArrayList<Map<String, Object>>());
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

    /** A context's last record. */
    private static String key(ResultSet row) throws SQLException {
        return row.getString("instance") + row.getLong("context") + " " + row.getLong("sequence");
    }
}

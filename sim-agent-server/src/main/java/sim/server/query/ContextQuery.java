package sim.server.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads flow contexts with their values. */
final class ContextQuery {
    private static final String FOUND = "SELECT * FROM contexts WHERE instance IN " + Range.INSTANCES
            + " AND start_micros <= ? AND (end_micros = 0 OR end_micros > ?) AND (? IS NULL OR (end_micros = 0) = ?)"
            + " AND (contains(lower(name), lower(?)) OR contains(lower(tag), lower(?)))"
            + " ORDER BY start_micros DESC, context LIMIT ?";

    private ContextQuery() {}

    static List<Map<String, Object>> read(Connection connection, Range range, Boolean open, String search, int limit)
            throws SQLException {
        Object[] arguments = range.with(range.toMicros(), range.fromMicros(), open, open, search, search, limit);
        Map<String, Map<String, Object>> values = new HashMap<>();
        Sql.list(connection, "SELECT v.instance, v.context, v.key, v.type, v.value FROM context_values v JOIN (" + FOUND
                + ") c ON v.instance = c.instance AND v.context = c.context AND v.sequence = c.sequence "
                + "ORDER BY v.context, v.position",
                row -> values.computeIfAbsent(row.getString(1) + row.getLong(2), c -> new LinkedHashMap<>())
                        .put(row.getString(3), Rows.value(row.getString(4), row.getString(5))),
                arguments);
        return Sql.list(connection, FOUND, row -> {
            long start = row.getLong("start_micros");
            long end = row.getLong("end_micros");
            Map<String, Object> context = new LinkedHashMap<>();
            context.put("id", Rows.contextId(row.getLong("context")));
            context.put("parent", Rows.contextId(row.getLong("parent")));
            context.put("name", row.getString("name"));
            context.put("tag", row.getString("tag"));
            context.put("thread", row.getString("thread"));
            context.put("instance", row.getString("instance"));
            context.put("start", start / 1000);
            context.put("end", end == 0 ? null : end / 1000);
            context.put("durationNanos", ((end == 0 ? range.toMicros() : end) - start) * 1000);
            context.put("error", row.getString("error"));
            context.put("values",
                    values.getOrDefault(row.getString("instance") + row.getLong("context"), Map.of()));
            context.put("calls", row.getLong("calls"));
            context.put("errors", row.getLong("errors"));
            context.put("meters", Rows.meters(row, "total", "total"));
            return context;
        }, arguments);
    }
}

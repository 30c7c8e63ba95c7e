package sim.server.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads fired events; in the table an event has a row for each of its values. */
final class EventQuery {
    private EventQuery() {}

    static List<Map<String, Object>> read(Connection connection, Range range, ContextFilter filter, int limit)
            throws SQLException {
        Map<String, Map<String, Object>> events = new LinkedHashMap<>();
        Sql.list(connection, "SELECT e.* FROM events e JOIN (SELECT instance, sequence, ordinal FROM events WHERE "
                + "instance IN " + Range.INSTANCES + " AND time_micros > ? AND time_micros <= ? AND position = 0 AND "
                + ContextFilter.on("context", filter) + " "
                + "ORDER BY time_micros DESC LIMIT ?) newest USING (instance, sequence, ordinal) "
                + "ORDER BY time_micros DESC, sequence, ordinal, position", row -> {
                    Map<String, Object> event = events.get(key(row));
                    if (event == null) {
                        event = new LinkedHashMap<>();
                        event.put("name", row.getString("name"));
                        event.put("time", row.getLong("time_micros") / 1000);
                        event.put("thread", row.getString("thread"));
                        event.put("instance", row.getString("instance"));
                        event.put("context", Rows.contextId(row.getLong("context")));
                        event.put("values", new LinkedHashMap<String, Object>());
                        events.put(key(row), event);
                    }
                    if (row.getString("key") != null) {
                        @SuppressWarnings("unchecked")
                        Map<String, Object> values = (Map<String, Object>) event.get("values");
                        values.put(row.getString("key"), Rows.value(row.getString("type"), row.getString("value")));
                    }
                    return event;
                }, range.with(Sql.join(new Object[]{range.fromMicros(), range.toMicros()},
                        ContextFilter.arguments(filter, limit))));
        return List.copyOf(events.values());
    }

    private static String key(java.sql.ResultSet row) throws SQLException {
        return row.getString("instance") + " " + row.getLong("sequence") + " " + row.getInt("ordinal");
    }
}

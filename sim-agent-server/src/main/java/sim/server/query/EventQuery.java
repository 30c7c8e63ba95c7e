package sim.server.query;

import java.util.LinkedHashMap;
import java.util.Map;

/** Reads fired events; in the table an event has a row for each of its values. */
final class EventQuery {
    private EventQuery() {}

    static void read(Question question, Range range, ContextFilter filter, Page page, Answer answer) {
        Map<String, Object> event = new LinkedHashMap<>();
        Map<String, Object> values = new LinkedHashMap<>();
        question.each("SELECT e.* FROM events e JOIN (SELECT instance, sequence, ordinal FROM events WHERE "
                + "instance IN " + Range.INSTANCES + " AND time_micros > ? AND time_micros <= ? AND position = 0 AND "
                + Inside.on("context", filter) + " "
                + "ORDER BY time_micros DESC, instance, sequence, ordinal LIMIT ? OFFSET ?) newest USING (instance, sequence, ordinal) "
                + "ORDER BY time_micros DESC, instance, sequence, ordinal, position", row -> {
                    if (row.getInt("position") == 0) { // the next one begins
                        if (!event.isEmpty() && page.takes()) {
                            answer.row(event);
                        }
                        values.clear();
                        event.put("name", row.getString("name"));
                        event.put("time", row.getLong("time_micros") / 1000);
                        event.put("thread", row.getString("thread"));
                        event.put("instance", row.getString("instance"));
                        event.put("context", AnswerParts.contextId(row.getLong("context")));
                        event.put("values", values);
                    }
                    if (row.getString("key") != null) {
                        values.put(row.getString("key"),
                                AnswerParts.value(row.getString("type"), row.getString("value")));
                    }
                }, range.with(range.fromMicros(), range.toMicros(), page.asked(), page.offset()));
        if (!event.isEmpty() && page.takes()) {
            answer.row(event);
        }
    }
}

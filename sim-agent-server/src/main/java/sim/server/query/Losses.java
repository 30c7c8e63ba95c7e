package sim.server.query;

import java.util.LinkedHashMap;
import java.util.Map;
import sim.store.Columns;
import sim.wire.Wire;

/** What the counters of applications gained in a range, and when. An application tells all of them whenever one has changed. */
final class Losses {
    private Losses() {}

    static void read(Question question, Range range, Answer answer) {
        question.each(
                "SELECT name, CAST(sum(gain) AS BIGINT) AS gained, min(time_micros) AS first, max(time_micros) AS last "
                        + "FROM (SELECT name, time_micros, value - coalesce(lag(value) OVER (PARTITION BY instance, name ORDER BY "
                        + "time_micros, value), 0) AS gain FROM platform WHERE starts_with(name, '" + Columns.COUNTER
                        + "') AND instance IN " + Range.INSTANCES
                        + " AND time_micros <= ?) WHERE gain > 0 AND time_micros > ? "
                        + "GROUP BY name ORDER BY name",
                row -> {
                    String kind = row.getString("name").substring(Columns.COUNTER.length());
                    if (!kind.equals(Wire.ENDED) && !kind.startsWith(Wire.LEFT)) { // these are no losses while it goes on
                        Map<String, Object> loss = new LinkedHashMap<>();
                        loss.put("kind", kind);
                        loss.put("count", row.getLong("gained"));
                        loss.put("first", row.getLong("first") / 1000);
                        loss.put("last", row.getLong("last") / 1000);
                        answer.row(loss);
                    }
                }, range.with(range.toMicros(), range.fromMicros()));
    }
}

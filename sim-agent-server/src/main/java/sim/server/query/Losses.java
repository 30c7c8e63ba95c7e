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
                        // what was before the oldest sample that is kept is no gain of it
                        + "FROM (SELECT p.name, time_micros, p.value - coalesce(lag(p.value) OVER (PARTITION BY "
                        + "p.instance, p.name ORDER BY time_micros, p.value), b.value, 0) AS gain FROM platform p "
                        + "LEFT JOIN counter_bases b ON b.instance = p.instance AND b.name = p.name WHERE "
                        + "starts_with(p.name, '" + Columns.COUNTER + "') AND p.instance IN " + Range.INSTANCES
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

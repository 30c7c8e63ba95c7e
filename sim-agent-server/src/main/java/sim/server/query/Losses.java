package sim.server.query;

import java.util.LinkedHashMap;
import java.util.Map;
import sim.collector.wire.Wire;
import sim.server.store.Columns;

/** What the counters of applications gained in a range, and when. An application tells all of them whenever one has changed. */
final class Losses {
    /** How far before the range the last count is looked for. Where there is none, what a later one has gained is not known. */
    private static final long BEFORE_MICROS = 3_600_000_000L;

    private Losses() {}

    static void read(Question question, Range range, Answer answer) {
        question.each("SELECT name, CAST(sum(gain) AS BIGINT) AS gained, min(time_micros) AS first, max(time_micros) AS last "
                + "FROM (SELECT p.name, p.time_micros, p.value - coalesce(lag(p.value) OVER (PARTITION BY p.instance, p.name "
                + "ORDER BY p.time_micros, p.value), CASE WHEN i.started_micros > ? THEN 0 ELSE p.value END) AS gain FROM "
                + "platform p JOIN instances i ON i.instance = p.instance WHERE starts_with(p.name, '" + Columns.COUNTER
                + "') AND p.instance IN " + Range.INSTANCES + " AND p.time_micros > ? AND p.time_micros <= ?) WHERE "
                + "gain > 0 AND time_micros > ? GROUP BY name ORDER BY name", row -> {
                    String kind = row.getString("name").substring(Columns.COUNTER.length());
                    if (!kind.equals(Wire.ENDED)) {
                        Map<String, Object> loss = new LinkedHashMap<>();
                        loss.put("kind", kind);
                        loss.put("count", row.getLong("gained"));
                        loss.put("first", row.getLong("first") / 1000);
                        loss.put("last", row.getLong("last") / 1000);
                        answer.row(loss);
                    }
                }, Sql.join(new Object[]{range.fromMicros() - BEFORE_MICROS},
                        range.with(range.fromMicros() - BEFORE_MICROS, range.toMicros(), range.fromMicros())));
    }
}

package sim.server.query;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * A row of the errors over time: how many of its failures are kept one by one, and how many there were where they are counted. What the row says
 * of the same range is the sum of the points. One thread.
 */
final class ErrorSeries {
    private static final int POINT_BYTES = 200;

    private final Question question;
    private final Range range;
    private final ErrorRow row;
    private final long step;
    /** By the end of the step, microseconds. */
    private final TreeMap<Long, Long> kept = new TreeMap<>();
    private final TreeMap<Long, Long> counted = new TreeMap<>();

    private ErrorSeries(Question question, Range range, ErrorRow row) {
        this.question = question;
        this.range = range;
        this.row = row;
        this.step = MethodSeries.step(question, range, MethodSeries.POINTS);
    }

    static void read(Question question, Range range, ErrorRow row, ContextFilter filter, String search,
            Answer answer) {
        ErrorSeries series = new ErrorSeries(question, range, row);
        Map<String, Object> after = new LinkedHashMap<>();
        after.put("stepNanos", series.step * 1_000);
        answer.rows(range, "points", () -> {
            series.find(new ErrorQuery(question, range, filter, search), filter == null);
            series.write(answer);
        }, after);
    }

    /** @param isOfAll false of chosen contexts: nobody knows which of what is counted was in them */
    private void find(ErrorQuery errors, boolean isOfAll) {
        if (row.kind() != null) {
            errors.findContexts(row.type());
            add(kept, "SELECT " + MethodSeries.at("end_micros", range, step) + " AS moment, count(*) FROM alone WHERE "
                    + "type = ? AND " + KindFilter.ON + " GROUP BY moment", row.kind().after(row.type()));
            return;
        }
        if (row.member() != null) {
            errors.findCalls(row.type());
            add(kept, "SELECT " + MethodSeries.at("end_micros", range, step) + " AS moment, count(*) FROM origins "
                    + "WHERE type = ? AND owner = ? AND member = ? GROUP BY moment", row.type(), row.owner(),
                    row.member());
        }
        if (isOfAll) {
            add(counted, "SELECT " + MethodSeries.at("e.to_micros", range, step) + " AS moment, "
                    + Sql.sum("e.failures") + " FROM error_counts e LEFT JOIN nodes n ON n.instance = e.instance AND "
                    + "n.node = e.node LEFT JOIN names m ON m.instance = n.instance AND m.name = n.name WHERE e.type = ? "
                    + "AND m.owner IS NOT DISTINCT FROM ? AND m.member IS NOT DISTINCT FROM ? AND e.instance IN "
                    + Range.INSTANCES + " AND e.to_micros > ? AND e.to_micros <= ? GROUP BY moment",
                    Sql.join(new Object[]{row.type(), row.owner(), row.member()},
                            range.with(range.fromMicros(), range.toMicros())));
        }
    }

    private void add(Map<Long, Long> failures, String sql, Object... arguments) {
        question.each(sql, found -> {
            question.reserve(POINT_BYTES);
            failures.put(found.getLong(1), found.getLong(2));
        }, arguments);
    }

    private void write(Answer answer) {
        TreeSet<Long> moments = new TreeSet<>(kept.keySet());
        moments.addAll(counted.keySet());
        for (long moment : moments) {
            Map<String, Object> point = new LinkedHashMap<>();
            point.put("time", moment / 1_000);
            point.put("count", kept.getOrDefault(moment, 0L));
            if (!counted.isEmpty()) {
                point.put("all", counted.getOrDefault(moment, 0L));
            }
            answer.row(point);
        }
    }
}

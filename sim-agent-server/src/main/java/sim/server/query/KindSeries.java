package sim.server.query;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/** The contexts of a kind over time: how many, how many failed, how long they took, and what the work inside came to. One thread. */
final class KindSeries {
    private static final int POINT_BYTES = 400;

    private KindSeries() {}

    /**
     * @param kind null for all contexts
     * @param buckets whether each point has its histogram
     */
    static void read(Question question, Range range, KindFilter kind, boolean buckets, Answer answer) {
        long step = MethodSeries.step(question, range, MethodSeries.POINTS);
        Map<String, Object> after = new LinkedHashMap<>();
        after.put("stepNanos", step * 1_000);
        answer.rows(range, "points", () -> points(question, range, kind, buckets, step, answer), after);
    }

    private static void points(Question question, Range range, KindFilter kind, boolean buckets, long step,
            Answer answer) {
        String at = MethodSeries.at(range, step);
        String where = " FROM context_kinds WHERE instance IN " + Range.INSTANCES
                + " AND to_micros > ? AND to_micros <= ?" + (kind == null ? "" : " AND " + KindFilter.ON);
        Object[] arguments = Sql.join(range.with(range.fromMicros(), range.toMicros()),
                kind == null ? new Object[0] : kind.with());
        Map<Long, Durations> durations = new HashMap<>();
        Durations.each(question, range, kind, at + " AS moment",
                row -> durations.computeIfAbsent(row.getLong("moment"), added -> {
                    question.reserve(POINT_BYTES);
                    return new Durations();
                }).add(row));
        question.each("SELECT " + at + " AS moment, " + Sql.sum("contexts") + " AS contexts, " + Sql.sum("failed")
                + " AS failed, " + Sql.sum("lasted_nanos") + " AS lasted, max(longest_nanos) AS longest, "
                + Sql.sum("calls") + " AS calls, "
                + Sql.sum("errors") + " AS errors" + Sql.sums("total") + where + " GROUP BY moment ORDER BY moment",
                row -> {
                    Map<String, Object> point = new LinkedHashMap<>();
                    point.put("time", row.getLong("moment") / 1_000);
                    point.put("contexts", row.getLong("contexts"));
                    point.put("failed", row.getLong("failed"));
                    point.put("durationNanos", row.getLong("lasted"));
                    point.put("calls", row.getLong("calls"));
                    point.put("errors", row.getLong("errors"));
                    point.put("meters", AnswerParts.meters(row, "total", "total"));
                    Durations of = durations.get(row.getLong("moment"));
                    if (of != null) {
                        Map<String, Object> duration = of.describe(new LinkedHashMap<>(), row.getLong("longest"));
                        point.put("duration", duration);
                        if (buckets) {
                            duration.put("buckets", of.buckets(question));
                        }
                    }
                    answer.row(point);
                }, arguments);
    }
}

package sim.server.query;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The sums of contexts by name and tag, which are exact whichever contexts are kept, and how long they took. One thread. */
final class KindRows {
    /** Heap a kind takes beside the characters of its name, and a point of it. */
    private static final int BYTES = 2_500;
    private static final int POINT_BYTES = 100;
    private static final String OF_RANGE = " WHERE instance IN " + Range.INSTANCES
            + " AND to_micros > ? AND to_micros <= ?";
    private static final String ROWS = " FROM context_kinds" + OF_RANGE;
    /** The bucket in which so much of the histogram of each kind is below: buckets are in the order of durations. */
    private static final String PERCENTILE = " LEFT JOIN (SELECT name, tag, min(bucket) AS bucket FROM (SELECT name, tag, bucket, "
            + "sum(sum(contexts)) OVER (PARTITION BY name, tag ORDER BY bucket) AS below, sum(sum(contexts)) OVER "
            + "(PARTITION BY name, tag) AS whole FROM context_kind_buckets" + OF_RANGE
            + " GROUP BY name, tag, bucket) WHERE below >= %s * whole GROUP BY name, tag) b USING (name, tag)";

    private final Question question;
    private final Range range;
    private final Page page;
    private final KindOrder order;
    private final Map<KindFilter, Map<String, Object>> rows = new LinkedHashMap<>();
    private final Map<KindFilter, Long> longest = new HashMap<>();

    KindRows(Question question, Range range, Page page, KindOrder order) {
        this.order = order;
        this.question = question;
        this.range = range;
        this.page = page;
    }

    /** Writes the rows; says behind them what all kinds came to, those of other pages as well. */
    void describe(boolean percentiles, boolean statements, int points, Answer answer, Map<String, Object> after) {
        sums();
        after.put("all", all());
        if (percentiles) {
            durations();
        }
        if (points > 0) {
            points(points);
        }
        if (statements) { // last: it may read other rows than the sums are of
            new KindStatements(question, range).each((kind, described) -> {
                if (rows.containsKey(kind)) {
                    rows.get(kind).put("statements", described);
                }
            });
        }
        rows.values().forEach(answer::row);
    }

    private Map<String, Object> all() {
        Map<String, Object> all = new LinkedHashMap<>();
        question.each("SELECT count(DISTINCT (name, tag)), coalesce(" + Sql.sum("contexts") + ", 0), coalesce("
                + Sql.sum("failed") + ", 0), coalesce(" + Sql.sum("lasted_nanos") + ", 0)" + ROWS, row -> {
                    all.put("kinds", row.getLong(1));
                    all.put("contexts", row.getLong(2));
                    all.put("failed", row.getLong(3));
                    all.put("durationNanos", row.getLong(4));
                }, range.with(range.fromMicros(), range.toMicros()));
        return all;
    }

    private void sums() {
        Object[] once = range.with(range.fromMicros(), range.toMicros());
        String ranked = order.isByPercentile() ? String.format(Locale.ROOT, PERCENTILE, order.quantile()) : "";
        question.each(
                "SELECT * FROM (SELECT name, tag, " + Sql.sum("contexts") + " AS contexts, " + Sql.sum("failed")
                        + " AS failed, "
                        + Sql.sum("kept") + " AS kept, " + Sql.sum("lasted_nanos")
                        + " AS lasted, max(longest_nanos) AS longest, " + Sql.sum("calls")
                        + " AS calls, " + Sql.sum("errors") + " AS errors" + Sql.sums("total")
                        + ROWS + " GROUP BY name, tag) x" + ranked + " ORDER BY " + order.by() + " LIMIT ? OFFSET ?",
                row -> {
                    if (!page.takes()) {
                        return;
                    }
                    KindFilter key = new KindFilter(row.getString("name"), row.getString("tag"));
                    question.reserve(BYTES + Question.bytes(key.name()));
                    Map<String, Object> kind = new LinkedHashMap<>();
                    kind.put("name", key.name());
                    kind.put("tag", key.tag());
                    kind.put("contexts", row.getLong("contexts"));
                    kind.put("failed", row.getLong("failed"));
                    kind.put("kept", row.getLong("kept"));
                    kind.put("durationNanos", row.getLong("lasted"));
                    kind.put("calls", row.getLong("calls"));
                    kind.put("errors", row.getLong("errors"));
                    kind.put("meters", AnswerParts.meters(row, "total", "total"));
                    rows.put(key, kind);
                    longest.put(key, row.getLong("longest"));
                }, Sql.join(order.isByPercentile() ? Sql.join(once, once) : once, page.asked(), page.offset()));
    }

    private void durations() {
        Map<KindFilter, Durations> all = new LinkedHashMap<>();
        Durations.each(question, range, null, "name, tag", row -> all
                .computeIfAbsent(new KindFilter(row.getString("name"), row.getString("tag")), added -> {
                    question.reserve(MergedHistogram.BYTES);
                    return new Durations();
                }).add(row));
        all.forEach((key, durations) -> {
            Map<String, Object> kind = rows.get(key);
            if (kind != null) {
                kind.put("duration", durations.describe(new LinkedHashMap<>(), longest.get(key)));
            }
        });
    }

    /** Adds to each kind what it had over time: [moment, contexts, failed, sum of durations]. */
    private void points(int points) {
        long step = MethodSeries.step(question, range, points);
        rows.values().forEach(kind -> kind.put("points", new ArrayList<Object>()));
        question.each("SELECT name, tag, " + MethodSeries.at(range, step) + " AS moment, " + Sql.sum("contexts") + ", "
                + Sql.sum("failed") + ", " + Sql.sum("lasted_nanos") + " FROM context_kinds WHERE instance IN "
                + Range.INSTANCES + " AND to_micros > ? AND to_micros <= ? GROUP BY ALL ORDER BY moment", row -> {
                    Map<String, Object> kind = rows.get(new KindFilter(row.getString(1), row.getString(2)));
                    if (kind != null) {
                        question.reserve(POINT_BYTES);
                        pointsOf(kind).add(List.of(row.getLong(3) / 1_000, row.getLong(4), row.getLong(5),
                                row.getLong(6)));
                    }
                }, range.with(range.fromMicros(), range.toMicros()));
    }

    @SuppressWarnings("unchecked")
    private static List<Object> pointsOf(Map<String, Object> kind) {
        return (List<Object>) kind.get("points");
    }
}

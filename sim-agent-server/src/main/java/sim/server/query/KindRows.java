package sim.server.query;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The sums of contexts by name and tag, which are exact whichever contexts are kept, and how long they took. One thread. */
final class KindRows {
    /** Heap a kind takes beside the characters of its name, and a point of it. */
    private static final int BYTES = 2_500;
    private static final int POINT_BYTES = 100;

    private final Question question;
    private final Range range;
    private final Page page;
    private final Map<KindFilter, Map<String, Object>> rows = new LinkedHashMap<>();
    private final Map<KindFilter, Long> longest = new HashMap<>();

    KindRows(Question question, Range range, Page page) {
        this.question = question;
        this.range = range;
        this.page = page;
    }

    /** Writes the rows, the largest sum of durations first. */
    void describe(boolean percentiles, boolean statements, int points, Answer answer) {
        sums();
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

    private void sums() {
        question.each("SELECT name, tag, " + Sql.sum("contexts") + " AS contexts, " + Sql.sum("failed") + " AS failed, "
                + Sql.sum("kept") + " AS kept, " + Sql.sum("lasted_nanos")
                + " AS lasted, max(longest_nanos) AS longest, " + Sql.sum("calls")
                + " AS calls, " + Sql.sum("errors") + " AS errors" + Sql.sums("total")
                + " FROM context_kinds WHERE instance IN " + Range.INSTANCES
                + " AND to_micros > ? AND to_micros <= ? GROUP BY name, tag ORDER BY lasted DESC, name, tag LIMIT ? OFFSET ?",
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
                }, range.with(range.fromMicros(), range.toMicros(), page.asked(), page.offset()));
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

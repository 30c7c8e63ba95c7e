package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import sim.model.snapshot.Meter;
import sim.store.Columns;

/**
 * The outermost calls that were made outside of contexts, by method: what an application does for somebody, as far as it is known where no
 * context says so. They are the calls at places that nothing called, without those that contexts made there. One thread.
 */
final class EntryPoints {
    /** Of the calls at a place: so many may seem to be outside of contexts at the ends of a range, because a context tells of its calls when it leaves a thread. */
    private static final double NEARLY_NONE = 0.05;
    private static final int BYTES = 2_500;
    private static final int POINT_BYTES = 100;

    /** What SIM names itself, such as loading of classes, is nobody's entry point. */
    private static final String OF_THE_PROGRAM = "NOT (owner = '' AND member LIKE '[%')";
    /**
     * A method that Java launches a program by is called once in a process, and goes around all that its thread does: it is the program, and
     * no request for anybody. One that is called more often is somebody's work, such as of a program that starts others in itself.
     */
    private static final String IS_PROGRAM = "member = 'main' AND " + Sql.sum("calls") + " <= ";
    /**
     * The sums of an application do not tell its processes apart: those that ran in the range, and not all that there
     * ever were. Those are removed first that were heard of longest ago: where one is gone that may have been heard of
     * in the range, nobody knows how many ran in it. A process began by its own clock, which may be ahead.
     */
    private static final String PROCESSES = "(SELECT CASE WHEN (SELECT bool_or(outlives) FROM applications WHERE "
            + "application = ?) AND coalesce(min(last_seen_micros), " + Long.MAX_VALUE + ") > ? THEN " + Long.MAX_VALUE
            + " ELSE greatest(1, count(*) FILTER (WHERE least(started_micros, first_seen_micros) <= ? AND "
            + "last_seen_micros > ?)) END FROM instances WHERE application = ?)";
    private static final String IS_SPLIT = "starts_with(%sowner, '" + Sort.Method.SPLIT + "')";
    private static final String SUMS = "(SELECT instance, node, " + Sql.sum("calls") + " AS calls, "
            + Sql.sum("errors") + " AS errors, max(wall_max) AS wall_max" + Sql.sums("total")
            + " FROM %s WHERE instance IN "
            + Range.INSTANCES
            + " AND to_micros > ? AND to_micros <= ? AND (instance, node) IN (SELECT (instance, node) "
            + "FROM entries) GROUP BY instance, node)";
    private static final String OUTSIDE = "CREATE TEMP TABLE outside AS SELECT t.instance, t.node, e.owner, e.member, "
            + "t.calls - coalesce(k.calls, 0) AS calls, greatest(0, t.errors - coalesce(k.errors, 0)) AS errors, "
            + "coalesce(k.calls, 0) > " + NEARLY_NONE + " * t.calls AS is_mixed, t.wall_max"
            + Stream.of(Meter.values()).map(meter -> Columns.of(meter, "total"))
                    .map(total -> ", CASE WHEN t." + total + " IS NOT NULL THEN greatest(0, t." + total
                            + " - coalesce(k." + total + ", 0)) END AS " + total)
                    .collect(Collectors.joining())
            + " FROM " + String.format(SUMS, "tree_rows") + " t JOIN entries e USING (instance, node) LEFT JOIN "
            + String.format(SUMS, "context_kind_rows")
            + " k USING (instance, node) WHERE t.calls - coalesce(k.calls, 0) > "
            + NEARLY_NONE + " * t.calls";
    private static final String THEN = " WHERE x.instance IN " + Range.INSTANCES
            + " AND x.to_micros > ? AND x.to_micros <= ?";

    private final Question question;
    private final Range range;
    private final Page page;
    private final Map<Sort.Method, Map<String, Object>> rows = new LinkedHashMap<>();

    EntryPoints(Question question, Range range, Page page) {
        this.question = question;
        this.range = range;
        this.page = page;
    }

    /** Writes the rows, the largest sum of durations first, and the program itself last; says behind them what all came to, those of other pages as well. */
    void describe(int points, Answer answer, Map<String, Object> after) {
        find();
        sums();
        after.put("all", all());
        durations();
        if (points > 0) {
            points(points);
        }
        rows.values().forEach(answer::row);
    }

    /** A split is no call: what it called is as if nothing had called it. */
    private void find() {
        if (question.isOfApplication()) {
            find("SELECT '' AS instance, place AS node, parent, owner, member FROM places WHERE application = ?",
                    range.application());
        } else {
            find("SELECT n.instance, n.node, n.parent, m.owner, m.member FROM nodes n JOIN names m ON m.instance = "
                    + "n.instance AND m.name = n.name WHERE n.instance IN " + Range.INSTANCES, range.with());
        }
        Object[] once = ranged();
        question.run(OUTSIDE, Sql.join(once, once));
    }

    private void find(String nodes, Object... with) {
        question.run("CREATE TEMP TABLE entries AS WITH RECURSIVE known AS MATERIALIZED (" + nodes
                + "), tops AS (SELECT * FROM known WHERE parent = 0 UNION ALL SELECT k.* FROM known k JOIN tops t ON "
                + "k.instance = t.instance AND k.parent = t.node WHERE " + IS_SPLIT.formatted("t.")
                + ") SELECT instance, node, owner, member FROM tops WHERE NOT " + IS_SPLIT.formatted("") + " AND "
                + OF_THE_PROGRAM, with);
    }

    private Object[] ranged() {
        return range.with(range.fromMicros(), range.toMicros());
    }

    private void sums() {
        question.each("SELECT owner, member, " + Sql.sum("calls") + " AS calls, " + Sql.sum("errors") + " AS errors, "
                + "bool_or(is_mixed) AS is_mixed, max(wall_max) AS wall_max, "
                + IS_PROGRAM + (question.isOfApplication() ? PROCESSES : "count(DISTINCT instance)") + " AS is_program"
                + Sql.sums("total") + " FROM outside GROUP BY owner, member "
                + "ORDER BY is_program, wall_total DESC NULLS LAST, owner, member LIMIT ? OFFSET ?", row -> {
                    if (!page.takes()) {
                        return;
                    }
                    Sort.Method method = method(row);
                    question.reserve(BYTES + Question.bytes(method.toString()));
                    Map<String, Object> entry = method.describe();
                    if (row.getBoolean("is_program")) {
                        entry.put("program", true);
                    }
                    entry.put("calls", row.getLong("calls"));
                    entry.put("failed", row.getLong("errors"));
                    entry.put("durationNanos", row.getLong("wall_total"));
                    entry.put("meters", AnswerParts.meters(row, "total", "total"));
                    if (!row.getBoolean("is_mixed")) { // else the longest may be a context's
                        entry.put("duration", new Timed(row.getLong("calls"), row.getLong("wall_max")));
                    }
                    rows.put(method, entry);
                }, question.isOfApplication()
                        ? new Object[]{range.application(), range.fromMicros(), range.toMicros(), range.fromMicros(),
                                range.application(), page.asked(), page.offset()}
                        : new Object[]{page.asked(), page.offset()});
    }

    private Map<String, Object> all() {
        Map<String, Object> all = new LinkedHashMap<>();
        question.each("SELECT count(DISTINCT (owner, member)), coalesce(" + Sql.sum("calls") + ", 0), coalesce("
                + Sql.sum("errors") + ", 0), coalesce(" + Sql.sum("wall_total") + ", 0) FROM outside", row -> {
                    all.put("entries", row.getLong(1));
                    all.put("calls", row.getLong(2));
                    all.put("failed", row.getLong(3));
                    all.put("durationNanos", row.getLong(4));
                });
        return all;
    }

    /** How long calls took, while it is added up. */
    private static final class Timed {
        private final long calls;
        private final long longest;
        private final MergedHistogram histogram = new MergedHistogram();
        private long count;

        Timed(long calls, long longest) {
            this.calls = calls;
            this.longest = longest;
        }

        Map<String, Object> describe() {
            Map<String, Object> duration = new LinkedHashMap<>();
            histogram.describe(duration, longest);
            duration.put("max", longest);
            duration.put("of", count);
            if (count < calls) { // the sum has nothing of the others
                duration.put("mean", Math.min(Math.round(histogram.mean()), longest));
            }
            return duration;
        }
    }

    /** Of places that contexts pass as well, nobody knows which calls took how long. */
    private void durations() {
        question.each(
                "SELECT o.owner, o.member, x.bucket, " + Sql.sum("x.calls") + " AS calls FROM wall_buckets x JOIN "
                        + "outside o USING (instance, node)" + THEN + " GROUP BY ALL",
                row -> {
                    Map<String, Object> entry = rows.get(method(row));
                    if (entry != null && entry.get("duration") instanceof Timed timed) {
                        timed.histogram.add(row.getInt("bucket"), row.getLong("calls"));
                        timed.count = Sums.plus(timed.count, row.getLong("calls"));
                    }
                }, ranged());
        for (Map<String, Object> entry : rows.values()) {
            if (entry.remove("duration") instanceof Timed timed && timed.count > 0) {
                entry.put("duration", timed.describe());
            }
        }
    }

    /** Adds to each what it had over time: [moment, calls, failed, sum of durations]. */
    private void points(int points) {
        long step = MethodSeries.step(question, range, points);
        Map<Sort.Method, Rises> rises = new HashMap<>();
        String part = "SELECT x.instance, x.node, x.to_micros, %1$sx.calls AS calls, %1$sx.errors AS errors, "
                + "%1$sx.wall_total AS total FROM %2$s x" + THEN
                + " AND (x.instance, x.node) IN (SELECT (instance, node) FROM outside)";
        question.each("SELECT o.owner, o.member, " + MethodSeries.at(range, step) + " AS moment, " + Sql.sum("p.calls")
                + " AS calls, " + Sql.sum("p.errors") + " AS errors, coalesce(" + Sql.sum("p.total")
                + ", 0) AS total FROM (" + String.format(part, "", "tree_rows") + " UNION ALL "
                + String.format(part, "-", "context_kind_rows")
                + ") p JOIN outside o USING (instance, node) GROUP BY ALL ORDER BY moment", row -> {
                    Sort.Method method = method(row);
                    if (rows.containsKey(method)) {
                        question.reserve(POINT_BYTES);
                        rises.computeIfAbsent(method, added -> new Rises()).add(row.getLong("moment") / 1_000,
                                row.getLong("calls"), row.getLong("errors"), row.getLong("total"));
                    }
                }, Sql.join(ranged(), ranged()));
        rows.forEach((method, entry) -> entry.put("points",
                rises.containsKey(method) ? rises.get(method).withoutFalls() : List.of()));
    }

    private static Sort.Method method(ResultSet row) throws SQLException {
        return new Sort.Method(row.getString("owner"), row.getString("member"));
    }
}

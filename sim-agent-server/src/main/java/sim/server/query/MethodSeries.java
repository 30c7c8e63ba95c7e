package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Unread;
import sim.store.Columns;

/**
 * One method, or one place of the call tree, over time: calls, errors and measures of all its places, added up by steps. The store is asked for the places first, so that of
 * its segments only the parts with these are read. One thread.
 */
final class MethodSeries {
    static final int POINTS = 600;
    /** Up to this a chart has a point for each batch; what is longer is read by the minute or a longer step. */
    private static final long FINE = TimeUnit.MINUTES.toMicros(10);
    private static final int PLACE_BYTES = 80;
    /** Heap that a point takes with a histogram. */
    private static final int POINT_BYTES = 400;

    private final Question question;
    private final Range range;
    /** The nodes of the method; and of them the outermost, whose totals hold those of the others. */
    private final List<Integer> places = new ArrayList<>();
    private final List<Integer> outermost = new ArrayList<>();

    private MethodSeries(Question question, Range range) {
        this.question = question;
        this.range = range;
    }

    /** The range as it is read for a chart. */
    static Range range(Question question, Range asked) {
        return question.chartOfTotal(asked, points(asked));
    }

    /** How fine a chart of a range is read. */
    static int points(Range asked) {
        long length = asked.toMicros() - asked.fromMicros();
        return length <= FINE ? POINTS : (int) Math.min(POINTS, length / TimeUnit.MINUTES.toMicros(1));
    }

    static void read(Question question, Range range, Sort.Method method, Answer answer) {
        MethodSeries series = new MethodSeries(question, range);
        series.find(method);
        series.write(answer);
    }

    /** @param place a node of the instance of the range, or a place of the application where the range names none */
    static void read(Question question, Range range, int place, Answer answer) {
        MethodSeries series = new MethodSeries(question, range);
        series.places.add(place);
        series.outermost.add(place);
        series.write(answer);
    }

    private void write(Answer answer) {
        long step = step(question, range, POINTS);
        Map<String, Object> after = new LinkedHashMap<>();
        after.put("stepNanos", step * 1_000);
        after.put("unit", "ns");
        answer.rows(range, "points", () -> {
            if (!places.isEmpty()) {
                points(step, answer);
            }
        }, after);
    }

    /** A multiple of the step of the rows, so that each point has as many of them; and a batch at least of each instance. */
    static long step(Question question, Range range, int points) {
        // several instances ship each with a rhythm of its own
        int batches = question.isOfApplication() || range.instance() == null ? 2 : 1;
        long step = Math.max(question.slice().stepMicros(), batches * BatchLength.micros(question, range));
        long wanted = (range.toMicros() - range.fromMicros()) / Math.max(1, points - 1) + 1;
        return (wanted + step - 1) / step * step;
    }

    /** The moment of the point to which a row belongs. */
    static String at(Range range, long step) {
        return at("to_micros", range, step);
    }

    /** The same by another column. */
    static String at(String column, Range range, long step) {
        return "least((" + column + " + " + (step - 1) + ") // " + step + " * " + step + ", " + range.toMicros() + ")";
    }

    /** A caller comes before what it calls: one look at each place tells whether it is inside another of the method. */
    private void find(Sort.Method method) {
        String all = question.isOfApplication()
                ? "SELECT place AS node, parent, owner = ? AND member = ? FROM places WHERE application = ?"
                : "SELECT n.node AS node, n.parent, m.owner = ? AND m.member = ? FROM nodes n JOIN names m ON "
                        + "m.instance = n.instance AND m.name = n.name WHERE n.instance = ?";
        BitSet within = new BitSet();
        question.each(all + " ORDER BY node", row -> {
            int node = row.getInt(1);
            boolean isInside = within.get(row.getInt(2));
            boolean isOwn = row.getBoolean(3);
            within.set(node, isInside || isOwn);
            if (isOwn) {
                question.reserve(PLACE_BYTES);
                places.add(node);
                if (!isInside) {
                    outermost.add(node);
                }
            }
        }, method.owner(), method.member(), question.isOfApplication() ? range.application() : range.instance());
    }

    private void points(long step, Answer answer) {
        Map<Long, MergedHistogram> histograms = new LinkedHashMap<>();
        String at = at(range, step);
        String where = " WHERE instance = ? AND node IN (" + list(places) + ") AND to_micros > ? AND to_micros <= ?";
        String instance = question.isOfApplication() ? "" : range.instance();
        question.each("SELECT " + at + " AS moment, bucket, " + Sql.sum("calls") + " FROM wall_buckets" + where
                + " GROUP BY ALL ORDER BY moment, bucket", row -> {
                    MergedHistogram known = histograms.get(row.getLong(1));
                    if (known == null) {
                        question.reserve(POINT_BYTES);
                        known = new MergedHistogram();
                        histograms.put(row.getLong(1), known);
                    }
                    known.add(row.getInt(2), row.getLong(3));
                }, instance, range.fromMicros(), range.toMicros());
        question.each("SELECT " + at + " AS moment, " + Sql.sum("calls") + " AS calls, " + Sql.sum("errors")
                + " AS errors, "
                + "max(wall_max) AS max, " + PlaceSums.UNREAD + outermostTotals() + Sql.sums("self") + " FROM tree_rows"
                + where
                + " GROUP BY ALL ORDER BY moment", row -> {
                    Map<String, Object> point = new LinkedHashMap<>();
                    point.put("time", row.getLong("moment") / 1_000);
                    point.put("count", row.getLong("calls"));
                    point.put("errors", row.getLong("errors"));
                    Long self = Sql.number(row, "wall_self");
                    if (self != null) { // a meter that was not read is absent
                        point.put("total", row.getLong("wall_total"));
                        point.put("self", self);
                        point.put("max", row.getLong("max"));
                        MergedHistogram histogram = histograms.get(row.getLong("moment"));
                        if (histogram != null) {
                            histogram.describe(point, row.getLong("max"));
                        }
                    }
                    Unread unread = PlaceSums.unread(row);
                    if (!unread.isNothing()) {
                        point.put("unread", Sums.describe(unread, false));
                    }
                    point.put("meters", meters(row));
                    answer.row(point);
                }, instance, range.fromMicros(), range.toMicros());
    }

    /** The total of every meter, each behind a comma: a total of the method inside itself is in the outer one. */
    private String outermostTotals() {
        return Stream.of(Meter.values()).map(meter -> Columns.of(meter, "total"))
                .map(total -> ", "
                        + Sql.sum("CASE WHEN node IN (" + list(outermost) + ") THEN " + total + " END") + " AS "
                        + total)
                .collect(Collectors.joining());
    }

    /** The meters by label, those that were read. */
    private static Map<String, Object> meters(ResultSet row) throws SQLException {
        Map<String, Object> meters = new LinkedHashMap<>();
        for (Meter meter : Meter.values()) {
            Long self = Sql.number(row, Columns.of(meter, "self"));
            if (self != null) {
                meters.put(meter.label(), Map.of("total", row.getLong(Columns.of(meter, "total")), "self", self, "unit",
                        meter.unit()));
            }
        }
        return meters;
    }

    private static String list(List<Integer> nodes) {
        return nodes.stream().map(String::valueOf).collect(Collectors.joining(", "));
    }
}

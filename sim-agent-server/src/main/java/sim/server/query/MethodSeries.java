package sim.server.query;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * One method over time: calls, errors and wall time of all its places, added up by steps. The store is asked for the places first, so that of
 * its segments only the parts with these are read. One thread.
 */
final class MethodSeries {
    static final int POINTS = 600;
    /** Up to this a chart has a point for each batch; what is longer is read by the minute or a longer step. */
    private static final long FINE = TimeUnit.MINUTES.toMicros(10);
    /** Of instances that ship every 5 s, each with a rhythm of its own. */
    private static final long TOGETHER = TimeUnit.SECONDS.toMicros(10);
    private static final int PLACE_BYTES = 80;
    /** Heap that a point takes with a histogram. */
    private static final int POINT_BYTES = 400;

    private final Question question;
    private final Range range;
    /** Those of the method, each in quotes for {@code IN}; and of them the outermost, whose totals hold those of the others. */
    private final List<String> places = new ArrayList<>();
    private final List<String> outermost = new ArrayList<>();

    private MethodSeries(Question question, Range range) {
        this.question = question;
        this.range = range;
    }

    /** The range as it is read for a chart. */
    static Range range(Question question, Range asked) {
        long length = asked.toMicros() - asked.fromMicros();
        return question.chartOfTotal(asked, length <= FINE
                ? POINTS
                : (int) Math.min(POINTS, length / TimeUnit.MINUTES.toMicros(1)));
    }

    static void read(Question question, Range range, Sort.Method method, Answer answer) {
        MethodSeries series = new MethodSeries(question, range);
        series.find(method);
        long step = series.step();
        Map<String, Object> after = new LinkedHashMap<>();
        after.put("step", step / 1_000);
        after.put("unit", "ns");
        answer.rows(range, "points", () -> {
            if (!series.places.isEmpty()) {
                series.points(step, answer);
            }
        }, after);
    }

    /** A multiple of the step of the rows, so that each point has as many of them. */
    private long step() {
        long step = Math.max(question.slice().stepMicros(),
                question.isOfApplication() || range.instance() == null ? TOGETHER : 1);
        long wanted = (range.toMicros() - range.fromMicros()) / (POINTS - 1) + 1;
        return (wanted + step - 1) / step * step;
    }

    /** A caller comes before what it calls: one look at each place tells whether it is inside another of the method. */
    private void find(Sort.Method method) {
        String all = question.isOfApplication()
                ? "SELECT '' AS instance, place AS node, parent, owner = ? AND member = ? FROM places WHERE application = ?"
                : "SELECT n.instance AS instance, n.node AS node, n.parent, m.owner = ? AND m.member = ? FROM nodes n JOIN "
                        + "names m ON m.instance = n.instance AND m.name = n.name WHERE n.instance IN (SELECT instance "
                        + "FROM instances WHERE application = ? AND (? IS NULL OR instance = ?))";
        Object[] whose = question.isOfApplication()
                ? new Object[]{range.application()}
                : new Object[]{range.application(), range.instance(), range.instance()};
        BitSet within = new BitSet();
        String[] of = {null};
        question.each(all + " ORDER BY instance, node", row -> {
            String instance = row.getString(1);
            int node = row.getInt(2);
            if (!instance.equals(of[0])) {
                of[0] = instance;
                within.clear();
            }
            boolean isInside = within.get(row.getInt(3));
            boolean isOwn = row.getBoolean(4);
            within.set(node, isInside || isOwn);
            if (isOwn) {
                question.reserve(PLACE_BYTES);
                String place = "('" + instance.replace("'", "''") + "', " + node + ")";
                places.add(place);
                if (!isInside) {
                    outermost.add(place);
                }
            }
        }, Sql.join(new Object[]{method.owner(), method.member()}, whose));
    }

    private void points(long step, Answer answer) {
        Map<Long, MergedHistogram> histograms = new LinkedHashMap<>();
        String at = "least((to_micros + " + (step - 1) + ") // " + step + " * " + step + ", " + range.toMicros() + ")";
        String where = " WHERE node IN (" + nodes() + ") AND (instance, node) IN (" + String.join(", ", places)
                + ") AND to_micros > ? AND to_micros <= ?";
        question.each("SELECT " + at + " AS moment, bucket, " + Sql.sum("calls") + " FROM wall_buckets" + where
                + " GROUP BY ALL ORDER BY moment, bucket", row -> {
                    MergedHistogram known = histograms.get(row.getLong(1));
                    if (known == null) {
                        question.reserve(POINT_BYTES);
                        known = new MergedHistogram();
                        histograms.put(row.getLong(1), known);
                    }
                    known.add(row.getInt(2), row.getLong(3));
                }, range.fromMicros(), range.toMicros());
        question.each("SELECT " + at + " AS moment, " + Sql.sum("calls") + " AS calls, " + Sql.sum("errors")
                + " AS errors, "
                + Sql.sum("CASE WHEN (instance, node) IN (" + String.join(", ", outermost) + ") THEN wall_total END")
                + " AS total, " + Sql.sum("wall_self") + " AS self, max(wall_max) AS max FROM tree_rows" + where
                + " GROUP BY ALL ORDER BY moment", row -> {
                    Map<String, Object> point = new LinkedHashMap<>();
                    point.put("time", row.getLong("moment") / 1_000);
                    point.put("count", row.getLong("calls"));
                    point.put("errors", row.getLong("errors"));
                    Long self = Sql.number(row, "self");
                    if (self != null) { // a meter that was not read is absent
                        point.put("total", row.getLong("total"));
                        point.put("self", self);
                        point.put("max", row.getLong("max"));
                        MergedHistogram histogram = histograms.get(row.getLong("moment"));
                        if (histogram != null) {
                            histogram.describe(point, row.getLong("max"));
                        }
                    }
                    answer.row(point);
                }, range.fromMicros(), range.toMicros());
    }

    /** The numbers alone: by these the store finds the parts of its segments. */
    private String nodes() {
        return places.stream().map(place -> place.substring(place.lastIndexOf(' ') + 1, place.length() - 1)).distinct()
                .collect(Collectors.joining(", "));
    }
}

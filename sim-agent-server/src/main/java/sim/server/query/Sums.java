package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import sim.metrics.snapshot.Meter;

/**
 * Counts, meters and histograms of a method or of a node of a merged tree, to be added up. A meter never read stays absent;
 * a sum past what a long holds stays at the largest one.
 */
final class Sums {
    /** Heap one takes with a histogram of some ten buckets, in bytes. */
    static final int BYTES = 700;

    long count;
    long errors;
    private int present;
    private final long[] total = new long[Meter.COUNT];
    private final long[] self = new long[Meter.COUNT];
    private final long[] max = new long[Meter.COUNT];
    /** Total, self and max of the meters extensions added, by label; null without any. */
    private Map<String, long[]> extras;
    /** By the meter's label; null without any. */
    private Map<String, MergedHistogram> histograms;

    /**
     * Adds a node's row of {@link Sql#sums} and {@link Sql#largest}, which begin at a column. Its totals are left out: they
     * count once where a group holds a place and its callers.
     */
    void add(ResultSet row, int column) throws SQLException {
        count = plus(count, row.getLong(column));
        errors = plus(errors, row.getLong(column + 1));
        for (int i = 0; i < Meter.COUNT; i++) {
            long own = row.getLong(column + 2 + Meter.COUNT + i);
            if (!row.wasNull()) {
                long largest = row.getLong(column + 2 + 2 * Meter.COUNT + i);
                max[i] = (present & 1 << i) == 0 ? largest : Math.max(max[i], largest);
                self[i] = plus(self[i], own);
                present |= 1 << i;
            }
        }
    }

    /** Adds the totals of a place, by meter. */
    void addTotals(long[] more) {
        for (int i = 0; i < Meter.COUNT; i++) {
            total[i] = plus(total[i], more[i]);
        }
    }

    void addExtra(String label, long total, long self, long max) {
        if (extras == null) {
            extras = new TreeMap<>();
        }
        long[] known = extras.computeIfAbsent(label, added -> new long[3]);
        known[0] = plus(known[0], total);
        known[1] = plus(known[1], self);
        known[2] = Math.max(known[2], max);
    }

    /** Adds calls whose value of a meter is in a bucket; returns whether that is the meter's first. */
    boolean addBucket(String meter, int bucket, long calls) {
        if (histograms == null) {
            histograms = new HashMap<>();
        }
        MergedHistogram known = histograms.get(meter);
        MergedHistogram histogram = known != null ? known : new MergedHistogram();
        histogram.add(bucket, calls);
        if (known == null) {
            histograms.put(meter, histogram);
        }
        return known == null;
    }

    static long plus(long a, long b) {
        long sum = a + b;
        return ((a ^ sum) & (b ^ sum)) < 0 ? (a < 0 ? Long.MIN_VALUE : Long.MAX_VALUE) : sum;
    }

    boolean has(Meter meter) {
        return (present & meter.bit()) != 0;
    }

    /** The value to sort by, or null when it is absent. */
    Long value(Meter meter, String part) {
        if (!has(meter)) {
            return null;
        }
        return switch (part) {
            case "total" -> total[meter.ordinal()];
            case "self" -> self[meter.ordinal()];
            default -> max[meter.ordinal()];
        };
    }

    /**
     * Running time: wall time less what the thread was blocked and waited, ns, not below 0; wall time where these were not
     * read, and null where that was not.
     */
    Long running(String part) {
        Long wall = value(Meter.WALL, part);
        return wall == null
                ? null
                : Long.valueOf(Math.max(0, wall - idle(Meter.BLOCK_TIME, part)
                        - idle(Meter.WAIT_TIME, part)));
    }

    private long idle(Meter meter, String part) {
        Long time = value(meter, part);
        return time == null ? 0 : Math.max(0, time);
    }

    /** The same of any meter by its label; a part may be a quantile, where the meter has a histogram. */
    Long value(String label, String part) {
        if (MergedHistogram.isQuantile(part)) {
            MergedHistogram histogram = histograms == null ? null : histograms.get(label);
            return histogram == null ? null : histogram.value(part);
        }
        Meter meter = Meter.labelled(label);
        if (meter != null) {
            return value(meter, part);
        }
        long[] extra = extras == null ? null : extras.get(label);
        return extra == null ? null : extra[part.equals("total") ? 0 : part.equals("self") ? 1 : 2];
    }

    /** Adds {@code count}, {@code errors}, {@code meters} and {@code wall}. */
    void describe(Map<String, Object> into) {
        into.put("count", count);
        into.put("errors", errors);
        Map<String, Object> meters = new LinkedHashMap<>();
        for (Meter meter : Meter.values()) {
            int i = meter.ordinal();
            if (has(meter)) {
                meters.put(meter.label(), values(meter.label(), total[i], self[i], max[i], meter.unit()));
            }
        }
        if (extras != null) {
            extras.forEach(
                    (label, values) -> meters.put(label, values(label, values[0], values[1], values[2], "count")));
        }
        into.put("meters", meters);
        if (has(Meter.WALL)) {
            Map<String, Object> running = new LinkedHashMap<>();
            running.put("total", running("total"));
            running.put("self", running("self"));
            running.put("unit", Meter.WALL.unit());
            into.put("running", running);
        }
        Map<String, Object> wall = new LinkedHashMap<>();
        describeHistogram(Meter.WALL.label(), wall, max[Meter.WALL.ordinal()]);
        into.put("wall", wall);
    }

    private void describeHistogram(String meter, Map<String, Object> into, long largest) {
        MergedHistogram histogram = histograms == null ? null : histograms.get(meter);
        if (histogram != null) {
            histogram.describe(into, largest);
        }
    }

    private Map<String, Object> values(String meter, long total, long self, long max, String unit) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("total", total);
        values.put("self", self);
        values.put("max", max);
        values.put("unit", unit);
        describeHistogram(meter, values, max);
        return values;
    }
}

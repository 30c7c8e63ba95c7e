package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import sim.metrics.meter.Meter;
import sim.metrics.snapshot.Buckets;
import sim.server.store.Columns;

/** Counts, meters and histogram of a node or a method, to be added up. A meter never read stays absent. */
final class Sums {
    long count;
    long errors;
    private final Long[] total = new Long[Meter.COUNT];
    private final Long[] self = new Long[Meter.COUNT];
    private final Long[] max = new Long[Meter.COUNT];
    /** Total, self and max of the meters extensions added, by label. */
    private final Map<String, long[]> extras = new TreeMap<>();
    private final Map<Integer, Long> buckets = new TreeMap<>();

    /** From a row with the columns of {@link Sql#sums} and {@link Sql#largest}. */
    static Sums of(ResultSet row) throws SQLException {
        Sums sums = new Sums();
        sums.count = row.getLong("calls");
        sums.errors = row.getLong("errors");
        for (Meter meter : Meter.values()) {
            sums.total[meter.ordinal()] = Sql.number(row, Columns.of(meter, "total"));
            sums.self[meter.ordinal()] = Sql.number(row, Columns.of(meter, "self"));
            sums.max[meter.ordinal()] = Sql.number(row, Columns.of(meter, "max"));
        }
        return sums;
    }

    void addExtra(String label, long total, long self, long max, boolean outermost) {
        long[] known = extras.computeIfAbsent(label, added -> new long[3]);
        known[0] += outermost ? total : 0;
        known[1] += self;
        known[2] = Math.max(known[2], max);
    }

    void addBucket(int bucket, long calls) {
        buckets.merge(bucket, calls, Long::sum);
    }

    /**
     * Adds a node's numbers.
     *
     * @param outermost whether its totals count too: not when they are part of another node's that is added
     */
    void add(Sums node, boolean outermost) {
        count += node.count;
        errors += node.errors;
        for (int i = 0; i < Meter.COUNT; i++) {
            if (node.total[i] != null) {
                total[i] = (total[i] == null ? 0 : total[i]) + (outermost ? node.total[i] : 0);
                self[i] = (self[i] == null ? 0 : self[i]) + node.self[i];
                max[i] = max[i] == null ? node.max[i] : Long.valueOf(Math.max(max[i], node.max[i]));
            }
        }
        node.extras.forEach((label, values) -> addExtra(label, values[0], values[1], values[2], outermost));
        node.buckets.forEach(this::addBucket);
    }

    /** The value to sort by, or null when it is absent. */
    Long value(Meter meter, String part) {
        return switch (part) {
            case "total" -> total[meter.ordinal()];
            case "self" -> self[meter.ordinal()];
            default -> max[meter.ordinal()];
        };
    }

    /** The middle of the bucket the quantile falls in, ns; within 3.2 % of the truth. */
    long wall(double quantile) {
        long calls = buckets.values().stream().mapToLong(Long::longValue).sum();
        long rank = (long) Math.ceil(quantile * calls);
        for (Map.Entry<Integer, Long> bucket : buckets.entrySet()) {
            rank -= bucket.getValue();
            if (rank <= 0) {
                return Buckets.middle(bucket.getKey());
            }
        }
        return 0;
    }

    /** Adds {@code count}, {@code errors}, {@code meters} and {@code wall}. */
    void describe(Map<String, Object> into) {
        into.put("count", count);
        into.put("errors", errors);
        Map<String, Object> meters = new LinkedHashMap<>();
        for (Meter meter : Meter.values()) {
            if (total[meter.ordinal()] != null) {
                meters.put(meter.label(), values(total[meter.ordinal()], self[meter.ordinal()], max[meter.ordinal()],
                        meter.unit()));
            }
        }
        extras.forEach((label, values) -> meters.put(label, values(values[0], values[1], values[2], "count")));
        into.put("meters", meters);
        Map<String, Object> wall = new LinkedHashMap<>();
        if (!buckets.isEmpty()) {
            wall.put("p50", wall(0.50));
            wall.put("p95", wall(0.95));
            wall.put("p99", wall(0.99));
        }
        into.put("wall", wall);
    }

    private static Map<String, Object> values(long total, long self, long max, String unit) {
        Map<String, Object> values = new LinkedHashMap<>();
        values.put("total", total);
        values.put("self", self);
        values.put("max", max);
        values.put("unit", unit);
        return values;
    }
}

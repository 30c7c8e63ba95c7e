package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import sim.metrics.snapshot.Buckets;
import sim.metrics.snapshot.Meter;

/**
 * Counts, meters and histogram of a method or of a node of a merged tree, to be added up. A meter never read stays absent;
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
    /** Buckets in ascending order, and the calls in each. */
    private int[] buckets = {};
    private long[] calls = {};

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

    /** Adds the totals of a place, one a meter. */
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

    void addBucket(int bucket, long more) {
        int at = Arrays.binarySearch(buckets, bucket);
        if (at < 0) {
            at = -at - 1;
            int[] longer = Arrays.copyOf(buckets, buckets.length + 1);
            long[] counts = Arrays.copyOf(calls, longer.length);
            System.arraycopy(buckets, at, longer, at + 1, buckets.length - at);
            System.arraycopy(calls, at, counts, at + 1, buckets.length - at);
            longer[at] = bucket;
            counts[at] = 0;
            buckets = longer;
            calls = counts;
        }
        calls[at] = plus(calls[at], more);
    }

    private static long plus(long a, long b) {
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

    /** The middle of the bucket the quantile falls in, ns; within 3.2 % of the truth. */
    long wall(double quantile) {
        long all = 0;
        for (long each : calls) {
            all = plus(all, each);
        }
        long rank = (long) Math.ceil(quantile * all);
        for (int i = 0; i < buckets.length; i++) {
            rank -= calls[i];
            if (rank <= 0) {
                return Buckets.middle(buckets[i]);
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
            int i = meter.ordinal();
            if (has(meter)) {
                meters.put(meter.label(), values(total[i], self[i], max[i], meter.unit()));
            }
        }
        if (extras != null) {
            extras.forEach((label, values) -> meters.put(label, values(values[0], values[1], values[2], "count")));
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
        if (buckets.length > 0) {
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

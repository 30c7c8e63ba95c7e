package sim.server.query;

import java.util.Arrays;
import java.util.Map;
import sim.model.snapshot.Buckets;

/** Calls by bucket, added up over places and batches. Its answers are within 3.2 % of the truth. */
final class MergedHistogram {
    /** Heap one takes with some ten buckets, in bytes. */
    static final int BYTES = 250;
    /** What is asked of one, by name. */
    private static final Map<String, Double> QUANTILES = Map.of("p50", 0.50, "p95", 0.95, "p99", 0.99);

    /** In ascending order, and the calls in each. */
    private int[] buckets = {};
    private long[] calls = {};

    void add(int bucket, long more) {
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
        calls[at] = Sums.plus(calls[at], more);
    }

    /** Hands on each bucket with its calls. */
    void each(BucketReader reader) {
        for (int i = 0; i < buckets.length; i++) {
            reader.read(buckets[i], calls[i]);
        }
    }

    /** Is told of a bucket. */
    interface BucketReader {
        void read(int bucket, long calls);
    }

    /** Whether that names a quantile: {@code p50}, {@code p95} or {@code p99}. */
    static boolean isQuantile(String name) {
        return QUANTILES.containsKey(name);
    }

    /** The middle of the bucket the quantile of that name falls in, in the meter's unit. */
    long value(String quantile) {
        long all = 0;
        for (long each : calls) {
            all = Sums.plus(all, each);
        }
        long rank = (long) Math.ceil(QUANTILES.get(quantile) * all);
        for (int i = 0; i < buckets.length; i++) {
            rank -= calls[i];
            if (rank <= 0) {
                return Buckets.middle(buckets[i]);
            }
        }
        return 0;
    }

    /** The mean. */
    double mean() {
        double all = 0;
        double sum = 0;
        for (int i = 0; i < buckets.length; i++) {
            all += calls[i];
            sum += (double) calls[i] * Buckets.middle(buckets[i]);
        }
        return all == 0 ? 0 : sum / all;
    }

    /** The standard deviation as a part of the mean. */
    double variation() {
        double all = 0;
        double sum = 0;
        double squares = 0;
        for (int i = 0; i < buckets.length; i++) {
            double value = Buckets.middle(buckets[i]);
            all += calls[i];
            sum += calls[i] * value;
            squares += calls[i] * value * value;
        }
        return sum == 0 ? 0 : Math.sqrt(Math.max(0, squares * all / (sum * sum) - 1));
    }

    /** Adds the quantiles under their names; {@code largest} is the largest value there was. */
    void describe(Map<String, Object> into, long largest) {
        for (String quantile : new String[]{"p50", "p95", "p99"}) {
            into.put(quantile, Math.min(value(quantile), largest));
        }
    }
}

package sim.payload.recording;

import java.util.Map;
import java.util.TreeMap;
import sim.model.payload.PayloadSum;

/** The gain of several tallies, added up by the collector's thread. */
final class PayloadTotals {
    private long count;
    private long errors;
    private long total;
    private long max;
    private final Map<Integer, Long> buckets = new TreeMap<>();

    void add(long more, long failed, long nanos, long longest) {
        count += more;
        errors += failed;
        total += nanos;
        max = Math.max(max, longest);
    }

    void add(int bucket, long payloads) {
        buckets.merge(bucket, payloads, Long::sum);
    }

    boolean isEmpty() {
        return count == 0;
    }

    PayloadSum sum() {
        return new PayloadSum(count, errors, total, max);
    }

    long[] buckets() {
        long[] pairs = new long[2 * buckets.size()];
        int at = 0;
        for (Map.Entry<Integer, Long> bucket : buckets.entrySet()) {
            pairs[at++] = bucket.getKey();
            pairs[at++] = bucket.getValue();
        }
        return pairs;
    }
}

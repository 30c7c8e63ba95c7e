package sim.wire.totals;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;

/** How long calls or contexts took: how many by {@link Ladder} bucket, and all of it together. Whoever made it guards it. */
final class Durations {
    private final long[] buckets = new long[Ladder.COUNT];
    private long nanos;

    Durations copy() {
        Durations copy = new Durations();
        System.arraycopy(buckets, 0, copy.buckets, 0, buckets.length);
        copy.nanos = nanos;
        return copy;
    }

    /**
     * Adds some.
     *
     * @param pairs bucket of {@link sim.model.snapshot.Buckets}, how many
     * @param more what they took together, ns
     */
    void add(long[] pairs, long more) {
        nanos = GrowingSum.plus(nanos, more);
        for (int i = 0; i + 1 < pairs.length; i += 2) {
            int bucket = Ladder.ofBucket((int) pairs[i]);
            buckets[bucket] = GrowingSum.upTo(Ladder.MOST_OF_BUCKET, buckets[bucket], pairs[i + 1]);
        }
    }

    void add(Durations more) {
        nanos = GrowingSum.plus(nanos, more.nanos);
        for (int i = 0; i < buckets.length; i++) {
            buckets[i] = GrowingSum.upTo(Ladder.MOST_OF_BUCKET, buckets[i], more.buckets[i]);
        }
    }

    long nanos() {
        return nanos;
    }

    long bucket(int bucket) {
        return buckets[bucket];
    }

    void write(DataOutputStream out) throws IOException {
        out.writeLong(nanos);
        for (long each : buckets) {
            out.writeLong(each);
        }
    }

    static Durations read(DataInputStream in) throws IOException {
        Durations durations = new Durations();
        durations.nanos = GrowingSum.read(in);
        for (int i = 0; i < durations.buckets.length; i++) {
            durations.buckets[i] = Math.min(Ladder.MOST_OF_BUCKET, GrowingSum.read(in));
        }
        return durations;
    }
}

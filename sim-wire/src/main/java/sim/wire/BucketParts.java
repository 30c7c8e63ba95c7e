package sim.wire;

import sim.model.snapshot.Buckets;

/** Writes and reads a histogram as parts. */
final class BucketParts {
    private BucketParts() {}

    /**
     * Writes a histogram. If buckets follow one another, as most do, a bucket takes one number; otherwise the distance goes before it.
     * The last bucket is not written: its calls are the rest of all calls.
     */
    static void write(long[] buckets, long calls, Parts out) {
        long rest = calls;
        for (int i = 1; i < buckets.length - 2; i += 2) {
            rest -= buckets[i];
        }
        boolean follows = buckets.length > 0 && buckets[buckets.length - 1] == rest;
        out.add(buckets.length | (follows ? 1 : 0));
        long last = -1;
        for (int i = 0; i < buckets.length; i += 2) {
            long skipped = buckets[i] - last - 1;
            last = buckets[i];
            boolean told = !follows || i < buckets.length - 2;
            if (skipped > 0 || !told) {
                out.add(-skipped);
            }
            if (told) {
                out.add(buckets[i + 1]);
            }
        }
    }

    static long[] read(long calls, Parts in) throws WireException {
        long first = in.next();
        int pairs = in.count(first >> 1);
        long[] buckets = new long[pairs * 2];
        long bucket = -1;
        long rest = calls;
        for (int i = 0; i < pairs; i++) {
            long next = in.next();
            long skipped = next < 0 ? -next : 0;
            bucket += skipped + 1;
            if (skipped < 0 || skipped >= Buckets.COUNT || bucket >= Buckets.COUNT) {
                throw new WireException("a histogram bucket is out of range: " + bucket);
            }
            buckets[i * 2] = bucket;
            boolean told = (first & 1) == 0 || i < pairs - 1;
            buckets[i * 2 + 1] = !told ? rest : skipped == 0 ? next : in.next();
            rest -= buckets[i * 2 + 1];
        }
        return buckets;
    }
}

package sim.wire.totals;

import sim.model.snapshot.Buckets;

/**
 * The bounds of exported histograms: one below a power of two, in nanoseconds. A bucket of {@link Buckets} never straddles a power of
 * two, so that these coarser buckets hold exactly the calls they say.
 */
public final class Ladder {
    /** Powers of four up to a millisecond, then powers of two up to 17 s, then 69 s. */
    private static final int[] EXPONENTS = {10, 12, 14, 16, 18, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33,
            34, 36};
    /** With that of all that is larger. */
    public static final int COUNT = EXPONENTS.length + 1;
    /** What a bucket counts at most: then all of them together are a number as well. */
    static final long MOST_OF_BUCKET = Long.MAX_VALUE / COUNT;

    private Ladder() {}

    /** The largest value in a bucket, in nanoseconds; the last one has none. */
    public static long most(int bucket) {
        return bucket == EXPONENTS.length ? Long.MAX_VALUE : (1L << EXPONENTS[bucket]) - 1;
    }

    /** The bucket of a value in nanoseconds. */
    static int of(long nanos) {
        int at = 0;
        while (at < EXPONENTS.length && nanos > most(at)) {
            at++;
        }
        return at;
    }

    /** The bucket of all values in a bucket of {@link Buckets}. */
    static int ofBucket(int bucket) {
        return of(Buckets.lowest(bucket));
    }
}

package sim.model.snapshot;

/**
 * The one bucket layout of every histogram, whatever its meter's unit: log-linear, sixteen buckets an octave.
 *
 * <pre>
 *   value   0 1 2 .. 15 | 16 17 .. 31 | 32 34 .. 62 | 64 68 .. 124 | ...
 *   bucket  0 1 2 .. 15 | 16 17 .. 31 | 32 33 .. 47 | 48 49 ..  63 | ...
 *   width   1           | 1           | 2           | 4            | ...
 * </pre>
 *
 * A bucket is at most 1/16 of its value wide, so its middle is within 3.2 % of everything in it.
 */
public final class Buckets {
    /** Buckets in an octave. */
    public static final int PER_OCTAVE = 16;
    /** Buckets needed for every non-negative long. */
    public static final int COUNT = 60 * PER_OCTAVE + PER_OCTAVE;

    private Buckets() {}

    /** The bucket of a value; a negative value counts as 0. */
    public static int indexOf(long value) {
        if (value < PER_OCTAVE) {
            return value < 0 ? 0 : (int) value;
        }
        int shift = 59 - Long.numberOfLeadingZeros(value);
        return (shift << 4) + (int) (value >>> shift);
    }

    /** The smallest value in a bucket. */
    public static long lowest(int bucket) {
        if (bucket < 2 * PER_OCTAVE) {
            return bucket;
        }
        int shift = (bucket >>> 4) - 1;
        return (long) (PER_OCTAVE + (bucket & 15)) << shift;
    }

    /** The value that stands for a bucket: its middle. */
    public static long middle(int bucket) {
        if (bucket < 2 * PER_OCTAVE) {
            return bucket;
        }
        return lowest(bucket) + (1L << ((bucket >>> 4) - 1)) / 2;
    }
}

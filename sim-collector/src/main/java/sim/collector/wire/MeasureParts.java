package sim.collector.wire;

import sim.metrics.meter.Meter;
import sim.metrics.snapshot.Buckets;
import sim.metrics.snapshot.TreeRow;

/** Meters' values as parts: bit sets say which values follow, zeros and repetitions do not. */
final class MeasureParts {
    private static final int CPU = Meter.CPU.ordinal();
    private static final int USER = Meter.CPU_USER.ordinal();
    private static final int SYSTEM = Meter.CPU_SYSTEM.ordinal();
    /** The built-in meters: usually all are present, so that is what 0 stands for. */
    private static final int ALL = (1 << Meter.COUNT) - 1;
    /** With those of extensions, which stand behind the built-in ones. */
    private static final int POSSIBLE = (1 << Wire.MAX_METERS) - 1;

    private MeasureParts() {}

    static void write(int present, long[] values, Parts out) {
        long[] sent = split(present, values);
        int nonZero = nonZero(sent) & present;
        out.add(present ^ ALL);
        out.add(nonZero);
        writeThose(nonZero, sent, out);
    }

    static int readPresent(Parts in) throws WireException {
        return bits(in) ^ ALL;
    }

    static long[] read(int present, Parts in) throws WireException {
        int nonZero = in(present, in);
        long[] values = new long[width(present)];
        readThose(nonZero, values, in);
        return split(present, values);
    }

    static void writeRow(TreeRow row, Parts out) {
        int present = row.present();
        long[] total = split(present, row.total());
        long[] self = split(present, row.self());
        long[] max = split(present, row.max());
        int nonZero = (nonZero(total) | nonZero(self) | nonZero(max)) & present;
        out.add(row.node());
        out.add(row.count());
        out.add(row.errors());
        out.add(present ^ ALL);
        out.add(nonZero);
        writeThose(nonZero, total, out);
        writeParts(self, total, nonZero, out);
        int maxDiffers = differing(max, total) & nonZero;
        out.add(narrowed(maxDiffers, nonZero));
        writeThose(maxDiffers, max, out);
        writeBuckets(row.buckets(), out);
    }

    static TreeRow readRow(Parts in) throws WireException {
        int node = in.nextInt();
        long count = in.next();
        long errors = in.next();
        int present = readPresent(in);
        int nonZero = in(present, in);
        long[] total = new long[width(present)];
        readThose(nonZero, total, in);
        long[] self = readParts(total, nonZero, in);
        long[] max = total.clone();
        readThose(widened(in.next(), nonZero), max, in);
        return new TreeRow(node, count, errors, present, split(present, total), split(present, self),
                split(present, max), readBuckets(in));
    }

    /** Calls in buckets that follow one another, as most do, take one number; else the distance goes ahead. */
    private static void writeBuckets(long[] buckets, Parts out) {
        out.add(buckets.length / 2);
        long last = -1;
        for (int i = 0; i < buckets.length; i += 2) {
            long skipped = buckets[i] - last - 1;
            if (skipped > 0) {
                out.add(-skipped);
            }
            out.add(buckets[i + 1]);
            last = buckets[i];
        }
    }

    private static long[] readBuckets(Parts in) throws WireException {
        int pairs = in.nextCount();
        long[] buckets = new long[pairs * 2];
        long bucket = -1;
        for (int i = 0; i < pairs; i++) {
            long calls = in.next();
            long skipped = calls < 0 ? -calls : 0;
            if (skipped < 0 || skipped >= Buckets.COUNT || bucket + skipped + 1 >= Buckets.COUNT) {
                throw new WireException("a histogram bucket is out of range: " + skipped + " after " + bucket);
            }
            bucket += skipped + 1;
            buckets[i * 2] = bucket;
            buckets[i * 2 + 1] = skipped == 0 ? calls : in.next();
        }
        return buckets;
    }

    /** Parts of wholes, by whichever is smaller, the part or what is missing; a second bit set says which. */
    private static void writeParts(long[] parts, long[] wholes, int among, Parts out) {
        int differing = differing(parts, wholes) & among;
        int near = 0;
        long[] sent = parts.clone();
        for (int left = differing; left != 0; left &= left - 1) {
            int meter = Integer.numberOfTrailingZeros(left);
            long missing = wholes[meter] - parts[meter];
            if (Math.abs(missing) < Math.abs(parts[meter])) {
                near |= 1 << meter;
                sent[meter] = missing;
            }
        }
        out.add(narrowed(differing, among) | (long) narrowed(near, among) << Integer.bitCount(among));
        writeThose(differing, sent, out);
    }

    private static long[] readParts(long[] wholes, int among, Parts in) throws WireException {
        long sets = in.next();
        int differing = widened(sets & (1L << Integer.bitCount(among)) - 1, among);
        int near = widened(sets >>> Integer.bitCount(among), among);
        long[] parts = wholes.clone();
        readThose(differing, parts, in);
        for (int left = differing & near; left != 0; left &= left - 1) {
            int meter = Integer.numberOfTrailingZeros(left);
            parts[meter] = wholes[meter] - parts[meter];
        }
        return parts;
    }

    /**
     * CPU time is user time and system time: user time travels as what it is short of that, which is nothing where all
     * were read at once. Its own inverse.
     */
    private static long[] split(int present, long[] values) {
        long[] split = values.clone();
        if ((present & 1 << USER) != 0) {
            long cpu = (present & 1 << CPU) != 0 ? values[CPU] : 0;
            long system = (present & 1 << SYSTEM) != 0 ? values[SYSTEM] : 0;
            split[USER] = cpu - system - values[USER];
        }
        return split;
    }

    private static void writeThose(int meters, long[] values, Parts out) {
        for (int left = meters; left != 0; left &= left - 1) {
            out.add(values[Integer.numberOfTrailingZeros(left)]);
        }
    }

    private static void readThose(int meters, long[] values, Parts in) throws WireException {
        for (int left = meters; left != 0; left &= left - 1) {
            values[Integer.numberOfTrailingZeros(left)] = in.next();
        }
    }

    /** The bit set numbered by the bits of a wider one: there are seldom more than six, which is a byte. */
    private static int narrowed(int bits, int among) {
        int narrow = 0;
        int position = 0;
        for (int left = among; left != 0; left &= left - 1) {
            narrow |= (bits & left & -left) != 0 ? 1 << position : 0;
            position++;
        }
        return narrow;
    }

    private static int widened(long narrow, int among) throws WireException {
        if (narrow >>> Integer.bitCount(among) != 0) {
            throw new WireException("a value of a meter that is zero: " + narrow);
        }
        int bits = 0;
        int position = 0;
        for (int left = among; left != 0; left &= left - 1) {
            bits |= (narrow & 1L << position) != 0 ? left & -left : 0;
            position++;
        }
        return bits;
    }

    private static int width(int present) {
        return Math.max(Meter.COUNT, 32 - Integer.numberOfLeadingZeros(present));
    }

    private static int nonZero(long[] values) {
        int bits = 0;
        for (int i = 0; i < values.length; i++) {
            bits |= values[i] != 0 ? 1 << i : 0;
        }
        return bits;
    }

    private static int differing(long[] values, long[] base) {
        int bits = 0;
        for (int i = 0; i < values.length; i++) {
            bits |= values[i] != base[i] ? 1 << i : 0;
        }
        return bits;
    }

    private static int in(int present, Parts in) throws WireException {
        int bits = bits(in);
        if ((bits & ~present) != 0) {
            throw new WireException("a value of a meter that is not present");
        }
        return bits;
    }

    private static int bits(Parts in) throws WireException {
        long bits = in.next();
        if ((bits & ~POSSIBLE) != 0) {
            throw new WireException("unknown meters: " + Long.toBinaryString(bits));
        }
        return (int) bits;
    }
}

package sim.collector.wire;

import sim.metrics.meter.Meter;
import sim.metrics.snapshot.Buckets;
import sim.metrics.snapshot.TreeRow;

/** Meters' values as parts: bit sets say which values follow, zeros and repetitions do not. */
final class MeasureParts {
    private static final int USER = Meter.CPU_USER.ordinal();
    /** The built-in meters: usually all are present, so that is what 0 stands for. */
    private static final int ALL = (1 << Meter.COUNT) - 1;
    /** With those of extensions, which stand behind the built-in ones. */
    private static final int POSSIBLE = (1 << Wire.MAX_METERS) - 1;

    private MeasureParts() {}

    static void write(int present, long[] values, Parts out) {
        long[] sent = values.clone();
        sent[USER] = systemFor(present, values);
        int nonZero = differing(present, sent, null);
        out.add(present ^ ALL);
        out.add(nonZero);
        for (int i = 0; i < sent.length; i++) {
            if ((nonZero & 1 << i) != 0) {
                out.add(sent[i]);
            }
        }
    }

    /** User time travels as what is left of the total, which is often nothing; alone it travels as it is. */
    private static long systemFor(int present, long[] values) {
        return (present & Meter.CPU.bit()) != 0 ? values[Meter.CPU.ordinal()] - values[USER] : values[USER];
    }

    static int readPresent(Parts in) throws WireException {
        return bits(in) ^ ALL;
    }

    static long[] read(int present, Parts in) throws WireException {
        int nonZero = bits(in);
        if ((nonZero & ~present) != 0) {
            throw new WireException("a value of a meter that is not present");
        }
        long[] values = new long[Math.max(Meter.COUNT, 32 - Integer.numberOfLeadingZeros(present))];
        for (int i = 0; i < values.length; i++) {
            if ((nonZero & 1 << i) != 0) {
                values[i] = in.next();
            }
        }
        if ((present & Meter.CPU_USER.bit()) != 0) {
            values[USER] = systemFor(present, values);
        }
        return values;
    }

    static void writeRow(TreeRow row, Parts out) {
        out.add(row.node());
        out.add(row.count());
        out.add(row.errors());
        write(row.present(), row.total(), out);
        writeDifferences(row.present(), row.self(), row.total(), out);
        writeDifferences(row.present(), row.max(), row.total(), out);
        out.add(row.buckets().length / 2);
        long last = 0;
        for (int i = 0; i < row.buckets().length; i += 2) {
            out.add(row.buckets()[i] - last);
            out.add(row.buckets()[i + 1]);
            last = row.buckets()[i];
        }
    }

    static TreeRow readRow(Parts in) throws WireException {
        int node = in.nextInt();
        long count = in.next();
        long errors = in.next();
        int present = readPresent(in);
        long[] total = read(present, in);
        long[] self = readDifferences(total, in);
        long[] max = readDifferences(total, in);
        int pairs = in.nextCount();
        long[] buckets = new long[pairs * 2];
        long last = -1;
        for (int i = 0; i < pairs; i++) {
            long bucket = Math.max(0, last) + in.next();
            if (bucket <= last || bucket >= Buckets.COUNT) {
                throw new WireException("a histogram bucket is out of range: " + bucket);
            }
            buckets[i * 2] = bucket;
            buckets[i * 2 + 1] = in.next();
            last = bucket;
        }
        return new TreeRow(node, count, errors, present, total, self, max, buckets);
    }

    private static void writeDifferences(int present, long[] values, long[] base, Parts out) {
        int differing = differing(present, values, base);
        out.add(differing);
        for (int i = 0; i < values.length; i++) {
            if ((differing & 1 << i) != 0) {
                out.add(values[i]);
            }
        }
    }

    private static long[] readDifferences(long[] base, Parts in) throws WireException {
        int differing = bits(in);
        long[] values = base.clone();
        if (differing >>> values.length != 0) {
            throw new WireException("a value of a meter that is not present");
        }
        for (int i = 0; i < values.length; i++) {
            if ((differing & 1 << i) != 0) {
                values[i] = in.next();
            }
        }
        return values;
    }

    private static int differing(int present, long[] values, long[] base) {
        int bits = 0;
        for (int i = 0; i < values.length; i++) {
            if ((present & 1 << i) != 0 && values[i] != (base == null ? 0 : base[i])) {
                bits |= 1 << i;
            }
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

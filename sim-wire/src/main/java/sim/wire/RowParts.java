package sim.wire;

import java.util.List;
import sim.model.rows.ContextRows;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Unread;

/**
 * Writes and reads rows of the call tree as parts, one after the other. A value is left out if it equals that of the row before or
 * follows from others.
 */
final class RowParts {
    private static final int WALL = Meter.WALL.ordinal();
    private static final int CPU = Meter.CPU.ordinal();
    /** The meaning of the lowest bits of a row's first number. */
    private static final int ERRORS = 1;
    private static final int METERS = 2;
    private static final int CPU_BY_WALL = 4;
    private static final int FLAGS = 3;

    /** The fewest bytes of a row in which everything differs: a byte each for place, calls and meters, and six for values. */
    private static final int SMALLEST = 9;

    private final MeterNumbers numbers;
    private int node;
    private int present = MeasureParts.USUAL;
    private int nonZero;

    RowParts(MeterNumbers numbers) {
        this.numbers = numbers;
    }

    /**
     * The most heap that a batch of this length may take: that of empty rows with this many meters, which take more than anything else.
     */
    static long heapBytes(int length, int meters) {
        long row = sizeOf(new TreeRow(0, 0, 0, 0, new long[meters], new long[meters], new long[meters],
                new long[0])) + Sizes.REFERENCE;
        return (length * row + SMALLEST - 1) / SMALLEST;
    }

    /** Writes all of a list. */
    static void writeAll(List<TreeRow> rows, Parts out) {
        RowParts parts = new RowParts(MeterNumbers.OWN);
        out.addAll(rows, row -> parts.write(row, out));
    }

    /** Reads them. */
    static List<TreeRow> readAll(Parts in, MeterNumbers numbers) throws WireException {
        return in.nextList(new RowParts(numbers)::read);
    }

    /** Heap bytes of rows. */
    static long sizeOf(List<TreeRow> rows) {
        if (rows instanceof ContextRows packed) {
            return Sizes.OBJECT + 24 + packed.length();
        }
        long bytes = 0;
        for (TreeRow row : rows) {
            bytes += sizeOf(row);
        }
        return bytes;
    }

    /** Heap bytes of a row. */
    static long sizeOf(TreeRow row) {
        return Sizes.OBJECT + 52 + Sizes.of(row.total()) + (row.self() == row.total() ? 0 : Sizes.of(row.self()))
                + (row.max() == row.total() ? 0 : Sizes.of(row.max())) + Sizes.of(row.buckets())
                + (row.unread() == Unread.NOTHING ? 0 : Sizes.OBJECT + 32);
    }

    void write(TreeRow row, Parts out) {
        boolean byWall = isShorterByWall(row.total(), row.present());
        long flags = (row.errors() == 0 ? 0 : ERRORS) | (row.present() == present ? 0 : METERS)
                | (byWall ? CPU_BY_WALL : 0);
        out.add(((long) row.node() - node) << FLAGS | flags);
        out.add(row.count());
        if (row.errors() != 0) {
            out.add(row.errors());
        }
        if (row.present() != present) {
            out.add(row.present());
        }
        node = row.node();
        present = row.present();
        long[] total = sent(row.total(), byWall);
        long[] self = sent(row.self(), byWall);
        long[] max = sent(row.max(), byWall);
        int told = (MeasureParts.nonZero(total) | MeasureParts.nonZero(self) | MeasureParts.nonZero(max)) & present;
        out.add(told ^ nonZero);
        nonZero = told;
        MeasureParts.writeThose(told, total, out);
        writeParts(self, total, told, out);
        int maxDiffers = differing(max, total) & told;
        out.add(narrowed(maxDiffers, told));
        MeasureParts.writeThose(maxDiffers, max, out);
        BucketParts.write(row.buckets(), row.count(), out);
    }

    TreeRow read(Parts in) throws WireException {
        long first = in.next();
        long next = node + (first >> FLAGS);
        if (next != (int) next) {
            throw new WireException("a node is out of range: " + next);
        }
        node = (int) next;
        long count = in.next();
        long errors = (first & ERRORS) != 0 ? in.next() : 0;
        // as in the row before. Before the first row these are the usual meters, which the hello need not name
        present = (first & METERS) != 0 ? MeasureParts.bits(in, numbers) : MeasureParts.possible(present, numbers);
        int told = MeasureParts.bits(in, numbers) ^ nonZero;
        if ((told & ~present) != 0) {
            throw new WireException("a value of a meter that is not present");
        }
        nonZero = told;
        long[] total = new long[MeterNumbers.width(present)];
        MeasureParts.readThose(told, total, in);
        long[] self = readParts(total, told, in);
        int maxDiffers = widened(in.next(), told);
        long[] max = maxDiffers == 0 ? total : total.clone();
        MeasureParts.readThose(maxDiffers, max, in);
        boolean byWall = (first & CPU_BY_WALL) != 0;
        long[] values = received(total, byWall);
        TreeRow row = new TreeRow(node, count, errors, numbers.own(present), values,
                self == total ? values : received(self, byWall), max == total ? values : received(max, byWall),
                BucketParts.read(count, in));
        in.take(sizeOf(row) + Sizes.REFERENCE);
        return row;
    }

    /** Whether CPU time is shorter to write as a difference to wall time. It is for a place that computes. */
    private static boolean isShorterByWall(long[] values, int present) {
        return (present & 1 << WALL) != 0 && (present & 1 << CPU) != 0
                && Math.abs(values[WALL] - values[CPU]) < Math.abs(values[CPU]);
    }

    private long[] sent(long[] values, boolean byWall) {
        long[] sent = MeasureParts.split(present, values);
        if (byWall) {
            sent[CPU] = sent[WALL] - sent[CPU];
        }
        return sent;
    }

    private long[] received(long[] sent, boolean byWall) {
        long[] values = sent.clone();
        if (byWall) {
            values[CPU] = values[WALL] - values[CPU];
        }
        return numbers.own(present, MeasureParts.split(present, values));
    }

    /** Writes parts of wholes: the part or the rest, whichever is smaller. A second bit set says which. */
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
        MeasureParts.writeThose(differing, sent, out);
    }

    private static long[] readParts(long[] wholes, int among, Parts in) throws WireException {
        long sets = in.next();
        int differing = widened(sets & (1L << Integer.bitCount(among)) - 1, among);
        int near = widened(sets >>> Integer.bitCount(among), among);
        long[] parts = differing == 0 ? wholes : wholes.clone();
        MeasureParts.readThose(differing, parts, in);
        for (int left = differing & near; left != 0; left &= left - 1) {
            int meter = Integer.numberOfTrailingZeros(left);
            parts[meter] = wholes[meter] - parts[meter];
        }
        return parts;
    }

    /** A bit set numbered by the bits of a wider one. It has seldom more than six bits, which fit into a byte. */
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

    private static int differing(long[] values, long[] base) {
        int bits = 0;
        for (int i = 0; i < values.length; i++) {
            bits |= values[i] != base[i] ? 1 << i : 0;
        }
        return bits;
    }
}

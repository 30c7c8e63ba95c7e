package sim.model.rows;

import java.util.AbstractList;
import java.util.Iterator;
import java.util.NoSuchElementException;
import sim.model.packed.Packed;
import sim.model.packed.PackedReader;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;

/**
 * The sums of one context's calls by place, packed: 10 to 90 bytes a place instead of 500. It is a list that makes each row when
 * the row is read. Immutable; any thread.
 *
 * <pre>
 *  node  calls  errors  present  which meters moved  (total  total - self  total - max) of each of those
 * </pre>
 *
 * Integers are packed as by {@link Packed}, differences with their sign. A leaf that was called once takes three bytes, and for
 * each meter its total and less than a byte for each of the other two numbers.
 */
public final class ContextRows extends AbstractList<TreeRow> {
    /** The order of the meters: those that seldom change come last. */
    static final int[] ORDER = order((1 << Meter.COUNT) - 1);

    public static final ContextRows NONE = new ContextRows(0, new byte[0]);

    private final int size;
    private final byte[] bytes;

    ContextRows(int size, byte[] bytes) {
        this.size = size;
        this.bytes = bytes;
    }

    /** The meters of a bit set in the order in which they are packed. */
    public static int[] order(int meters) {
        int[] order = new int[Integer.bitCount(meters & (1 << Meter.COUNT) - 1)];
        int count = 0;
        for (int some : new int[]{meters & ~Meter.SELDOM, meters & Meter.SELDOM}) {
            for (int meter = 0; meter < Meter.COUNT; meter++) {
                if ((some & 1 << meter) != 0) {
                    order[count++] = meter;
                }
            }
        }
        return order;
    }

    @Override
    public int size() {
        return size;
    }

    /** Bytes they take packed. */
    public int length() {
        return bytes.length;
    }

    @Override
    public TreeRow get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException(index + " of " + size);
        }
        Iterator<TreeRow> rows = iterator();
        for (int i = 0; i < index; i++) {
            rows.next();
        }
        return rows.next();
    }

    @Override
    public Iterator<TreeRow> iterator() {
        return new Cursor();
    }

    private final class Cursor implements Iterator<TreeRow> {
        private final PackedReader in = new PackedReader(bytes);
        private int seen;

        @Override
        public boolean hasNext() {
            return seen < size;
        }

        @Override
        public TreeRow next() {
            if (seen++ >= size) {
                throw new NoSuchElementException();
            }
            int node = (int) in.next();
            long count = in.next();
            long errors = in.next();
            int present = (int) in.next();
            int moved = (int) in.next();
            long[] total = new long[Meter.COUNT];
            long[] self = new long[Meter.COUNT];
            long[] max = new long[Meter.COUNT];
            for (int meter : ORDER) {
                if ((moved & 1 << meter) == 0) {
                    continue;
                }
                total[meter] = in.nextSigned();
                self[meter] = total[meter] - in.nextSigned();
                max[meter] = total[meter] - in.nextSigned();
            }
            return new TreeRow(node, count, errors, present, total, self, max, new long[0]);
        }
    }
}

package sim.metrics.snapshot;

import java.util.AbstractList;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;

/**
 * What one context's calls came to, place by place, packed: 10 to 90 bytes a place instead of 500. A list, whose rows are
 * made when they are looked at, one after the other. Immutable; any thread.
 *
 * <pre>
 *  node  calls  errors  present  which meters moved  (total  total - self  total - max) of each of those
 * </pre>
 *
 * Integers of seven bits a byte, the low ones first, the eighth saying that more follow; differences have their sign in the
 * lowest bit. A leaf that was called once takes three bytes and its total a meter less than a byte each for the other two.
 */
public final class ContextRows extends AbstractList<TreeRow> {
    /** The meters as they follow each other: those that seldom move last. */
    private static final int[] ORDER = order((1 << Meter.COUNT) - 1);

    public static final ContextRows NONE = new ContextRows(0, new byte[0]);

    private final int size;
    private final byte[] bytes;

    ContextRows(int size, byte[] bytes) {
        this.size = size;
        this.bytes = bytes;
    }

    /** The meters of a bit set in the order in which they are packed. */
    public static int[] order(int meters) {
        return IntStream.concat(ordinals(meters & ~Meter.SELDOM), ordinals(meters & Meter.SELDOM)).toArray();
    }

    private static IntStream ordinals(int meters) {
        return IntStream.range(0, Meter.COUNT).filter(meter -> (meters & 1 << meter) != 0);
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
        private int at;
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
            int node = (int) take();
            long count = take();
            long errors = take();
            int present = (int) take();
            int moved = (int) take();
            long[] total = new long[Meter.COUNT];
            long[] self = new long[Meter.COUNT];
            long[] max = new long[Meter.COUNT];
            for (int meter : ORDER) {
                if ((moved & 1 << meter) == 0) {
                    continue;
                }
                total[meter] = takeSigned();
                self[meter] = total[meter] - takeSigned();
                max[meter] = total[meter] - takeSigned();
            }
            return new TreeRow(node, count, errors, present, total, self, max, new long[0]);
        }

        private long takeSigned() {
            long value = take();
            return value >>> 1 ^ -(value & 1);
        }

        private long take() {
            long value = 0;
            for (int shift = 0;; shift += 7) {
                byte next = bytes[at++];
                value |= (long) (next & 0x7f) << shift;
                if (next >= 0) {
                    return value;
                }
            }
        }
    }
}

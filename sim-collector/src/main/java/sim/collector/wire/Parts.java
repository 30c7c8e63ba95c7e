package sim.collector.wire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A frame taken apart: integers, strings, scalars, bytes that are packed already. Written front to back and read the same way, by one thread. */
final class Parts {
    /** Chunk by chunk, so that nothing large is copied to grow, nor needed in one piece. */
    private static final int CHUNK_BITS = 9;
    private static final int CHUNK = 1 << CHUNK_BITS;

    private long[][] longs = new long[4][];
    private int size;
    private int at;
    private final List<String> strings = new ArrayList<>();
    private final List<Object> scalars = new ArrayList<>();
    private final Map<String, Integer> indexes = new HashMap<>();
    private byte[] packed = new byte[0];

    void add(long value) {
        int chunk = size >> CHUNK_BITS;
        if ((size & CHUNK - 1) == 0) {
            if (chunk == longs.length) {
                longs = Arrays.copyOf(longs, chunk * 2);
            }
            longs[chunk] = new long[CHUNK];
        }
        longs[chunk][size++ & CHUNK - 1] = value;
    }

    void add(String text) {
        add(text == null ? -1 : indexes.computeIfAbsent(text, added -> {
            strings.add(added);
            return strings.size() - 1;
        }));
    }

    void addScalar(Object value) {
        scalars.add(value);
        add(scalars.size() - 1);
    }

    void pack(byte[] bytes) {
        packed = bytes;
    }

    byte[] packed() {
        return packed;
    }

    long integer(int index) {
        return longs[index >> CHUNK_BITS][index & CHUNK - 1];
    }

    int size() {
        return size;
    }

    List<String> strings() {
        return strings;
    }

    List<Object> scalars() {
        return scalars;
    }

    long next() throws WireException {
        if (at >= size) {
            throw new WireException("the frame ends in the middle");
        }
        return integer(at++);
    }

    /** A constant by its position. */
    <T> T nextOf(T[] constants) throws WireException {
        long position = next();
        if (position < 0 || position >= constants.length) {
            throw new WireException("no such " + constants[0].getClass().getSimpleName() + ": " + position);
        }
        return constants[(int) position];
    }

    int nextInt() throws WireException {
        long value = next();
        if (value != (int) value) {
            throw new WireException("a number is out of range: " + value);
        }
        return (int) value;
    }

    /** How many elements follow; each takes at least one integer. */
    int nextCount() throws WireException {
        long value = next();
        if (value < 0 || value > size - at) {
            throw new WireException("a count is out of range: " + value);
        }
        return (int) value;
    }

    /** A text that may be missing. */
    String nextText() throws WireException {
        long index = next();
        if (index < -1 || index >= strings.size()) {
            throw new WireException("a string is missing: " + index);
        }
        return index < 0 ? null : strings.get((int) index);
    }

    /** A text that must be there. */
    String requireText() throws WireException {
        String text = nextText();
        if (text == null) {
            throw new WireException("a text is missing");
        }
        return text;
    }

    Object nextScalar() throws WireException {
        long index = next();
        if (index < 0 || index >= scalars.size()) {
            throw new WireException("a value is missing: " + index);
        }
        return scalars.get((int) index);
    }
}

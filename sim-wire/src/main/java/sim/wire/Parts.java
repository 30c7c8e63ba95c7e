package sim.wire;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import sim.model.packed.Numbered;
import sim.model.packed.Packed;
import sim.model.packed.PackedException;
import sim.model.packed.PackedReader;
import sim.model.text.Text;

/**
 * The parts of a frame: integers, strings, scalars. One thread writes them from front to back, and one reads them so. The integers are
 * packed as in {@link Packed}, with their sign.
 */
final class Parts {
    private byte[] bytes;
    private int size;
    /** Made when the first integer is read, after all were written. */
    private PackedReader in;
    private final List<String> strings;
    private final List<Object> scalars;
    private final Map<String, Integer> indexes;
    /** The heap bytes that all parts of a frame together may still take. */
    private long[] room = {Long.MAX_VALUE};

    Parts() {
        this(new byte[256], 0, new ArrayList<>(), new ArrayList<>(), new HashMap<>());
    }

    /** Makes parts of integers that arrived packed. The array must not change. */
    Parts(byte[] integers) {
        this(integers, integers.length, new ArrayList<>(), new ArrayList<>(), Map.of());
    }

    private Parts(byte[] bytes, int size, List<String> strings, List<Object> scalars,
            Map<String, Integer> indexes) {
        this.bytes = bytes;
        this.size = size;
        this.strings = strings;
        this.scalars = scalars;
        this.indexes = indexes;
    }

    /** Parts to write with integers of their own; strings and scalars are shared with these. */
    Parts part() {
        return new Parts(new byte[256], 0, strings, scalars, indexes);
    }

    /** Parts to read of the next bytes, whose length comes first. Strings and scalars are shared. */
    Parts nextPart() throws WireException {
        int length = nextCount();
        int from = reader().skip(length);
        Parts part = new Parts(bytes, from + length, strings, scalars, indexes);
        part.in = new PackedReader(bytes, from, from + length);
        part.room = room;
        return part;
    }

    void add(long value) {
        room(Packed.LONGEST);
        size = Packed.putSigned(value, bytes, size);
    }

    /** Adds bytes, after their number. */
    void add(byte[] packed) {
        add(packed.length);
        room(packed.length);
        System.arraycopy(packed, 0, bytes, size, packed.length);
        size += packed.length;
    }

    private void room(int more) {
        if (bytes.length - size < more) {
            bytes = Arrays.copyOf(bytes, Math.max(bytes.length * 2, size + more));
        }
    }

    /** Adds a text, or null. Unpaired surrogates have no UTF-8 and are replaced. They should not get here; this is the last defence. */
    void add(String text) {
        add(text == null ? -1 : indexes.computeIfAbsent(text, added -> {
            strings.add(Text.wellFormed(added));
            return strings.size() - 1;
        }));
    }

    void addScalar(Object value) {
        scalars.add(value instanceof String text ? Text.wellFormed(text) : value);
        add(scalars.size() - 1);
    }

    /** Adds the values of a map, which have any type. */
    void addValues(Map<String, ?> values) {
        add(values.size());
        values.forEach((key, value) -> {
            add(key);
            addScalar(value);
        });
    }

    /** Adds elements, after their number. */
    <T> void addAll(Collection<T> elements, Consumer<T> writer) {
        add(elements.size());
        elements.forEach(writer);
    }

    /** The packed integers. */
    byte[] integers() {
        return Arrays.copyOf(bytes, size);
    }

    int size() {
        return size;
    }

    boolean hasNext() {
        return reader().hasNext();
    }

    List<String> strings() {
        return strings;
    }

    List<Object> scalars() {
        return scalars;
    }

    long next() throws WireException {
        try {
            return reader().nextSigned();
        } catch (PackedException broken) {
            throw new WireException("the frame is broken: " + broken.getMessage());
        }
    }

    private PackedReader reader() {
        if (in == null) {
            in = new PackedReader(bytes, 0, size);
        }
        return in;
    }

    /** Sets the most heap that reading may take. */
    void limit(long heapBytes) {
        room[0] = heapBytes;
    }

    /** Takes heap for what was read. */
    void take(long heapBytes) throws WireException {
        room[0] -= heapBytes;
        if (room[0] < 0) {
            throw new WireException("a batch that needs more memory than the server has for all; start it with more "
                    + "(-Xmx)");
        }
    }

    byte[] nextBytes() throws WireException {
        int length = nextCount();
        int from = reader().skip(length);
        return Arrays.copyOfRange(bytes, from, from + length);
    }

    /** Reads a constant of an enum by its number. */
    <T extends Numbered> T nextOf(T[] constants) throws WireException {
        long number = next();
        T constant = Numbered.of(constants, number);
        if (constant == null) {
            throw new WireException("no such " + constants[0].getClass().getSimpleName() + ": " + number);
        }
        return constant;
    }

    int nextInt() throws WireException {
        long value = next();
        if (value != (int) value) {
            throw new WireException("a number is out of range: " + value);
        }
        return (int) value;
    }

    /** Reads how many elements follow. Each takes at least one byte. */
    int nextCount() throws WireException {
        return count(next());
    }

    /** Whether anything is left. A later release may have added something at the end that an earlier one does not send. */
    boolean hasMore() {
        return reader().left() > 0;
    }

    /** Checks a number of elements that follow. */
    int count(long value) throws WireException {
        if (value < 0 || value > reader().left()) {
            throw new WireException("a count is out of range: " + value);
        }
        return (int) value;
    }

    /** Reads a text that may be null. */
    String nextText() throws WireException {
        long index = next();
        if (index < -1 || index >= strings.size()) {
            throw new WireException("a string is missing: " + index);
        }
        return index < 0 ? null : strings.get((int) index);
    }

    /** Reads a text that must not be null. */
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

    Map<String, Object> nextValues() throws WireException {
        Map<String, Object> values = new LinkedHashMap<>();
        for (int left = nextCount(); left > 0; left--) {
            values.put(requireText(), nextScalar());
        }
        return values;
    }

    <T> List<T> nextList(Element<T> element) throws WireException {
        int count = nextCount();
        List<T> list = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            list.add(element.read(this));
        }
        return list;
    }

    /** Reads one element of a list. */
    interface Element<T> {
        T read(Parts in) throws WireException;
    }
}

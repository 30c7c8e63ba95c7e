package sim.model.snapshot;

import java.util.AbstractList;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import sim.model.packed.Packed;

/**
 * Kept calls, packed: four to seven bytes for a call of wall time alone, from the ring to the server's store. It is a list that
 * makes each element when the element is read. To read a million a second, use the {@link #cursor()}. Immutable.
 *
 * <p> A call is a sequence of integers of seven bits a byte, the low ones first; the eighth bit says that more follow. Integers
 * that may be negative have their sign in the lowest bit. A call has only what differs from the call before it:
 *
 * <pre>
 *  node * 2 + 1 if something of the next four changed
 *  [which: 1 context, 2 thread, 4 meters present; 8 error, 16 exception's text]  [context]  [thread]  [meters]  [text]
 *  begin less the begin before (us)
 *  wall alone: its value; else the bit set of what is not zero and those values, user time as what total CPU exceeds it by
 * </pre>
 */
public final class Invocations extends AbstractList<Invocation> {
    public static final Invocations NONE = new Invocations(0, new byte[0], List.of());

    static final int CONTEXT = 1;
    static final int THREAD = 2;
    static final int METERS = 4;
    static final int ERROR = 8;
    static final int TEXT = 16;
    /** The largest number of meters, those of extensions included. */
    static final int MOST_METERS = 29;
    private static final int SMALLEST = 3;

    private final int size;
    private final byte[] bytes;
    private final List<String> texts;

    Invocations(int size, byte[] bytes, List<String> texts) {
        this.size = size;
        this.bytes = bytes;
        this.texts = texts;
    }

    /** The calls, packed. Packed calls are returned as they are. */
    public static Invocations of(List<Invocation> calls) {
        if (calls instanceof Invocations packed) {
            return packed;
        }
        InvocationPacker packer = new InvocationPacker();
        for (Invocation call : calls) {
            packer.add(call.node(), call.context(), call.thread(), call.beginMicros(), call.present(), call.readings(),
                    call.error(), call.exception());
        }
        return packer.take();
    }

    /**
     * The calls that a peer sent. Checks every call without memory for any.
     *
     * @throws IllegalArgumentException with one line, if the bytes are not that many packed calls
     */
    public static Invocations unpacked(int size, byte[] bytes, List<String> texts) {
        if (size < 0 || size > bytes.length / SMALLEST) {
            throw new IllegalArgumentException("a count of calls is out of range: " + size);
        }
        Invocations calls = new Invocations(size, bytes, texts);
        InvocationCursor cursor = calls.cursor();
        while (cursor.next()) {
            // each is checked on the way
        }
        cursor.expectEnd();
        return calls;
    }

    /** A cursor over the calls, without an object for each. */
    public InvocationCursor cursor() {
        return new InvocationCursor(size, bytes, texts);
    }

    /** The bytes, as {@link #unpacked} takes them. Do not change them. */
    public byte[] bytes() {
        return bytes;
    }

    /** The names of threads and texts of exceptions, by the numbers that the calls use. */
    public List<String> texts() {
        return texts;
    }

    /** The calls from one, inclusive, to another, exclusive. */
    @Override
    public Invocations subList(int from, int to) {
        if (from < 0 || to > size || from > to) {
            throw new IndexOutOfBoundsException(from + " to " + to + " of " + size);
        }
        InvocationPacker packer = new InvocationPacker();
        packer.addAll(this, from, to);
        return packer.take();
    }

    @Override
    public int size() {
        return size;
    }

    /** Goes through all calls before this one: use the iterator for more than one. */
    @Override
    public Invocation get(int index) {
        if (index < 0 || index >= size) {
            throw new IndexOutOfBoundsException(index + " of " + size);
        }
        InvocationCursor cursor = cursor();
        for (int i = 0; i <= index; i++) {
            cursor.next();
        }
        return cursor.invocation();
    }

    @Override
    public Iterator<Invocation> iterator() {
        InvocationCursor cursor = cursor();
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return cursor.hasNext();
            }

            @Override
            public Invocation next() {
                if (!cursor.next()) {
                    throw new NoSuchElementException();
                }
                return cursor.invocation();
            }
        };
    }

    /** User time travels as total CPU time less user time, which is often 0. Without total CPU time it travels as it is. */
    static long userOrSystem(int present, long cpu, long user) {
        return (present & Meter.CPU.bit()) != 0 ? cpu - user : user;
    }
}

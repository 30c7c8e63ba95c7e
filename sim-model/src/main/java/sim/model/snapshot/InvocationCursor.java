package sim.model.snapshot;

import java.util.Arrays;
import java.util.List;
import sim.model.packed.PackedReader;

/** Goes through packed calls. Its methods are about the call to which {@link #next()} has gone. One thread. */
public final class InvocationCursor {
    private static final int CPU = Meter.CPU.ordinal();
    private static final int USER = Meter.CPU_USER.ordinal();
    private static final int POSSIBLE = (1 << Invocations.MOST_METERS) - 1;
    private static final int CHANGES = 31;

    private final PackedReader in;
    private final List<String> texts;
    private int left;
    private int node;
    private long context;
    private String thread;
    private long begin;
    private int present;
    private boolean error;
    private String exception;
    private final long[] readings = new long[Invocations.MOST_METERS];
    /** The readings that may not be zero. */
    private int filled;

    InvocationCursor(int size, byte[] bytes, List<String> texts) {
        this.left = size;
        this.in = new PackedReader(bytes);
        this.texts = texts;
    }

    boolean hasNext() {
        return left > 0;
    }

    /**
     * Goes on to the next call; false at the end.
     *
     * @throws IllegalArgumentException with one line, if the bytes are not a call
     */
    public boolean next() {
        if (left == 0) {
            return false;
        }
        left--;
        long head = in.next();
        expect(head >>> 33 == 0, "a call's place", head);
        node = (int) (head >>> 1);
        error = false;
        exception = null;
        if ((head & 1) != 0) {
            takeChanged();
        }
        expect(thread != null, "a call's thread", -1);
        begin += in.nextSigned();
        if (present == 1) {
            readings[0] = in.next();
            filled |= 1;
        } else {
            takeReadings();
        }
        return true;
    }

    private void takeChanged() {
        long changed = in.next();
        expect((changed & ~CHANGES) == 0, "what is new about a call", changed);
        error = (changed & Invocations.ERROR) != 0;
        if ((changed & Invocations.CONTEXT) != 0) {
            context = in.nextSigned();
        }
        if ((changed & Invocations.THREAD) != 0) {
            thread = text();
        }
        if ((changed & Invocations.METERS) != 0) {
            long meters = in.next();
            expect((meters & ~POSSIBLE) == 0, "a call's meters", meters);
            present = (int) meters;
            clear();
        }
        if ((changed & Invocations.TEXT) != 0) {
            exception = text();
        }
    }

    private void takeReadings() {
        clear();
        long nonZero = in.next();
        expect((nonZero & ~present) == 0, "a call's values", nonZero);
        filled = (int) nonZero;
        for (int rest = filled; rest != 0; rest &= rest - 1) {
            readings[Integer.numberOfTrailingZeros(rest)] = in.next();
        }
        if ((present & Meter.CPU_USER.bit()) != 0) {
            readings[USER] = Invocations.userOrSystem(present, readings[CPU], readings[USER]);
            filled |= Meter.CPU_USER.bit();
        }
    }

    private void clear() {
        for (int rest = filled; rest != 0; rest &= rest - 1) {
            readings[Integer.numberOfTrailingZeros(rest)] = 0;
        }
        filled = 0;
    }

    private String text() {
        long index = in.next();
        expect(index >= 0 && index < texts.size(), "a call's text", index);
        return texts.get((int) index);
    }

    void expectEnd() {
        expect(!in.hasNext(), "the calls' length", in.left());
    }

    private static void expect(boolean holds, String what, long value) {
        if (!holds) {
            throw new IllegalArgumentException(what + " is out of range: " + value);
        }
    }

    /** See {@link Invocation}; the same for the methods below. */
    public int node() {
        return node;
    }

    public long context() {
        return context;
    }

    public String thread() {
        return thread;
    }

    public long beginMicros() {
        return begin;
    }

    public int present() {
        return present;
    }

    /** The readings by {@code Meter.ordinal()}; zero where a meter is absent. The readings of the next call are written into the same array. */
    public long[] readings() {
        return readings;
    }

    public boolean error() {
        return error;
    }

    /** The exception's text, or null. */
    public String exception() {
        return exception;
    }

    /** The call as an object of its own. */
    public Invocation invocation() {
        return new Invocation(node, context, thread, begin, present,
                Arrays.copyOf(readings, Math.max(Meter.COUNT, 32 - Integer.numberOfLeadingZeros(present))), error,
                exception);
    }
}

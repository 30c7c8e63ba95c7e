package sim.model.snapshot;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sim.model.packed.Packed;
import sim.model.text.Text;

/** Packs kept calls as {@link Invocations}, without an object for each call. One thread. */
public final class InvocationPacker {
    /** The most a call can take. */
    private static final int LARGEST = Packed.LONGEST * (Invocations.MOST_METERS + 8);
    private static final int CPU = Meter.CPU.ordinal();
    private static final int USER = Meter.CPU_USER.ordinal();

    private byte[] bytes = new byte[4 * LARGEST];
    private int at;
    private int size;
    private List<String> texts = new ArrayList<>();
    private Map<String, Integer> indexes = new HashMap<>();
    private long context;
    private String thread;
    private int present;
    private long begin;

    /**
     * Adds a call: see {@link Invocation}. Of the arguments only the texts are kept. If there is not enough memory, the call is
     * not added in part.
     */
    public void add(int node, long inContext, String onThread, long beginMicros, int presentMeters, long[] readings,
            boolean error, String exception) {
        if (bytes.length - at < LARGEST) {
            bytes = Arrays.copyOf(bytes, bytes.length * 2);
        }
        int changed = (inContext == context ? 0 : Invocations.CONTEXT)
                | (onThread.equals(thread) ? 0 : Invocations.THREAD)
                | (presentMeters == present ? 0 : Invocations.METERS) | (error ? Invocations.ERROR : 0)
                | (exception == null ? 0 : Invocations.TEXT);
        int threadAt = (changed & Invocations.THREAD) == 0 ? 0 : index(Text.name(onThread));
        int textAt = exception == null ? 0 : index(exception);
        // nothing is allocated from here on
        put((node & 0xffffffffL) << 1 | (changed == 0 ? 0 : 1));
        if (changed != 0) {
            putChanged(changed, inContext, threadAt, presentMeters, textAt);
            thread = onThread;
        }
        putSigned(beginMicros - begin);
        begin = beginMicros;
        if (present == 1) {
            put(readings[0]);
        } else {
            putReadings(readings);
        }
        size++;
    }

    private void putChanged(int changed, long inContext, int threadAt, int presentMeters, int textAt) {
        put(changed);
        if ((changed & Invocations.CONTEXT) != 0) {
            putSigned(inContext);
            context = inContext;
        }
        if ((changed & Invocations.THREAD) != 0) {
            put(threadAt);
        }
        if ((changed & Invocations.METERS) != 0) {
            put(presentMeters);
            present = presentMeters;
        }
        if ((changed & Invocations.TEXT) != 0) {
            put(textAt);
        }
    }

    private void putReadings(long[] readings) {
        int nonZero = 0;
        for (int left = present; left != 0; left &= left - 1) {
            int meter = Integer.numberOfTrailingZeros(left);
            if (sent(readings, meter) != 0) {
                nonZero |= 1 << meter;
            }
        }
        put(nonZero);
        for (int left = nonZero; left != 0; left &= left - 1) {
            put(sent(readings, Integer.numberOfTrailingZeros(left)));
        }
    }

    private long sent(long[] readings, int meter) {
        return meter == USER ? Invocations.userOrSystem(present, readings[CPU], readings[USER]) : readings[meter];
    }

    /** Adds packed calls, from one, inclusive, to another, exclusive. */
    public void addAll(Invocations calls, int from, int to) {
        InvocationCursor cursor = calls.cursor();
        for (int i = 0; i < to; i++) {
            cursor.next();
            if (i >= from) {
                add(cursor.node(), cursor.context(), cursor.thread(), cursor.beginMicros(), cursor.present(),
                        cursor.readings(), cursor.error(), cursor.exception());
            }
        }
    }

    public int size() {
        return size;
    }

    /** Returns the calls added since the last call. */
    public Invocations take() {
        if (size == 0) {
            return Invocations.NONE;
        }
        Invocations packed = new Invocations(size, Arrays.copyOf(bytes, at), texts);
        List<String> noTexts = new ArrayList<>();
        indexes = new HashMap<>();
        // nothing is allocated from here on
        texts = noTexts;
        at = 0;
        size = 0;
        context = 0;
        thread = null;
        present = 0;
        begin = 0;
        return packed;
    }

    private int index(String text) {
        return indexes.computeIfAbsent(text, added -> {
            texts.add(Text.wellFormed(added));
            return texts.size() - 1;
        });
    }

    private void putSigned(long value) {
        at = Packed.putSigned(value, bytes, at);
    }

    private void put(long value) {
        at = Packed.put(value, bytes, at);
    }
}

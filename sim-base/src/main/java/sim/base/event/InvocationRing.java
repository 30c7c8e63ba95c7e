package sim.base.event;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import sim.base.meter.Clock;
import sim.model.snapshot.InvocationPacker;

/**
 * Single calls on their way to the collector: a bounded ring with one writer (the ledger's owner) and one reader (the
 * collector's thread). A full ring drops the call and counts it. Nothing is allocated per call.
 *
 * <pre>
 *  longs   node : 32, error : 1, present : 31 | begin tick | context | readings        x capacity
 *  texts   thread | exception                                                           x capacity
 * </pre>
 *
 * A call of wall time alone is half a cache line. The ring begins small and doubles where the reader comes too late: the
 * writer goes on in new arrays, and the reader follows when it has emptied the old ones.
 */
public final class InvocationRing {
    private static final int HEADER = 3;
    /** The first capacity: 1.3 KB with wall time alone, 4.5 KB with all meters, which a thousand threads may each have. */
    private static final int FIRST_CAPACITY = 32;
    /** A smaller ring grows when it is full, and wakes nobody. */
    private static final int WAKING_CAPACITY = 2_048;
    /** The largest power of two that is a valid array length. */
    private static final int MOST_LONGS = 1 << 30;
    private static final long ERROR = 1L << 31;
    private static final int PRESENT = Integer.MAX_VALUE;
    private static final VarHandle HEAD;
    private static final VarHandle TAIL;

    static {
        try {
            HEAD = MethodHandles.lookup().findVarHandle(InvocationRing.class, "head", long.class);
            TAIL = MethodHandles.lookup().findVarHandle(InvocationRing.class, "tail", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final AtomicLong room;
    private final int first;
    private final int wakesFrom;
    private final int width;
    /** The ordinals of the meters that are kept. */
    private final int[] meters;
    private final int stride;
    private int most;
    /** The writer's arrays, and how many calls they hold. */
    private int capacity;
    private long[] longs;
    private String[] texts;
    private Arrays written;
    /**
     * The arrays that the reader reads: those of the writer, or earlier ones. The writer sets it once; afterwards only the reader does.
     */
    private Arrays read;
    private long head;
    private long tail;
    /** Only the owner writes it. The collector may read an older value, which does no harm. */
    private long dropped;

    /**
     * @param most the capacity it may grow to, rounded up to a power of two
     * @param room bytes that all rings together may grow by
     * @param kept the bit set of the meters that are ever read
     * @param width how many meters there are
     */
    public InvocationRing(int most, AtomicLong room, int kept, int width) {
        this(FIRST_CAPACITY, WAKING_CAPACITY, most, room, kept, width);
    }

    InvocationRing(int first, int most, AtomicLong room, int kept, int width) {
        this(first, first, most, room, kept, width);
    }

    private InvocationRing(int first, int wakesFrom, int most, AtomicLong room, int kept, int width) {
        this.room = room;
        this.width = width;
        this.meters = IntStream.range(0, width).filter(meter -> (kept & 1 << meter) != 0).toArray();
        this.stride = HEADER + meters.length;
        this.most = Integer.highestOneBit(Math.max(2, Math.min(most, MOST_LONGS / stride) - 1)) << 1;
        this.first = Math.min(first, this.most);
        this.wakesFrom = wakesFrom;
    }

    /** Keeps one call if there is room. Returns true when the ring has just become half full: time to wake the reader. */
    public boolean offer(int node, long beginTick, long context, String thread, int present, long[] readings,
            boolean error, String exception) {
        long at = tail;
        long filled = at - (long) HEAD.getAcquire(this);
        if (filled >= capacity && !grow(at)) {
            dropped++;
            return false;
        }
        int slot = (int) at & capacity - 1;
        int base = slot * stride;
        longs[base] = (long) node << 32 | (error ? ERROR : 0) | present;
        longs[base + 1] = beginTick;
        longs[base + 2] = context;
        for (int i = 0; i < meters.length; i++) {
            longs[base + HEADER + i] = readings[meters[i]];
        }
        // storing a reference costs a barrier, which takes more than all of the above: mostly the same reference is there already
        if (texts[slot * 2] != thread) {
            texts[slot * 2] = thread;
        }
        if (texts[slot * 2 + 1] != exception) {
            texts[slot * 2 + 1] = exception;
        }
        TAIL.setRelease(this, at + 1);
        return filled == capacity / 2 && (capacity >= wakesFrom || capacity == most);
    }

    /**
     * Makes the first arrays, or larger ones for the calls from now on. False if the ring is as large as it may be. Happens at most about
     * fourteen times.
     */
    private boolean grow(long since) {
        if (capacity == most) {
            return false;
        }
        int next = capacity == 0 ? first : capacity * 2;
        long more = bytes(next) - bytes(capacity);
        if (capacity > 0 && room.addAndGet(-more) < 0) {
            room.addAndGet(more);
            most = capacity;
            return false;
        }
        Arrays grown;
        try {
            grown = new Arrays(since, next, new long[next * stride], new String[next * 2]);
        } catch (Throwable full) { // the heap or the stack is full: the ring keeps its size
            room.addAndGet(capacity > 0 ? more : 0);
            throw full;
        }
        if (written == null) {
            read = grown;
        } else {
            written.next = grown;
        }
        written = grown;
        longs = grown.longs;
        texts = grown.texts;
        capacity = next;
        return true;
    }

    private long bytes(int calls) {
        return (long) calls * (stride * Long.BYTES + 2 * Integer.BYTES);
    }

    /** Gives back what the ring took to grow, after its writer has ended and it was drained. */
    public void retire() {
        if (capacity > first) {
            room.addAndGet(bytes(capacity) - bytes(first));
        }
    }

    /** Takes all kept calls. Called by the collector's thread only. */
    public void drain(InvocationPacker into) {
        long until = (long) TAIL.getAcquire(this);
        if (head == until) {
            return;
        }
        long[] readings = new long[width];
        long at = head;
        while (at < until) {
            // the writer has linked the arrays of a call before it published the call
            Arrays next = read.next;
            long end = next == null ? until : Math.min(until, next.since);
            take(read, at, end, readings, into);
            at = end;
            if (next != null && at == next.since) {
                read = next;
            }
        }
        HEAD.setRelease(this, until);
    }

    private void take(Arrays from, long first, long end, long[] readings, InvocationPacker into) {
        long at = first;
        try {
            for (; at < end; at++) {
                take(from, at, readings, into);
            }
        } catch (Throwable full) { // calls that were taken are not taken again
            HEAD.setRelease(this, at);
            throw full;
        }
    }

    private void take(Arrays from, long at, long[] readings, InvocationPacker into) {
        int slot = (int) at & from.capacity - 1;
        int base = slot * stride;
        for (int i = 0; i < meters.length; i++) {
            readings[meters[i]] = from.longs[base + HEADER + i];
        }
        long head = from.longs[base];
        String exception = from.texts[slot * 2 + 1];
        into.add((int) (head >>> 32), from.longs[base + 2], from.texts[slot * 2],
                Clock.epochMicros(from.longs[base + 1]), (int) head & PRESENT, readings, (head & ERROR) != 0,
                exception);
        if (exception != null) {
            from.texts[slot * 2 + 1] = null;
        }
    }

    /** How many calls found the ring full. */
    public long dropped() {
        return dropped;
    }

    /** The arrays for the calls from a certain one on. */
    private static final class Arrays {
        final long since;
        final int capacity;
        final long[] longs;
        final String[] texts;
        Arrays next;

        Arrays(long since, int capacity, long[] longs, String[] texts) {
            this.since = since;
            this.capacity = capacity;
            this.longs = longs;
            this.texts = texts;
        }
    }
}

package sim.metrics.event;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.List;
import java.util.stream.IntStream;
import sim.metrics.meter.Clock;
import sim.metrics.snapshot.Invocation;

/**
 * Single calls on their way to the collector: a bounded ring with one writer (the ledger's owner) and one reader (the
 * collector's thread). A full ring drops the call and counts it. Nothing is allocated per call.
 *
 * <pre>
 *  longs   node : 32, error : 1, present : 31 | begin tick | context | readings        x capacity
 *  texts   thread | exception                                                           x capacity
 * </pre>
 *
 * A call of wall time alone is half a cache line.
 */
public final class InvocationRing {
    private static final int HEADER = 3;
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

    private final int capacity;
    private final int width;
    /** The ordinals of the meters that are kept. */
    private final int[] meters;
    private final int stride;
    private long[] longs;
    private String[] texts;
    private long head;
    private long tail;
    /** Written by the owner only; read late by the collector, which is harmless. */
    private long dropped;

    /**
     * @param capacity rounded up to a power of two
     * @param kept the bit set of the meters that are ever read
     * @param width how many meters there are
     */
    public InvocationRing(int capacity, int kept, int width) {
        this.width = width;
        this.meters = IntStream.range(0, width).filter(meter -> (kept & 1 << meter) != 0).toArray();
        this.stride = HEADER + meters.length;
        this.capacity = Integer.highestOneBit(Math.max(2, capacity - 1)) << 1;
    }

    /** Keeps one call if there is room. Returns true when the ring has just become half full: time to wake the reader. */
    public boolean offer(int node, long beginTick, long context, String thread, int present, long[] readings,
            boolean error, String exception) {
        if (longs == null) {
            texts = new String[capacity * 2];
            longs = new long[capacity * stride];
        }
        long at = tail;
        long filled = at - (long) HEAD.getAcquire(this);
        if (filled >= capacity) {
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
        // storing a reference costs the collector's barriers, more than all of the above: mostly it is there already
        if (texts[slot * 2] != thread) {
            texts[slot * 2] = thread;
        }
        if (texts[slot * 2 + 1] != exception) {
            texts[slot * 2 + 1] = exception;
        }
        TAIL.setRelease(this, at + 1);
        return filled == capacity / 2;
    }

    /** Takes everything kept. The collector's thread only. */
    public void drain(List<Invocation> into) {
        long until = (long) TAIL.getAcquire(this);
        for (long at = head; at < until; at++) {
            int slot = (int) at & capacity - 1;
            int base = slot * stride;
            long[] readings = new long[width];
            for (int i = 0; i < meters.length; i++) {
                readings[meters[i]] = longs[base + HEADER + i];
            }
            into.add(new Invocation((int) (longs[base] >>> 32), longs[base + 2], texts[slot * 2],
                    Clock.epochMicros(longs[base + 1]), (int) longs[base] & PRESENT, readings,
                    (longs[base] & ERROR) != 0, texts[slot * 2 + 1]));
            if (texts[slot * 2 + 1] != null) {
                texts[slot * 2 + 1] = null;
            }
        }
        HEAD.setRelease(this, until);
    }

    /** Calls that found the ring full. */
    public long dropped() {
        return dropped;
    }
}

package sim.wire.totals;

import java.util.concurrent.atomic.AtomicLongArray;

/** The contexts whose end was counted lately. One that goes on elsewhere is sent again, with the same end or a later one. Any thread. */
public final class EndedContexts {
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    /** Ids are unique across processes. A later one takes the place of one with the same upper bits. */
    private final AtomicLongArray ids;
    private final int shift;

    /** @param bits so many are remembered, as a power of two, at 8 bytes each */
    public EndedContexts(int bits) {
        ids = new AtomicLongArray(1 << bits);
        shift = Long.SIZE - bits;
    }

    /** Whether this is the first end of that context. Remembers it. */
    boolean isNew(long context) {
        return ids.getAndSet((int) (context * SPREAD >>> shift), context) != context;
    }
}

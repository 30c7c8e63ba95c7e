package sim.context;

import java.util.concurrent.atomic.AtomicReferenceArray;
import sim.base.thread.ThreadId;

/**
 * Tables of places for current contexts. They are reused, so that a call in a context allocates nothing. There are as many as contexts
 * were ever current at the same time. Any thread; no lock.
 */
final class Scratches {
    private static final int KEPT = 64;

    private final AtomicReferenceArray<PlaceTable> free = new AtomicReferenceArray<>(KEPT);
    private final int limit;
    private final int[] ordinals;
    private final ContextMemory memory;

    Scratches(int limit, int[] ordinals, ContextMemory memory) {
        this.limit = limit;
        this.ordinals = ordinals;
        this.memory = memory;
    }

    /** Takes an empty table; null if there is no room for another. */
    PlaceTable take() {
        int from = start();
        for (int i = 0; i < KEPT; i++) {
            int at = from + i & KEPT - 1;
            if (free.getPlain(at) != null) {
                PlaceTable found = free.getAndSet(at, null);
                if (found != null) {
                    return found;
                }
            }
        }
        return PlaceTable.create(limit, ordinals, memory);
    }

    /** Takes a table back and clears it. A large one is given up where others need the memory. */
    void give(PlaceTable used) {
        used.clear();
        if (used.isLarge() && memory.isHalfFull()) {
            memory.give(used.bytes());
            return;
        }
        int from = start();
        for (int i = 0; i < KEPT; i++) {
            int at = from + i & KEPT - 1;
            if (free.getPlain(at) == null && free.compareAndSet(at, null, used)) {
                return;
            }
        }
        memory.give(used.bytes());
    }

    /** Gives up large tables of which little was used lately, or all of them where others need the memory. The collector's thread. */
    void trim() {
        for (int at = 0; at < KEPT; at++) {
            PlaceTable table = free.getPlain(at) == null ? null : free.getAndSet(at, null);
            if (table != null && (!table.isLarge() || table.wasUsed() && !memory.isHalfFull())
                    && free.compareAndSet(at, null, table)) {
                continue;
            }
            memory.give(table == null ? 0 : table.bytes());
        }
    }

    /** Takes a table for a moment, even if there is no room. */
    PlaceTable another() {
        return PlaceTable.createAnyway(PlaceTable.UNBOUNDED, ordinals, new ContextMemory(Long.MAX_VALUE));
    }

    private static int start() {
        return (int) ThreadId.of(Thread.currentThread()) * 7 & KEPT - 1;
    }
}

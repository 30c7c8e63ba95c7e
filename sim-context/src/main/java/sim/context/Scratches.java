package sim.context;

import java.util.concurrent.atomic.AtomicReferenceArray;

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

    /** Takes a table back and clears it. */
    void give(PlaceTable used) {
        used.clear();
        int from = start();
        for (int i = 0; i < KEPT; i++) {
            int at = from + i & KEPT - 1;
            if (free.getPlain(at) == null && free.compareAndSet(at, null, used)) {
                return;
            }
        }
        memory.give(used.bytes());
    }

    /** Takes a table for a moment, even if there is no room. */
    PlaceTable another() {
        return PlaceTable.createAnyway(Integer.MAX_VALUE >> 8, ordinals, new ContextMemory(Long.MAX_VALUE));
    }

    private static int start() {
        return (int) Thread.currentThread().getId() * 7 & KEPT - 1;
    }
}

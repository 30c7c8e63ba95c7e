package sim.context;

import java.util.concurrent.atomic.AtomicLong;
import sim.base.lending.Lent;
import sim.model.snapshot.ContextRowPacker;
import sim.model.snapshot.ContextRows;

/** Turns a thread's table of places into what a context keeps: all places, or the few that matter. Any thread. */
final class Packing {
    private final long[] owed;
    private final Scratches scratches;
    private final int places;
    private final int few;
    private final AtomicLong leftOut = new AtomicLong();
    /** Lent to a thread for one packing. A thread-local would keep one for every thread. */
    private final Tools[] tools = new Tools[Math.min(16, 2 * Runtime.getRuntime().availableProcessors())];

    Packing(Bounds bounds, int[] ordinals, ContextMemory memory) {
        this.places = bounds.places();
        this.few = Math.min(bounds.few(), places);
        this.owed = memory.owed;
        this.scratches = new Scratches(places, ordinals, memory);
        for (int i = 0; i < tools.length; i++) {
            tools[i] = new Tools(few);
        }
    }

    /** Lends a table for the calls of a scope; null if there is no room. */
    PlaceTable scratch() {
        return scratches.take();
    }

    /** Takes a closed scope's table back. */
    void giveBack(Scope scope) {
        PlaceTable table = scope.places;
        if (table != null) {
            long bytes = table.bytes();
            scope.places = null; // first, so that nobody gives it back twice
            try {
                scratches.give(table);
            } catch (StackOverflowError full) {
                synchronized (owed) { // nothing can be called here
                    owed[0] += bytes;
                }
                throw full;
            }
        }
    }

    /**
     * Adds a scope's places to what a context keeps.
     *
     * @param scope null for none
     * @param whole whether all places are kept
     * @param now whether {@code whole} is final, because the context has ended
     * @return by how many bytes the context has grown
     */
    int pack(Work work, Scope scope, boolean whole, boolean now) {
        PlaceTable added = scope == null ? null : scope.places;
        long lost = (scope == null ? 0 : scope.leftOut) + (added == null ? 0 : added.leftOut());
        if (lost > 0) {
            leftOut.addAndGet(lost);
        }
        boolean first = work.rows().isEmpty() && !work.hasRest();
        if (added == null && lost == 0 && (first || whole || !now)) {
            return 0;
        }
        if (first && added != null) {
            added.leaveOut(scope.leftOut, scope.leftOutErrors, scope.leftOutNanos);
            return replace(work, added, whole || !now);
        }
        PlaceTable merged = scratches.take();
        long taken = merged == null ? 0 : merged.bytes();
        if (merged == null) {
            merged = scratches.another();
        }
        try {
            work.unpack(merged);
            if (added != null) {
                merged.addAll(added);
            }
            if (scope != null) {
                merged.leaveOut(scope.leftOut, scope.leftOutErrors, scope.leftOutNanos);
            }
            int more = replace(work, merged, whole || !now);
            scratches.give(merged);
            return more;
        } catch (StackOverflowError full) {
            synchronized (owed) { // nothing can be called here
                owed[0] += taken;
            }
            throw full;
        }
    }

    /** The full content, for callers that see the context while it is still open. */
    ContextRows all(PlaceTable of) {
        ContextRowPacker packer = new ContextRowPacker();
        for (int slot = 0; slot < of.size(); slot++) {
            of.pack(slot, packer);
        }
        return packer.take();
    }

    /** Lends a table for a moment, even if there is no room. */
    PlaceTable another() {
        return scratches.another();
    }

    /** How many calls found no place in their context. */
    long leftOut() {
        return leftOut.get();
    }

    private int replace(Work work, PlaceTable of, boolean whole) {
        Tools borrowed = Lent.anyOf(tools);
        try {
            borrowed.packer.reset(); // the last user may have failed
            boolean[] kept = whole ? null : borrowed.few.of(of);
            for (int slot = 0; slot < of.size(); slot++) {
                if (kept == null || kept[slot]) {
                    of.pack(slot, borrowed.packer);
                }
            }
            return work.replace(borrowed.packer.take(), of.rest(kept));
        } finally {
            borrowed.held = 0;
        }
    }

    private static final class Tools extends Lent {
        final ContextRowPacker packer = new ContextRowPacker();
        final Few few;

        Tools(int most) {
            this.few = new Few(most);
        }
    }
}

package sim.context;

import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntUnaryOperator;
import sim.base.lending.Lent;
import sim.model.rows.ContextRowPacker;
import sim.model.rows.ContextRows;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Rest;

/** Turns a thread's table of places into what a context keeps: all places, or the few that matter. Any thread. */
final class Packing {
    private final long[] owed;
    private final Scratches scratches;
    private final int places;
    private final int few;
    private final AtomicLong leftOut = new AtomicLong();
    /** Lent to a thread for one packing. A thread-local would keep one for every thread. */
    private final Tools[] tools = new Tools[Math.min(16, 2 * Runtime.getRuntime().availableProcessors())];

    Packing(Bounds bounds, int[] ordinals, IntUnaryOperator callers, ContextMemory memory) {
        this.places = bounds.places();
        this.few = Math.min(bounds.few(), places);
        this.owed = memory.owed;
        this.scratches = new Scratches(places, ordinals, memory);
        for (int i = 0; i < tools.length; i++) {
            tools[i] = new Tools(few, callers);
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
            } catch (Throwable full) {
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
        long lost = (scope == null ? 0 : scope.leftOut) + (added == null ? 0 : added.leftOut().calls);
        if (lost > 0) {
            leftOut.addAndGet(lost);
            work.leftOutBy(added != null && scope.leftOut == 0 && added.isAtLimit()
                    ? ContextRecord.BY_TABLE
                    : ContextRecord.BY_MEMORY);
        }
        boolean first = work.isEmpty();
        if (added == null && lost == 0 && (first || whole || !now)) {
            return 0;
        }
        if (first && added != null) {
            leaveOut(added, scope);
            return keep(work, added, whole || !now, false);
        }
        if (added != null && (whole || !now) && work.canWait(added.size())) {
            leaveOut(added, scope);
            return keep(work, added, true, true);
        }
        PlaceTable lent = work.size() > PlaceTable.SMALL ? null : scratches.take();
        LeftOut beside = lent == null ? null : lent.leftOut();
        try {
            if (lent != null && !lent.hasRoomFor(work.size() + (added == null ? 0 : added.size()))) {
                // the outermost places, whose calls end last, would find none
                scratches.give(lent);
                lent = null;
            }
            PlaceTable merged = lent == null ? scratches.another() : lent;
            work.unpack(merged);
            if (added != null) {
                merged.addAll(added);
            }
            if (scope != null) {
                leaveOut(merged, scope);
            }
            int more = keep(work, merged, whole || !now, false);
            if (lent != null) {
                scratches.give(lent);
            }
            return more;
        } catch (Throwable full) {
            if (lent != null) {
                synchronized (owed) { // nothing can be called here
                    owed[0] += lent.taken + beside.taken;
                }
            }
            throw full;
        }
    }

    /** Adds a scope's calls without their places: memory is short, and their context is kept only if it turns out to be worth it. */
    void leaveOut(Work work, Scope scope) {
        PlaceTable of = scope.places;
        Rest left = of == null ? null : of.rest(new boolean[of.size()]);
        if (left != null || scope.leftOut > 0) {
            work.leftOutBy(ContextRecord.BY_MEMORY);
        }
        if (left != null) {
            work.addLater(ContextRows.NONE, left);
        }
        if (scope.leftOut > 0) {
            work.addLater(ContextRows.NONE,
                    new Rest(scope.leftOut, scope.leftOutErrors, Math.max(0, scope.leftOutNanos), 0));
        }
    }

    /** Adds up the places of all stays. */
    void addLater(Work work) {
        PlaceTable merged = scratches.another();
        work.unpack(merged);
        keep(work, merged, true, false);
    }

    private static void leaveOut(PlaceTable table, Scope scope) {
        table.leftOut().add(scope.leftOut, scope.leftOutErrors, scope.leftOutNanos, 0);
    }

    /** The full content, for callers that see the context while it is still open. */
    ContextRows all(PlaceTable of) {
        ContextRowPacker packer = new ContextRowPacker();
        for (int slot = 0; slot < of.size(); slot++) {
            if (of.count(slot) > 0) {
                of.pack(slot, packer);
            }
        }
        return packer.take();
    }

    /** Lends a table for a moment, even if there is no room. */
    PlaceTable another() {
        return scratches.another();
    }

    /** Counts calls without a place in a context that is to be kept after all. */
    void addLeftOut(long calls) {
        leftOut.addAndGet(calls);
    }

    /** How many calls found no place in their context. */
    long leftOut() {
        return leftOut.get();
    }

    /** Gives up idle memory. The collector's thread. */
    void trim() {
        scratches.trim();
    }

    /** Packs places, which replace those a context has, or are added to them later. */
    private int keep(Work work, PlaceTable of, boolean whole, boolean later) {
        Tools borrowed = Lent.anyOf(tools);
        try {
            borrowed.packer.reset(); // the last user may have failed
            boolean[] kept = !whole
                    ? borrowed.few.of(of)
                    : of.size() > places ? borrowed.least.of(of, places, 0) : null;
            for (int slot = 0; slot < of.size(); slot++) {
                if ((kept == null || kept[slot]) && of.count(slot) > 0) {
                    of.pack(slot, borrowed.packer);
                }
            }
            ContextRows packed = borrowed.packer.take();
            Rest rest = of.rest(kept);
            if (whole && kept != null) {
                work.leftOutBy(ContextRecord.BY_TABLE);
            }
            return later ? work.addLater(packed, rest) : work.replace(packed, rest);
        } finally {
            borrowed.held = 0;
        }
    }

    private static final class Tools extends Lent {
        final ContextRowPacker packer = new ContextRowPacker();
        final Few few;
        final Least least;

        Tools(int most, IntUnaryOperator callers) {
            this.few = new Few(most, callers);
            this.least = new Least(callers);
        }
    }
}

package sim.metrics.probe;

import java.util.List;
import sim.base.lending.Lent;
import sim.base.meter.MemoryRest;
import sim.base.thread.ThreadId;
import sim.metrics.tree.NumbersMemory;

/**
 * A part of the table of {@link LightCalls}: the innermost calls of the threads whose ids fall here, and free ones. It is borrowed for each
 * use, for a few loads and stores. What fails in between, because the stack or the heap is full, leaves the table as it was.
 */
final class LightStripe extends Lent {
    private static final int FIRST = 16;
    /** The most calls that are kept for later. */
    private static final int MOST_FREE = 32;
    /** Memory is taken and given back for so many calls at a time. */
    private static final int AT_ONCE = 16;
    /** Heap bytes of a call without its arrays, and of its share of the table. */
    private static final int CALL = 80;
    private static final int ARRAY = 16;

    private final NumbersMemory memory;
    /** No call is made during it. */
    private final MemoryRest rest;
    private final int width;
    /** Bytes of a call, with what inner calls took: nearly every call has one inside in the end. */
    private final int each;
    private LightCall[] table = new LightCall[FIRST];
    /** Threads in the table. */
    int size;
    private LightCall free;
    private int freed;
    /** Calls in the table, those around them included, and free ones. */
    private int calls;
    /** The calls for which memory is taken. */
    private int taken;
    private int refused;

    /** @param width the meters that are read beside wall time */
    LightStripe(NumbersMemory memory, MemoryRest rest, int width) {
        this.memory = memory;
        this.rest = rest;
        this.width = width;
        this.each = CALL + (width == 0 ? 0 : 2 * (ARRAY + Long.BYTES * width));
    }

    /** The innermost call of a thread, or null. */
    LightCall find(Thread thread) {
        LightCall call = table[at(thread, table.length)];
        while (call != null && call.thread != thread) {
            call = call.next;
        }
        return call;
    }

    /**
     * A call to be filled; null if there is no memory for one. It is in no table: if it is lost, nothing is.
     *
     * @param asksAlways whether the heap is asked for one during a rest too
     */
    LightCall take(boolean asksAlways) {
        LightCall call = free;
        if (call != null) {
            free = call.next;
            call.next = null;
            freed--;
            calls--;
            return call;
        }
        if (!asksAlways && !rest.isOver()) {
            return null;
        }
        if (calls >= taken) {
            if (!memory.takeForCalls((long) AT_ONCE * each)) {
                refused++;
                return null;
            }
            taken += AT_ONCE;
        }
        LightCall made = new LightCall();
        made.begin = width == 0 ? null : new long[width];
        return made;
    }

    /** Whether as many calls were refused as there are threads to look through, and the list of what is found may be made. */
    boolean isWorthLooking() {
        if (refused <= size || !rest.isOver()) {
            return false;
        }
        refused = 0;
        return true;
    }

    /** A filled call becomes its thread's innermost one, in place of its caller. */
    void put(LightCall call) {
        LightCall caller = call.caller;
        if (caller != null) {
            replace(caller, call);
        } else {
            if (size >= table.length && rest.isOver()) {
                grow();
            }
            int at = at(call.thread, table.length);
            call.next = table[at];
            table[at] = call;
            size++;
        }
        calls++;
    }

    /** Takes off a thread's innermost call; its caller is the innermost one then, if it has one. */
    void remove(LightCall call) {
        LightCall caller = call.caller;
        if (caller != null) {
            caller.current = call.current;
        } else {
            size--;
        }
        replace(call, caller);
        calls--;
        call.clear();
        if (freed < MOST_FREE) {
            call.next = free;
            free = call;
            freed++;
            calls++;
        } else {
            giveBack();
        }
    }

    /** Takes back a call that was not used after all. */
    void discard(LightCall call) {
        call.clear();
        call.next = free;
        free = call;
        freed++;
        calls++;
    }

    /**
     * Takes the calls of dead threads out, and adds the innermost call of each to a list, from which they are counted once the stripe is
     * given back.
     *
     * @param withScopes whether those with a scope too
     */
    void removeDead(boolean withScopes, List<LightCall> dead) {
        for (LightCall first : table) {
            for (LightCall call = first, next; call != null; call = next) {
                next = call.next;
                if (!call.thread.isAlive() && (withScopes || call.current == null)) {
                    dead.add(call); // first: it may fail
                    drop(call);
                }
            }
        }
    }

    /** Takes all calls of a thread out of the table. None of them is used again for another call: an end that comes later may still refer to it. */
    void drop(LightCall innermost) {
        int open = 0;
        for (LightCall at = innermost; at != null; at = at.caller) {
            open++;
        }
        replace(innermost, null);
        size--;
        calls -= open;
        giveBack();
    }

    /** Gives back the memory of calls that are gone. */
    private void giveBack() {
        int many = (taken - calls - AT_ONCE) / AT_ONCE * AT_ONCE;
        if (many > 0) {
            taken -= many;
            memory.giveCalls((long) many * each);
        }
    }

    /** Puts a call, or none, in the place of another one of the same thread. Stores alone. */
    private void replace(LightCall known, LightCall by) {
        int at = at(known.thread, table.length);
        LightCall before = null;
        LightCall call = table[at];
        while (call != known) {
            before = call;
            call = call.next;
        }
        LightCall rest = known.next;
        if (by != null) {
            by.next = rest;
            rest = by;
        }
        if (before == null) {
            table[at] = rest;
        } else {
            before.next = rest;
        }
        known.next = null;
    }

    /** Without room in the heap the table stays as it is, and takes longer to search. */
    private void grow() {
        LightCall[] larger;
        try {
            larger = new LightCall[2 * table.length];
        } catch (OutOfMemoryError full) {
            rest.begin();
            return;
        }
        // a full stack ends this at the first id, before anything was moved
        for (LightCall first : table) {
            for (LightCall call = first, next; call != null; call = next) {
                next = call.next;
                int at = at(call.thread, larger.length);
                call.next = larger[at];
                larger[at] = call;
            }
        }
        table = larger;
    }

    private static int at(Thread thread, int size) {
        return (int) (ThreadId.of(thread) >>> LightCalls.BITS) & size - 1;
    }
}

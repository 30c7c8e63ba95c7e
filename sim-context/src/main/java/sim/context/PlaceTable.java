package sim.context;

import java.lang.invoke.VarHandle;
import java.util.Arrays;
import java.util.List;
import sim.model.rows.ContextRowPacker;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Rest;
import sim.model.snapshot.TreeRow;

/**
 * The sums of calls by place of the call tree: the calls of one context while it is current, or of all contexts of a kind. It has
 * only the meters that are on, in one array that grows with use. Places are found by open addressing.
 *
 * <pre>
 *  table  slot + 1 by node id's low bits      nodes  node id by slot
 *  sums   one slot after the other:           head, then total, self and largest of each meter, then errors
 *         head:                               calls, a bit for each present meter, FAILED, SELDOM
 * </pre>
 *
 * The meters that seldom change come last, and the head says whether any of them has changed, and whether a call failed. So most of a
 * slot is usually not added, read or cleared.
 *
 * Slots are small, because each one that is touched drives others out of the processor's cache, the program's among them: 40 bytes with
 * wall time alone. Wall time comes first and has its own code: a loop over one meter costs more than the addition.
 *
 * A table that is full stays open for what is dearer than what it has: see {@link #admits}. The calls of places that give way are
 * {@link LeftOut}.
 *
 * One writer at a time. The collector's thread may read at the same time, and then sees sums while they change.
 */
final class PlaceTable {
    /** The call was added. */
    static final int KNOWN = 0;
    /** The call was added, and memory was allocated for it. */
    static final int GREW = 1;
    /** There is no room for its place, and nothing was added. */
    static final int FULL = -1;

    private static final int METERS = 1;
    private static final int TOTAL = 0;
    private static final int SELF = 1;
    private static final int MAX = 2;
    private static final int FIRST = 8;
    /** A table that is lent to a context grows past so many places only while half of the contexts' memory is free. */
    static final int SMALL = 64;
    /** The limit of a table that only memory bounds. */
    static final int UNBOUNDED = Integer.MAX_VALUE >> 8;
    /** Of a head: the count of calls, */
    private static final long CALLS = (1L << 48) - 1;
    /** where the present meters begin, */
    private static final int PRESENT = 48;
    private static final int PRESENT_ALL = (1 << Meter.COUNT) - 1;
    /** whether a call failed, */
    private static final long FAILED = 1L << 61;
    /** and whether a meter changed that seldom does. */
    private static final long SELDOM = 1L << 62;
    /** Of the head of a slot whose sums count elsewhere now. */
    private static final long MOVED = 1L << 63;
    private static final int NEVER_FULL = -1;
    private static final int TRIES = 100;

    private final int limit;
    private final ContextMemory memory;
    /** The ordinals of the meters that are on, and the position of each among them. */
    private final int[] ordinals;
    private final int[] positions;
    private final int stride;
    /** Where in a slot the meters begin that seldom change. */
    private final int seldom;
    private int[] table;
    private int[] nodes;
    private long[] sums;
    private int size;
    /** The most places it had since {@link #wasUsed} was asked. */
    private int mostUsed;
    private final LeftOut leftOut;
    /** From this self time on a call at another place is worth a row, ns; negative if the table was never full. */
    private long floor = NEVER_FULL;
    /** Self time of calls that were not since one of their like was given a row, ns. */
    private long passedOver;
    /** The latest begin of a call that is inside others which are to have a row. */
    private long inside;
    /** Odd while places give way. Only then do slots change their places. */
    volatile int moves;
    /** Bytes that it takes of the contexts' memory, without what {@link #leftOut} does. A field, for who gives them back where the stack is full. */
    long taken;

    private PlaceTable(int limit, int[] ordinals, ContextMemory memory) {
        this.limit = limit;
        this.memory = memory;
        this.ordinals = ordinals;
        this.stride = stride(ordinals);
        this.positions = new int[Meter.COUNT];
        int often = 0;
        for (int i = 0; i < ordinals.length; i++) {
            positions[ordinals[i]] = METERS + 3 * i;
            often += (Meter.SELDOM & 1 << ordinals[i]) == 0 ? 1 : 0;
        }
        this.seldom = METERS + 3 * often;
        int first = Math.min(limit, FIRST);
        this.table = new int[tableLength(first)];
        this.nodes = new int[first];
        this.sums = new long[first * stride];
        this.taken = bytes(first, stride);
        this.leftOut = new LeftOut(memory);
    }

    /** Makes a table of at most {@code limit} places; null if there is no room. */
    static PlaceTable create(int limit, int[] ordinals, ContextMemory memory) {
        long[] owed = memory.owed;
        long bytes = bytes(Math.min(limit, FIRST), stride(ordinals));
        if (!memory.take(bytes)) {
            return null;
        }
        try {
            return new PlaceTable(limit, ordinals, memory);
        } catch (Throwable full) {
            synchronized (owed) { // nothing can be called here
                owed[0] += bytes;
            }
            throw full;
        }
    }

    /** The same even if there is no room. */
    static PlaceTable createAnyway(int limit, int[] ordinals, ContextMemory memory) {
        memory.give(-bytes(Math.min(limit, FIRST), stride(ordinals)));
        return new PlaceTable(limit, ordinals, memory);
    }

    private static int stride(int[] ordinals) {
        return METERS + 3 * ordinals.length + 1;
    }

    /** Adds a finished call. */
    int add(int node, int[] meters, int present, long[] deltas, long[] inner, boolean error) {
        int slot = find(node);
        int done = KNOWN;
        if (slot < 0) {
            done = open();
            if (done == FULL) {
                return FULL;
            }
            slot = insert(node);
        }
        long[] into = sums;
        int base = slot * stride;
        long head = (long) present << PRESENT;
        // from here on nothing is called: the stack may be full
        long wall = deltas[0];
        into[base + METERS + TOTAL] += wall;
        into[base + METERS + SELF] += wall - inner[0];
        if (wall > into[base + METERS + MAX]) {
            into[base + METERS + MAX] = wall;
        }
        for (int i = 1; i < meters.length; i++) {
            int meter = meters[i];
            long delta = deltas[meter];
            long within = inner[meter];
            if ((delta | within) != 0) {
                int position = positions[meter];
                int at = base + position;
                if (position >= seldom) {
                    head |= SELDOM;
                }
                into[at + TOTAL] += delta;
                into[at + SELF] += delta - within;
                if (delta > into[at + MAX]) {
                    into[at + MAX] = delta;
                }
            }
        }
        if (error) {
            head |= FAILED;
            into[base + stride - 1]++;
        }
        into[base] = into[base] + 1 | head;
        return done;
    }

    /** Opens the table for one more place. By itself, because a longer {@link #add} is not inlined, which cost 5 ns a call. */
    private int open() {
        return floor >= 0 ? FULL : size < nodes.length ? KNOWN : grow();
    }

    /**
     * Whether a call that found the table full is worth a row: it is dear, or failed, or is a caller of one that has a row since the
     * table is full, or its like came to as much. So a place that is called often is found, however short its calls are: it stands for
     * the time of all that are passed over, which is most likely its own.
     */
    boolean admits(long beginTick, long self, boolean error) {
        if (floor < 0 || error || self >= floor || beginTick - inside <= 0) {
            return true;
        }
        passedOver += Math.max(0, self);
        if (passedOver < floor) {
            return false;
        }
        passedOver = 0;
        return true;
    }

    /** Whether there is room for one more place, after it has grown if it may. */
    boolean hasRoom() {
        return size < nodes.length || grow() != FULL;
    }

    /** Whether there is room for so many places, after it has grown if it may. */
    boolean hasRoomFor(int places) {
        while (nodes.length < places) {
            if (grow() == FULL) {
                return false;
            }
        }
        return true;
    }

    /** Makes a row for a call that began at that time. Calls that it is inside of will have one too. There must be room. */
    void enter(int node, long beginTick) {
        if (find(node) < 0) {
            insert(node);
        }
        inside = floor < 0 ? beginTick : Math.max(inside, beginTick);
    }

    /**
     * Notes that places have given way to a call that began at that time: calls that are open are its callers, and will have rows.
     *
     * @param worth see {@link #floor}
     */
    void wasFull(long beginTick, long worth) {
        inside = floor < 0 ? beginTick : Math.max(inside, beginTick);
        floor = Math.max(floor, worth);
    }

    /** Adds the places of another table. Calls at places for which there is no room are counted as left out. */
    void addAll(PlaceTable other) {
        addAll(Math.min(other.size, other.nodes.length), other.nodes, other.sums);
        leftOut.addAll(other.leftOut);
    }

    /** Adds the places of another table that its writer goes on changing. None of them if they do not stand still. */
    void addOpen(PlaceTable other) {
        for (int tries = 0; tries < TRIES; tries++) {
            int moved = other.moves;
            int theirs = Math.min(other.size, other.nodes.length);
            VarHandle.loadLoadFence();
            int[] ids = Arrays.copyOf(other.nodes, theirs);
            long[] from = other.sums;
            theirs = Math.min(theirs, from.length / stride);
            from = Arrays.copyOf(from, theirs * stride);
            VarHandle.loadLoadFence();
            if ((moved & 1) == 0 && other.moves == moved) {
                addAll(theirs, ids, from);
                leftOut.addAll(other.leftOut);
                return;
            }
            Thread.onSpinWait();
        }
    }

    private void addAll(int theirs, int[] ids, long[] from) {
        for (int i = 0; i < theirs; i++) {
            long head = from[i * stride];
            if ((head & CALLS) == 0) {
                continue;
            }
            int slot = slot(ids[i]);
            if (slot < 0) {
                leaveOut(ids[i], head & CALLS, (head & FAILED) == 0 ? 0 : from[(i + 1) * stride - 1],
                        from[i * stride + METERS + SELF]);
            } else {
                addSlot(slot, from, i * stride);
            }
        }
    }

    /**
     * Moves the places of another table here. Places for which there is no room go to the only place of {@code rest}. If this fails, what
     * was moved no longer counts in the other table.
     */
    void moveAll(PlaceTable other, PlaceTable rest) {
        long[] from = other.sums;
        for (int i = 0; i < other.size; i++) {
            int at = i * stride;
            long head = from[at];
            if ((head & CALLS) == 0) {
                continue;
            }
            PlaceTable to = this;
            int slot = slot(other.nodes[i]);
            if (slot < 0) {
                to = rest;
                slot = rest.slot(0);
            }
            to.addSlot(slot, from, at);
            from[at] = head & ~CALLS | MOVED;
        }
    }

    /**
     * The same for the places that do not stay there: their calls are left out in the other table, and their slots are empty. If this
     * fails, each slot is either as it was, or moved.
     */
    void moveOthers(PlaceTable other, boolean[] stay, PlaceTable rest) {
        LeftOut left = other.leftOut;
        long[] from = other.sums;
        for (int i = 0; i < other.size; i++) {
            int at = i * stride;
            long head = from[at];
            if (stay[i] || (head & CALLS) == 0) {
                continue;
            }
            left.mark(other.nodes[i]);
            PlaceTable to = this;
            int slot = slot(other.nodes[i]);
            if (slot < 0) {
                to = rest;
                slot = rest.slot(0);
            }
            to.addSlot(slot, from, at);
            // from here on nothing is called: the stack may be full
            left.calls += head & CALLS;
            left.errors += (head & FAILED) == 0 ? 0 : from[at + stride - 1];
            left.nanos += from[at + METERS + SELF];
            for (int j = 0; j < stride; j++) {
                from[at + j] = 0;
            }
        }
    }

    /** Takes out places without calls. Calls nothing, because the stack may be full. */
    void closeUp() {
        int[] slots = table;
        int[] ids = nodes;
        long[] all = sums;
        int width = stride;
        int mask = slots.length - 1;
        for (int at = 0; at <= mask; at++) {
            slots[at] = 0;
        }
        int to = 0;
        for (int from = 0; from < size; from++) {
            if ((all[from * width] & CALLS) == 0) {
                continue;
            }
            if (to < from) {
                ids[to] = ids[from];
                for (int i = 0; i < width; i++) {
                    all[to * width + i] = all[from * width + i];
                }
            }
            int at = ids[to] & mask;
            while (slots[at] != 0) {
                at = at + 1 & mask;
            }
            slots[at] = ++to;
        }
        size = to;
    }

    /** The number of all calls at places here. */
    long counted() {
        long counted = 0;
        for (int slot = 0; slot < size; slot++) {
            counted += count(slot);
        }
        return counted;
    }

    /** Makes a slot for each place of another table. For a table without a bound. */
    void makeRoom(PlaceTable other) {
        for (int i = 0; i < other.size; i++) {
            slot(other.nodes[i]);
        }
    }

    /** Adds places that were packed before, because more is to be added to them. */
    void addAll(List<TreeRow> rows) {
        for (TreeRow row : rows) {
            int slot = slot(row.node());
            if (slot < 0) {
                leaveOut(row.node(), row.count(), row.errors(), row.self()[0]);
                continue;
            }
            int base = slot * stride;
            sums[base] = sums[base] + row.count() | (long) row.present() << PRESENT | FAILED | SELDOM;
            sums[base + stride - 1] += row.errors();
            for (int i = 0, at = base + METERS; i < ordinals.length; i++, at += 3) {
                sums[at + TOTAL] += row.total()[ordinals[i]];
                sums[at + SELF] += row.self()[ordinals[i]];
                sums[at + MAX] = Math.max(sums[at + MAX], row.max()[ordinals[i]]);
            }
        }
    }

    /** Calls no method, because the stack may be full. */
    private void addSlot(int slot, long[] from, int at) {
        long[] into = sums;
        int base = slot * stride;
        long head = from[at];
        into[base] = into[base] + (head & CALLS) | head & ~CALLS;
        if ((head & FAILED) != 0) {
            into[base + stride - 1] += from[at + stride - 1];
        }
        into[base + METERS + TOTAL] += from[at + METERS + TOTAL];
        into[base + METERS + SELF] += from[at + METERS + SELF];
        long wall = from[at + METERS + MAX];
        if (wall > into[base + METERS + MAX]) {
            into[base + METERS + MAX] = wall;
        }
        int end = (head & SELDOM) == 0 ? seldom : stride - 1;
        for (int i = METERS + 3; i < end; i += 3) {
            long total = from[at + i + TOTAL];
            long self = from[at + i + SELF];
            if ((total | self) != 0) {
                into[base + i + TOTAL] += total;
                into[base + i + SELF] += self;
                long max = from[at + i + MAX];
                if (max > into[base + i + MAX]) {
                    into[base + i + MAX] = max;
                }
            }
        }
    }

    /** The slot of a node, made if needed; -1 if there is no room for it. */
    private int slot(int node) {
        int slot = find(node);
        if (slot >= 0) {
            return slot;
        }
        return size < nodes.length || grow() != FULL ? insert(node) : -1;
    }

    private int find(int node) {
        int[] slots = table;
        int mask = slots.length - 1;
        for (int at = node & mask;; at = at + 1 & mask) {
            int slot = slots[at] - 1;
            if (slot < 0 || nodes[slot] == node) {
                return slot;
            }
        }
    }

    private int insert(int node) {
        int slot = size;
        int base = slot * stride;
        if (sums[base] != 0) { // of an earlier use
            empty(base);
        }
        nodes[slot] = node;
        VarHandle.storeStoreFence(); // who sees the new size sees an empty slot
        enter(table, node, slot);
        size = slot + 1;
        return slot;
    }

    private void empty(int base) {
        long[] old = sums;
        long head = old[base];
        int end = (head & (SELDOM | FAILED)) == 0 ? base + seldom : base + stride;
        old[base + METERS + TOTAL] = 0;
        old[base + METERS + SELF] = 0;
        old[base + METERS + MAX] = 0;
        for (int at = base + METERS + 3; at < end; at++) {
            old[at] = 0;
        }
        old[base] = 0;
    }

    private static void enter(int[] table, int node, int slot) {
        int mask = table.length - 1;
        int at = node & mask;
        while (table[at] != 0) {
            at = at + 1 & mask;
        }
        table[at] = slot + 1;
    }

    private int grow() {
        int next = Math.min(limit, nodes.length * 2);
        long[] owed = memory.owed;
        long more = bytes(next, stride) - bytes(nodes.length, stride);
        if (next <= nodes.length
                || !(next > SMALL && limit < UNBOUNDED ? memory.takeOfHalf(more) : memory.take(more))) {
            return FULL;
        }
        try {
            int[] moreNodes = Arrays.copyOf(nodes, next);
            long[] moreSums = Arrays.copyOf(sums, next * stride);
            int[] larger = new int[tableLength(next)];
            for (int slot = 0; slot < size; slot++) {
                enter(larger, nodes[slot], slot);
            }
            // all in one step: the stack or the heap may have been full before
            nodes = moreNodes;
            sums = moreSums;
            table = larger;
            taken += more;
            return GREW;
        } catch (Throwable full) {
            synchronized (owed) { // nothing can be called here
                owed[0] += more;
            }
            throw full;
        }
    }

    /** Forgets all places and keeps its size. Sums are cleared when their slot is used again. */
    void clear() {
        if (size * 16 < table.length) {
            for (int slot = size - 1; slot >= 0; slot--) { // backwards, so that those entered before are still found
                table[position(slot)] = 0;
            }
        } else {
            Arrays.fill(table, 0);
        }
        mostUsed = Math.max(mostUsed, size);
        size = 0;
        floor = NEVER_FULL;
        passedOver = 0;
        leftOut.clear();
    }

    private int position(int slot) {
        int mask = table.length - 1;
        int at = nodes[slot] & mask;
        while (table[at] != slot + 1) {
            at = at + 1 & mask;
        }
        return at;
    }

    /** Whether it was worth its size since this was asked before. */
    boolean wasUsed() {
        boolean used = mostUsed * 4 > nodes.length;
        mostUsed = 0;
        return used;
    }

    /** Whether it has all the places that it may have. */
    boolean isAtLimit() {
        return nodes.length >= limit;
    }

    /** Whether it has grown past {@link #SMALL}. */
    boolean isLarge() {
        return nodes.length > SMALL;
    }

    /** Calls that have no row here. */
    LeftOut leftOut() {
        return leftOut;
    }

    /** Counts calls at a place that has no row here. */
    void leaveOut(int node, long calls, long errors, long nanos) {
        leftOut.mark(node);
        leftOut.add(calls, errors, nanos, 0);
    }

    /** The sum of calls that have no row here and of those at places that are not kept; null for none. */
    Rest rest(boolean[] kept) {
        long calls = leftOut.calls;
        if (calls == 0 && kept == null) {
            return null;
        }
        long failed = leftOut.errors;
        long nanos = leftOut.nanos;
        long places = leftOut.places();
        for (int slot = 0; slot < size; slot++) {
            boolean isMarked = leftOut.calls != 0 && leftOut.isMarked(nodes[slot]);
            if (kept == null || kept[slot]) {
                places -= isMarked && count(slot) > 0 ? 1 : 0;
            } else if (count(slot) > 0) {
                calls += count(slot);
                failed += errors(slot);
                nanos += selfWall(slot);
                places += isMarked ? 0 : 1;
            }
        }
        return calls == 0 ? null : new Rest(calls, failed, Math.max(0, nanos), Math.max(0, places));
    }

    int size() {
        return size;
    }

    long count(int slot) {
        return sums[slot * stride] & CALLS;
    }

    long errors(int slot) {
        return (sums[slot * stride] & FAILED) == 0 ? 0 : sums[slot * stride + stride - 1];
    }

    /** The self time of the calls at a place, wall time in ns. */
    long selfWall(int slot) {
        return sums[slot * stride + METERS + SELF];
    }

    /** The whole time of the calls at a place, wall time in ns. */
    long totalWall(int slot) {
        return sums[slot * stride + METERS + TOTAL];
    }

    /** The slot of a node, negative if it has none. */
    int slotOf(int node) {
        return find(node);
    }

    int node(int slot) {
        return nodes[slot];
    }

    /** Packs all places that have calls, by node. */
    void packByNode(ContextRowPacker into) {
        long[] byNode = new long[size];
        for (int slot = 0; slot < size; slot++) {
            byNode[slot] = (long) nodes[slot] << 32 | slot;
        }
        Arrays.sort(byNode);
        for (long each : byNode) {
            if (count((int) each) > 0) {
                pack((int) each, into);
            }
        }
    }

    /** Packs one place. */
    void pack(int slot, ContextRowPacker into) {
        int base = slot * stride;
        into.add(nodes[slot], count(slot), errors(slot), (int) (sums[base] >>> PRESENT) & PRESENT_ALL, ordinals, sums,
                base + METERS);
    }

    /** Bytes that it takes of the contexts' memory. */
    long bytes() {
        return taken + leftOut.taken;
    }

    private static long bytes(int places, int stride) {
        return 200 + 4L * tableLength(places) + 4L * places + 8L * places * stride;
    }

    private static int tableLength(int places) {
        return Integer.highestOneBit(Math.max(4, 2 * places - 1)) << 1;
    }
}

package sim.context;

import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import sim.base.meter.Clock;
import sim.model.snapshot.ContextRecord;

/**
 * A flow context: a piece of business work ("extract", "order 4711"), with the values written into it and the cost of the work inside.
 * {@code ContextManager} and the aspects begin and end contexts. Any thread may write values and work in one, also after its end; SIM
 * then ships it once more.
 */
public final class Context {
    private static final AtomicIntegerFieldUpdater<Context> WAITING = AtomicIntegerFieldUpdater
            .newUpdater(Context.class, "waiting");

    private final long id;
    private final long parentId;
    private final String name;
    private final String tag;
    private final String thread;
    private final long startMicros;
    private final Trace trace;
    /** The registry; null for a context of another process, which is not shipped from here. */
    private final ContextRegistry registry;
    /** Null for a context of another process. */
    private final Kind kind;
    private volatile Baggage baggage;
    /** Null until a value is written. */
    private volatile Values values;

    /** The open scopes, as a linked list. */
    private Scope open;
    private final Work work;
    private volatile long endMicros;
    /** Why it failed: what it was told, or the exception that ended it. Not sent while it is open. */
    private String error;
    /** Whether a record was sent while it was open. After its end: whether it keeps all its places. */
    private boolean shown;
    private boolean whole = true;
    /** Whether it keeps a few places though it is worth all: others of its kind have left no room for them. */
    private boolean isCut;
    /** Whether a record with its end was made. */
    private boolean told;
    /** Whether its kind has counted its end. */
    boolean inKind;
    /** Whether it was counted at the kind of all that have none of their own, when it ended. */
    boolean folded;
    /** Whether its kind has counted it as failed. */
    private boolean failed;

    /** Whether it counts as one of the contexts to ship. */
    volatile boolean tracked;
    /** Whether its memory is of what is held back: no other was left when it began. Guarded by this object's lock. */
    boolean spare;
    /** Whether its begin failed on a full stack. Only the collector will end it. */
    volatile boolean cut;
    /** Whether the collector has once found it ended and still listed as open. Only the collector uses it. */
    boolean seenEnded;
    /** 1 while it waits to be shipped. The registry alone changes it. */
    volatile int waiting;

    Context(long id, Context parent, String name, String tag, Kind kind, Trace trace, ContextRegistry registry) {
        this.id = id;
        this.parentId = parent == null ? 0 : parent.id;
        this.name = name;
        this.tag = tag;
        this.kind = kind;
        this.trace = trace;
        this.registry = registry;
        this.work = registry == null ? null : new Work();
        this.baggage = parent == null ? Baggage.EMPTY : parent.baggage;
        this.thread = Thread.currentThread().getName();
        this.startMicros = Clock.epochMicros();
    }

    /** The context of another process in which that process sent a message. */
    static Context remote(long id, Trace trace, Baggage baggage) {
        Context context = new Context(id, null, "", "", null, trace, null);
        context.baggage = baggage;
        return context;
    }

    /**
     * The id: 16 hexadecimal digits, unique across processes. It is the parent id in a {@code traceparent} that is sent from this
     * context.
     */
    public String getId() {
        return Hex.digits(id);
    }

    /** The enclosing context's id, which may be one of another process; null for a root. */
    public String getParentContextId() {
        return parentId == 0 ? null : Hex.digits(parentId);
    }

    /** The id as a number, never 0. */
    public long id() {
        return id;
    }

    /** The enclosing context's id as a number; 0 for a root. */
    public long parentId() {
        return parentId;
    }

    /** The name: what kind of work it is. Never null. */
    public String getName() {
        return name;
    }

    /** The tag: the group of that kind of work. Never null; empty if none was given. */
    public String getTag() {
        return tag;
    }

    /** The W3C trace id of its tree: 32 hexadecimal digits. */
    public String getTraceId() {
        return trace.id();
    }

    /** Whether it belongs to another process, so that only its ids and baggage are known here. */
    public boolean isRemote() {
        return registry == null;
    }

    /** When it began, in microseconds since the epoch. */
    public long getStart() {
        return startMicros;
    }

    /** When it began, in milliseconds since the epoch. */
    public long getCreationTime() {
        return startMicros / 1_000;
    }

    /** When it ended, in milliseconds since the epoch; 0 while it is open. */
    public long getEndTime() {
        return endMicros / 1_000;
    }

    /** When it ended, in microseconds since the epoch; 0 while it is open. */
    public long getEnd() {
        return endMicros;
    }

    /** Whether it has not ended. */
    public boolean isOpen() {
        return endMicros == 0;
    }

    /**
     * Writes a value. If the context has {@code sim.context.values} keys already, a value under a further key is dropped and counted.
     * Numbers, booleans, characters and null keep their types. Of any other object the context keeps the text, cut to {@code
     * sim.value.length} characters, so that it keeps no object of the application alive.
     *
     * @return this
     */
    public Context put(String key, Object value) {
        if (registry != null) {
            writable().put(key, value);
            changed();
        }
        return this;
    }

    /**
     * Writes all values of a map, each like {@link #put}. Does nothing for null.
     *
     * @return this
     */
    public Context putAll(Map<String, ?> from) {
        if (from != null) {
            from.forEach(this::put);
        }
        return this;
    }

    /**
     * Writes all values that another context has now. Does nothing for null.
     *
     * @return this
     */
    public Context putAll(Context from) {
        return putAll(from == null ? null : from.typed());
    }

    /**
     * Removes a value. A value that was shipped before stays at the agent server until the context is shipped again.
     *
     * @return this
     */
    public Context remove(String key) {
        Values known = values;
        if (known != null) {
            known.remove(key);
            changed();
        }
        return this;
    }

    /** Whether there is a value under the key, which may be null. */
    public boolean containsKey(String key) {
        Values known = values;
        return known != null && known.containsKey(key);
    }

    /** Whether there is a value equal to this one, as {@link #get} gives it. */
    public boolean containsValue(Object value) {
        return typed().containsValue(value);
    }

    /** Whether it has no values. */
    public boolean isEmpty() {
        return typed().isEmpty();
    }

    /** How many keys have a value. */
    public int size() {
        return typed().size();
    }

    /** The keys as they are now: a copy, in the order of first writing. */
    public Set<String> keySet() {
        return typed().keySet();
    }

    /** The values as they are now: a copy, in the order of first writing. */
    public Collection<Object> values() {
        return typed().values();
    }

    /** Keys and values as they are now: a copy, in the order of first writing. */
    public Set<Map.Entry<String, Object>> entrySet() {
        return typed().entrySet();
    }

    /** Adds one to the number under a key. */
    public void increment(String key) {
        add(key, 1);
    }

    /** Adds to the number under a key. */
    public void add(String key, long amount) {
        if (registry != null) {
            writable().add(key, amount);
            changed();
        }
    }

    /**
     * Writes a value that travels: into this context and, as baggage, into all contexts that begin inside it from now on, here and in the
     * processes that it calls. A value does not travel, and is counted, if the key is no HTTP token, the key or the value is null, or the
     * bounds of {@link Baggage} are reached.
     */
    public void carry(String key, Object value) {
        put(key, value);
        if (registry == null) {
            return;
        }
        String text = value == null ? null : registry.text(key, value);
        synchronized (this) {
            Baggage before = baggage;
            baggage = before.with(key, text);
            if (baggage != before) {
                return;
            }
        }
        registry.baggageDropped();
    }

    /** The values that travel with this context. */
    public Baggage getBaggage() {
        return baggage;
    }

    /** The value under a key, of the type with which it was written (see {@link #put}); null if there is none. */
    public Object get(String key) {
        Values known = values;
        return known == null ? null : known.get(key);
    }

    /** A copy of all values, of the types in which they travel: String, Long, Double or Boolean. */
    public Map<String, Object> getValues() {
        Values known = values;
        return known == null ? Collections.emptyMap() : known.copy();
    }

    /**
     * Says that the work has failed, though no exception ends it: a server answered with an error, say. The first reason stays. It counts as one that
     * ended with an exception does, also if it has ended already. Does nothing for null.
     *
     * @param why an exception; or a word for what went wrong, one of few, such as a status. It is the value {@code error.type} then
     * @return this
     */
    public Context fail(Object why) {
        if (registry != null && why != null) {
            registry.fail(this, why);
        }
        return this;
    }

    /** The values to send: with what it is counted at, where that is not its name, and with the bound that left places out of one that was to have all. */
    Map<String, Object> valuesToSend() {
        Map<String, Object> sent = getValues();
        String lacking = isCut ? ContextRecord.BY_KIND : whole ? work.leftOutBy() : null;
        if (folded || lacking != null) {
            sent = new LinkedHashMap<>(sent);
        }
        if (folded) {
            sent.put(ContextRecord.COUNTED_AT, Kinds.OTHER);
        }
        if (lacking != null) {
            sent.put(ContextRecord.PLACES_BOUND, lacking);
        }
        return sent;
    }

    private Map<String, Object> typed() {
        Values known = values;
        return known == null ? Collections.emptyMap() : known.typed();
    }

    private Values writable() {
        Values known = values;
        if (known == null) {
            synchronized (this) {
                known = values;
                if (known == null) {
                    known = values = registry.newValues(tracked);
                }
            }
        }
        return known;
    }

    Trace trace() {
        return trace;
    }

    Kind kind() {
        return kind;
    }

    /** The thread that made it. */
    String thread() {
        return thread;
    }

    int refused() {
        Values known = values;
        return known == null ? 0 : known.refused();
    }

    /** Lends a table for calls in it; null if there is no room. */
    PlaceTable scratch() {
        return registry.packing().scratch();
    }

    /** Whether a call that found the table full has a row now. */
    boolean admits(PlaceTable table, int node, long beginTick, long self, boolean failed) {
        return registry.admission().admit(table, kind, node, beginTick, self, failed);
    }

    void addToKind(int node, int[] meters, int read, long[] deltas, long[] inner, boolean failed) {
        registry.addToKind(kind, node, meters, read, deltas, inner, failed);
    }

    synchronized void opened(Scope scope) {
        scope.next = open;
        open = scope;
    }

    /** Counts the calls in a table as lost. */
    void lose(PlaceTable table) {
        registry.lose(table.counted());
    }

    /** Gives back the memory of a table that is given up. */
    void giveRoomOf(PlaceTable table) {
        registry.giveRoom(table.bytes());
    }

    /** Ends a stay on a thread and, if {@code ends}, the context with it. */
    void closed(Scope scope, long micros, boolean ends, Throwable failure) {
        if (registry != null) {
            registry.closed(this, scope, micros, ends, failure);
            return;
        }
        synchronized (this) {
            remove(scope);
            if (ends) {
                end(micros, null);
            }
        }
    }

    /** Takes over the calls that ended in a scope after it was closed. */
    void late(Scope scope) {
        registry.late(this, scope);
    }

    /** Removes a scope from the open ones. Returns whether it was one of them. */
    boolean remove(Scope scope) {
        if (open == scope) {
            open = scope.next;
            return true;
        }
        for (Scope before = open; before != null; before = before.next) {
            if (before.next == scope) {
                before.next = scope.next;
                return true;
            }
        }
        return false;
    }

    /** The work done in it. Guarded by this object's lock, like the methods below. */
    Work work() {
        return work;
    }

    /** Ends it, unless it has ended. Returns whether its kind still has to count it, which is also true if counting has failed before. */
    boolean end(long micros, String outcome) {
        if (endMicros == 0) {
            error = outcome == null ? error : outcome;
            endMicros = Math.max(startMicros, micros);
        }
        return !inKind;
    }

    /** Whether it has failed, as its kind is to count it when it ends. */
    boolean endsFailed() {
        failed = error != null || work.errors() > 0;
        return failed;
    }

    /** Notes why it failed. Returns whether it is the first reason. */
    boolean noteFailure(String why) {
        if (error != null) {
            return false;
        }
        error = why;
        return true;
    }

    /** Whether its kind has counted its end, and has not counted it as failed. From now on it has. */
    boolean failsLate() {
        boolean isLate = inKind && !failed;
        failed |= isLate;
        return isLate;
    }

    /** Whether it has ended and none of its scopes is open. */
    boolean isOver() {
        return endMicros != 0 && inKind;
    }

    boolean isShown() {
        return shown;
    }

    /**
     * Leaves it out from now on, because there is no room for it among the contexts to ship. Returns whether it is lost, because its end
     * was never sent.
     */
    synchronized boolean leaveOut() {
        tracked = told;
        return !told;
    }

    boolean isWhole() {
        return whole;
    }

    /** @param isWorthAll whether others of its kind have left no room for its places */
    void few(boolean isWorthAll) {
        whole = false;
        isCut = isWorthAll;
    }

    /** Makes an ended context be shipped once more, because something was added. */
    private void changed() {
        if (endMicros != 0) {
            registry.changed(this);
        }
    }

    /** Marks it as waiting. Returns whether it did not wait before. */
    boolean beginToWait() {
        return waiting == 0 && WAITING.compareAndSet(this, 0, 1);
    }

    void waitNoMore() {
        waiting = 0;
    }

    /** The heap bytes that its values take, estimated. */
    long valueBytes() {
        Values known = values;
        return known == null ? 0 : known.bytes();
    }

    /** Gives back the memory of its values. */
    void release() {
        Values known = values;
        if (known != null) {
            known.release();
        }
    }

    /** Its present record, or null if it is left out. The sums of open scopes are read while they change. */
    synchronized ContextRecord record() {
        if (!tracked) {
            return null;
        }
        shown = true;
        if (work.hasLater()) {
            registry.packing().addLater(work);
        }
        return work.record(this, open, endMicros, endMicros == 0 ? null : error, registry.packing(), told);
    }

    /** The last record of an ended context. */
    synchronized ContextRecord tell() {
        ContextRecord record = record();
        told |= record != null;
        return record;
    }

    @Override
    public String toString() {
        return name + (tag.isEmpty() ? "" : " [" + tag + "]") + " " + Long.toHexString(id);
    }
}

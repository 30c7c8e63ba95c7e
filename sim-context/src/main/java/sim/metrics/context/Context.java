package sim.metrics.context;

import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import sim.metrics.meter.Clock;
import sim.metrics.snapshot.ContextRecord;

/**
 * A flow context: a piece of business work ("extract", "order 4711") with what was written into it and what the work
 * inside cost. Made and ended through {@code ContextManager} or the aspects. Any thread may write values and work in it,
 * after its end too: it is then shipped once more.
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
    /** Where it is registered; null for a context of another process, which is not shipped from here. */
    private final ContextRegistry registry;
    /** Null for one of another process. */
    private final Kind kind;
    private volatile Baggage baggage;
    /** Null until one is written. */
    private volatile Values values;

    /** The scopes that are open, linked. */
    private Scope open;
    private final Work work;
    private volatile long endMicros;
    private String error;
    /** Whether it was told of while it was open; and, once it ended, whether it has all its places. */
    private boolean shown;
    private boolean whole = true;
    /** Whether a record with its end was made. */
    private boolean told;
    /** Whether its kind has counted it, as one that ended. */
    boolean inKind;

    /** Whether it counts among those to ship. */
    volatile boolean tracked;
    /** It could not begin, at the end of a full stack: nobody will end it but the collector. */
    volatile boolean cut;
    /** Whether the collector has seen it ended and still among the open ones. The collector's own. */
    boolean seenEnded;
    /** 1 while it waits for it. Guarded by the registry's rules. */
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

    /** The context another process named as the one its message was sent in. */
    static Context remote(long id, Trace trace, Baggage baggage) {
        Context context = new Context(id, null, "", "", null, trace, null);
        context.baggage = baggage;
        return context;
    }

    /** Unique across processes: 16 hexadecimal digits, the parent id of a {@code traceparent} sent from it. */
    public String getId() {
        return Hex.digits(id);
    }

    /** The enclosing context's id, which may be one of another process; null for a root. */
    public String getParentContextId() {
        return parentId == 0 ? null : Hex.digits(parentId);
    }

    /** Its id as a number, never 0. */
    public long id() {
        return id;
    }

    /** The enclosing context's id as a number; 0 for a root. */
    public long parentId() {
        return parentId;
    }

    /** What kind of work it is; never null. */
    public String getName() {
        return name;
    }

    /** The group of that kind; never null, empty where none was given. */
    public String getTag() {
        return tag;
    }

    /** The W3C trace id of its tree: 32 hexadecimal digits. */
    public String getTraceId() {
        return trace.id();
    }

    /** Whether it is another process's, known here by its id alone. */
    public boolean isRemote() {
        return registry == null;
    }

    /** When it began, microseconds since the epoch. */
    public long getStart() {
        return startMicros;
    }

    /** When it began, milliseconds since the epoch. */
    public long getCreationTime() {
        return startMicros / 1_000;
    }

    /** When it ended, milliseconds since the epoch; 0 while it is open. */
    public long getEndTime() {
        return endMicros / 1_000;
    }

    /** When it ended, microseconds since the epoch; 0 while it is open. */
    public long getEnd() {
        return endMicros;
    }

    /** Whether it has not ended. */
    public boolean isOpen() {
        return endMicros == 0;
    }

    /**
     * Writes a value; past {@code sim.context.values} keys it is dropped and counted. A number, a boolean, a character and null
     * keep their type; whatever else is kept as its text, cut to {@code sim.value.length}, so that nothing of the application
     * is kept alive.
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
     * Writes all values of a map, each as {@link #put} does; nothing for null.
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
     * Writes all values another context has now; nothing for null.
     *
     * @return this
     */
    public Context putAll(Context from) {
        return putAll(from == null ? null : from.typed());
    }

    /**
     * Takes a value away; what was shipped already is not called back before the context is shipped again.
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

    /** Whether there is a value under the key, null among them. */
    public boolean containsKey(String key) {
        Values known = values;
        return known != null && known.containsKey(key);
    }

    /** Whether there is a value equal to this one, as {@link #get} gives it. */
    public boolean containsValue(Object value) {
        return typed().containsValue(value);
    }

    /** Whether nothing was written into it. */
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
     * Writes a value that travels: into this context, and as baggage into everything begun inside it from now on, here and
     * in the processes it calls. A key that is no HTTP token, null on either side, or more than the bounds of
     * {@link Baggage}, stays here and is counted.
     */
    public void carry(String key, Object value) {
        put(key, value);
        if (registry == null) {
            return;
        }
        String text = value == null ? null : registry.text(value);
        synchronized (this) {
            Baggage before = baggage;
            baggage = before.with(key, text);
            if (baggage != before) {
                return;
            }
        }
        registry.baggageDropped();
    }

    /** What travels with it. */
    public Baggage getBaggage() {
        return baggage;
    }

    /** The value under a key, of the type with which it was written (see {@link #put}); null if there is none. */
    public Object get(String key) {
        Values known = values;
        return known == null ? null : known.get(key);
    }

    /** A copy of all values as they travel: as String, Long, Double or Boolean. */
    public Map<String, Object> getValues() {
        Values known = values;
        return known == null ? Collections.emptyMap() : known.copy();
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

    /** A table for calls in it; null where there is no room. */
    PlaceTable scratch() {
        return registry.packing().scratch();
    }

    void addToKind(int node, int[] meters, int read, long[] deltas, long[] inner, boolean failed) {
        registry.addToKind(kind, node, meters, read, deltas, inner, failed);
    }

    synchronized void opened(Scope scope) {
        scope.next = open;
        open = scope;
    }

    /** Counts what is in a table as lost. */
    void lose(PlaceTable table) {
        registry.lose(table.counted());
    }

    /** A table that could not be given back is given up. */
    void giveRoomOf(PlaceTable table) {
        registry.giveRoom(table.bytes());
    }

    /** A stay on a thread is over and, if {@code ends}, the context with it. */
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

    /** Takes over what a scope gained after it was closed. */
    void late(Scope scope) {
        registry.late(this, scope);
    }

    /** Whether it was among the open ones. */
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

    /** Guarded by the context, like those below. */
    Work work() {
        return work;
    }

    /** Ends it, if it has not yet. Whether it is to be counted in its kind: again, where that failed the last time. */
    boolean end(long micros, String outcome) {
        if (endMicros == 0) {
            error = outcome;
            endMicros = Math.max(startMicros, micros);
        }
        return !inKind;
    }

    /** Whether it has ended with all that belongs to it. */
    boolean isOver() {
        return endMicros != 0 && inKind;
    }

    boolean isShown() {
        return shown;
    }

    /**
     * There is no room for it among the contexts to ship, so it is left out from now on. Returns whether that loses it, because
     * its end was never sent.
     */
    synchronized boolean leaveOut() {
        tracked = told;
        return !told;
    }

    boolean isWhole() {
        return whole;
    }

    void few() {
        whole = false;
    }

    /** After its end something was added: it has to be shipped once more. */
    private void changed() {
        if (endMicros != 0) {
            registry.changed(this);
        }
    }

    /** Returns whether it did not wait yet. */
    boolean beginToWait() {
        return waiting == 0 && WAITING.compareAndSet(this, 0, 1);
    }

    void waitNoMore() {
        waiting = 0;
    }

    /** Its values are no longer SIM's to hold. */
    void release() {
        Values known = values;
        if (known != null) {
            known.release();
        }
    }

    /** As it stands, or null where it is left out; the work of scopes still open is read while it moves. */
    synchronized ContextRecord record() {
        if (!tracked) {
            return null;
        }
        shown = true;
        return work.record(this, open, endMicros, error, registry.packing(), told);
    }

    /** The same of one that has ended, which is told of by it. */
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

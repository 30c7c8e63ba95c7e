package sim.metrics.context;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import sim.metrics.meter.Clock;
import sim.metrics.meter.Meter;
import sim.metrics.snapshot.ContextRecord;
import sim.metrics.snapshot.Text;
import sim.metrics.snapshot.TreeRow;

/**
 * A flow context: a piece of business work ("extract", "order 4711") with what was written into it and what the work
 * inside cost. Made and ended through {@code ContextManager} or the aspects. Any thread may write values and work in it,
 * after its end too: it is then shipped once more.
 */
public final class Context {
    private final long id;
    private final long parentId;
    private final String name;
    private final String tag;
    private final String thread;
    private final long startMicros;
    private final Values values;
    private final Trace trace;
    /** Where it is registered; null for a context of another process, which is not shipped from here. */
    private final ContextRegistry registry;
    private volatile Baggage baggage;

    private final List<Scope> scopes = new ArrayList<>(2);
    private final Stays stays = new Stays();
    private final long[] totals = new long[Meter.COUNT];
    private Places places;
    private long calls;
    private long errors;
    private int present;
    private volatile long endMicros;
    private volatile String error;

    /** Whether it counts among those to ship; and whether it is waiting for it. Guarded by the registry's rules. */
    volatile boolean tracked;
    final java.util.concurrent.atomic.AtomicBoolean waiting = new java.util.concurrent.atomic.AtomicBoolean();

    Context(long id, Context parent, String name, String tag, Values values, Trace trace, ContextRegistry registry) {
        this.id = id;
        this.parentId = parent == null ? 0 : parent.id;
        this.name = name;
        this.tag = tag;
        this.values = values;
        this.trace = trace;
        this.registry = registry;
        this.baggage = parent == null ? Baggage.EMPTY : parent.baggage;
        this.thread = Text.wellFormed(Thread.currentThread().getName());
        this.startMicros = Clock.epochMicros();
        if (parent != null && parent.isRemote()) {
            baggage.forEach(this::put);
        }
    }

    /** The context another process named as the one its message was sent in. */
    static Context remote(long id, Trace trace, Baggage baggage) {
        Context context = new Context(id, null, "", "", new Values(0, 0), trace, null);
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

    public String getName() {
        return name;
    }

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
        values.put(key, value);
        changed();
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
        return putAll(from == null ? null : from.values.typed());
    }

    /**
     * Takes a value away; what was shipped already is not called back before the context is shipped again.
     *
     * @return this
     */
    public Context remove(String key) {
        values.remove(key);
        changed();
        return this;
    }

    public boolean containsKey(String key) {
        return values.containsKey(key);
    }

    public boolean containsValue(Object value) {
        return values.typed().containsValue(value);
    }

    public boolean isEmpty() {
        return values.typed().isEmpty();
    }

    public int size() {
        return values.typed().size();
    }

    /** The keys as they are now: a copy, in the order of first writing. */
    public Set<String> keySet() {
        return values.typed().keySet();
    }

    /** The values as they are now: a copy, in the order of first writing. */
    public Collection<Object> values() {
        return values.typed().values();
    }

    /** Keys and values as they are now: a copy, in the order of first writing. */
    public Set<Map.Entry<String, Object>> entrySet() {
        return values.typed().entrySet();
    }

    /** Adds one to the number under a key. */
    public void increment(String key) {
        add(key, 1);
    }

    /** Adds to the number under a key. */
    public void add(String key, long amount) {
        values.add(key, amount);
        changed();
    }

    /**
     * Writes a value that travels: into this context, and as baggage into everything begun inside it from now on, here and
     * in the processes it calls. A key that is no HTTP token, or more than the bounds of {@link Baggage}, stays here and is
     * counted.
     */
    public void carry(String key, Object value) {
        put(key, value);
        if (registry == null) {
            return;
        }
        String text = registry.text(value);
        synchronized (scopes) {
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

    /** The value under a key, of the type it was written with (see {@link #put}); null where there is none. */
    public Object get(String key) {
        return values.get(key);
    }

    /** A copy of all values as they travel: as String, Long, Double or Boolean. */
    public Map<String, Object> getValues() {
        return values.copy();
    }

    Trace trace() {
        return trace;
    }

    int refused() {
        return values.refused();
    }

    /** How many places of the call tree it keeps apart. */
    int placesLimit() {
        return registry == null ? 0 : registry.placesLimit();
    }

    boolean end(String outcome) {
        synchronized (scopes) {
            if (endMicros != 0) {
                return false;
            }
            error = outcome;
            endMicros = Math.max(startMicros, Clock.epochMicros());
            return true;
        }
    }

    void opened(Scope scope) {
        synchronized (scopes) {
            scopes.add(scope);
        }
    }

    void closed(Scope scope, long micros) {
        synchronized (scopes) {
            if (scopes.remove(scope)) {
                stays.add(scope.thread, scope.startMicros(), micros);
                take(scope);
            }
        }
        changed();
    }

    /** Takes over what a scope gained after it was closed. */
    void late(Scope scope) {
        synchronized (scopes) {
            take(scope);
        }
        changed();
    }

    private void take(Scope scope) {
        calls += scope.calls;
        errors += scope.errors;
        present |= scope.present;
        for (int i = 0; i < totals.length; i++) {
            totals[i] += scope.totals[i];
        }
        if (scope.places != null) {
            if (places == null) {
                places = scope.places; // the scope lets go of it
            } else {
                places.addAll(scope.places);
            }
        }
    }

    /** After its end something was added: it has to be shipped once more. */
    private void changed() {
        if (endMicros != 0 && registry != null) {
            registry.changed(this);
        }
    }

    /** Calls at places past the bound, those of closed scopes. */
    long placesLeftOut() {
        synchronized (scopes) {
            return places == null ? 0 : places.leftOut();
        }
    }

    /** As it stands; the work of scopes still open is read while it moves. */
    ContextRecord record() {
        synchronized (scopes) {
            long allCalls = calls;
            long allErrors = errors;
            int allPresent = present;
            long[] sums = totals.clone();
            Stays threads = stays.copy();
            Places all = new Places(Integer.MAX_VALUE);
            if (places != null) {
                all.addAll(places);
            }
            for (Scope scope : scopes) {
                allCalls += scope.calls;
                allErrors += scope.errors;
                allPresent |= scope.present;
                for (int i = 0; i < sums.length; i++) {
                    sums[i] += scope.totals[i];
                }
                threads.add(scope.thread, scope.startMicros(), 0);
                if (scope.places != null) {
                    all.addAll(scope.places);
                }
            }
            List<TreeRow> rows = new ArrayList<>();
            all.rows(rows);
            return new ContextRecord(id, parentId, name, tag, thread, startMicros, endMicros, error, values.copy(),
                    allCalls, allErrors, allPresent, sums, trace.high(), trace.low(), threads.list(), rows);
        }
    }

    @Override
    public String toString() {
        return name + (tag.isEmpty() ? "" : " [" + tag + "]") + " " + Long.toHexString(id);
    }
}

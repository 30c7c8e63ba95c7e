package sim.metrics.context;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sim.metrics.meter.Clock;
import sim.metrics.meter.Meter;
import sim.metrics.snapshot.ContextRecord;

/**
 * A flow context: a piece of business work ("extract", "order 4711") with what was written into it and what the work
 * inside cost. Made and ended through {@code ContextManager} or the aspects. Any thread may write values; a write after
 * the end still counts until the context has been shipped.
 */
public final class Context {
    private final long id;
    private final long parentId;
    private final String name;
    private final String tag;
    private final String thread;
    private final long startMicros;
    private final Values values;
    private final List<Scope> scopes = new ArrayList<>(2);
    private final long[] totals = new long[Meter.COUNT];
    private long calls;
    private long errors;
    private int present;
    private volatile long endMicros;
    private volatile String error;

    Context(long id, Context parent, String name, String tag, Values values) {
        this.id = id;
        this.parentId = parent == null ? 0 : parent.id;
        this.name = name;
        this.tag = tag;
        this.values = values;
        this.thread = Thread.currentThread().getName();
        this.startMicros = Clock.epochMicros();
    }

    /** Unique across processes, never 0. */
    public long getId() {
        return id;
    }

    /** The enclosing context's id, or 0. */
    public long getParentContextId() {
        return parentId;
    }

    public String getName() {
        return name;
    }

    public String getTag() {
        return tag;
    }

    /** When it began, microseconds since the epoch. */
    public long getStart() {
        return startMicros;
    }

    /** When it ended, microseconds since the epoch; 0 while it is open. */
    public long getEnd() {
        return endMicros;
    }

    public boolean isOpen() {
        return endMicros == 0;
    }

    /** Writes a value; past {@code sim.context.values} keys it is dropped and counted. */
    public void put(String key, Object value) {
        values.put(key, value);
    }

    /** Adds one to the number under a key. */
    public void increment(String key) {
        values.add(key, 1);
    }

    /** The value under a key as it travels (String, Long, Double, Boolean), or null. */
    public Object get(String key) {
        return values.get(key);
    }

    /** A copy of all values. */
    public Map<String, Object> getValues() {
        return values.copy();
    }

    int refused() {
        return values.refused();
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

    void closed(Scope scope) {
        synchronized (scopes) {
            if (scopes.remove(scope)) {
                calls += scope.calls;
                errors += scope.errors;
                present |= scope.present;
                for (int i = 0; i < totals.length; i++) {
                    totals[i] += scope.totals[i];
                }
            }
        }
    }

    /** As it stands; the work of scopes still open is read while it moves. */
    ContextRecord record() {
        synchronized (scopes) {
            long allCalls = calls;
            long allErrors = errors;
            int allPresent = present;
            long[] sums = totals.clone();
            for (Scope scope : scopes) {
                allCalls += scope.calls;
                allErrors += scope.errors;
                allPresent |= scope.present;
                for (int i = 0; i < sums.length; i++) {
                    sums[i] += scope.totals[i];
                }
            }
            return new ContextRecord(id, parentId, name, tag, thread, startMicros, endMicros, error, values.copy(),
                    allCalls, allErrors, allPresent, sums);
        }
    }

    @Override
    public String toString() {
        return name + (tag.isEmpty() ? "" : " [" + tag + "]") + " " + Long.toHexString(id);
    }
}

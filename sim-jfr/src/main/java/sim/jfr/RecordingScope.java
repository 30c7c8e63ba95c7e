package sim.jfr;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import jdk.jfr.Event;

/**
 * A stretch of one thread's time with the context that holds in it. The scopes of a thread are nested. Closing one also closes those left
 * open inside it. A scope belongs to its thread; {@link ScopeRecorder} reads open ones from another thread.
 */
abstract sealed class RecordingScope implements AutoCloseable
        permits RecordingContext, RecordingContext.Activation, FlowScope {
    private static final VarHandle ID;
    static {
        try {
            ID = MethodHandles.lookup().findVarHandle(RecordingScope.class, "id", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    final Thread thread = Thread.currentThread();
    /** What is current again once this is closed, or null. */
    final RecordingScope outer;
    /** The whole context with its inherited entries, or null for none. */
    final Entry entries;
    /** How many entries, the last ones of the list, this scope adds to those of the outer scope; -1 if its entries replace them. */
    final int added;
    /** Set by the scope's thread, or by another thread that closes the scope. In that case the scope's own thread sees it later. */
    boolean closed;
    /** The event that records this scope; null if none does. */
    Event event;
    /**
     * Tells the scopes of a thread apart in a recording: the nanoTime of the scope's begin, if it was recorded then; 0 while there is none.
     */
    private long id;
    /** What the filter that was in force at the last look makes of this context. Racy: another thread's result is as good. */
    private Verdicts verdicts;

    RecordingScope(RecordingScope outer, Entry entries, int added) {
        this.outer = outer;
        this.entries = entries;
        this.added = added;
    }

    /** Makes this the calling thread's innermost scope. The constructor cannot do that, because it would publish an unfinished object. */
    final void open() {
        RuleBook rules = RuleBook.inForce();
        if (rules != null) {
            verdicts = rules.judge(entries);
        }
        if (ScopeRecorder.isOn()) {
            ScopeRecorder.begin(this);
        }
        Current.set(thread, outer, this);
    }

    /**
     * Makes current again what was current before, and closes scopes left open inside this one. A second close does nothing. A close on
     * another thread is counted; it takes effect when the scope's own thread next looks at its context.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        if (Thread.currentThread() != thread) {
            Counter.CLOSED_ELSEWHERE.add();
            closed = true;
            return;
        }
        RecordingScope innermost = Current.scope();
        for (RecordingScope scope = innermost; scope != this; scope = scope.outer) {
            if (scope == null) {
                // Another thread has closed this scope, and the line above has just taken it off.
                return;
            }
            Counter.HEALED.add();
            scope.end();
        }
        end();
        Current.set(thread, innermost, outer);
    }

    /** Takes off the scopes that another thread closed, and returns the innermost open one. */
    static RecordingScope heal(RecordingScope innermost) {
        RecordingScope scope = innermost;
        while (scope != null && scope.closed) {
            scope.end();
            scope = scope.outer;
        }
        Current.set(innermost.thread, innermost, scope);
        return scope;
    }

    /** What the filter makes of this context. If another filter is in force by now, the context is judged again. */
    final Verdicts verdicts(RuleBook rules) {
        Verdicts known = verdicts;
        return known != null && known.rules() == rules ? known : (verdicts = rules.judge(entries));
    }

    /** The id of this scope in a recording. A scope that began unrecorded gets its id now. Any thread. */
    final long claimId() {
        long known = id;
        if (known == 0) {
            long fresh = ScopeRecorder.freshId();
            return ID.compareAndSet(this, 0L, fresh) ? fresh : id;
        }
        return known;
    }

    final void beganAt(long nanos) {
        id = nanos == 0 ? 1 : nanos;
    }

    /** How many entries its event has: those that this scope adds, or all if they replace the outer ones. */
    final int recorded() {
        return added >= 0 ? added : entries == null ? 0 : entries.size;
    }

    final Map<String, Object> toMap() {
        return Entry.toMap(entries);
    }

    private void end() {
        closed = true;
        if (event != null || ScopeRecorder.isOn()) {
            ScopeRecorder.end(this);
        }
    }
}

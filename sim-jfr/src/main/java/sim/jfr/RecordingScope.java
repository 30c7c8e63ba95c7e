package sim.jfr;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Map;
import jdk.jfr.Event;

/**
 * A stretch of one thread's time with the context that holds in it. Scopes of a thread lie inside one another; closing one
 * closes those left open inside it. Belongs to its thread; {@link ScopeRecorder} looks at open ones from another.
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
    /** What is current again when this closes, or null. */
    final RecordingScope outer;
    /** The whole context, inherited entries included, or null for none. */
    final Entry entries;
    /** How many of them, the last ones, this scope adds to its outer one's; -1 where they replace all of them. */
    final int added;
    /** Set by the scope's thread, but for a close on another one: the scope's own then sees it late. */
    boolean closed;
    /** The event that records this scope; null if none does. */
    Event event;
    /** Tells the scopes of a thread apart in a recording: the nanoTime of its begin, if it was recorded then. 0: none yet. */
    private long id;
    /** What the filter in force at last look makes of this context. Racy, as good as any other look. */
    private Verdicts verdicts;

    RecordingScope(RecordingScope outer, Entry entries, int added) {
        this.outer = outer;
        this.entries = entries;
        this.added = added;
    }

    /** Makes this the calling thread's innermost scope. The constructor cannot, it would publish a scope half made. */
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
     * Restores what was current before, and closes scopes left open inside this one. A second close is harmless. On
     * another thread than its own it is counted, and takes effect when its own next looks at its context.
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
                // Taken off already, by a close elsewhere that was healed just now.
                return;
            }
            Counter.HEALED.add();
            scope.end();
        }
        end();
        Current.set(thread, innermost, outer);
    }

    /** Takes the scopes off that another thread closed, and returns the innermost that is open. */
    static RecordingScope heal(RecordingScope innermost) {
        RecordingScope scope = innermost;
        while (scope != null && scope.closed) {
            scope.end();
            scope = scope.outer;
        }
        Current.set(innermost.thread, innermost, scope);
        return scope;
    }

    /** What the filter makes of this context, judged again if there is another filter meanwhile. */
    final Verdicts verdicts(RuleBook rules) {
        Verdicts known = verdicts;
        return known != null && known.rules() == rules ? known : (verdicts = rules.judge(entries));
    }

    /** The id under which a recording knows this scope; given now to one that began unrecorded. Any thread. */
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

    /** Only what this scope adds, or all if it replaces what was outside. */
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

package sim.context;

import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import sim.base.meter.Clock;

/**
 * The current context of the calling thread: begins and ends it, hands it over, and sends it to other processes. It is the one mechanism
 * for flow contexts and, through its {@link ContextCompanion}, for recording contexts. A thread's state is one immutable {@link Scope}
 * that refers to the scope around it. The state is replaced, never changed, so a snapshot is a reference.
 *
 * <p>Snapshots, activations, {@link #inject} and {@link #extract} throw nothing. What begins, ends or replaces a context passes the error of a full heap or
 * stack on, with what it left half done marked as cut: the thread's next use of its contexts ends that. {@code Metering} and the aspects count the error.
 */
public final class CurrentContext {
    private static final String TRACEPARENT = "traceparent";
    private static final String TRACESTATE = "tracestate";
    private static final String BAGGAGE = "baggage";
    /** The most contexts that may be lent to a thread inside one another. A thread with more of them does not end them. */
    private static final int MOST_LENT = 64;

    private final ContextRegistry registry;
    private final CurrentScope scopes;
    private final Consumer<Throwable> failures;
    private final ContextSnapshot nothing = new ContextSnapshot(this, null, null);
    /** What is given out in place of a context that could not be made. It keeps nothing. */
    private final Context nowhere = Context.remote(1, new Trace(0, 1, 0, null), Baggage.EMPTY);
    private final AtomicLong missing = new AtomicLong();
    private final AtomicLong healed = new AtomicLong();
    private final AtomicLong unmatched = new AtomicLong();
    private final AtomicLong leftOut = new AtomicLong();
    /** Scopes that were given up at once, because there was no memory to keep them with their thread. */
    private final AtomicLong dropped = new AtomicLong();
    /** Set once, at the start. A thread that sees it late tells it of fewer contexts. */
    private ContextCompanion companion;

    public CurrentContext(ContextRegistry registry, CurrentScope scopes, Consumer<Throwable> failures) {
        this.registry = registry;
        this.scopes = scopes;
        this.failures = failures;
    }

    /** Sets the companion, whose contexts from now on travel with flow contexts. */
    public void accompany(ContextCompanion by) {
        companion = by;
    }

    /** Whether a snapshot taken now would be empty. */
    public boolean isEmpty() {
        return get() == null && taken() == null;
    }

    /** The current context, or null. */
    public Context get() {
        Scope scope = innermost();
        return scope == null ? null : scope.context;
    }

    /**
     * Begins a context inside the current one and makes it current. If there is no memory to keep it with the thread, it is counted as
     * dropped, and what was current stays so.
     *
     * @param token with which its maker will end it ({@link #endOf}), or null
     */
    public Context begin(String name, String tag, Object token) {
        Scope outer = innermost();
        Context context = registry.create(outer == null ? null : outer.context, name, tag);
        Scope scope = null;
        try {
            scope = Scope.opening(context, outer, token, true);
            if (!begin(scope)) {
                registry.drop(context);
            }
        } catch (Throwable full) {
            context.cut = true;
            if (scope != null) {
                scope.cut = true; // it may be current, and nobody has it to end it
            }
            throw full;
        }
        return context;
    }

    /**
     * For a context that could not begin, or could not be made current: none is current until the end that its maker owes, which so ends no other. If the heap has no
     * room for that either, the end ends the context outside.
     *
     * @return a context that keeps nothing
     */
    public Context beginNothing() {
        try {
            enter(Scope.opening(null, innermost(), null, false));
        } catch (OutOfMemoryError full) {
            failures.accept(full);
        }
        return nowhere;
    }

    /** Ends the current context and makes the one outside it current again. Returns null if there was none, and counts that. */
    public Context end(Throwable error) {
        Scope scope = innermost();
        if (scope == null) {
            missing.incrementAndGet();
            return null;
        }
        leave(scope, true, error);
        return scope.context;
    }

    /** Ends the innermost context that was begun with this token, and those that were left open inside it. */
    public void endOf(Object token, Throwable error) {
        Scope scope = find(token);
        if (scope == null) {
            missing.incrementAndGet();
            return;
        }
        heal(scope, error);
        end(error);
    }

    /** Whether a context that was begun with this token is open on this thread. */
    public boolean isOpen(Object token) {
        return find(token) != null;
    }

    /**
     * Gives the current scope a token, if it has none and is not the scope that was current before.
     *
     * @param before the context that was current before
     * @return false if the scope has a token already
     */
    public boolean claim(Context before, Object token) {
        Scope scope = innermost();
        if (scope == null || scope.context == before) {
            return true;
        }
        if (scope.token == null) {
            scope.token = token;
        }
        return scope.token == token;
    }

    /**
     * Makes a context current until it is ended here; then the one before is current again. A thread keeps at most {@link #MOST_LENT}
     * contexts that were lent and never ended. A further one replaces the last, which is counted as healed. What stands for one that could not be made is
     * none here too: all work in it would be of one trace.
     */
    public void lend(Context given) {
        Context context = given == nowhere ? null : given;
        Scope before = innermost();
        int lent = 0;
        for (Scope scope = before; scope != null && scope.token == null && !scope.owner; scope = scope.outer) {
            lent++;
        }
        if (lent >= MOST_LENT) {
            healed.incrementAndGet();
            set(context);
            return;
        }
        ContextSnapshot snapshot = new ContextSnapshot(this, context, taken());
        Scope scope = Scope.opening(context, before, null, false);
        if (enter(scope)) {
            activated(scope, snapshot);
        }
    }

    /** Replaces the current context by another one, or by none for null. The replaced context stays open. */
    public void set(Context context) {
        Scope replaced = innermost();
        if (replaced == null) {
            if (context != null) {
                begin(Scope.opening(context, null, null, false));
            }
            return;
        }
        ContextSnapshot next = new ContextSnapshot(this, context, taken());
        Object token = replaced.token;
        close(replaced, false, null);
        if (next.isEmpty() && replaced.outer == null && token == null) {
            scopes.set(null);
        } else {
            Scope scope = Scope.opening(context, replaced.outer, token, false);
            if (enter(scope)) {
                replaced.token = null;
                activated(scope, next);
            }
        }
    }

    /** A snapshot of what is current now, for another thread to activate. Allocates nothing if nothing is current. */
    public ContextSnapshot snapshot() {
        try {
            Context context = get();
            Object taken = taken();
            return context == null && taken == null ? nothing : new ContextSnapshot(this, context, taken);
        } catch (Throwable failure) {
            failures.accept(failure);
            return nothing;
        }
    }

    /** {@link ContextSnapshot#activate} for a caller that closes it with {@link #closeOf} and {@code token}, unless that is null. */
    public Activation activate(ContextSnapshot snapshot, Object token) {
        try {
            Scope before = innermost();
            if (token == null && (before == null ? null : before.context) == snapshot.context
                    && taken() == snapshot.taken) {
                return before == null && snapshot.isEmpty()
                        ? Activation.NONE
                        // Contexts left open inside are healed all the same.
                        : new Activation(this, Thread.currentThread(), before);
            }
            Activation activation = new Activation(this, Thread.currentThread(), before);
            Scope scope = Scope.opening(snapshot.context, before, token == null ? activation : token, false);
            if (enter(scope)) {
                activated(scope, snapshot);
            }
            return activation;
        } catch (Throwable failure) {
            failures.accept(failure);
            return Activation.NONE;
        }
    }

    /** The innermost token of this type with which something was activated, or null. */
    public <T> T nearest(Class<T> token) {
        for (Scope scope = innermost(); scope != null; scope = scope.outer) {
            if (token.isInstance(scope.token)) {
                return token.cast(scope.token);
            }
        }
        return null;
    }

    /** Closes what was activated with this token, and heals what was left open inside. */
    public void closeOf(Object token) {
        Scope scope = find(token);
        if (scope == null) {
            unmatched.incrementAndGet();
        } else {
            heal(scope, null);
            leave(scope, false, null);
        }
    }

    /** Begins the stay of what was current where a thread was started. Called when SIM meets that thread. */
    public Scope begun(ContextSnapshot snapshot) {
        Scope scope = Scope.open(snapshot.context, null, null, false);
        activated(scope, snapshot);
        return scope;
    }

    /** Closes what a dead thread left open. Any thread may call it. */
    public void abandoned(Scope innermost) {
        for (Scope scope = innermost; scope != null; scope = scope.outer) {
            scope.closeLate();
            closed(scope);
            if (scope.owner && !scope.context.isOver()) {
                healed.incrementAndGet();
                registry.end(scope.context, null);
            }
        }
    }

    /** Writes values into the current context. Without one, nothing is written, and that is counted. */
    public void write(Map<String, ?> values) {
        Context context = get();
        if (context == null) {
            missing.incrementAndGet();
        } else {
            values.forEach(context::put);
        }
    }

    /** Adds one to the current context's value of that name. Without a context, nothing is written, and that is counted. */
    public void increment(String name) {
        Context context = get();
        if (context == null) {
            missing.incrementAndGet();
        } else {
            context.increment(name);
        }
    }

    /**
     * Gives the W3C headers that name the current context to another process, one by one, to {@code setter}. Gives none without a
     * context.
     */
    public void inject(BiConsumer<String, String> setter) {
        Context context = get();
        if (context == null) {
            return;
        }
        try {
            setter.accept(TRACEPARENT, Traceparent.format(context.trace(), context.id()));
            if (context.trace().state() != null) {
                setter.accept(TRACESTATE, context.trace().state());
            }
            String baggage = context.getBaggage().format();
            if (baggage != null) {
                setter.accept(BAGGAGE, baggage);
            }
        } catch (Throwable failure) {
            failures.accept(failure);
        }
    }

    /** A snapshot of the context that the headers of another process name; empty if there is no valid {@code traceparent}. */
    public ContextSnapshot extract(UnaryOperator<String> getter) {
        try {
            Context remote = registry.remote(getter.apply(TRACEPARENT), getter.apply(TRACESTATE),
                    getter.apply(BAGGAGE));
            return remote == null ? nothing : new ContextSnapshot(this, remote, null);
        } catch (Throwable failure) {
            failures.accept(failure);
            return nothing;
        }
    }

    /** Counts a task that could not be given its context without changing what the application does. */
    public void countLeftOut() {
        leftOut.incrementAndGet();
    }

    /** Adds how often something had to be healed or was missing, by kind. */
    public void count(Map<String, Long> counters) {
        counters.put("context.missing", missing.get());
        counters.put("contexts.healed", healed.get());
        counters.put("contexts.unmatched", unmatched.get());
        counters.put("handovers.left.out", leftOut.get());
        counters.put("scopes.dropped", dropped.get());
        ContextCompanion beside = companion;
        if (beside != null) {
            try {
                beside.count(counters);
            } catch (Throwable failure) {
                failures.accept(failure);
            }
        }
    }

    void countUnmatched() {
        unmatched.incrementAndGet();
    }

    /** Ends an activation: closes everything up to the scope that it made or, if it made none, that it found. */
    void close(Activation activation) {
        try {
            for (Scope scope = innermost(); scope != activation.before; scope = scope.outer) {
                if (scope == null) {
                    unmatched.incrementAndGet();
                    return;
                }
                if (scope.token == activation) {
                    heal(scope, null);
                    leave(scope, false, null);
                    return;
                }
            }
            heal(activation.before, null);
        } catch (Throwable failure) {
            failures.accept(failure);
        }
    }

    /** The calling thread's scope, after leaving scopes that could not be left before. */
    private Scope innermost() {
        Scope scope = scopes.get();
        while (scope != null && scope.cut) {
            scope.cut = false;
            leave(scope, scope.owner, null);
            healed.incrementAndGet();
            scope = scopes.get();
        }
        return scope;
    }

    private Scope find(Object token) {
        Scope scope = innermost();
        while (scope != null && scope.token != token && !token.equals(scope.token)) {
            scope = scope.outer;
        }
        return scope;
    }

    /** Closes the scopes that are open inside {@code outer}, innermost first, and ends contexts that began there. */
    private void heal(Scope outer, Throwable error) {
        for (Scope scope = scopes.get(); scope != outer; scope = scopes.get()) {
            leave(scope, scope.owner, error);
            healed.incrementAndGet();
        }
    }

    /** Makes a scope the thread's current one. Where there is no memory for it, it is given up and counted, and false is returned. */
    private boolean enter(Scope scope) {
        try {
            if (scopes.set(scope)) {
                scope.cut = false;
                return true;
            }
        } catch (Throwable full) { // it may be current all the same: then its thread leaves it later
            if (scopes.get() != scope) {
                scope.discard();
            }
            throw full;
        }
        dropped.incrementAndGet();
        scope.discard();
        return false;
    }

    private boolean begin(Scope scope) {
        if (!enter(scope)) {
            return false;
        }
        ContextCompanion beside = companion;
        if (beside != null && scope.context != null) {
            try {
                scope.beside = beside.begun(scope.context);
            } catch (Throwable failure) {
                failures.accept(failure);
            }
        }
        return true;
    }

    private void activated(Scope scope, ContextSnapshot snapshot) {
        ContextCompanion beside = companion;
        if (beside != null) {
            try {
                scope.beside = beside.activated(snapshot.context, snapshot.taken);
            } catch (Throwable failure) {
                failures.accept(failure);
            }
        }
    }

    /** The companion's current context, or null. */
    private Object taken() {
        ContextCompanion beside = companion;
        try {
            return beside == null ? null : beside.current();
        } catch (Throwable failure) {
            failures.accept(failure);
            return null;
        }
    }

    private void leave(Scope scope, boolean ends, Throwable error) {
        try {
            close(scope, ends, error);
            if (ends && scope.context != null && !scope.context.isOver()) {
                registry.end(scope.context, error); // the stay has ended before
            }
            scopes.set(scope.outer);
            scope.token = null; // it may refer to objects of the application
        } catch (Throwable full) {
            scope.cut = true;
            throw full;
        }
    }

    private void close(Scope scope, boolean ends, Throwable error) {
        scope.close(Clock.epochMicros(), ends, error);
        closed(scope);
    }

    private void closed(Scope scope) {
        if (scope.beside != null) {
            try {
                companion.closed(scope.beside);
            } catch (Throwable failure) {
                failures.accept(failure);
            }
        }
    }
}

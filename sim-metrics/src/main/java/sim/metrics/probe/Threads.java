package sim.metrics.probe;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import sim.base.config.Option;
import sim.base.config.Options;
import sim.base.lending.Lent;
import sim.base.meter.MemoryRest;
import sim.base.name.Names;
import sim.base.thread.ThreadId;
import sim.context.CurrentScope;
import sim.context.Scope;
import sim.metrics.failure.FailureBook;
import sim.metrics.tree.Gathering;
import sim.metrics.tree.Node;
import sim.metrics.tree.NumbersMemory;
import sim.model.snapshot.InvocationPacker;

/**
 * All metered threads. SIM meets a platform thread once, and forgets it after the thread has died and its numbers were taken. A virtual
 * thread takes a context from a pool when it enters its outermost probe or scope, and gives it back when it leaves. {@link Plan} says how
 * threads are metered, and {@link Sites} what is metered. {@link Bookshelf} and {@link CallMishaps} count it.
 */
final class Threads implements CurrentScope {
    private static final MethodHandle IS_VIRTUAL = isVirtual();
    /** Contexts of dead threads up to this number do no harm. They take some MB. */
    private static final int MANY = 1_024;
    /** Virtual threads that have a context at a time; further ones have {@link LightCalls}. */
    static final int MOST_POOLED = 256;
    /** The same while memory is short. */
    private static final int FEW_POOLED = 16;
    /** After this many new threads it is worth looking for dead ones among them. */
    private static final int SOME = 32;

    final Plan plan;
    final Sites sites;
    final CallMishaps mishaps;
    final FailureBook failures;
    final Bookshelf books;
    /**
     * The cost of a probe as {@link Calibration} measured it, used until a thread has samples of its own. Written without
     * synchronisation: a thread that sees it late compensates a little later.
     */
    final ProbeCost cost = new ProbeCost();
    /** The same of a call of which only time is read. */
    final ProbeCost quickCost = new ProbeCost();
    /** The same of a call of a sampled name of which nothing is read. */
    final ProbeCost leftOutCost = new ProbeCost();
    /**
     * The least that the calibration found for that, ns, in its caller: this much is left out of the caller's self time. No call tells what it takes itself, because nothing is read at its ends, and
     * what is too much of a million calls would leave nothing of their caller. Written without synchronisation, as the costs above.
     */
    long leastLeftOut;
    /** The contexts that will be current on threads that are about to start. */
    final Starts starts = new Starts();
    final ThreadTable table = new ThreadTable();
    /** Above all threads' calls. */
    final Node root;

    private final Runnable wake;
    /** After the heap had no room for a thread's context, or for a light call. */
    final MemoryRest rest = new MemoryRest();
    /** After it had none for what totals of recursive calls leave out. */
    final MemoryRest folding = new MemoryRest();
    private final Roster<ThreadContext> platform = new Roster<>();
    /** See {@code Readings.unasked}: of the threads that died. Only the collector's thread writes it. */
    private long unaskedOfDead;
    /** Contexts made since SIM last looked for dead ones. It looks again when there are {@link #most}. */
    private final AtomicInteger made = new AtomicInteger();
    /** Held by the thread that looks for dead ones. */
    private final Lent sweep = new Lent();
    private volatile int most = MANY;
    /** Platform threads that SIM has met since it last took stacks back. */
    private final AtomicInteger came = new AtomicInteger();
    /** What calls of threads with samples took to be metered since the last complete drain, ns. These four: only the collector's thread uses them. */
    private long metering;
    /** The calls of other threads. */
    private long otherCalls;
    private long sampledThreads;
    /** The sum of the costs of a probe on the threads with samples, ns. */
    private long sampledCosts;
    private final ContextPool<ThreadContext> pool = new ContextPool<>(Runtime.getRuntime().availableProcessors());
    /** The contexts that were made for virtual threads and can go back to the pool. */
    private final AtomicInteger pooled = new AtomicInteger();
    /** The calls of virtual threads beyond these; null until there is one, and where extensions are shown each call. */
    volatile LightCalls light;

    Threads(Plan plan, Options options, Names names, Node root, NumbersMemory memory, Runnable wake) {
        this.plan = plan;
        this.root = root;
        this.wake = wake;
        this.mishaps = new CallMishaps(options.isOn(Option.PROBES_STRICT));
        this.failures = new FailureBook(plan.redaction, plan.valueLength, options.count(Option.ERRORS_STACKS));
        this.sites = new Sites(options, names, plan.metered, this);
        this.books = new Bookshelf(plan, memory);
    }

    /** The calling thread's context; made if it does not exist. */
    ThreadContext current() {
        Thread thread = Thread.currentThread();
        ThreadContext known = table.find(thread);
        if (known != null) {
            return known;
        }
        LightCalls some = light;
        return some != null && some.isEnding(thread) ? shut(thread) : enter(thread);
    }

    /**
     * The context of the calling thread for what a feature begins, such as a payload. Null for a virtual thread that has none, if contexts have
     * taken half of the memory for calls: a hundred thousand threads may wait inside a payload at a time. Its light calls stay light.
     */
    ThreadContext forFeature() {
        Thread thread = Thread.currentThread();
        ThreadContext known = table.find(thread);
        if (known != null) {
            return known;
        }
        return isFull(thread) && isVirtual(thread) ? null : current();
    }

    /**
     * Whether a virtual thread that has no context gets none even for what needs one, because contexts have taken half of the memory for
     * calls.
     */
    boolean isFull(Thread thread) {
        return books.memory.isShort() && pooled.get() >= FEW_POOLED && !pool.hasNear(ThreadId.of(thread));
    }

    /** A context for nothing, while SIM asks the application for a text at the end of a light call. */
    private ThreadContext shut(Thread thread) {
        ThreadContext shut = new ThreadContext(thread, true, this);
        books.memory.giveCalls(shut.bytes()); // nothing refers to it for long
        shut.close();
        return shut;
    }

    /**
     * Runs work that calls the application's code, such as its telemetries, on a thread of SIM's. Nothing of it is metered: the application
     * did not make these calls.
     */
    void unmetered(Runnable work) {
        ThreadContext context = current();
        Gate before = context.close();
        try {
            work.run();
        } finally {
            context.gate = before;
        }
    }

    /** Takes back the context of a virtual thread that has nothing open any more. */
    void releaseIdle(ThreadContext context) {
        if (context.own == null && context.isIdle()) {
            release(context);
        }
    }

    /** Visits the contexts of all threads. Called by the collector's thread. */
    void visit(Consumer<ThreadContext> each) {
        table.visitVirtual(each);
        platform.visit(each);
    }

    /** The calling thread's context; null if it has none, or its calls are light. */
    ThreadContext find() {
        return table.find(Thread.currentThread());
    }

    /** Whether the calling thread has light calls, or a scope beside them. */
    boolean isLight() {
        return innermostLight() != null;
    }

    /** The calling thread's innermost light call, or what stands for its scope; null if it has neither. */
    LightCall innermostLight() {
        LightCalls some = light;
        return some == null ? null : some.innermost(Thread.currentThread());
    }

    /**
     * The context for a call of the calling thread; null if the call is to be a light one.
     *
     * @throws OutOfMemoryError if there is no memory for it, or was none in the last second; the caller counts the call as lost
     */
    ThreadContext forCall(Thread thread) {
        ThreadContext known = table.find(thread);
        if (known != null) {
            return known;
        }
        try {
            if (light == null) {
                rest.check(); // whichever way it goes from here, memory is asked for
            }
            if (isCrowded(thread)) {
                return null;
            }
            if (!isVirtual(thread) || !pool.hasNear(ThreadId.of(thread))) { // one that lies in the pool takes no memory
                rest.check();
            }
            return enter(thread);
        } catch (OutOfMemoryError full) { // goes on to the caller
            rest.begin(full);
            throw full;
        }
    }

    /** The context stays with its thread for good. */
    void keep(ThreadContext context) {
        if (context.isPooled) {
            context.isPooled = false;
            pooled.decrementAndGet();
        }
    }

    @Override
    public Scope get() {
        Thread thread = Thread.currentThread();
        ThreadContext context = table.find(thread);
        if (context == null && starts.isHanded(thread)) {
            context = current();
        }
        if (context == null) {
            LightCalls some = light;
            return some == null ? null : some.scope(thread);
        }
        return context.scope;
    }

    @Override
    public boolean set(Scope scope) {
        Thread thread = Thread.currentThread();
        ThreadContext context = table.find(thread);
        if (context == null) {
            LightCalls some = light;
            if (some != null && some.setScope(thread, scope) || scope == null) {
                return true;
            }
            if (isCrowded(thread)) {
                return light.open(thread, scope);
            }
            context = current();
        }
        context.settle();
        context.scope = scope;
        context.forgetScopes();
        if (context.own == null && context.isIdle()) {
            release(context);
        }
        return true;
    }

    /** Takes back the context of a virtual thread that left its outermost probe and scope. */
    void release(ThreadContext context) {
        if (context.hasNotCounted()) {
            mishaps.takeNotCounted(context.notCounted);
        }
        table.remove(context);
        long thread = ThreadId.of(context.thread);
        context.thread = null;
        if (context.isTooLarge() || !pool.give(thread, context)) {
            books.memory.giveCalls(context.bytes());
            keep(context); // it goes
        }
    }

    void wakeCollector() {
        wake.run();
    }

    /**
     * Takes every thread's numbers, and forgets dead threads. Called by the collector's thread only.
     *
     * @return the time that the gathered calls took to be metered, without slow readings, ns
     */
    long drain(Gathering gathering, InvocationPacker invocations) {
        platform.visit(context -> {
            long before = gathering.calls();
            context.own.drain(gathering, invocations);
            addCalls(gathering.calls() - before, context.sampledCost());
            context.lookForLost();
            if (context.isTooLarge()) {
                context.sweepNext();
            }
        }, context -> {
            retire(context);
            table.remove(context);
            unaskedOfDead += context.source.unasked(); // last: if something before fails, all is done again
        });
        mishaps.hooks.sayAll();
        mishaps.watch.look();
        plan.extensions.sayAll();
        starts.forgetTheDead();
        table.removeDead(context -> true, this::retire);
        if (light != null) {
            light.removeDead();
        }
        long before = gathering.calls();
        books.drain(gathering, invocations);
        addCalls(gathering.calls() - before, null);
        return takeMetering();
    }

    /** @param sampled the cost of a probe by the samples of the thread that made the calls; null if there are not enough */
    private void addCalls(long calls, ProbeCost sampled) {
        if (sampled == null) {
            otherCalls += calls;
        } else {
            long each = sampled.price();
            metering += calls * each;
            sampledCosts += each;
            sampledThreads++;
        }
    }

    /**
     * What the calls that were added took to be metered, ns. For a call of a thread without enough samples, such as a virtual one, this is the mean of
     * the threads that have them, and only where there is none what the calibration took, because its loop takes a third of that.
     */
    private long takeMetering() {
        long other = sampledThreads == 0 ? cost.price() : sampledCosts / sampledThreads;
        long taken = metering + otherCalls * other;
        metering = 0;
        otherCalls = 0;
        sampledThreads = 0;
        sampledCosts = 0;
        return taken;
    }

    /** Takes only the kept calls of every thread. Called by the collector's thread only. */
    void drain(InvocationPacker invocations) {
        platform.visit(context -> context.own.ring.drain(invocations));
        books.drain(invocations);
    }

    void count(Map<String, Long> counters) {
        long[] dropped = {0};
        long[] folded = {0};
        long[] unasked = {unaskedOfDead};
        long[] notCounted = new long[NotCounted.KINDS];
        Consumer<ThreadContext> add = context -> NotCounted.add(context.notCounted, notCounted);
        platform.visit(add.andThen(context -> {
            dropped[0] += context.own.ring.dropped();
            folded[0] += context.own.ledger.folded();
            unasked[0] += context.source.unasked();
        }));
        synchronized (mishaps.notCounted) {
            table.visitVirtual(add);
            NotCounted.add(mishaps.notCounted, notCounted);
        }
        if (light != null) {
            light.settle();
        }
        long untimed = light == null ? 0 : light.untimed();
        counters.put("calls.untimed", untimed);
        mishaps.count(counters);
        failures.count(counters);
        NotCounted.name(notCounted, counters);
        counters.merge("context.calls.lost", light == null ? 0 : light.untimedInContext(), Long::sum);
        books.count(counters, dropped[0] + (plan.events.keepsAll() ? untimed : 0), folded[0]);
        plan.extensions.count(counters);
        if (unasked[0] != 0) {
            counters.put("contention.unread", unasked[0]);
        }
        counters.put("verdicts.dropped", sites.hotspot.dropped());
    }

    /** Whether the JVM knows the thread as a virtual one. */
    static boolean isVirtual(Thread thread) {
        try {
            return IS_VIRTUAL != null && (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable impossible) {
            throw new AssertionError(impossible);
        }
    }

    private ThreadContext enter(Thread thread) {
        boolean drained = plan.metered && !isVirtual(thread);
        LightCalls some = light;
        LightCall innermost = some == null ? null : some.innermost(thread);
        ThreadContext context = drained ? new ThreadContext(thread, false, this) : lent(thread);
        LightCall[] moving = null;
        boolean entered = false;
        try {
            context.scope = starts.begun(thread);
            if (innermost != null) {
                moving = some.copyTo(context, innermost); // before the context can be found: the thread never has both if this fails
            }
            if (drained) {
                platform.enter(context);
                entered = true;
                came.incrementAndGet();
            }
            table.put(context);
        } catch (Throwable full) {
            if (!entered) { // otherwise the roster gives it back
                books.memory.giveCalls(context.bytes());
                keep(context); // it goes
            }
            throw full;
        }
        if (moving != null) {
            some.moveTo(context, innermost, moving);
        }
        context.prepare();
        if (books.memory.isShort()) {
            takeBackStacks();
        }
        return context;
    }

    /** A context from the pool, or a new one. The thread gives it back, or leaves it when it dies. */
    private ThreadContext lent(Thread thread) {
        ThreadContext context = pool.take(ThreadId.of(thread));
        if (context == null) {
            forgetTheDead(); // before the thread has a context that it would have to give back if this fails
            context = new ThreadContext(thread, true, this);
            context.isPooled = true;
            pooled.incrementAndGet();
        }
        context.thread = thread;
        return context;
    }

    /**
     * Whether a virtual thread that has no context gets none now, because as many are in use as may be. Its calls are then light. They stay so
     * until the thread has none, so that a call and those inside it are in one place.
     */
    private boolean isCrowded(Thread thread) {
        if (pooled.get() < MOST_POOLED && light == null) {
            return false;
        }
        if (!isVirtual(thread) || plan.isExtended()) {
            return false;
        }
        if (light == null) {
            makeLight();
        }
        return light.knows(thread)
                || pooled.get() >= (books.memory.isShort() ? FEW_POOLED : MOST_POOLED)
                        && !pool.hasNear(ThreadId.of(thread));
    }

    private synchronized void makeLight() {
        if (light == null) {
            light = new LightCalls(this, books.memory);
        }
    }

    /**
     * Removes the contexts of dead virtual threads, each time as many contexts were made as there are to look through. The threads that
     * make contexts do this themselves, because between two drains, or if nobody drains, more threads may come and go than there is
     * memory for. Scopes that are left open are closed by the collector.
     */
    private void forgetTheDead() {
        if (made.incrementAndGet() > most && sweep.borrow()) {
            try {
                made.set(0);
                int left = table.removeDead(context -> context.scope == null || !plan.metered, this::forget);
                most = Math.max(MANY, left);
            } finally {
                sweep.held = 0;
            }
        }
    }

    /**
     * Takes the stacks of dead platform threads back. If threads live shorter than the collector's interval, most contexts belong to dead
     * threads. So a thread that finds no memory for a call does this without waiting for the collector. Returns false if there can be
     * only few.
     */
    boolean takeBackStacks() {
        int newcomers = came.get();
        if (newcomers < SOME || !came.compareAndSet(newcomers, 0)) {
            return false;
        }
        // no lambda: it would be linked at the end of a full stack
        for (ThreadContext context = platform.newest(); context != null; context = context.cameBefore()) {
            if (context.isDead()) {
                synchronized (mishaps.notCounted) {
                    context.takeStack();
                    books.memory.giveCalls(context.owed);
                    context.owed = 0;
                }
            }
        }
        return true;
    }

    /**
     * Forgets a platform thread that died. Its calls are counted even if closing what it left open fails. Called by the collector's
     * thread only.
     */
    private void retire(ThreadContext context) {
        try {
            starts.abandoned(context.scope);
            context.countLost();
        } catch (Throwable failure) {
            mishaps.failed(failure);
        } finally {
            forget(context);
            if (context.own != null) {
                books.retire(context.own);
            }
        }
    }

    /** Gives back the memory of a thread that died. Any thread. */
    private void forget(ThreadContext context) {
        if (context.parts != null) {
            context.parts.abandon();
        }
        long bytes;
        synchronized (mishaps.notCounted) {
            context.byHand = 0; // they were counted before
            context.takeStack();
            context.settle();
            keep(context); // it goes
            bytes = context.bytes();
            context.owed = 0;
            mishaps.takeNotCounted(context.notCounted);
        }
        books.memory.giveCalls(bytes);
    }

    private static MethodHandle isVirtual() {
        try {
            return MethodHandles.publicLookup().findVirtual(Thread.class, "isVirtual",
                    MethodType.methodType(boolean.class));
        } catch (ReflectiveOperationException before21) {
            return null;
        }
    }
}

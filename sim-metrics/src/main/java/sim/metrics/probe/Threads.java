package sim.metrics.probe;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReferenceArray;
import sim.metrics.config.Option;
import sim.metrics.config.Options;
import sim.metrics.context.CurrentScope;
import sim.metrics.context.Scope;
import sim.metrics.snapshot.Invocation;
import sim.metrics.tree.CallTree;
import sim.metrics.tree.Gathering;

/**
 * All threads that are metered. A platform thread is met once and forgotten after it died and its numbers were taken;
 * a virtual thread takes a context from a pool when it enters its outermost probe or scope and returns it when it leaves.
 */
final class Threads implements CurrentScope {
    private static final MethodHandle IS_VIRTUAL = isVirtual();

    final CallTree tree;
    final EventPolicy events;
    final int meters;
    final boolean exactContention;
    final int ringCapacity;
    final int valueLength;

    /** What threads that are about to begin will find current. */
    final Starts starts = new Starts();
    private final ThreadTable table = new ThreadTable();
    private final List<ThreadContext> platform = new ArrayList<>();
    private final AtomicReferenceArray<ThreadContext> pool = new AtomicReferenceArray<>(256);
    private final Books[] shared;
    private final Runnable wake;

    private final AtomicLong unmatched = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    private long retiredHealed;
    private long retiredUnmatched;
    private long retiredUnmetered;
    private long retiredDropped;

    Threads(CallTree tree, Options options, Runnable wake) {
        this.tree = tree;
        this.wake = wake;
        this.events = new EventPolicy(options);
        this.meters = options.meters();
        this.exactContention = options.text(Option.CONTENTION).equals("exact");
        this.ringCapacity = options.count(Option.EVENTS_RING);
        this.valueLength = options.count(Option.VALUE_LENGTH);
        this.shared = new Books[Math.min(64, 2 * Runtime.getRuntime().availableProcessors())];
        for (int i = 0; i < shared.length; i++) {
            shared[i] = new Books(ringCapacity);
        }
    }

    /** The calling thread's context, made if need be. */
    ThreadContext current() {
        Thread thread = Thread.currentThread();
        ThreadContext known = table.find(thread);
        return known != null ? known : enter(thread);
    }

    /** The calling thread's context, or null. */
    ThreadContext known() {
        return table.find(Thread.currentThread());
    }

    @Override
    public Scope get() {
        ThreadContext context = known();
        if (context == null && starts.isHanded(Thread.currentThread())) {
            context = current();
        }
        return context == null ? null : context.scope;
    }

    @Override
    public void set(Scope scope) {
        ThreadContext context = scope == null ? known() : current();
        if (context != null) {
            context.scope = scope;
            if (context.own == null && context.isIdle()) {
                release(context);
            }
        }
    }

    /** Books for the length of one exit of a virtual thread: the holder never blocks, so one is soon free. */
    Books borrow() {
        int at = (int) Thread.currentThread().getId();
        while (true) {
            Books books = shared[(at++ & Integer.MAX_VALUE) % shared.length];
            if (books.borrow()) {
                return books;
            }
            Thread.onSpinWait();
        }
    }

    /** Takes back the context of a virtual thread that left its outermost probe and scope. */
    void release(ThreadContext context) {
        table.remove(context);
        context.thread = null;
        int from = ThreadLocalRandom.current().nextInt(pool.length());
        for (int i = 0; i < 16; i++) {
            if (pool.compareAndSet((from + i) % pool.length(), null, context)) {
                return;
            }
        }
        retire(context);
    }

    void wakeCollector() {
        wake.run();
    }

    void endedWithoutBegin() {
        unmatched.incrementAndGet();
    }

    /** SIM's own failure, on an application thread: counted, and said once. */
    void failed(Throwable failure) {
        if (failures.getAndIncrement() == 0) {
            System.err.println("sim: metering failed once and goes on, later failures are only counted: " + failure);
        }
    }

    /** Takes every thread's numbers and forgets the dead. The collector's thread only. */
    void drain(Gathering gathering, List<Invocation> invocations) {
        synchronized (platform) {
            for (Iterator<ThreadContext> all = platform.iterator(); all.hasNext();) {
                ThreadContext context = all.next();
                boolean dead = !context.thread.isAlive();
                context.own.ledger.drain(gathering);
                context.own.ring.drain(invocations);
                if (dead) {
                    all.remove();
                    table.remove(context);
                    starts.abandoned(context.scope);
                    retire(context);
                }
            }
        }
        starts.forgetTheDead();
        for (Books books : shared) {
            books.ledger.drain(gathering);
            books.ring.drain(invocations);
        }
    }

    void count(Map<String, Long> counters) {
        synchronized (platform) {
            long healed = retiredHealed;
            long ended = retiredUnmatched + unmatched.get();
            long unmetered = retiredUnmetered;
            long dropped = retiredDropped;
            for (ThreadContext context : platform) {
                healed += context.healed;
                ended += context.unmatched;
                unmetered += context.unmetered;
                dropped += context.own.ring.dropped();
            }
            for (int i = 0; i < pool.length(); i++) {
                ThreadContext context = pool.get(i);
                if (context != null) {
                    healed += context.healed;
                    ended += context.unmatched;
                    unmetered += context.unmetered;
                }
            }
            for (Books books : shared) {
                dropped += books.ring.dropped();
            }
            counters.put("probes.healed", healed);
            counters.put("probes.unmatched", ended);
            counters.put("calls.too.deep", unmetered);
            counters.put("invocations.dropped", dropped);
            counters.put("metering.failures", failures.get());
        }
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
        if (!isVirtual(thread)) {
            ThreadContext context = new ThreadContext(thread, false, this);
            context.scope = starts.begun(thread);
            synchronized (platform) {
                platform.add(context);
            }
            table.put(context);
            return context;
        }
        ThreadContext context = pooled();
        if (context == null) {
            context = new ThreadContext(thread, true, this);
        }
        context.thread = thread;
        table.put(context);
        return context;
    }

    private ThreadContext pooled() {
        int from = ThreadLocalRandom.current().nextInt(pool.length());
        for (int i = 0; i < 16; i++) {
            int at = (from + i) % pool.length();
            if (pool.getPlain(at) != null) {
                ThreadContext context = pool.getAndSet(at, null);
                if (context != null) {
                    return context;
                }
            }
        }
        return null;
    }

    private void retire(ThreadContext context) {
        synchronized (platform) {
            retiredHealed += context.healed;
            retiredUnmatched += context.unmatched;
            retiredUnmetered += context.unmetered;
            retiredDropped += context.own == null ? 0 : context.own.ring.dropped();
        }
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

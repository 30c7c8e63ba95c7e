package sim.metrics.probe;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.invoke.VarHandle;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jinspired.probes.Probes;
import sim.metrics.config.Option;
import sim.metrics.config.OptionException;
import sim.metrics.config.Options;
import sim.metrics.context.CurrentScope;
import sim.metrics.context.Scope;
import sim.metrics.environment.GlobalEnvironment;
import sim.metrics.environment.ThreadEnvironment;
import sim.metrics.extension.Extensions;
import sim.metrics.hotspot.Hotspot;
import sim.metrics.lending.Lent;
import sim.metrics.meter.Readings;
import sim.metrics.name.Label;
import sim.metrics.name.Name;
import sim.metrics.name.Names;
import sim.metrics.payload.PayloadBounds;
import sim.metrics.payload.Payloads;
import sim.metrics.snapshot.InvocationPacker;
import sim.metrics.snapshot.Meter;
import sim.metrics.tree.CallTree;
import sim.metrics.tree.Gathering;
import sim.metrics.tree.Layout;
import sim.metrics.tree.Room;

/**
 * All threads that are metered. A platform thread is met once and forgotten after it died and its numbers were taken;
 * a virtual thread takes a context from a pool when it enters its outermost probe or scope and returns it when it leaves.
 */
final class Threads implements CurrentScope {
    private static final MethodHandle IS_VIRTUAL = isVirtual();
    private static final VarHandle SWITCHINGS;

    static {
        try {
            SWITCHINGS = MethodHandles.lookup().findVarHandle(Threads.class, "switchings", int.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /** Meters fit into the bits of an int beside a sign. */
    private static final int MOST_METERS = 29;
    /** So many contexts of threads that died are no burden: some MB. */
    private static final int MANY = 1_024;
    /** After so many newcomers it is worth to look for dead ones among them. */
    private static final int SOME = 32;
    /** Heap there must be for each single event between two drains: a fiftieth of it is the most they take. */
    private static final int EVENT_HEAP = 5_000;
    /** The part of the heap that payloads' sums may take, unless it is set. */
    private static final int PAYLOAD_SHARE = 16;
    private static final String ENVIRONMENT = "sim.probes.environment.";
    /** What a probe takes of wall time it takes of these too. */
    private static final int TIMES = Meter.WALL.bit() | Meter.CPU.bit() | Meter.CPU_USER.bit();

    final CallTree tree;
    final GlobalEnvironment environment;
    final Extensions extensions;
    final Hotspot hotspot;
    final Violations violations;
    /** How many meters there are: the built-in ones and the extensions'. */
    final int width;
    final Name probeCount;
    /** Grows whenever a name is switched on or off: each thread then looks through its frames. */
    volatile int switchings;
    final EventPolicy events;
    /** Whether what metering takes is left out of self times. */
    final boolean compensated;
    /**
     * See {@link Calibration}: what counts until a thread knows better. Written plainly: a thread that sees it late compensates
     * a little later.
     */
    final ProbeCost cost = new ProbeCost();
    /** The collector's thread's own. */
    private Calibration calibration;
    /** Where each thread's readings come from. */
    final Readings.Source readings;
    final int ringCapacity;
    /** What rings may grow by, all together: however many threads keep calls, there is heap left. */
    final AtomicLong ringRoom = new AtomicLong(Runtime.getRuntime().maxMemory() / 16);
    final int valueLength;

    /** What threads that are about to begin will find current. */
    final Starts starts = new Starts();

    private final Names names;
    /** Whether anything is. */
    final boolean metered;
    final ThreadTable table = new ThreadTable();
    private final Roster platform = new Roster();
    /** Contexts made since the dead ones were last looked for, and at how many they are again. */
    private final AtomicInteger made = new AtomicInteger();
    /** Held by whoever looks for them. */
    private final Lent sweep = new Lent();
    private volatile int most = MANY;
    /** Platform threads that came since stacks were last taken back. */
    private final AtomicInteger came = new AtomicInteger();
    private final ContextPool pool = new ContextPool(Runtime.getRuntime().availableProcessors());
    /** For virtual threads, and for places a platform thread has no room for. */
    final SharedBooks shared;
    /** Where tallies have their numbers. */
    private final Layout layout;
    /** Memory for what all threads keep of their own. */
    final Room room;
    private final Runnable wake;
    /** What payload probes recorded. */
    final Payloads payloads;
    /** The site of all frames that are splits. */
    final ProbeSite splits;

    final AtomicLong countersFolded = new AtomicLong();
    /**
     * What went another way than begin and end: rare, so all threads add to one counter, at once. 5 to 20 ns. No striped one:
     * its cells' class would be loaded where two threads meet, perhaps at the end of a full stack.
     */
    final AtomicLong healed = new AtomicLong();
    final AtomicLong unmatched = new AtomicLong();
    final AtomicLong switched = new AtomicLong();
    final AtomicLong leftOutInHooks = new AtomicLong();
    private final AtomicLong failures = new AtomicLong();
    /**
     * Of two elements, under its own lock: calls that were lost where no thread's context could count them, and those of contexts
     * that their threads have left; and what such contexts had no room for.
     */
    final long[] lost = new long[2];
    /** Of threads that died. Written by the collector's thread only. */
    private volatile long retiredDropped;

    Threads(CallTree tree, Names names, Room room, Options options, Readings.Source readings, Runnable wake) {
        this.tree = tree;
        this.names = names;
        this.environment = new GlobalEnvironment(names, settings(options));
        this.extensions = new Extensions(options, names, new ThreadEnvironment(environment, 0));
        this.width = Meter.COUNT + extensions.meters().size();
        if (width > MOST_METERS) {
            throw new OptionException("probes.measures and probes.counters name " + extensions.meters().size()
                    + " meters; there is room for " + (MOST_METERS - Meter.COUNT));
        }
        this.hotspot = new Hotspot(options, this::switched);
        this.violations = new Violations(options.isOn(Option.PROBES_STRICT));
        this.metered = options.isOn(Option.ENABLED);
        // what extensions take is not known
        this.compensated = metered && options.isOn(Option.COMPENSATION) && !extensions.interceptOrVote()
                && width == Meter.COUNT;
        this.probeCount = names.parse("probe.count");
        this.wake = wake;
        this.splits = new ProbeSite(names.parse("split"), this, null);
        this.payloads = new Payloads(bounds(options), names, wake);
        this.events = new EventPolicy(options);
        this.readings = readings;
        this.ringCapacity = options.count(Option.EVENTS_RING);
        this.valueLength = options.count(Option.VALUE_LENGTH);
        this.room = room;
        int all = (1 << width) - 1;
        int read = readings.meters() | all & -1 << Meter.COUNT;
        this.layout = new Layout(read, Histograms.asked(options, extensions.meters(), read), width);
        this.shared = new SharedBooks(Math.max(16, Math.min(64, 2 * Runtime.getRuntime().availableProcessors())),
                () -> newBooks(all));
    }

    /** @param present the bit set of the meters its owner reads */
    Books newBooks(int present) {
        return new Books(layout, room, ringCapacity, ringRoom, present, width);
    }

    /** The site of a name, made at its first use. */
    ProbeSite site(Probes.Name name) {
        Name known = name instanceof Name ours ? ours : names.parse(name.toString());
        ProbeSite site = (ProbeSite) known.site;
        return site != null ? site : create(known);
    }

    /** Under the lock of those who admit names: the collector's thread never takes it. */
    private ProbeSite create(Name name) {
        synchronized (names) {
            if (name.site == null) {
                name.add(Label.PROBE);
                Name admitted = metered ? names.admit(name) : name;
                name.site = !metered
                        ? new ProbeSite(name, this, null)
                        : admitted == name
                                ? new ProbeSite(name, this, hotspot.open(name, names.idOf(name)))
                                : site(admitted);
            }
            return (ProbeSite) name.site;
        }
    }

    /** A place of SIM's own, which never switches itself off. */
    ProbeSite unjudged(String part) {
        Name name = names.name(part);
        return new ProbeSite(name, this, metered ? hotspot.unjudged(names.admit(name)) : null);
    }

    Name parse(String dotted) {
        return names.parse(dotted);
    }

    /** The Open API's name of a meter. */
    Name meterName(int ordinal) {
        return names.parse(ordinal < Meter.COUNT
                ? Meter.at(ordinal).label()
                : extensions.meters().get(ordinal - Meter.COUNT));
    }

    /** The calling thread's context, made if need be. */
    ThreadContext current() {
        Thread thread = Thread.currentThread();
        ThreadContext known = table.find(thread);
        return known != null ? known : enter(thread);
    }

    /** What payload probes may keep. */
    private static PayloadBounds bounds(Options options) {
        return new PayloadBounds(options.memory(Option.PAYLOAD_MEMORY, PAYLOAD_SHARE),
                options.count(Option.PAYLOAD_STRINGS), options.count(Option.PAYLOAD_STRINGS_PLACE),
                options.count(Option.PAYLOAD_SPLITS), options.count(Option.PAYLOAD_SPLITS_PLACE),
                options.count(Option.PAYLOAD_OBJECTS), options.bound(Option.PAYLOAD_EVENTS_BUFFER, EVENT_HEAP),
                options.count(Option.PAYLOAD_EVENTS_MAX), options.count(Option.VALUE_LENGTH));
    }

    /** A virtual thread gives its context back when it has nothing open any more. */
    void releaseIdle(ThreadContext context) {
        if (context.own == null && context.isIdle()) {
            release(context);
        }
    }

    /** Where nothing records and no thread has a payload open, begins and ends are looked at no more. The collector's thread. */
    void restPayloads() {
        if (payloads.isActive() && !payloads.isRecording()) {
            boolean[] open = {false};
            table.visitVirtual(context -> open[0] |= !context.hasNoPayload());
            platform.visit(context -> open[0] |= !context.hasNoPayload());
            if (!open[0]) {
                payloads.rest();
            }
        }
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
            context.forgetScopes();
            if (context.own == null && context.isIdle()) {
                release(context);
            }
        }
    }

    /** Takes back the context of a virtual thread that left its outermost probe and scope. */
    void release(ThreadContext context) {
        if (context.lost + context.tooDeepEver != 0) {
            takeLost(context);
        }
        table.remove(context);
        long thread = context.thread.getId();
        context.thread = null;
        if (context.isTooLarge() || !pool.give(thread, context)) {
            room.giveCalls(context.bytes());
        }
    }

    /** Finds out what metering takes. */
    void calibrate() {
        if (compensated) {
            if (calibration == null) {
                calibration = new Calibration(this);
            }
            calibration.measure(cost);
            hotspot.probeTakes((TIMES & 1 << hotspot.meter()) == 0 ? 0 : cost.inside + cost.outside);
        }
    }

    void wakeCollector() {
        wake.run();
    }

    void endedWithoutBegin() {
        unmatched.incrementAndGet();
    }

    /** SIM's own failure, on an application thread: counted, and said once. A stack that is full is no failure of SIM. */
    void failed(Throwable failure) {
        if (!(failure instanceof StackOverflowError) && failures.getAndIncrement() == 0) {
            System.err.println("sim: metering failed once and goes on, later failures are only counted: " + failure);
        }
    }

    /** Takes every thread's numbers and forgets the dead. The collector's thread only. */
    void drain(Gathering gathering, InvocationPacker invocations) {
        platform.visit(context -> {
            context.own.drain(gathering, invocations);
            context.lookForLost();
            if (context.isTooLarge()) {
                context.sweepNext();
            }
        }, context -> {
            retire(context);
            table.remove(context);
        });
        starts.forgetTheDead();
        table.removeDead(context -> true, this::retire);
        shared.drain(gathering, invocations);
    }

    /** Takes every thread's kept calls, and nothing else. The collector's thread only. */
    void drain(InvocationPacker invocations) {
        platform.visit(context -> context.own.ring.drain(invocations));
        shared.drain(invocations);
    }

    void count(Map<String, Long> counters) {
        long[] dropped = {retiredDropped};
        long[] notCounted = {0, 0};
        Consumer<ThreadContext> add = context -> {
            notCounted[0] += context.lost;
            notCounted[1] += context.tooDeepEver;
        };
        platform.visit(add.andThen(context -> dropped[0] += context.own.ring.dropped()));
        synchronized (lost) {
            table.visitVirtual(add);
            notCounted[0] += lost[0];
            notCounted[1] += lost[1];
        }
        counters.put("probes.healed", healed.get());
        counters.put("probes.unmatched", unmatched.get());
        counters.put("calls.too.deep", notCounted[1]);
        counters.put("calls.switched", switched.get());
        counters.put("calls.lost", notCounted[0]);
        counters.put("calls.shared", shared.forPlatform());
        counters.put("invocations.dropped", dropped[0] + shared.dropped());
        counters.put("metering.failures", failures.get());
        counters.put("hooks.left.out", leftOutInHooks.get());
        extensions.count(counters);
        counters.put("counters.folded", countersFolded.get());
        counters.put("verdicts.dropped", hotspot.dropped());
        violations.count(counters);
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
        boolean drained = metered && !isVirtual(thread);
        ThreadContext context = drained ? new ThreadContext(thread, false, this) : lent(thread);
        boolean entered = false;
        try {
            context.scope = starts.begun(thread);
            if (drained) {
                platform.enter(context);
                entered = true;
                came.incrementAndGet();
            }
            table.put(context);
        } catch (Throwable full) {
            if (!entered) { // else the roster gives it back
                room.giveCalls(context.bytes());
            }
            throw full;
        }
        context.prepare();
        if (room.isShort()) {
            takeBackStacks();
        }
        return context;
    }

    /** One that is given back, or left when the thread dies. */
    private ThreadContext lent(Thread thread) {
        ThreadContext context = pool.take(thread.getId());
        if (context == null) {
            forgetTheDead(); // before there is a context that would have to be given back where this fails
            context = new ThreadContext(thread, true, this);
        }
        context.thread = thread;
        return context;
    }

    /**
     * Between two drains, or where nobody drains, more threads may come and go than there is memory for: so whoever makes many
     * contexts looks after them, each time as many were made as have to be looked at. What is left open in a scope is the
     * collector's to close.
     */
    private void forgetTheDead() {
        if (made.incrementAndGet() > most && sweep.borrow()) {
            try {
                made.set(0);
                int left = table.removeDead(context -> context.scope == null || !metered, this::forget);
                most = Math.max(MANY, left);
            } finally {
                sweep.held = 0;
            }
        }
    }

    /**
     * Where threads live shorter than the collector's interval most of them are dead, each with its stack. So who finds no
     * memory for a call takes back theirs, beside the collector; false where there can be few.
     */
    boolean takeBackStacks() {
        int newcomers = came.get();
        if (newcomers < SOME || !came.compareAndSet(newcomers, 0)) {
            return false;
        }
        // no lambda: it would be linked at the end of a full stack
        for (ThreadContext context = platform.newest(); context != null; context = context.cameBefore) {
            if (!context.thread.isAlive()) {
                long bytes;
                synchronized (lost) {
                    bytes = context.takeStack();
                }
                room.giveCalls(bytes);
            }
        }
        return true;
    }

    private void switched() {
        SWITCHINGS.getAndAdd(this, 1);
    }

    /** The settings, those of the environment under their own names too, and what has a published name under that. */
    private static Map<String, String> settings(Options options) {
        Map<String, String> settings = new HashMap<>(options.published());
        settings.putAll(options.settings());
        for (Map.Entry<String, String> each : options.settings().entrySet()) {
            if (each.getKey().startsWith(ENVIRONMENT)) {
                settings.put(each.getKey().substring(ENVIRONMENT.length()), each.getValue());
            }
        }
        return settings;
    }

    /** Of a thread that died: its calls are counted whatever becomes of what it left open. The collector's thread only. */
    private void retire(ThreadContext context) {
        try {
            starts.abandoned(context.scope);
            context.countLost();
        } catch (Throwable failure) {
            failed(failure);
        } finally {
            forget(context);
            if (context.own != null) {
                retiredDropped += context.own.ring.dropped();
                context.own.retire();
            }
        }
    }

    /** Of a thread that died. Any thread. */
    private void forget(ThreadContext context) {
        long bytes;
        synchronized (lost) {
            bytes = context.bytes();
            context.byHand = 0; // those were counted
            context.takeStack();
            takeLost(context);
        }
        room.giveCalls(bytes);
    }

    /** What a context counted is counted here from now on. Its owner's, or any thread's once that has died. */
    private void takeLost(ThreadContext context) {
        synchronized (lost) {
            lost[0] += context.lost;
            lost[1] += context.tooDeepEver;
            context.lost = 0;
            context.tooDeepEver = 0;
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

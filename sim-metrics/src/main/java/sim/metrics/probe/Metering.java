package sim.metrics.probe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import sim.metrics.config.Option;
import sim.metrics.config.Options;
import sim.metrics.context.Bounds;
import sim.metrics.context.Context;
import sim.metrics.context.ContextCompanion;
import sim.metrics.context.ContextRegistry;
import sim.metrics.context.CurrentContext;
import sim.metrics.context.Values;
import sim.metrics.event.Bounded;
import sim.metrics.exit.AtExit;
import sim.metrics.failure.Fatal;
import sim.metrics.hotspot.Hotspot;
import sim.metrics.hotspot.Scorecard;
import sim.metrics.meter.Clock;
import sim.metrics.meter.Readings;
import sim.metrics.meter.ThreadMeters;
import sim.metrics.name.Names;
import sim.metrics.snapshot.Control;
import sim.metrics.snapshot.EventRecord;
import sim.metrics.snapshot.Meter;
import sim.metrics.snapshot.NameEntry;
import sim.metrics.snapshot.NodeEntry;
import sim.metrics.snapshot.Snapshot;
import sim.metrics.snapshot.Text;
import sim.metrics.payload.RecordingControls;
import sim.metrics.spi.ControlHandler;
import sim.metrics.spi.SnapshotListener;
import sim.metrics.payload.Mishaps;
import sim.metrics.snapshot.payload.PayloadSnapshot;
import sim.metrics.spi.SnapshotSource;
import sim.metrics.tree.CallTree;
import sim.metrics.tree.Room;
import sim.metrics.weaving.WeavingReport;

/**
 * The metering runtime: makes sites, keeps the current context of each thread, and is drained by the collector. The JVM has one,
 * {@link #runtime()}, made at its first use: see {@link JvmMetering}. Tests and embedding programs make others. Its methods never
 * throw.
 */
public final class Metering implements SnapshotSource {
    /**
     * Bytes of heap there must be for each name and each place, unless the bound is set. Measured: 5 million names probed
     * once with all meters keep 2 to 3 KB each while they are on their way, so names without end cost a fifth of the heap.
     */
    private static final int HEAP_EACH = 16 << 10;
    /** The same for each histogram a place has beside wall time's: threads, books, and the snapshot while it is made, have one. */
    private static final int HEAP_A_HISTOGRAM = 4 << 10;
    /** The part of the heap that contexts may take, and that threads' numbers may, unless it is set. */
    private static final int HEAP_SHARE = 16;
    /** Of the application's own, between two drains. */
    private static final int MOST_EVENTS = 10_000;
    private static final int ALL = (1 << Meter.COUNT) - 1;

    private final Options options;
    private final boolean enabled;
    private final Names names;
    private final CallTree tree;
    private final ContextRegistry contexts;
    private final CurrentContext current;
    private final Bounded<EventRecord> fired;
    final Threads threads;
    private final Controls controls;
    private final JvmPayloads payloadRuntime;
    /** Null where nothing is metered. */
    private final PayloadTriggers triggers;
    /** The collector's thread only. */
    private final Draining draining;
    private Calibration calibration;
    private final Shipping shipping;
    /** Whether its readings are played back: they cost nothing. */
    private final boolean played;
    private final WeavingReport weaving = WeavingReport.ofJvm();

    /** A runtime with a collector of the caller's own, or none: for tests and embedding. */
    public Metering(Options options) {
        this(options, fromJvm(options), false);
    }

    /** @param played whether the readings are played back */
    Metering(Options options, Readings.Source readings, boolean played) {
        this.options = options;
        this.played = played;
        this.shipping = new Shipping(options, this);
        this.enabled = options.isOn(Option.ENABLED);
        this.names = new Names(options.bound(Option.NAMES_MAX, HEAP_EACH));
        Room room = new Room(options.memory(Option.NUMBERS_MEMORY, HEAP_SHARE));
        this.contexts = new ContextRegistry(bounds(options), played ? ALL : options.meters(), shipping::wake);
        this.fired = new Bounded<>(MOST_EVENTS);
        if (enabled) {
            ThreadMeters.prepare(options.meters());
        }
        Plan plan = new Plan(options, names, readings);
        this.tree = new CallTree(
                options.bound(Option.TREE_NODES, HEAP_EACH + plan.layout.further() * HEAP_A_HISTOGRAM), names);
        this.threads = new Threads(plan, options, names, tree.root(), room, shipping::wake);
        this.current = new CurrentContext(contexts, threads, threads.mishaps::failed);
        threads.starts.use(current);
        this.draining = new Draining(threads, contexts, fired, weaving, options.count(Option.VALUE_LENGTH));
        this.controls = new Controls(threads.sites.hotspot, new RecordingControls(threads.payloads),
                threads.payloads.scripts);
        this.payloadRuntime = new JvmPayloads(threads, threads.payloads);
        this.triggers = enabled ? new PayloadTriggers(options, threads.payloads, System::nanoTime) : null;
        String open = options.text(Option.PAYLOAD_RECORD_WHILE);
        if (enabled && !open.isEmpty()) {
            contexts.watch(open.substring(open.indexOf(':') + 1).trim(), triggers);
        }
    }

    /** Settles the options before the first use of {@link #runtime()}; later it has no effect. Called by the agent. */
    public static void configure(Options options) {
        JvmMetering.configure(options, null);
    }

    /** Loads and links, beside the calling thread, what the first calls will need: {@link #runtime()} waits for it. */
    public static void prepare() {
        JvmMetering.prepare();
    }

    /** As {@link #configure(Options)}, for a runtime whose threads' readings come from somewhere else than the JVM: for playback. */
    public static void configure(Options options, Readings.Source readings) {
        JvmMetering.configure(options, readings);
    }

    /**
     * The JVM's own. An extension that is itself woven, or asks for it, while it is being made gets one that meters nothing.
     */
    public static Metering runtime() {
        return JvmMetering.runtime();
    }

    /**
     * Has the JVM's runtime ship to where the options say, from now until {@link #detach}. One that had begun before keeps its own
     * options for everything else, and one that ships already ships on as it does.
     *
     * @return whether it meters
     */
    public static boolean attach(Options options) {
        return JvmMetering.attach(options);
    }

    /** Ships what is left and stops shipping, if it was {@link #attach} that began it. Returns whether all has arrived. */
    public boolean detach() {
        return shipping.detach();
    }

    /** The options it runs with. */
    public Options options() {
        return options;
    }

    /** A place to probe: {@code owner} is the declaring class or prefix, {@code member} the method or last part. */
    public ProbeSite site(String owner, String member) {
        return threads.sites.site(owner.isEmpty() ? names.name(member) : names.parse(owner).name(member));
    }

    /** All names there are. */
    public Names names() {
        return names;
    }

    /** What works behind the payload API. */
    public JvmPayloads payloadRuntime() {
        return payloadRuntime;
    }

    /** A payload begins on this thread that may end on another; null where its probe does not record. */
    public LoosePayload beginLoosePayload(Class<?> probe) {
        return payloadRuntime.beginLoose(probe);
    }

    /** Counts a handler of a payload probe that failed; a line that is given is said. */
    public void handlerFailed(String line) {
        threads.payloads.mishaps.add(Mishaps.Kind.HANDLER);
        if (line != null) {
            System.err.println("sim: " + line);
        }
    }

    /** Counts a script that took more than it may and is called no more, and says so. */
    public void scriptStopped(String line) {
        threads.payloads.mishaps.add(Mishaps.Kind.SCRIPT_STOPPED);
        System.err.println("sim: " + line);
    }

    @Override
    public PayloadSnapshot drainPayloads() {
        payloadRuntime.forgetClasses();
        if (triggers != null) {
            triggers.look();
        }
        PayloadSnapshot drained = threads.payloads.drain();
        threads.restPayloads();
        return drained;
    }

    /** The calling thread's context in the Open API. */
    public HandContext context() {
        return threads.current().hand();
    }

    @Override
    public List<String> extraMeters() {
        return threads.plan.extensions.meters();
    }

    @Override
    public int control(Control control) {
        return controls.handle(control);
    }

    /** A further kind of control is done by this from now on. Any thread. */
    public void handle(ControlHandler handler) {
        controls.add(handler);
    }

    /** What is current on the calling thread: flow contexts begin, end and travel there. */
    public CurrentContext current() {
        return current;
    }

    /** Begins a context inside the current one and makes it current on this thread. */
    public Context createContext(String name, String tag) {
        return current.begin(name, tag, null);
    }

    /** The same for a creator that will end it by its token: see {@link #endContextOf}. */
    public Context createContext(String name, String tag, Object token) {
        return current.begin(name, tag, token);
    }

    /** Ends this thread's current context; the one outside it is current again. Returns null when there was none. */
    public Context endContext(Throwable error) {
        return current.end(error);
    }

    /** Ends this thread's nearest context made with that token, and those left open inside it. */
    public void endContextOf(Object token, Throwable error) {
        current.endOf(token, error);
    }

    /** This thread's current context, or null. */
    public Context currentContext() {
        return current.get();
    }

    /** Makes a context current on this thread over the one that is, until it is ended here. */
    public void lendContext(Context context) {
        current.lend(context);
    }

    /**
     * Makes a context current on this thread in place of the one that is, which stays open; null for none. The caller
     * hands the context over and takes care to set the former one again.
     */
    public void setCurrentContext(Context context) {
        current.set(context);
    }

    /**
     * What is current here will be current on {@code thread}, a platform thread about to be started, for as long as it
     * runs.
     */
    public void hand(Thread thread) {
        if (!Threads.isVirtual(thread)) {
            threads.starts.hand(thread, current.snapshot());
        }
    }

    /** Writes into the current context; without one nothing is written and it is counted. */
    public void write(Map<String, ?> values) {
        current.write(values);
    }

    /** Counts in the current context's value of that name; without one it is counted as such. */
    public void increment(String name) {
        current.increment(name);
    }

    /** Passes on what the application says happened. Never blocks: past its bound it is dropped and counted. */
    public void fire(String name, Map<String, ?> values) {
        int length = options.count(Option.VALUE_LENGTH);
        Values kept = new Values(options.count(Option.CONTEXT_VALUES), length);
        values.forEach(kept::put);
        Context context = currentContext();
        fired.offer(new EventRecord(Values.text(name, length), Clock.epochMicros(),
                context == null ? 0 : context.id(), Text.name(Thread.currentThread().getName()), kept.copy()));
    }

    /** SIM's own failure on an application thread: counted, and said once. */
    public void failed(Throwable failure) {
        threads.mishaps.failed(failure);
    }

    /** A hook of an aspect of the application's threw: counted, and said once for the two. */
    public void hookFailed(String aspect, String hook, Throwable failure) {
        threads.mishaps.hooks.add(aspect, hook, failure);
        Fatal.pass(failure);
    }

    /** One more listener, which hears what is gathered from now on. Any thread; see {@link SnapshotListener}. */
    public void listen(SnapshotListener listener) {
        shipping.listen(listener);
    }

    /** The number of the calling thread's innermost call in progress, 0 for none: calls that begin later have higher ones. */
    public long innermostCall() {
        ThreadContext known = threads.known();
        return known == null || known.depth == 0 ? 0 : known.innermost().serial;
    }

    /** A call made by a hook, of what the hook's own pointcut selects: its aspect leaves it alone. */
    public void leftOutInHook() {
        threads.mishaps.add(CallMishaps.Kind.LEFT_OUT_IN_HOOKS);
    }

    /** What became of the classes the agent has seen. */
    public WeavingReport weaving() {
        return weaving;
    }

    /** The scorecards of names that are off, and of those whose probes are out of the code: see {@link Hotspot#idle}. */
    public List<Scorecard> idle() {
        return threads.sites.hotspot.idle();
    }

    @Override
    public void calibrate() {
        if (!played && threads.plan.compensated) {
            try {
                if (calibration == null) {
                    calibration = new Calibration(threads);
                }
                calibration.measure();
            } catch (Throwable failure) {
                failed(failure);
            }
        }
    }

    /** Nobody hears of what is metered here. Before the first drain. */
    void rehearse() {
        shipping.findNoListeners();
    }

    @Override
    public Snapshot drain() {
        Snapshot all = draining.all();
        if (triggers != null) {
            triggers.look(all, this);
        }
        shipping.tell(all);
        return all;
    }

    @Override
    public int gatherInvocations() {
        return draining.gather();
    }

    @Override
    public Snapshot takeKept(long fromMicros) {
        Snapshot some = draining.kept(fromMicros);
        if (!some.isEmpty()) {
            shipping.tell(some);
        }
        return some;
    }

    /** When it was last drained, microseconds since the epoch. */
    public long drainedAt() {
        return draining.drainedMicros();
    }

    /** Whether a payload probe of that class has been met: its first call came, or the aspect that it is was made. */
    public boolean isPayloadProbe(String type) {
        return threads.payloads.isMet(type);
    }

    @Override
    public List<NameEntry> namesAfter(int id) {
        return names.after(id);
    }

    @Override
    public List<NodeEntry> nodesAfter(int id) {
        return tree.after(id);
    }

    @Override
    public Map<String, Long> counters() {
        Map<String, Long> counters = new LinkedHashMap<>();
        threads.count(counters);
        threads.payloads.count(counters);
        if (triggers != null) {
            triggers.count(counters);
        }
        contexts.count(counters);
        current.count(counters);
        counters.put("events.dropped", fired.dropped());
        counters.put("listeners.failures", shipping.failures());
        counters.put("controls.unknown", controls.unknown());
        weaving.count(counters);
        counters.put("names.folded", names.overflowed());
        counters.put("tree.folded", tree.folded());
        return counters;
    }

    /**
     * Ships what is left now instead of when the JVM ends, and nothing after it: for programs whose end is to be told by
     * whether it arrived. Waits for {@code exit.flush} at most.
     *
     * @return whether all has arrived at the agent server; false too when nothing ships, or it was called before
     */
    public boolean shipRest() {
        return shipping.shipRest();
    }

    private static Bounds bounds(Options options) {
        return new Bounds(options.count(Option.CONTEXTS_MAX), options.count(Option.CONTEXT_VALUES),
                options.count(Option.VALUE_LENGTH), options.count(Option.CONTEXT_PLACES),
                options.count(Option.CONTEXT_PLACES_FEW), options.count(Option.CONTEXTS_KINDS),
                options.memory(Option.CONTEXTS_MEMORY, HEAP_SHARE),
                options.duration(Option.EVENTS_SLOW).toNanos(), options.count(Option.CONTEXTS_RATE),
                options.count(Option.CONTEXTS_EVERY));
    }

    static Readings.Source fromJvm(Options options) {
        int meters = options.meters();
        long span = options.cpuSpan();
        boolean asksAlways = options.text(Option.CONTENTION).equals("exact");
        return new Readings.Source() {
            @Override
            public Readings of(Thread thread, boolean virtual) {
                return new ThreadMeters(thread, meters, virtual, span, asksAlways);
            }

            @Override
            public int meters() {
                return meters;
            }
        };
    }

    /** What the JVM's own has beside others: contexts on flight recordings, a collector, a memory of its verdicts. */
    void begin() {
        startCompanion();
        shipping.start(options);
        if (threads.sites.hotspot.remembers()) {
            AtExit.run(threads.sites.hotspot::remember);
        }
    }

    boolean isEnabled() {
        return enabled;
    }

    Shipping shipping() {
        return shipping;
    }

    private void startCompanion() {
        try {
            for (ContextCompanion found : ServiceLoader.load(ContextCompanion.class,
                    Metering.class.getClassLoader())) {
                found.start(options);
                current.accompany(found);
                return;
            }
        } catch (ServiceConfigurationError | RuntimeException | LinkageError broken) {
            System.err.println("sim: recording contexts will not travel with flow contexts: " + broken);
        }
    }
}

package sim.metrics.probe;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.Predicate;
import java.util.function.ToLongFunction;
import sim.base.config.Option;
import sim.base.config.Options;
import sim.base.event.Bounded;
import sim.base.exit.AtExit;
import sim.base.exit.LastWords;
import sim.base.failure.Fatal;
import sim.base.failure.OwnThread;
import sim.base.meter.Clock;
import sim.base.meter.Readings;
import sim.base.meter.ThreadMeters;
import sim.base.name.Name;
import sim.base.name.Names;
import sim.base.redact.Redaction;
import sim.context.AskedTexts;
import sim.context.Bounds;
import sim.context.Context;
import sim.context.ContextCompanion;
import sim.context.ContextRegistry;
import sim.context.CurrentContext;
import sim.context.TwoCompanions;
import sim.context.Values;
import sim.metrics.feature.Feature;
import sim.metrics.hotspot.Hotspot;
import sim.metrics.hotspot.Scorecard;
import sim.metrics.log.LogContexts;
import sim.metrics.spi.ControlHandler;
import sim.metrics.spi.SnapshotListener;
import sim.metrics.spi.SnapshotSource;
import sim.metrics.tree.CallTree;
import sim.metrics.tree.NumbersMemory;
import sim.metrics.weaving.WeavingReport;
import sim.model.snapshot.Control;
import sim.model.snapshot.EventRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Snapshot;
import sim.model.text.Text;

/**
 * The metering runtime: makes sites, keeps the current context of each thread, and is drained by the collector. The JVM has one,
 * {@link #runtime()}, made at its first use: see {@link JvmMetering}. Tests and embedding programs make others.
 *
 * <p>What the application calls through {@code sim.instrumentation.data} counts its failures here and throws none of them: {@link #fire}, and what begins, ends and
 * tells contexts. A stack too full for a context to begin or end is the application's to notice, as one too full for the call itself. The other methods are for SIM's
 * aspects, features and collector, which catch what a full heap or stack throws.
 */
public final class Metering implements SnapshotSource {
    /**
     * Unless an option sets the bound, one name and one place may be kept for so many bytes of heap. Measured: each of 5 million names
     * probed once with all meters takes 2 to 3 KB until it is shipped, so a program that never stops making names costs a fifth of the
     * heap.
     */
    private static final int HEAP_EACH = 16 << 10;
    /** The same for each name, metered or not. That of a woven method that never runs takes 0.6 KB with its site. */
    private static final int HEAP_A_NAME = 4 << 10;
    /**
     * The same for each histogram of a place in addition to that of wall time. Threads, shared books and a snapshot in the making have
     * one each.
     */
    private static final int HEAP_A_HISTOGRAM = 4 << 10;
    /** Unless an option says otherwise, contexts may take this part of the heap, 1/16, and the numbers of threads another one. */
    private static final int HEAP_SHARE = 16;
    /** The most events of the application between two drains. */
    private static final int MOST_EVENTS = 10_000;
    private static final int ALL = (1 << Meter.COUNT) - 1;

    private final Options options;
    private final boolean enabled;
    private final Names names;
    private final CallTree tree;
    private final ContextRegistry contexts;
    private final Redaction redaction;
    private final AskedTexts texts;
    private final NamelessParameters nameless = new NamelessParameters();
    private final CurrentContext current;
    private final Bounded<EventRecord> fired;
    final Threads threads;
    private final Controls controls;
    final Features features;
    /** Only the collector's thread uses it. */
    private final Draining draining;
    private Calibration calibration;
    private final Shipping shipping;
    /** Whether its readings are played back, and so cost nothing. */
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
        this.names = new Names(options.bound(Option.NAMES_MAX, HEAP_EACH), options.heap() / HEAP_A_NAME);
        NumbersMemory memory = new NumbersMemory(options.memory(Option.NUMBERS_MEMORY, HEAP_SHARE));
        this.redaction = Redaction.of(options);
        this.contexts = new ContextRegistry(bounds(options, redaction), played ? ALL : options.meters(),
                this::callerOf, shipping::wake);
        this.fired = new Bounded<>(MOST_EVENTS);
        if (enabled) {
            ThreadMeters.prepare(options.meters());
        }
        Plan plan = new Plan(options, names, readings);
        this.tree = new CallTree(
                options.bound(Option.TREE_NODES, HEAP_EACH + plan.layout.further() * HEAP_A_HISTOGRAM), names);
        this.threads = new Threads(plan, options, names, tree.root(), memory, shipping::wake);
        contexts.watchFailures(threads.failures);
        this.texts = new AskedTexts(new Asking(threads));
        contexts.ask(texts);
        this.current = new CurrentContext(contexts, threads, threads.mishaps::failed);
        threads.starts.use(current);
        this.draining = new Draining(threads, tree, contexts, fired, weaving, options.count(Option.VALUE_LENGTH));
        this.controls = new Controls(threads.sites.hotspot);
        this.features = new Features(options, names, threads, contexts, controls, this::fire);
        features.start();
    }

    /** Settles the options before the first use of {@link #runtime()}; later it has no effect. Called by the agent. */
    public static void configure(Options options) {
        JvmMetering.configure(options, null);
    }

    /** Starts to load and link what the first calls will need, on another thread. {@link #runtime()} waits for it. */
    public static void prepare() {
        JvmMetering.prepare();
    }

    /** Like {@link #configure(Options)}, for playback: the readings of threads come from the given source instead of the JVM. */
    public static void configure(Options options, Readings.Source readings) {
        JvmMetering.configure(options, readings);
    }

    /**
     * The runtime of the JVM, made at the first use. While it is being made, extensions that are woven or ask for it get one that meters
     * nothing.
     */
    public static Metering runtime() {
        return JvmMetering.runtime();
    }

    /**
     * Makes the JVM's runtime ship to where the options say, from now until {@link #detach}. A runtime that existed before keeps its own
     * options for everything else. One that already ships is left as it is.
     *
     * @return whether the runtime meters
     */
    public static boolean attach(Options options) {
        return JvmMetering.attach(options);
    }

    /** Ships what is left and stops shipping, if {@link #attach} started it. Returns whether all has arrived. */
    public boolean detach() {
        return shipping.detach();
    }

    /** The options of this runtime. */
    public Options options() {
        return options;
    }

    /** The site of a name that is about to be metered: {@code owner} is the declaring class or prefix, {@code member} the method or last part. */
    public ProbeSite site(String owner, String member) {
        return threads.sites.site(name(owner, member));
    }

    /** The site of a method that is woven, which may never run. */
    public ProbeSite wovenSite(String type, String method) {
        return threads.sites.woven(name(type, method));
    }

    private Name name(String owner, String member) {
        return owner.isEmpty() ? names.name(member) : names.parse(owner).name(member);
    }

    /** All names. */
    public Names names() {
        return names;
    }

    /** The runtime's feature of that class; null if its module is not there. */
    public <F extends Feature> F feature(Class<F> type) {
        return features.find(type);
    }

    @Override
    public Snapshot drainFeatures(long fromMicros, long toMicros) {
        return features.drain(fromMicros, toMicros);
    }

    /** The calling thread's Open API context. */
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

    /** Adds a handler for a further kind of control. Any thread. */
    public void handle(ControlHandler handler) {
        controls.add(handler);
    }

    /** The current context of the calling thread, through which flow contexts begin, end and travel. */
    public CurrentContext current() {
        return current;
    }

    /**
     * Begins a context inside the current one and makes it current on this thread. Where the heap has no room for one, none is current until the end that is owed, and the
     * context returned keeps nothing.
     */
    public Context createContext(String name, String tag) {
        try {
            return current.begin(name, tag, null);
        } catch (Throwable failure) {
            passFullStack(failure);
            failed(failure);
            return current.beginNothing();
        }
    }

    /** Like {@link #createContext(String, String)}, for a creator that ends the context by a token: see {@link #endContextOf}. */
    public Context createContext(String name, String tag, Object token) {
        return current.begin(name, tag, token);
    }

    /** Ends this thread's current context and makes the one outside it current again. Returns null if there was none. */
    public Context endContext(Throwable error) {
        try {
            return current.end(error);
        } catch (Throwable failure) {
            passFullStack(failure);
            failed(failure);
            return null;
        }
    }

    /** Ends this thread's innermost context with that token, and those that were left open inside it. */
    public void endContextOf(Object token, Throwable error) {
        current.endOf(token, error);
    }

    /** This thread's current context, or null. */
    public Context currentContext() {
        try {
            return current.get();
        } catch (Throwable failure) {
            passFullStack(failure);
            failed(failure);
            return null;
        }
    }

    /** Makes a context current on this thread until it is ended here; then the one before is current again. */
    public void lendContext(Context context) {
        try {
            current.lend(context);
        } catch (Throwable failure) {
            passFullStack(failure);
            failed(failure);
            current.beginNothing();
        }
    }

    /** What has not fitted on the stack is marked as cut, and ended later. The application would be at its end all the same. */
    private static void passFullStack(Throwable failure) {
        if (failure instanceof StackOverflowError full) {
            throw full;
        }
    }

    /**
     * Makes a context, or none for null, current on this thread in place of the present one, which stays open. For callers that hand a
     * context over and set the former one again themselves.
     */
    public void setCurrentContext(Context context) {
        current.set(context);
    }

    /** Makes what is current here current on {@code thread}, a platform thread that is about to be started, for as long as it runs. */
    public void hand(Thread thread) {
        if (!Threads.isVirtual(thread)) {
            threads.starts.hand(thread, current.snapshot());
        }
    }

    /** Writes values into the current context. Without one, nothing is written, and that is counted. */
    public void write(Map<String, ?> values) {
        current.write(values);
    }

    /** The message of an exception, for a value that SIM writes. The application makes it: nothing of that is metered. */
    public String messageOf(Throwable handled) {
        return texts.messageOf(handled);
    }

    /** Adds one to the current context's value of that name. Without a context, nothing is written, and that is counted. */
    public void increment(String name) {
        current.increment(name);
    }

    /** Whether the paths of requests are kept with parts that may be tokens. */
    public boolean keepsWholePaths() {
        return options.isOn(Option.HTTP_PATH_WHOLE);
    }

    /** Passes on an event of the application. Never blocks, and throws nothing: events past the bound are dropped and counted. */
    public void fire(String name, Map<String, ?> values) {
        try {
            int length = options.count(Option.VALUE_LENGTH);
            Values kept = new Values(options.count(Option.CONTEXT_VALUES), length, redaction, texts);
            values.forEach(kept::put);
            Context context = currentContext();
            fired.offer(new EventRecord(Values.text(name, length), Clock.epochMicros(),
                    context == null ? 0 : context.id(), Text.name(Thread.currentThread().getName()), kept.copy()));
        } catch (Throwable failure) {
            failed(failure);
        }
    }

    @Override
    public void unmetered(Runnable work) {
        threads.unmetered(work);
    }

    /** Counts a failure of SIM itself on a thread of the application, and prints the first. */
    public void failed(Throwable failure) {
        threads.mishaps.failed(failure);
    }

    /** Counts a hook of an aspect that threw, and prints the first failure of each hook. */
    public void hookFailed(String aspect, String hook, Throwable failure) {
        threads.mishaps.hooks.add(aspect, hook, failure);
        Fatal.pass(failure);
    }

    /** Counts arguments that are written without the names of their parameters, and says so once. */
    public void wroteNameless(String method, int values) {
        nameless.add(method, values);
    }

    /** Adds a listener, which gets what is gathered from now on. Any thread; see {@link SnapshotListener}. */
    public void listen(SnapshotListener listener) {
        shipping.listen(listener);
    }

    /**
     * A number of the calling thread's innermost call in progress, 0 for none. A call inside that one has a higher number. No thread gets a
     * context for it.
     */
    public long innermostCall() {
        ThreadContext known = threads.find();
        if (known != null) {
            return known.depth == 0 ? 0 : known.innermost().serial;
        }
        LightCalls light = threads.light;
        return light == null ? 0 : light.depth(Thread.currentThread());
    }

    /** Counts a call that a hook makes and that the hook's own pointcut selects. Its aspect leaves the call alone. */
    public void leftOutInHook() {
        threads.mishaps.add(CallMishaps.Kind.LEFT_OUT_IN_HOOKS);
    }

    /** Watches the hooks of the calling thread from now on: those that do not return are counted, and one is named. */
    public void watch(WatchedHooks hooks) {
        threads.mishaps.watch.add(hooks);
    }

    /** The report on the classes that the agent has seen. */
    public WeavingReport weaving() {
        return weaving;
    }

    /** The scorecards of names that are off, and of names whose probes are out of the code: see {@link Hotspot#idle}. */
    public List<Scorecard> idle() {
        return threads.sites.hotspot.idle();
    }

    /** The methods that an earlier run has switched off: see {@link Hotspot#remembered}. */
    public Map<String, Map<String, Long>> remembered() {
        return threads.sites.hotspot.remembered();
    }

    /** See {@link Hotspot#leavesOutOfChanged}. */
    public boolean leavesOutOfChanged() {
        return threads.sites.hotspot.leavesOutOfChanged();
    }

    /** See {@link Hotspot#stampVerdicts}. */
    public void stampVerdicts(ToLongFunction<Name> stamps) {
        threads.sites.hotspot.stampVerdicts(stamps);
    }

    /** See {@link Hotspot#leaveOut}. */
    public void leaveOut(Predicate<Name> names) {
        threads.sites.hotspot.leaveOut(names);
    }

    /** Whether a name has its probe already. */
    public boolean isProbed(String owner, String member) {
        Name name = names.parse(owner).name(member);
        return name.woven != null || name.site != null;
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

    /** Makes nobody hear of what is metered here, for a rehearsal. Called before the first drain. */
    void rehearse() {
        shipping.findNoListeners();
        draining.rehearse();
    }

    @Override
    public Snapshot drain() {
        Snapshot all = draining.all();
        features.gathered(all, this);
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

    /** When the runtime was last drained, in microseconds since the epoch. */
    public long drainedAt() {
        return draining.drainedMicros();
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
        features.count(counters);
        contexts.count(counters);
        current.count(counters);
        nameless.count(counters);
        counters.put("events.dropped", fired.dropped());
        counters.put("listeners.failures", shipping.failures());
        counters.put("controls.unknown", controls.unknown());
        counters.put("threads.failed", OwnThread.failed() + LastWords.unsaid());
        weaving.count(counters);
        counters.put("names.folded", names.overflowed());
        counters.put("tree.folded", tree.folded());
        counters.put("tree.settled", tree.settled());
        counters.put("tree.recursions", tree.recursions());
        return counters;
    }

    /**
     * Ships what is left now instead of when the JVM ends, and nothing afterwards. For programs whose exit status says whether everything
     * arrived. Waits for {@code exit.flush} at most.
     *
     * @return whether all has arrived at the agent server; false also if nothing ships, or it was called before
     */
    public boolean shipRest() {
        return shipping.shipRest();
    }

    private static Bounds bounds(Options options, Redaction redaction) {
        return new Bounds(options.count(Option.CONTEXTS_MAX), options.count(Option.CONTEXT_VALUES),
                options.count(Option.VALUE_LENGTH), options.count(Option.CONTEXT_PLACES),
                options.count(Option.CONTEXT_PLACES_FEW), options.count(Option.CONTEXTS_KINDS),
                options.memory(Option.CONTEXTS_MEMORY, HEAP_SHARE),
                options.duration(Option.EVENTS_SLOW).toNanos(), options.count(Option.CONTEXTS_RATE),
                options.count(Option.CONTEXTS_EVERY), options.count(Option.CONTEXTS_SLOWEST),
                options.count(Option.CONTEXTS_FAILED), redaction);
    }

    private int callerOf(int place) {
        return tree.callerOf(place);
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

    /** Starts what only the JVM's own runtime has: contexts on flight recordings, a collector, remembered verdicts. */
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
        ContextCompanion logs = options.isOn(Option.MDC) ? new LogContexts() : null;
        if (logs != null) {
            current.accompany(logs);
        }
        try {
            for (ContextCompanion found : ServiceLoader.load(ContextCompanion.class,
                    Metering.class.getClassLoader())) {
                found.start(options);
                current.accompany(logs == null ? found : new TwoCompanions(found, logs));
                return;
            }
        } catch (ServiceConfigurationError | RuntimeException | LinkageError broken) {
            System.err.println("sim: recording contexts will not travel with flow contexts: " + broken);
        }
    }
}

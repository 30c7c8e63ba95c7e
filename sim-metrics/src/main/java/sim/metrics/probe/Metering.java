package sim.metrics.probe;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.concurrent.atomic.AtomicReference;
import sim.metrics.config.Option;
import sim.metrics.config.OptionException;
import sim.metrics.config.Options;
import sim.metrics.context.Bounds;
import sim.metrics.context.Context;
import sim.metrics.context.ContextCompanion;
import sim.metrics.context.ContextRegistry;
import sim.metrics.context.CurrentContext;
import sim.metrics.context.Values;
import sim.metrics.event.Bounded;
import sim.metrics.exit.AtExit;
import sim.metrics.exit.LastWords;
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
import sim.metrics.spi.SnapshotListener;
import sim.metrics.payload.Mishaps;
import sim.metrics.snapshot.payload.PayloadSnapshot;
import sim.metrics.spi.SnapshotSink;
import sim.metrics.spi.SnapshotSource;
import sim.metrics.tree.CallTree;
import sim.metrics.tree.Room;
import sim.metrics.weaving.WeavingReport;
import sim.payload.spi.PayloadRuntime;

/**
 * The metering runtime: one for the JVM ({@link #runtime()}), begun at its first use. Makes sites, keeps the current
 * context of each thread, and is drained by the collector it finds. What is asked of it never throws.
 */
public final class Metering implements SnapshotSource {
    /**
     * Bytes of heap there must be for each name and each place, unless the bound is set. Measured: 5 million names probed
     * once with all meters keep 2 to 3 KB each while they are on their way, so names without end cost a fifth of the heap.
     */
    private static final int HEAP_EACH = 16 << 10;
    /** The part of the heap that contexts may take, and that threads' numbers may, unless it is set. */
    private static final int HEAP_SHARE = 16;
    /** Of the application's own, between two drains. */
    private static final int MOST_EVENTS = 10_000;
    private static final int ALL = (1 << Meter.COUNT) - 1;

    private static volatile Options configured;
    private static volatile Readings.Source played;
    private static volatile boolean begun;

    private final Options options;
    private final boolean enabled;
    private final Names names;
    private final CallTree tree;
    private final ContextRegistry contexts;
    private final CurrentContext current;
    private final Bounded<EventRecord> fired;
    final Threads threads;
    private final JvmPayloads payloadRuntime;
    /** The collector's thread only. */
    private final Draining draining;
    private Calibration calibration;
    private final AtomicReference<SnapshotSink> sink = new AtomicReference<>();
    private final WeavingReport weaving = WeavingReport.ofJvm();
    private final Listeners listeners;
    /** Whether it ships because somebody attached to the JVM. Under its own lock. */
    private boolean attached;
    private boolean stopsAtExit;

    /** A runtime with a collector of the caller's own, or none: for tests and embedding. */
    public Metering(Options options) {
        this(options, fromJvm(options));
    }

    Metering(Options options, Readings.Source readings) {
        this.options = options;
        this.listeners = new Listeners(options, this);
        this.enabled = options.isOn(Option.ENABLED);
        this.names = new Names(options.bound(Option.NAMES_MAX, HEAP_EACH));
        Room room = new Room(options.memory(Option.NUMBERS_MEMORY, HEAP_SHARE));
        this.tree = new CallTree(options.bound(Option.TREE_NODES, HEAP_EACH), names);
        this.contexts = new ContextRegistry(bounds(options), played == null ? options.meters() : ALL, this::wake);
        this.fired = new Bounded<>(MOST_EVENTS);
        if (enabled) {
            ThreadMeters.prepare(options.meters());
        }
        this.threads = new Threads(new Plan(options, names, readings), options, names, tree.root(), room, this::wake);
        this.current = new CurrentContext(contexts, threads, threads.mishaps::failed);
        threads.starts.use(current);
        this.draining = new Draining(threads, contexts, fired, weaving, options.count(Option.VALUE_LENGTH));
        this.payloadRuntime = new JvmPayloads(threads, threads.payloads);
        if (enabled) {
            recordAtStart(options);
        }
    }

    /** What the options want recorded from the start. */
    private void recordAtStart(Options options) {
        for (String word : options.text(Option.PAYLOAD_RECORD).split("[+,]")) {
            if (!word.isBlank()) {
                threads.payloads.start(word.trim(), options.isOn(Option.PAYLOAD_EVENTS));
            }
        }
    }

    /** Settles the options before the first use of {@link #runtime()}; later it has no effect. Called by the agent. */
    public static void configure(Options options) {
        configured = options;
    }

    /** Loads and links, beside the calling thread, what the first calls will need: {@link #runtime()} waits for it. */
    public static void prepare() {
        Rehearsal.begin(configured);
    }

    /** As {@link #configure(Options)}, for a runtime whose threads' readings come from somewhere else than the JVM: for playback. */
    public static void configure(Options options, Readings.Source readings) {
        played = readings;
        configured = options;
    }

    /**
     * The JVM's own. An extension that is itself woven, or asks for it, while it is being made gets one that meters nothing.
     */
    public static Metering runtime() {
        Metering runtime = Holder.RUNTIME;
        return runtime != null ? runtime : Unmetered.RUNTIME;
    }

    /**
     * Has the JVM's runtime ship to where the options say, from now until {@link #detach}. One that had begun before keeps its own
     * options for everything else, and one that ships already ships on as it does.
     *
     * @return whether it meters
     */
    public static boolean attach(Options options) {
        boolean before = begun;
        if (!before) {
            configure(options);
        }
        Metering runtime = runtime();
        synchronized (runtime) {
            if (!before) {
                runtime.attached = true;
            } else if (runtime.enabled && runtime.sink.get() == null) {
                ThreadMeters.prepare(runtime.options.meters());
                runtime.startSink(options);
                runtime.attached = true;
            }
        }
        return runtime.enabled;
    }

    /** Ships what is left and stops shipping, if it was {@link #attach} that began it. Returns whether all has arrived. */
    public synchronized boolean detach() {
        if (!attached) {
            return true;
        }
        attached = false;
        boolean arrived = shipRest();
        ThreadMeters.restore();
        return arrived;
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
    public PayloadRuntime payloadRuntime() {
        return payloadRuntime;
    }

    /** Counts a handler of a payload probe that failed; a line that is given is said. */
    public void handlerFailed(String line) {
        threads.payloads.mishaps.add(Mishaps.Kind.HANDLER);
        if (line != null) {
            System.err.println("sim: " + line);
        }
    }

    @Override
    public PayloadSnapshot drainPayloads() {
        payloadRuntime.forgetClasses();
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
        return switch (control.action()) {
            case RECORD -> threads.payloads.start(control.owner(), false);
            case RECORD_EVENTS -> threads.payloads.start(control.owner(), true);
            case STOP_RECORDING -> threads.payloads.stop(control.owner());
            default -> threads.sites.hotspot.control(control);
        };
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
    }

    /** One more listener, which hears what is gathered from now on. Any thread; see {@link SnapshotListener}. */
    public void listen(SnapshotListener listener) {
        listeners.add(listener);
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

    @Override
    public void calibrate() {
        if (played == null && threads.plan.compensated) {
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
        listeners.findNone();
    }

    @Override
    public Snapshot drain() {
        Snapshot all = draining.all();
        listeners.tell(all);
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
            listeners.tell(some);
        }
        return some;
    }

    /** When it was last drained, microseconds since the epoch. */
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
        threads.payloads.count(counters);
        contexts.count(counters);
        current.count(counters);
        counters.put("events.dropped", fired.dropped());
        counters.put("listeners.failures", listeners.failures());
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
        SnapshotSink found = sink.getAndSet(null);
        boolean arrived = found != null && found.stop();
        listeners.stop();
        return arrived;
    }

    private void stopSink() {
        SnapshotSink found = sink.getAndSet(null);
        if (found != null && !found.stop()) {
            LastWords.say("the last measurements could not be shipped before the JVM ended");
        }
        listeners.stop();
    }

    private void wake() {
        SnapshotSink found = sink.get();
        if (found != null) {
            found.wake();
        }
    }

    private static Bounds bounds(Options options) {
        return new Bounds(options.count(Option.CONTEXTS_MAX), options.count(Option.CONTEXT_VALUES),
                options.count(Option.VALUE_LENGTH), options.count(Option.CONTEXT_PLACES),
                options.count(Option.CONTEXT_PLACES_FEW), options.count(Option.CONTEXTS_KINDS),
                options.memory(Option.CONTEXTS_MEMORY, HEAP_SHARE),
                options.duration(Option.EVENTS_SLOW).toNanos(), options.count(Option.CONTEXTS_RATE),
                options.count(Option.CONTEXTS_EVERY));
    }

    private static Readings.Source fromJvm(Options options) {
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

    private void startSink(Options where) {
        try {
            for (SnapshotSink found : ServiceLoader.load(SnapshotSink.class, Metering.class.getClassLoader())) {
                found.start(this, where);
                sink.set(found);
                if (!stopsAtExit) {
                    stopsAtExit = true;
                    AtExit.run(this::stopSink);
                }
                return;
            }
        } catch (ServiceConfigurationError | RuntimeException | LinkageError broken) {
            System.err.println("sim: the collector cannot be started, nothing will be shipped: " + broken);
        }
    }

    private void rememberAtExit() {
        if (threads.sites.hotspot.remembers()) {
            AtExit.run(threads.sites.hotspot::remember);
        }
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

    /** Initialised by the first use; a wrong option leaves the application running unmetered. */
    private static final class Holder {
        static final Metering RUNTIME = begin();

        private static Metering begin() {
            try {
                Options options = configured != null ? configured : Options.load();
                Metering runtime = new Metering(options, played != null ? played : fromJvm(options));
                if (runtime.enabled) {
                    if (played == null) {
                        Rehearsal.hold(options);
                    }
                    ClassLoading.use(new ClassLoading(runtime.threads));
                    runtime.startCompanion();
                    runtime.startSink(options);
                    runtime.rememberAtExit();
                }
                begun = true;
                return runtime;
            } catch (OptionException wrong) {
                System.err.println("sim: " + wrong.getMessage() + ". The application runs unmetered.");
            } catch (Throwable failure) {
                System.err.println("sim: metering cannot be started, the application runs unmetered: " + failure);
            }
            return Unmetered.RUNTIME;
        }
    }

    private static final class Unmetered {
        static final Metering RUNTIME = new Metering(Options.off());
    }
}

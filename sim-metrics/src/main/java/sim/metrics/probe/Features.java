package sim.metrics.probe;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import sim.base.config.Options;
import sim.base.name.Names;
import sim.context.ContextRegistry;
import sim.context.ContextWatch;
import sim.metrics.feature.Feature;
import sim.metrics.feature.FeatureHost;
import sim.metrics.feature.MeteredThread;
import sim.metrics.feature.Pause;
import sim.metrics.spi.ControlHandler;
import sim.metrics.spi.Dictionary;
import sim.model.snapshot.Snapshot;

/** The features of a runtime, and the runtime as they see it. */
final class Features implements FeatureHost {
    /** So many are looked for: a search that only fails comes to an end. */
    private static final int MOST = 16;

    private final Options options;
    private final Names names;
    private final Threads threads;
    private final ContextRegistry contexts;
    private final Controls controls;
    private final BiConsumer<String, Map<String, ?>> events;
    private final List<Feature> all = new ArrayList<>();
    /** What the features before {@link #drained} have gathered: a drain that fails goes on from there. Both: only the collector's thread uses them. */
    private Snapshot gathered;
    private int drained;

    /** @param events takes events as if the application had said them */
    Features(Options options, Names names, Threads threads, ContextRegistry contexts, Controls controls,
            BiConsumer<String, Map<String, ?>> events) {
        this.options = options;
        this.names = names;
        this.threads = threads;
        this.contexts = contexts;
        this.controls = controls;
        this.events = events;
    }

    /** Finds and starts them. Called once, at the end of the runtime's making. One that cannot be had, such as another SIM's, is left out with one line; the methods are metered without it. */
    void start() {
        Iterator<Feature> found = ServiceLoader.load(Feature.class, Features.class.getClassLoader()).iterator();
        for (int tries = 0; tries < MOST; tries++) {
            try {
                if (!found.hasNext()) {
                    return;
                }
                Feature next = found.next();
                next.start(this);
                all.add(next);
            } catch (ServiceConfigurationError | LinkageError | RuntimeException broken) {
                System.err.println("sim: a feature cannot be loaded and is left out: " + broken);
            }
        }
    }

    /** The feature of a class; null if there is none. */
    <F extends Feature> F find(Class<F> type) {
        for (int i = 0; i < all.size(); i++) { // no iterator: the heap may be full
            Feature each = all.get(i);
            if (type.isInstance(each)) {
                return type.cast(each);
            }
        }
        return null;
    }

    void gathered(Snapshot snapshot, Dictionary dictionary) {
        for (int i = 0; i < all.size(); i++) { // no iterator: nothing may fail here
            all.get(i).gathered(snapshot, dictionary);
        }
    }

    /** What all of them have gathered for the collector. */
    Snapshot drain(long fromMicros, long toMicros) {
        if (drained == 0) {
            gathered = Snapshot.between(fromMicros, toMicros);
        }
        while (drained < all.size()) {
            gathered = all.get(drained).drain(gathered);
            drained++;
        }
        Snapshot whole = gathered;
        gathered = null;
        drained = 0;
        return whole;
    }

    void count(Map<String, Long> counters) {
        for (Feature each : all) {
            each.count(counters);
        }
    }

    @Override
    public Options options() {
        return options;
    }

    @Override
    public Names names() {
        return names;
    }

    @Override
    public boolean isMetering() {
        return threads.plan.metered;
    }

    @Override
    public void wake() {
        threads.wakeCollector();
    }

    @Override
    public void unmetered(Runnable work) {
        threads.unmetered(work);
    }

    @Override
    public void handle(ControlHandler handler) {
        controls.add(handler);
    }

    @Override
    public void watch(String context, ContextWatch watch) {
        contexts.watch(context, watch);
    }

    @Override
    public void fire(String event, Map<String, ?> values) {
        events.accept(event, values);
    }

    @Override
    public MeteredThread known() {
        return of(threads.find());
    }

    @Override
    public MeteredThread enter() {
        return of(threads.forFeature());
    }

    @Override
    public MeteredThread enterAnyway() {
        return of(threads.current());
    }

    private static ThreadParts of(ThreadContext context) {
        return context == null ? null : context.parts();
    }

    @Override
    public void leave(MeteredThread thread) {
        threads.releaseIdle(((ThreadParts) thread).context);
    }

    @Override
    public Pause pause(MeteredThread thread) {
        return new OwnWork(((ThreadParts) thread).context);
    }

    @Override
    public boolean isVirtual() {
        return Threads.isVirtual(Thread.currentThread());
    }

    @Override
    public void visit(Consumer<MeteredThread> each) {
        threads.visit(context -> {
            ThreadParts parts = context.parts;
            if (parts != null) {
                each.accept(parts);
            }
        });
    }
}

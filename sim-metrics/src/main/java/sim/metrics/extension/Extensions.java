package sim.metrics.extension;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BiConsumer;
import org.jinspired.probes.Probes;
import org.jinspired.probes.interceptor.ProbesInterceptorFactory;
import org.jinspired.probes.measure.ProbesMeasureFactory;
import org.jinspired.probes.strategy.ProbesStrategyFactory;
import sim.base.config.Option;
import sim.base.config.OptionException;
import sim.base.config.Options;
import sim.base.config.ShippedExtension;
import sim.base.name.Name;
import sim.base.name.Names;

/**
 * The strategies, interceptors and measures of the configuration, in its order. SIM looks for their classes where those of the
 * application are. It makes them when it meets the first thread, because the agent starts before it may touch classes of the application.
 */
public final class Extensions {
    private final Options options;
    private final Probes.Environment environment;
    private final AtomicLong failures = new AtomicLong();
    private final List<String> measureNames;
    private final List<Name> counters;
    private final boolean any;
    private volatile Made made;

    /**
     * @param environment the settings for the factories
     */
    public Extensions(Options options, Names names, Probes.Environment environment) {
        this.options = options;
        this.environment = environment;
        this.measureNames = options.list(Option.PROBES_MEASURES);
        this.counters = new ArrayList<>();
        for (String counter : options.list(Option.PROBES_COUNTERS)) {
            counters.add(names.parse(counter));
        }
        this.any = !options.list(Option.PROBES_INTERCEPTORS).isEmpty()
                || !options.list(Option.PROBES_STRATEGIES).isEmpty();
        check(Option.PROBES_INTERCEPTORS, "interceptor");
        check(Option.PROBES_STRATEGIES, "strategy");
        check(Option.PROBES_MEASURES, "measure");
        checkMeters();
    }

    /** The labels of the meters beyond the built-in ones: measures, then counters. */
    public List<String> meters() {
        List<String> labels = new ArrayList<>(measureNames);
        for (Name counter : counters) {
            labels.add(counter.toString());
        }
        return labels;
    }

    /** Whether firings must be shown to an extension. */
    public boolean interceptOrVote() {
        return any;
    }

    /** Whether the calling thread is loading an extension. Such a thread has no extensions itself. */
    public static boolean isLoading() {
        return Thread.currentThread() instanceof Loading;
    }

    /** Makes the extensions of the calling thread. */
    public ThreadExtensions create(Probes.Context context) {
        Made all = made();
        return new ThreadExtensions(all.strategies, all.interceptors, context);
    }

    /** Makes the measures and counters of the calling thread, in the order of {@link #meters}. */
    public ThreadMeasures measures(Probes.Context context) {
        return new ThreadMeasures(made().measures, counters, context);
    }

    /** Adds how often an extension failed, and what extensions count themselves. */
    public void count(Map<String, Long> counters) {
        counters.put("extensions.failures", failures.get());
        Made known = made;
        if (known != null) {
            known.interceptors.forEach(extension -> {
                if (extension.factory instanceof CountingFactory counting) {
                    counting.count(counters);
                }
            });
        }
    }

    /** Prints which extensions were switched off on a full stack. Called by the collector's thread. */
    public void sayAll() {
        Made known = made;
        if (known != null) {
            known.strategies.forEach(Extension::say);
            known.interceptors.forEach(Extension::say);
            known.measures.forEach(Extension::say);
        }
    }

    private Made made() {
        Made known = made;
        if (known == null) {
            synchronized (this) {
                if (made == null) {
                    made = new Made(load(Option.PROBES_STRATEGIES, "strategy", ProbesStrategyFactory.class,
                            ProbesStrategyFactory::init),
                            load(Option.PROBES_INTERCEPTORS, "interceptor", ProbesInterceptorFactory.class,
                                    ProbesInterceptorFactory::init),
                            load(Option.PROBES_MEASURES, "measure", ProbesMeasureFactory.class,
                                    ProbesMeasureFactory::init));
                }
                known = made;
            }
        }
        return known;
    }

    private <F> List<Extension<F>> load(Option option, String kind, Class<F> type,
            BiConsumer<F, Probes.Environment> init) {
        List<Extension<F>> loaded = new ArrayList<>();
        for (String name : options.list(option)) {
            Loading<F> loading = Loading.of(name, () -> make(kind, name, type, init));
            Extension<F> extension = new Extension<>(kind, name, loading.loaded(), failures);
            loaded.add(extension);
            Throwable wrong = loading.failure();
            if (wrong != null) {
                extension.failed(wrong);
            }
        }
        return loaded;
    }

    private <F> F make(String kind, String name, Class<F> type, BiConsumer<F, Probes.Environment> init)
            throws ReflectiveOperationException {
        Class<?> found = type(className(kind, name), classPath(kind, name));
        if (!type.isAssignableFrom(found)) {
            throw new OptionException(
                    found.getName() + " is no " + type.getName() + ": name the class that makes the " + kind);
        }
        F factory = type.cast(found.getConstructor().newInstance());
        init.accept(factory, environment);
        return factory;
    }

    private void checkMeters() {
        Set<String> known = Options.builtInMeters();
        for (String label : meters()) {
            if (!known.add(label)) {
                throw new OptionException(
                        "probes.measures and probes.counters name the meter " + label + " twice, or it is built in");
            }
        }
    }

    private void check(Option option, String kind) {
        for (String name : options.list(option)) {
            if (className(kind, name) == null) {
                throw new OptionException(option.label() + "=" + options.text(option) + " is not usable: '" + name
                        + "' needs sim.probes." + kind + "." + name + "." + ShippedExtension.FACTORY
                        + ", the class that makes it");
            }
        }
    }

    private String className(String kind, String name) {
        String label = kind + "." + name;
        String set = options.settings().get("sim.probes." + label + "." + ShippedExtension.FACTORY);
        ShippedExtension shipped = ShippedExtension.labelled(label);
        return set != null || shipped == null ? set : shipped.factory();
    }

    private String classPath(String kind, String name) {
        return options.settings().get("sim.probes." + kind + "." + name + "." + ShippedExtension.CLASSPATH);
    }

    /**
     * @param classPath the class path of the class, or null for that of the application
     */
    private static Class<?> type(String name, String classPath) throws ClassNotFoundException {
        if (classPath != null) {
            return PlugIns.load(name, classPath);
        }
        try {
            return Class.forName(name, true, ClassLoader.getSystemClassLoader());
        } catch (ClassNotFoundException elsewhere) {
            return Class.forName(name, true, Thread.currentThread().getContextClassLoader());
        }
    }

    private record Made(List<Extension<ProbesStrategyFactory>> strategies,
            List<Extension<ProbesInterceptorFactory>> interceptors, List<Extension<ProbesMeasureFactory>> measures) {}
}

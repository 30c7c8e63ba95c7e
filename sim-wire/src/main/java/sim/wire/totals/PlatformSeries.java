package sim.wire.totals;

import java.util.EnumMap;
import java.util.Map;
import sim.wire.PlatformMeasure;
import sim.wire.PlatformSample;

/**
 * The telemetries of an instance: those of the platform under the names that Prometheus' own client for the JVM gives them, so
 * that dashboards for it work, the others as {@code sim_telemetry}. One thread.
 */
public final class PlatformSeries {
    private record Known(String name, String help, String area, double divisor) {}

    /** Series of telemetries without a conventional name, of all instances together. */
    public static final int MOST_TELEMETRIES = 20_000;
    private static final Map<PlatformMeasure, Known> KNOWN = new EnumMap<>(PlatformMeasure.class);

    static {
        memory(PlatformMeasure.HEAP_USED, "used", "heap");
        memory(PlatformMeasure.HEAP_COMMITTED, "committed", "heap");
        memory(PlatformMeasure.HEAP_MAX, "max", "heap");
        memory(PlatformMeasure.NON_HEAP_USED, "used", "nonheap");
        memory(PlatformMeasure.NON_HEAP_COMMITTED, "committed", "nonheap");
        known(PlatformMeasure.THREADS_LIVE, "jvm_threads_current", "Threads that live", 1);
        known(PlatformMeasure.THREADS_DAEMON, "jvm_threads_daemon", "Daemon threads that live", 1);
        known(PlatformMeasure.THREADS_PEAK, "jvm_threads_peak", "The most threads that lived at a time", 1);
        known(PlatformMeasure.THREADS_STARTED, "jvm_threads_started", "Threads started", 1);
        known(PlatformMeasure.CLASSES_LOADED, "jvm_classes_currently_loaded", "Classes that are loaded", 1);
        known(PlatformMeasure.FILES_OPEN, "process_open_fds", "Open file descriptors", 1);
        known(PlatformMeasure.FILES_MAX, "process_max_fds", "The most file descriptors there may be", 1);
        known(PlatformMeasure.CPU_TIME, "process_cpu_seconds", "CPU time, user and system", Series.NANOS);
    }

    private final Series series;
    private int telemetries;

    public PlatformSeries(Series series) {
        this.series = series;
    }

    private static void memory(PlatformMeasure measure, String what, String area) {
        KNOWN.put(measure, new Known("jvm_memory_" + what + "_bytes", "Memory " + what + " by area", area, 1));
    }

    /** A counter if the measure only grows, otherwise a gauge. */
    private static void known(PlatformMeasure measure, String name, String help, double divisor) {
        KNOWN.put(measure, new Known(name, help, null, divisor));
    }

    /** Adds what the instance's platform said of late. */
    public void add(InstanceTotals of, SeriesLabels labels, long nowMillis) {
        series.gauge("sim_instance_connected", "1 for each instance that is connected", 1, labels);
        long started = of.startMicros() / 1_000;
        if (started > 0) {
            series.gauge("process_start_time_seconds", "When the JVM started", started / 1e3, labels);
        }
        PlatformSample platform = of.platform(nowMillis);
        if (platform == null) {
            return;
        }
        Map<String, Double> values = platform.values();
        values.forEach((label, value) -> add(label, value, labels, started));
        Double collections = values.get(PlatformMeasure.GC_COUNT.label());
        Double collecting = values.get(PlatformMeasure.GC_TIME.label());
        if (collections != null && collecting != null) {
            series.summary("jvm_gc_collection_seconds", "Garbage collections, of all collectors together",
                    collections.longValue(), collecting / Series.NANOS, labels.and("gc", "all"), started);
        }
    }

    /** Tells for how many telemetries there was no room. To be called last. */
    public void end() {
        series.gauge("sim_left_out_telemetries", "Telemetries left out of this scrape, past the bound on series",
                Math.max(0, telemetries - MOST_TELEMETRIES), SeriesLabels.NONE);
    }

    private void add(String label, double value, SeriesLabels labels, long started) {
        PlatformMeasure measure = PlatformMeasure.labelled(label);
        Known known = measure == null ? null : KNOWN.get(measure);
        if (known == null) {
            if (measure != PlatformMeasure.GC_COUNT && measure != PlatformMeasure.GC_TIME
                    && ++telemetries <= MOST_TELEMETRIES) {
                series.gauge("sim_telemetry", "Telemetries without a conventional name, in their own units", value,
                        labels.and("name", PlatformSample.name(label)).and("unit", PlatformSample.unit(label)));
            }
            return;
        }
        SeriesLabels own = known.area() == null ? labels : labels.and("area", known.area());
        if (measure.isGrowing()) {
            series.counter(known.name(), known.help(), Math.max(0, value / known.divisor()), own, started);
        } else {
            series.gauge(known.name(), known.help(), value / known.divisor(), own);
        }
    }
}

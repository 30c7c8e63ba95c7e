package sim.export.otlp;

import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.resources.Resource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;
import sim.export.span.SpanShipping;
import sim.export.totals.Totals;
import sim.model.snapshot.Meter;
import sim.wire.PlatformMeasure;
import sim.wire.PlatformSample;
import sim.wire.totals.ApplicationTotals;
import sim.wire.totals.Figures;
import sim.wire.totals.InstanceTotals;
import sim.wire.totals.PlatformSeries;
import sim.wire.totals.SeriesBounds;

/** The totals and the platform as metrics of OpenTelemetry, with its names and units where it has some. One thread. */
final class Metrics {
    private static final AttributeKey<String> METHOD = AttributeKey.stringKey("code.function.name");
    private static final AttributeKey<String> MEMORY = AttributeKey.stringKey("jvm.memory.type");

    private final String server;
    private final Totals totals;
    private final Supplier<Set<String>> connected;
    private final Function<String, Resource> resources;
    /** Of all instances together, without a conventional name. */
    private volatile int telemetries;

    /**
     * @param server    this server's own id
     * @param resources by instance; null for one that is not known
     */
    Metrics(String server, Totals totals, Supplier<Set<String>> connected, Function<String, Resource> resources) {
        this.server = server;
        this.totals = totals;
        this.connected = connected;
        this.resources = resources;
    }

    /** Each a metric of a resource, or a part of one. */
    List<MetricData> read() {
        long now = System.currentTimeMillis();
        Set<String> here = connected.get();
        List<MetricData> metrics = new ArrayList<>();
        telemetries = 0;
        totals.read((applications, instances, missed) -> {
            for (ApplicationTotals each : applications) {
                Points points = new Points(application(each.name()), now);
                application(each, points);
                points.into(metrics);
            }
            for (InstanceTotals each : instances) {
                Resource resource = resources.apply(each.instance());
                PlatformSample sample = each.platform(totals.nowMillis());
                if (here.contains(each.instance()) && resource != null && sample != null) {
                    Points points = new Points(resource, now);
                    platform(each, sample, points);
                    points.into(metrics);
                }
            }
            return null;
        });
        return metrics;
    }

    /** How many telemetries there was no room for in what was read last. */
    int leftOut() {
        return Math.max(0, telemetries - PlatformSeries.MOST_TELEMETRIES);
    }

    /** All instances together, as this server added them up: sums of another one are other streams. */
    private Resource application(String name) {
        return Resource.create(
                SpanShipping.sdk().put("service.name", name).put("service.instance.id", server).build());
    }

    private static void application(ApplicationTotals of, Points points) {
        Figures all = of.all();
        points.sum("sim.application.calls", "{call}", "Metered calls that ended, of all methods", all.calls(),
                Attributes.empty(), all.bornMillis());
        points.sum("sim.application.errors", "{call}", "Those that ended with an exception", all.errors(),
                Attributes.empty(), all.bornMillis());
        points.seconds("sim.application.wall", "Wall time of all methods, self values", all.self(Meter.WALL),
                Attributes.empty(), all.bornMillis());
        points.sum("sim.methods.displaced", "{method}", "Methods that lost their series to one that explains more",
                of.displaced(), Attributes.empty(), all.bornMillis());
        points.sum("sim.unplaced.rows", "{row}", "Rows counted as other because the store could not name their place",
                of.unplacedRows(), Attributes.empty(), all.bornMillis());
        for (SeriesBounds.Sort sort : SeriesBounds.Sort.values()) {
            points.sum("sim.folded", "1", "What counts as other because of the bound on series", of.folded(sort),
                    Attributes.of(AttributeKey.stringKey("sim.kind"), sort.label()), all.bornMillis());
        }
        of.methods().forEach(method -> method(method.figures(),
                Attributes.of(METHOD, method.name()), points));
        if (!of.rest().isEmpty()) {
            method(of.rest(), Attributes.of(METHOD, ApplicationTotals.OTHER), points);
        }
        of.kinds().forEach((kind, totals) -> {
            Attributes attributes = Attributes.of(AttributeKey.stringKey("sim.context"), kind.name(),
                    AttributeKey.stringKey("sim.tag"), kind.tag());
            long born = totals.bornMillis();
            points.sum("sim.contexts", "{context}", "Contexts that ended", totals.contexts(), attributes, born);
            points.sum("sim.contexts.failed", "{context}", "Those that failed", totals.failed(), attributes, born);
            points.seconds("sim.contexts.time", "The sum of their durations", totals.lastedNanos(), attributes, born);
            points.histogram("sim.context.duration", "How long contexts took, of all that ended", totals::bucket,
                    totals.measuredNanos(), attributes, born);
        });
        of.payloads().forEach((probe, totals) -> {
            Attributes attributes = Attributes.of(AttributeKey.stringKey("sim.probe"), probe);
            long born = totals.bornMillis();
            points.sum("sim.payloads", "{payload}", "Payloads recorded", totals.sum().count(), attributes, born);
            points.sum("sim.payload.errors", "{payload}", "Those that ended with an exception",
                    totals.sum().errors(), attributes, born);
            points.seconds("sim.payload.time", "The sum of their times", totals.sum().total(), attributes, born);
        });
        of.mishaps().forEach((kind, count) -> points.sum("sim.mishaps", "{mishap}",
                "What the application's runtime lost, healed or refused", count,
                Attributes.of(AttributeKey.stringKey("sim.kind"), kind), of.all().bornMillis()));
        of.counters().forEach((kind, count) -> points.sum("sim.agent.work", "1",
                "What else the application's runtime counts of its own work", count,
                Attributes.of(AttributeKey.stringKey("sim.kind"), kind), of.all().bornMillis()));
    }

    private static void method(Figures figures, Attributes attributes, Points points) {
        long born = figures.bornMillis();
        points.sum("sim.calls", "{call}", "Calls that ended", figures.calls(), attributes, born);
        points.sum("sim.errors", "{call}", "Calls that ended with an exception", figures.errors(), attributes, born);
        for (Meter meter : Meter.values()) {
            if (figures.has(meter)) {
                String name = "sim." + meter.label();
                String description = "Meter " + meter.label() + ", self values";
                switch (meter.unit()) {
                    case "ns" -> points.seconds(name, description, figures.self(meter), attributes, born);
                    case "bytes" -> points.sum(name, "By", description, figures.self(meter), attributes, born);
                    default -> points.sum(name, "{count}", description, figures.self(meter), attributes, born);
                }
            }
        }
        figures.extras().forEach((label, self) -> points.sum("sim.measure", "1",
                "A measure of the application's own, self values", self,
                attributes.toBuilder().put("sim.measure", label).build(), born));
        points.histogram("sim.call.duration", "How long calls took, with all they called", figures::bucket,
                figures.wallTotal(), attributes, born);
    }

    private void platform(InstanceTotals of, PlatformSample sample, Points points) {
        long started = of.startMicros() / 1_000;
        sample.values().forEach((label, value) -> {
            PlatformMeasure measure = PlatformMeasure.labelled(label);
            Attributes heap = Attributes.of(MEMORY, "heap");
            Attributes other = Attributes.of(MEMORY, "non_heap");
            if (measure == null) {
                own(label, value, points);
                return;
            }
            switch (measure) {
                case HEAP_USED -> points.level("jvm.memory.used", "By", "Memory used", value, heap, started);
                case NON_HEAP_USED -> points.level("jvm.memory.used", "By", "Memory used", value, other, started);
                case HEAP_COMMITTED ->
                    points.level("jvm.memory.committed", "By", "Memory committed", value, heap, started);
                case NON_HEAP_COMMITTED ->
                    points.level("jvm.memory.committed", "By", "Memory committed", value, other, started);
                case HEAP_MAX -> points.level("jvm.memory.limit", "By", "The most memory", value, heap, started);
                case THREADS_LIVE ->
                    points.level("jvm.thread.count", "{thread}", "Threads that live", value, Attributes.empty(),
                            started);
                case CLASSES_LOADED ->
                    points.level("jvm.class.count", "{class}", "Classes that are loaded", value, Attributes.empty(),
                            started);
                case CPU_TIME ->
                    points.seconds("jvm.cpu.time", "CPU time of the process", (long) value.doubleValue(),
                            Attributes.empty(), started);
                default -> own(label, value, points);
            }
        });
    }

    private void own(String label, double value, Points points) {
        if (++telemetries > PlatformSeries.MOST_TELEMETRIES) {
            return;
        }
        points.gauge("sim.telemetry", "1", "Telemetries without a conventional name, in their own units", value,
                Attributes.of(AttributeKey.stringKey("sim.name"), PlatformSample.name(label),
                        AttributeKey.stringKey("sim.unit"), PlatformSample.unit(label)));
    }
}

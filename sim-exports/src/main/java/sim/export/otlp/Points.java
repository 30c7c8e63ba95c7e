package sim.export.otlp;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.sdk.common.InstrumentationScopeInfo;
import io.opentelemetry.sdk.metrics.data.AggregationTemporality;
import io.opentelemetry.sdk.metrics.data.Data;
import io.opentelemetry.sdk.metrics.data.DoublePointData;
import io.opentelemetry.sdk.metrics.data.GaugeData;
import io.opentelemetry.sdk.metrics.data.HistogramData;
import io.opentelemetry.sdk.metrics.data.HistogramPointData;
import io.opentelemetry.sdk.metrics.data.LongPointData;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.data.MetricDataType;
import io.opentelemetry.sdk.metrics.data.PointData;
import io.opentelemetry.sdk.metrics.data.SumData;
import io.opentelemetry.sdk.resources.Resource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntToLongFunction;
import sim.export.span.SpanShipping;
import sim.wire.totals.Ladder;
import sim.wire.totals.Series;

/** The points of one resource by metric: sums since a time, and values of now. One thread. */
final class Points {
    /** Points of a bundle, and its bytes as {@link #bytes} counts them: a receiver of gRPC takes 4 MB at a time. */
    static final int BUNDLE = 5_000;
    static final long BUNDLE_BYTES = 2_000_000;
    /** Times, value and lengths. */
    private static final int POINT_BYTES = 64;
    /** Of UTF-16 in UTF-8, at most. */
    private static final int CHAR_BYTES = 3;
    private static final List<Double> BOUNDS = bounds();

    private record Metric(String name, String unit, String description, Resource resource, MetricDataType type,
            Data<?> data)
            implements
                MetricData {
        @Override
        public Resource getResource() {
            return resource;
        }

        @Override
        public InstrumentationScopeInfo getInstrumentationScopeInfo() {
            return SpanShipping.SCOPE;
        }

        @Override
        public String getName() {
            return name;
        }

        @Override
        public String getDescription() {
            return description;
        }

        @Override
        public String getUnit() {
            return unit;
        }

        @Override
        public MetricDataType getType() {
            return type;
        }

        @Override
        public Data<?> getData() {
            return data;
        }
    }

    private record Named(String name, String unit, String description) {}

    private final Resource resource;
    private final long nowNanos;
    private final Map<Named, List<LongPointData>> sums = new LinkedHashMap<>();
    private final Map<Named, List<DoublePointData>> seconds = new LinkedHashMap<>();
    private final Map<Named, List<LongPointData>> levels = new LinkedHashMap<>();
    private final Map<Named, List<DoublePointData>> gauges = new LinkedHashMap<>();
    private final Map<Named, List<HistogramPointData>> histograms = new LinkedHashMap<>();

    Points(Resource resource, long nowMillis) {
        this.resource = resource;
        this.nowNanos = nowMillis * 1_000_000;
    }

    private static List<Double> bounds() {
        List<Double> bounds = new ArrayList<>();
        for (int i = 0; i < Ladder.COUNT - 1; i++) {
            bounds.add(Series.seconds(Ladder.most(i)));
        }
        return bounds;
    }

    void sum(String name, String unit, String description, long value, Attributes of, long bornMillis) {
        sums.computeIfAbsent(new Named(name, unit, description), added -> new ArrayList<>())
                .add(LongPointData.create(bornMillis * 1_000_000, nowNanos, of, value));
    }

    void seconds(String name, String description, long nanos, Attributes of, long bornMillis) {
        seconds.computeIfAbsent(new Named(name, "s", description), added -> new ArrayList<>())
                .add(DoublePointData.create(bornMillis * 1_000_000, nowNanos, of, nanos / 1e9, List.of()));
    }

    /** What goes up and down and is a sum by the conventions: of several processes it adds up. */
    void level(String name, String unit, String description, double value, Attributes of, long bornMillis) {
        levels.computeIfAbsent(new Named(name, unit, description), added -> new ArrayList<>())
                .add(LongPointData.create(bornMillis * 1_000_000, nowNanos, of, (long) value));
    }

    void gauge(String name, String unit, String description, double value, Attributes of) {
        gauges.computeIfAbsent(new Named(name, unit, description), added -> new ArrayList<>())
                .add(DoublePointData.create(0, nowNanos, of, value, List.of()));
    }

    void histogram(String name, String description, IntToLongFunction calls, long nanos, Attributes of,
            long bornMillis) {
        List<Long> counts = new ArrayList<>();
        for (int i = 0; i < Ladder.COUNT; i++) {
            counts.add(calls.applyAsLong(i));
        }
        histograms.computeIfAbsent(new Named(name, "s", description), added -> new ArrayList<>())
                .add(HistogramPointData.create(bornMillis * 1_000_000, nowNanos, of, nanos / 1e9, false, 0, false, 0,
                        BOUNDS, counts));
    }

    /** The metrics, in bundles of so many points as a receiver takes at a time. */
    void into(List<MetricData> metrics) {
        sums.forEach((named, points) -> parts(points).forEach(part -> metrics.add(metric(named,
                MetricDataType.LONG_SUM,
                SumData.createLongSumData(true, AggregationTemporality.CUMULATIVE, part)))));
        seconds.forEach((named, points) -> parts(points).forEach(part -> metrics.add(metric(named,
                MetricDataType.DOUBLE_SUM,
                SumData.createDoubleSumData(true, AggregationTemporality.CUMULATIVE, part)))));
        levels.forEach((named, points) -> parts(points).forEach(part -> metrics.add(metric(named,
                MetricDataType.LONG_SUM,
                SumData.createLongSumData(false, AggregationTemporality.CUMULATIVE, part)))));
        gauges.forEach((named, points) -> parts(points).forEach(part -> metrics.add(metric(named,
                MetricDataType.DOUBLE_GAUGE, GaugeData.createDoubleGaugeData(part)))));
        histograms.forEach((named, points) -> parts(points).forEach(part -> metrics.add(metric(named,
                MetricDataType.HISTOGRAM, HistogramData.create(AggregationTemporality.CUMULATIVE, part)))));
    }

    private Metric metric(Named named, MetricDataType type, Data<?> data) {
        return new Metric(named.name(), named.unit(), named.description(), resource, type, data);
    }

    private static <P extends PointData> List<List<P>> parts(List<P> points) {
        List<List<P>> parts = new ArrayList<>();
        int from = 0;
        long bytes = 0;
        for (int i = 0; i < points.size(); i++) {
            long more = bytes(points.get(i));
            if (i > from && (i - from == BUNDLE || bytes + more > BUNDLE_BYTES)) {
                parts.add(points.subList(from, i));
                from = i;
                bytes = 0;
            }
            bytes += more;
        }
        parts.add(points.subList(from, points.size()));
        return parts;
    }

    /** How many bytes a part of a bundle may have at most. */
    static long bytes(MetricData metric) {
        return metric.getData().getPoints().stream().mapToLong(Points::bytes).sum();
    }

    private static long bytes(PointData point) {
        long[] bytes = {POINT_BYTES};
        point.getAttributes().forEach((key, value) -> bytes[0] += CHAR_BYTES
                * ((long) key.getKey().length() + String.valueOf(value).length()));
        if (point instanceof HistogramPointData) {
            bytes[0] += 2L * Long.BYTES * Ladder.COUNT;
        }
        return bytes[0];
    }
}

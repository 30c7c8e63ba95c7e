package sim.export.prometheus;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplar;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.IntFunction;
import java.util.function.IntToLongFunction;
import sim.wire.totals.KindTotals;
import sim.wire.totals.Ladder;
import sim.wire.totals.Series;
import sim.wire.totals.SeriesLabels;

/**
 * The series of one scrape by the metric they belong to. A second one with the same labels is left out and counted, and a sum below 0: the
 * library would refuse the whole scrape. One thread.
 */
final class Families implements Series {
    private final Map<String, CounterSnapshot.Builder> counters = new TreeMap<>();
    private final Map<String, GaugeSnapshot.Builder> gauges = new TreeMap<>();
    private final Map<String, HistogramSnapshot.Builder> histograms = new TreeMap<>();
    private final Map<String, SummarySnapshot.Builder> summaries = new TreeMap<>();
    /** The labels of each metric. */
    private final Map<String, Set<SeriesLabels>> known = new HashMap<>();
    private long repeated;
    private long negative;

    private boolean isLeftOut(String name, SeriesLabels labels, boolean isSum) {
        if (!isSum) {
            negative++;
            return true;
        }
        if (known.computeIfAbsent(name, added -> new HashSet<>()).add(labels)) {
            return false;
        }
        repeated++;
        return true;
    }

    @Override
    public void counter(String name, String help, double value, SeriesLabels labels, long createdMillis) {
        if (isLeftOut(name, labels, value >= 0)) {
            return;
        }
        counters.computeIfAbsent(name, added -> CounterSnapshot.builder().name(name).help(help))
                .dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder().value(value).labels(of(labels))
                        .createdTimestampMillis(createdMillis).build());
    }

    @Override
    public void gauge(String name, String help, double value, SeriesLabels labels) {
        if (isLeftOut(name, labels, true)) {
            return;
        }
        gauges.computeIfAbsent(name, added -> GaugeSnapshot.builder().name(name).help(help))
                .dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder().value(value).labels(of(labels)).build());
    }

    @Override
    public void histogram(String name, String help, IntToLongFunction calls, double sum,
            IntFunction<KindTotals.Exemplar> examples, SeriesLabels labels, long createdMillis) {
        if (isLeftOut(name, labels, sum >= 0 && !Series.isNegative(calls))) {
            return;
        }
        HistogramSnapshot.HistogramDataPointSnapshot.Builder point = HistogramSnapshot.HistogramDataPointSnapshot
                .builder().classicHistogramBuckets(buckets(calls));
        point.sum(sum);
        point.exemplars(exemplars(examples));
        point.labels(of(labels));
        point.createdTimestampMillis(createdMillis);
        histograms.computeIfAbsent(name, added -> HistogramSnapshot.builder().name(name).help(help))
                .dataPoint(point.build());
    }

    @Override
    public void summary(String name, String help, long count, double sum, SeriesLabels labels, long createdMillis) {
        if (isLeftOut(name, labels, count >= 0 && sum >= 0)) {
            return;
        }
        SummarySnapshot.SummaryDataPointSnapshot.Builder point = SummarySnapshot.SummaryDataPointSnapshot.builder()
                .count(count);
        point.sum(sum);
        point.labels(of(labels));
        point.createdTimestampMillis(createdMillis);
        summaries.computeIfAbsent(name, added -> SummarySnapshot.builder().name(name).help(help))
                .dataPoint(point.build());
    }

    private static Labels of(SeriesLabels labels) {
        return Labels.of(labels.pairs().toArray(new String[0]));
    }

    private static ClassicHistogramBuckets buckets(IntToLongFunction calls) {
        ClassicHistogramBuckets.Builder buckets = ClassicHistogramBuckets.builder();
        for (int i = 0; i < Ladder.COUNT; i++) {
            buckets.bucket(Ladder.most(i) == Long.MAX_VALUE
                    ? Double.POSITIVE_INFINITY
                    : Series.seconds(Ladder.most(i)), calls.applyAsLong(i));
        }
        return buckets.build();
    }

    private static Exemplars exemplars(IntFunction<KindTotals.Exemplar> examples) {
        Exemplars.Builder exemplars = Exemplars.builder();
        for (int i = 0; i < Ladder.COUNT; i++) {
            KindTotals.Exemplar example = examples.apply(i);
            if (example != null) {
                exemplars.exemplar(Exemplar.builder().value(Series.seconds(example.nanos())).traceId(example.trace())
                        .spanId(example.context()).timestampMillis(example.endMillis()).build());
            }
        }
        return exemplars.build();
    }

    /** All of them, and how many were left out. */
    MetricSnapshots all() {
        Series.leftOut(this, repeated, negative);
        Map<String, MetricSnapshot> all = new TreeMap<>();
        counters.forEach((name, family) -> all.put(name, family.build()));
        gauges.forEach((name, family) -> all.put(name, family.build()));
        histograms.forEach((name, family) -> all.put(name, family.build()));
        summaries.forEach((name, family) -> all.put(name, family.build()));
        return new MetricSnapshots(all.values());
    }
}

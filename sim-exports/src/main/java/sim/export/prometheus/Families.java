package sim.export.prometheus;

import io.prometheus.metrics.model.snapshots.ClassicHistogramBuckets;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.Exemplars;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import io.prometheus.metrics.model.snapshots.HistogramSnapshot;
import io.prometheus.metrics.model.snapshots.Labels;
import io.prometheus.metrics.model.snapshots.MetricSnapshot;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.prometheus.metrics.model.snapshots.SummarySnapshot;
import java.util.Map;
import java.util.TreeMap;

/** The series of one scrape by the metric they belong to. One thread. */
final class Families {
    private static final double NANOS = 1e9;

    private final Map<String, CounterSnapshot.Builder> counters = new TreeMap<>();
    private final Map<String, GaugeSnapshot.Builder> gauges = new TreeMap<>();
    private final Map<String, HistogramSnapshot.Builder> histograms = new TreeMap<>();
    private final Map<String, SummarySnapshot.Builder> summaries = new TreeMap<>();

    /** Nanoseconds as the seconds that Prometheus wants. */
    static double seconds(long nanos) {
        return nanos / NANOS;
    }

    /** @param name without {@code _total}, which the format adds */
    void counter(String name, String help, double value, Labels labels, long createdMillis) {
        counters.computeIfAbsent(name, added -> CounterSnapshot.builder().name(name).help(help))
                .dataPoint(CounterSnapshot.CounterDataPointSnapshot.builder().value(value).labels(labels)
                        .createdTimestampMillis(createdMillis).build());
    }

    void gauge(String name, String help, double value, Labels labels) {
        gauges.computeIfAbsent(name, added -> GaugeSnapshot.builder().name(name).help(help))
                .dataPoint(GaugeSnapshot.GaugeDataPointSnapshot.builder().value(value).labels(labels).build());
    }

    void histogram(String name, String help, ClassicHistogramBuckets buckets, double sum, Exemplars exemplars,
            Labels labels, long createdMillis) {
        HistogramSnapshot.HistogramDataPointSnapshot.Builder point = HistogramSnapshot.HistogramDataPointSnapshot
                .builder().classicHistogramBuckets(buckets);
        point.sum(sum);
        point.exemplars(exemplars);
        point.labels(labels);
        point.createdTimestampMillis(createdMillis);
        histograms.computeIfAbsent(name, added -> HistogramSnapshot.builder().name(name).help(help))
                .dataPoint(point.build());
    }

    /** Counts and their sum, without a distribution. */
    void summary(String name, String help, long count, double sum, Labels labels, long createdMillis) {
        SummarySnapshot.SummaryDataPointSnapshot.Builder point = SummarySnapshot.SummaryDataPointSnapshot.builder()
                .count(count);
        point.sum(sum);
        point.labels(labels);
        point.createdTimestampMillis(createdMillis);
        summaries.computeIfAbsent(name, added -> SummarySnapshot.builder().name(name).help(help))
                .dataPoint(point.build());
    }

    MetricSnapshots all() {
        Map<String, MetricSnapshot> all = new TreeMap<>();
        counters.forEach((name, family) -> all.put(name, family.build()));
        gauges.forEach((name, family) -> all.put(name, family.build()));
        histograms.forEach((name, family) -> all.put(name, family.build()));
        summaries.forEach((name, family) -> all.put(name, family.build()));
        return new MetricSnapshots(all.values());
    }
}

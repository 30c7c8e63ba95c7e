package sim.export.prometheus;

import java.util.Map;
import java.util.Set;
import sim.wire.totals.Series;
import sim.wire.totals.SeriesLabels;

/**
 * The server's own measures: those of {@code /api/v1/server}, under names that follow from their names there.
 * {@code store.commitNanos} is {@code sim_server_store_commit_seconds}. One thread.
 */
final class ServerFamilies {
    /** Those that only grow. */
    private static final Set<String> COUNTERS = Set.of("store.batches", "store.batchesAlready", "store.batchesUnknown",
            "store.commits", "store.commitNanos", "store.commitFailures", "store.reopenings", "store.quarantined",
            "store.quarantineRemoved", "collectors.redacted", "queries.answered", "otlp.spans.sent",
            "otlp.spans.failures",
            "otlp.spans.dropped", "otlp.spans.refused", "otlp.metrics.sendings", "otlp.metrics.points",
            "otlp.metrics.failures",
            "otlp.metrics.refused", "zipkin.spans.sent", "zipkin.spans.failures", "zipkin.spans.dropped",
            "zipkin.spans.refused", "series.foldedApplications", "series.forgottenInstances",
            "series.leftOut", "series.fileFailures");
    private static final Set<String> COUNTED_BY_KIND = Set.of("collectors.refused", "queries.refused");

    private final Series series;
    private final long startedMillis;

    ServerFamilies(Series series, long startedMillis) {
        this.series = series;
        this.startedMillis = startedMillis;
    }

    void add(Map<String, Object> measures) {
        add("", measures);
        series.gauge("sim_server_start_time_seconds", "When the server started", startedMillis / 1e3,
                SeriesLabels.NONE);
    }

    private void add(String path, Map<?, ?> measures) {
        measures.forEach((key, value) -> {
            String at = path.isEmpty() ? String.valueOf(key) : path + '.' + key;
            if (value instanceof Map<?, ?> inside) {
                if (COUNTED_BY_KIND.contains(at)) {
                    inside.forEach((kind, count) -> series.counter(name(at), help(at),
                            ((Number) count).doubleValue(), SeriesLabels.of("kind", String.valueOf(kind)),
                            startedMillis));
                } else {
                    add(at, inside);
                }
            } else if (value instanceof Number number) {
                double divisor = at.endsWith("Nanos") ? Series.NANOS : 1; // times 1e-9 would be 0.30000000000000004
                if (COUNTERS.contains(at)) {
                    series.counter(name(at), help(at), number.doubleValue() / divisor, SeriesLabels.NONE,
                            startedMillis);
                } else {
                    series.gauge(name(at), help(at), number.doubleValue() / divisor, SeriesLabels.NONE);
                }
            } else if (value instanceof Boolean is) {
                series.gauge(name(at), help(at), is ? 1 : 0, SeriesLabels.NONE);
            }
        });
    }

    private static String name(String path) {
        return "sim_server_" + path.replaceAll("Nanos$", "Seconds").replace('.', '_')
                .replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(java.util.Locale.ROOT);
    }

    private static String help(String path) {
        return path + " of /api/v1/server";
    }
}

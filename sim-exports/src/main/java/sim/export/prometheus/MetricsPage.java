package sim.export.prometheus;

import io.prometheus.metrics.config.EscapingScheme;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.OpenMetricsTextFormatWriter;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import sim.export.totals.Totals;
import sim.wire.totals.ApplicationSeries;
import sim.wire.totals.PlatformSeries;
import sim.wire.totals.SeriesLabels;

/**
 * What a scrape gets: OpenMetrics with start times and exemplars if the scraper takes it, otherwise Prometheus' plain text. Any
 * thread.
 */
public final class MetricsPage {
    private static final ExpositionFormatWriter OPEN_METRICS = OpenMetricsTextFormatWriter.builder()
            .setCreatedTimestampsEnabled(true).build();
    private static final ExpositionFormatWriter PLAIN = PrometheusTextFormatWriter.create();

    private final Totals totals;
    private final Supplier<Set<String>> connected;
    private final Supplier<Map<String, Object>> server;
    private final long startedMillis = System.currentTimeMillis();

    /**
     * @param connected the instances that are connected now
     * @param server the server's own measures
     */
    public MetricsPage(Totals totals, Supplier<Set<String>> connected, Supplier<Map<String, Object>> server) {
        this.totals = totals;
        this.connected = connected;
        this.server = server;
    }

    /** The content type of the answer to that {@code Accept} header, which may be null. */
    public String contentType(String accept) {
        return writer(accept).getContentType();
    }

    private static ExpositionFormatWriter writer(String accept) {
        return OPEN_METRICS.accepts(accept) ? OPEN_METRICS : PLAIN;
    }

    /**
     * Writes all of it.
     *
     * @param seen which applications whoever asks may see
     * @param whole whether whoever asks may see the server's own measures
     */
    public void write(String accept, Predicate<String> seen, boolean whole, OutputStream out) throws IOException {
        writer(accept).write(out, snapshots(seen, whole), EscapingScheme.UNDERSCORE_ESCAPING);
    }

    private MetricSnapshots snapshots(Predicate<String> seen, boolean whole) {
        Families families = new Families();
        Set<String> here = connected.get();
        ApplicationSeries applications = new ApplicationSeries(families);
        PlatformSeries platforms = new PlatformSeries(families);
        totals.read((all, instances, missed) -> {
            all.stream().filter(each -> seen.test(each.name())).forEach(applications::add);
            instances.stream().filter(each -> seen.test(each.application()) && here.contains(each.instance()))
                    .forEach(each -> platforms.add(each, SeriesLabels.of("application", each.application(), "instance",
                            each.instance()), totals.nowMillis()));
            platforms.end();
            if (whole) {
                families.counter("sim_server_uncounted_batches",
                        "Batches stored that are in no total, because the server was killed before they were saved",
                        missed, SeriesLabels.NONE, totals.bornMillis());
            }
            return null;
        });
        if (whole) {
            new ServerFamilies(families, startedMillis).add(server.get());
        }
        return families.all();
    }
}

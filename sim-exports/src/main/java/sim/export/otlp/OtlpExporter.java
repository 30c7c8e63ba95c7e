package sim.export.otlp;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import sim.export.Exporter;
import sim.export.span.SpanShipping;
import sim.export.totals.Totals;
import sim.wire.Batch;
import sim.wire.Hello;

/**
 * Sends what is stored over OTLP: contexts and kept calls as spans when they are stored, the totals as metrics at intervals. Metrics are
 * sums since a time: what one sending misses is in the next. Any thread.
 */
public final class OtlpExporter implements Exporter {
    /** The library gives up by itself before. */
    private static final long GRACE_MILLIS = 1_000;

    private final SpanShipping spans;
    private final Metrics metrics;
    private final MetricExporter metricExporter;
    private final long patienceMillis;
    /** Written by the sending thread alone. */
    private volatile long points;
    private volatile long sendings;
    private volatile long failures;
    private volatile long refused;

    /** @param connected the instances that are connected now */
    public OtlpExporter(OtlpTarget target, Totals totals, Supplier<Set<String>> connected) {
        this.spans = new SpanShipping("--otlp", target.spans(), OtlpRefusal::isFinal, totals,
                target.mostSpans(), target.firstPause(), target.patience());
        this.metrics = new Metrics(totals, connected, spans::resource);
        this.metricExporter = target.metrics();
        this.patienceMillis = target.patience().toMillis() + GRACE_MILLIS;
    }

    @Override
    public void opened(Hello hello) {
        spans.opened(hello);
    }

    @Override
    public void stored(String instance, Batch batch) {
        spans.stored(instance, batch);
    }

    /** Waits for spans and tries to send a bundle; to be called again and again, by one thread. */
    public void sendSpans() throws InterruptedException {
        spans.send();
    }

    /** Sends all metrics; to be called at intervals, by one thread. */
    public void sendMetrics() throws IOException {
        List<MetricData> bundle = new ArrayList<>();
        int size = 0;
        long bytes = 0;
        for (MetricData each : metrics.read()) {
            int more = each.getData().getPoints().size();
            long moreBytes = Points.bytes(each);
            if (size + more > Points.BUNDLE || bytes + moreBytes > Points.BUNDLE_BYTES) {
                if (!send(bundle)) {
                    return; // the next sending has all of it
                }
                bundle.clear();
                size = 0;
                bytes = 0;
            }
            size += more;
            bytes += moreBytes;
            bundle.add(each);
        }
        if (send(bundle)) {
            sendings++;
        }
    }

    /** Sends a bundle; false if the receiver is away. What it refuses holds up none of the others, nor what is in one bundle with it. */
    private boolean send(List<MetricData> bundle) {
        CompletableResultCode result = bundle.isEmpty()
                ? CompletableResultCode.ofSuccess()
                : metricExporter.export(List.copyOf(bundle)).join(patienceMillis, TimeUnit.MILLISECONDS);
        boolean taken = result.isSuccess();
        int size = bundle.stream().mapToInt(each -> each.getData().getPoints().size()).sum();
        points += taken ? size : 0;
        failures += taken ? 0 : 1;
        if (taken || !OtlpRefusal.isFinal(result.getFailureThrowable())) {
            return taken;
        }
        if (bundle.size() > 1 && OtlpRefusal.isOfContent(result.getFailureThrowable())) {
            int half = bundle.size() / 2;
            return send(bundle.subList(0, half)) && send(bundle.subList(half, bundle.size()));
        }
        refused += size;
        return true;
    }

    @Override
    public Map<String, Object> figures() {
        Map<String, Object> figures = new LinkedHashMap<>();
        figures.put("spans", spans.figures());
        Map<String, Object> of = new LinkedHashMap<>();
        of.put("sendings", sendings);
        of.put("points", points);
        of.put("failures", failures);
        of.put("refused", refused);
        of.put("telemetriesLeftOut", metrics.leftOut());
        figures.put("metrics", of);
        return figures;
    }

    @Override
    public void close() {
        spans.close();
        metricExporter.shutdown();
    }
}

package sim.export.otlp;

import io.opentelemetry.sdk.common.CompletableResultCode;
import io.opentelemetry.sdk.metrics.data.MetricData;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import io.opentelemetry.sdk.resources.Resource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sim.export.Exporter;
import sim.export.span.Refusals;
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
    /** So many refusals in a row end the halving: the receiver refuses whatever it is sent. */
    private static final int MOST_HALVED = 10;

    private static final Logger LOG = LoggerFactory.getLogger(OtlpExporter.class);

    private final Refusals refusals = new OtlpRefusal();
    private final SpanShipping spans;
    private final Metrics metrics;
    private final MetricExporter metricExporter;
    private final long patienceMillis;
    /** Written by the sending thread alone. */
    private volatile long points;
    private volatile long sendings;
    private volatile long failures;
    private volatile long refused;
    /** Of the sending thread alone. It was said that the receiver is away, or refuses metrics. */
    private boolean isAway;
    private boolean isRefusing;
    /** Since something was taken, or the sending began. */
    private int refusedInARow;
    /** Whether it took something in the sending before: a receiver that took nothing of its parts either is sent none. */
    private boolean takesParts = true;
    /** What is cut short then is no failure of the receiver's. */
    private volatile boolean isClosed;

    /**
     * @param server    this server's own id: two servers that have the same application are two writers
     * @param connected the instances that are connected now
     */
    public OtlpExporter(OtlpTarget target, String server, Totals totals, Supplier<Set<String>> connected) {
        this.spans = new SpanShipping("--otlp", target.spans(), refusals, totals,
                target.mostSpans(), target.firstPause(), target.patience());
        this.metrics = new Metrics(server, totals, connected, spans::resource);
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

    @Override
    public void forget(String application) {
        spans.forget(application);
    }

    @Override
    public void forget(String key, Predicate<String> value) {
        spans.forget(key, value);
    }

    /** Waits for spans and tries to send a bundle; to be called again and again, by one thread. */
    public void sendSpans() throws InterruptedException {
        spans.send();
    }

    /** Sends all metrics; to be called at intervals, by one thread. */
    public void sendMetrics() throws IOException {
        long before = refused;
        long taken = points;
        refusedInARow = 0;
        if (sendAll()) {
            sendings++;
            if (isRefusing && refused == before) {
                isRefusing = false;
                LOG.info("the receiver of --otlp takes all metrics again");
            }
            takesParts = !takesParts || points > taken || refused == before; // of two sendings at most one without
        }
    }

    /** False if the receiver is away: the next sending has all of it. */
    private boolean sendAll() throws IOException {
        List<MetricData> bundle = new ArrayList<>();
        int size = 0;
        long bytes = 0;
        for (MetricData each : metrics.read()) {
            int more = each.getData().getPoints().size();
            long moreBytes = Points.bytes(each);
            if (size + more > Points.BUNDLE || bytes + moreBytes > Points.BUNDLE_BYTES) {
                if (!send(bundle)) {
                    return false;
                }
                bundle.clear();
                size = 0;
                bytes = 0;
            }
            size += more;
            bytes += moreBytes;
            bundle.add(each);
        }
        return send(bundle);
    }

    /** Sends a bundle; false if the receiver is away. What it refuses holds up none of the others, nor what is in one bundle with it. */
    private boolean send(List<MetricData> bundle) {
        if (bundle.isEmpty()) {
            return true;
        }
        CompletableResultCode result = metricExporter.export(List.copyOf(bundle)).join(patienceMillis,
                TimeUnit.MILLISECONDS);
        int size = bundle.stream().mapToInt(each -> each.getData().getPoints().size()).sum();
        if (result.isSuccess()) {
            points += size;
            refusedInARow = 0;
            if (isAway) {
                LOG.info("the receiver of --otlp takes metrics again");
            }
            isAway = false;
            return true;
        }
        failures++;
        Throwable why = result.getFailureThrowable();
        refusedInARow++;
        if (bundle.size() > 1 && takesParts && refusals.isOfContent(why)) {
            List<List<MetricData>> parts = parts(bundle);
            for (List<MetricData> part : parts) {
                if (!send(part)) {
                    return false;
                }
            }
            if (!parts.isEmpty()) {
                return true;
            }
        }
        if (refusals.isFinal(why)) {
            refused += size;
            if (!isRefusing && !isClosed) {
                LOG.warn("metrics are lost, because the receiver of --otlp refuses them: {}", refusals.line(why));
            }
            isRefusing = true;
            return true;
        }
        if (!isAway && !isClosed) {
            LOG.warn("metrics wait, because the receiver of --otlp does not take them: {}", refusals.line(why));
        }
        isAway = true;
        return false;
    }

    /** What is sent instead of a bundle that was refused: of each application its own, or the halves of one's; none if no part was taken of late. */
    private List<List<MetricData>> parts(List<MetricData> bundle) {
        Map<Resource, List<MetricData>> resources = new LinkedHashMap<>();
        bundle.forEach(each -> resources.computeIfAbsent(each.getResource(), added -> new ArrayList<>()).add(each));
        if (resources.size() > 1) {
            return List.copyOf(resources.values());
        }
        int half = bundle.size() / 2;
        return refusedInARow > MOST_HALVED
                ? List.of()
                : List.of(bundle.subList(0, half), bundle.subList(half, bundle.size()));
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
        isClosed = true;
        spans.close();
        metricExporter.shutdown();
    }
}

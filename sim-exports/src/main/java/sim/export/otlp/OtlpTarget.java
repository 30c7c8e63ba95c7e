package sim.export.otlp;

import io.opentelemetry.exporter.otlp.http.metrics.OtlpHttpMetricExporter;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.exporter.otlp.metrics.OtlpGrpcMetricExporter;
import io.opentelemetry.exporter.otlp.trace.OtlpGrpcSpanExporter;
import io.opentelemetry.sdk.metrics.export.MetricExporter;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Where to send, and how.
 *
 * @param url the receiver; by HTTP the paths of OTLP are added to it
 * @param protocol how
 * @param headers sent with each request, such as a token
 * @param every how often metrics are sent
 * @param patience how long the receiver has for an answer
 * @param mostSpans so many wait at most
 * @param firstPause after a failure; each further one in a row doubles it
 */
public record OtlpTarget(URI url, Protocol protocol, Map<String, String> headers, Duration every,
        Duration patience, int mostSpans, Duration firstPause) {
    /** The library tells of each failure with a stack; the exporters say it once. Held, or the setting would go. */
    private static final Logger LIBRARY = Logger.getLogger("io.opentelemetry.exporter");
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    private static final int MOST_SPANS = 20_000;
    private static final Duration FIRST_PAUSE = Duration.ofSeconds(1);

    public OtlpTarget(URI url, Protocol protocol, Map<String, String> headers, Duration every) {
        this(url, protocol, headers, every, PATIENCE, MOST_SPANS, FIRST_PAUSE);
    }

    /** The protocols of OTLP that there are. */
    public enum Protocol {
        HTTP,
        GRPC
    }

    private String at(String path) {
        return url.toString().replaceAll("/+$", "") + path;
    }

    static {
        LIBRARY.setLevel(Level.OFF);
    }

    /** Without the library's own retries: they are counted here. */
    SpanExporter spans() {
        return protocol == Protocol.GRPC
                ? OtlpGrpcSpanExporter.builder().setEndpoint(url.toString()).setHeaders(() -> headers)
                        .setTimeout(patience).setCompression("gzip").setRetryPolicy(null).build()
                : OtlpHttpSpanExporter.builder().setEndpoint(at("/v1/traces")).setHeaders(() -> headers)
                        .setTimeout(patience).setCompression("gzip").setRetryPolicy(null).build();
    }

    MetricExporter metrics() {
        return protocol == Protocol.GRPC
                ? OtlpGrpcMetricExporter.builder().setEndpoint(url.toString()).setHeaders(() -> headers)
                        .setTimeout(patience).setCompression("gzip").setRetryPolicy(null).build()
                : OtlpHttpMetricExporter.builder().setEndpoint(at("/v1/metrics")).setHeaders(() -> headers)
                        .setTimeout(patience).setCompression("gzip").setRetryPolicy(null).build();
    }
}

package sim.server.export;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.metrics.v1.Metric;
import io.opentelemetry.proto.metrics.v1.ResourceMetrics;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.zip.GZIPInputStream;

/** A receiver of OTLP over HTTP, made of the official messages. It answers what it is told to before it takes anything. */
public final class Receiver implements AutoCloseable {
    /** Instead of a status: no answer at all. */
    static final int HANG = 0;
    /** The same, once it has taken what came. */
    static final int HANG_AND_KEEP = 1;

    private final HttpServer server;
    private final ConcurrentLinkedDeque<Integer> refusals = new ConcurrentLinkedDeque<>();
    /** Requests for spans that came. */
    final AtomicInteger asked = new AtomicInteger();
    /** Requests for metrics that came. */
    final AtomicInteger askedForMetrics = new AtomicInteger();
    /** What is asked is answered when this is open. */
    public volatile CountDownLatch held = new CountDownLatch(0);
    /** Metrics of this application are too large for it. */
    volatile String tooLarge;
    /** It answers 400 to spans of which it does not like one. */
    volatile Predicate<Span> disliked = span -> false;
    /** It answers 413 to more spans at a time. */
    volatile int mostSpans = Integer.MAX_VALUE;
    /** What it answers to metrics, instead of taking them; 0 if it takes them. */
    public volatile int metricsRefusal;
    final List<ResourceSpans> spans = new CopyOnWriteArrayList<>();
    final List<ResourceMetrics> metrics = new CopyOnWriteArrayList<>();
    public final List<String> authorizations = new CopyOnWriteArrayList<>();

    public Receiver(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
        server.setExecutor(Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "receiver");
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/v1/traces", exchange -> take(exchange, body -> spans
                .addAll(ExportTraceServiceRequest.parseFrom(body).getResourceSpansList())));
        server.createContext("/v1/metrics", exchange -> take(exchange, body -> metrics
                .addAll(ExportMetricsServiceRequest.parseFrom(body).getResourceMetricsList())));
        server.start();
    }

    /** The next answers to spans. */
    void refuse(Integer... statuses) {
        refusals.addAll(List.of(statuses));
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    private void take(HttpExchange exchange, Body body) throws IOException {
        Integer refusal = exchange.getRequestURI().getPath().equals("/v1/traces") ? refusals.poll() : null;
        InputStream in = exchange.getRequestBody();
        if ("gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"))) {
            in = new GZIPInputStream(in);
        }
        byte[] sent = in.readAllBytes();
        if (exchange.getRequestURI().getPath().equals("/v1/metrics")) {
            askedForMetrics.incrementAndGet();
        }
        if (exchange.getRequestURI().getPath().equals("/v1/traces")) {
            asked.incrementAndGet();
            List<Span> sentSpans = spans(ExportTraceServiceRequest.parseFrom(sent).getResourceSpansList());
            if (refusal == null && sentSpans.size() > mostSpans) {
                refusal = 413;
            } else if (refusal == null && sentSpans.stream().anyMatch(disliked)) {
                refusal = 400;
            }
        } else if (metricsRefusal != 0) {
            refusal = metricsRefusal;
        } else if (tooLarge != null && ExportMetricsServiceRequest.parseFrom(sent).getResourceMetricsList().stream()
                .anyMatch(of -> tooLarge.equals(text(of.getResource().getAttributesList(), "service.name")))) {
            refusal = 413;
        }
        try {
            held.await();
        } catch (InterruptedException stopped) {
            return;
        }
        if (refusal != null && (refusal == HANG || refusal == HANG_AND_KEEP)) {
            if (refusal == HANG_AND_KEEP) {
                body.take(sent);
            }
            return;
        }
        if (refusal == null) {
            authorizations.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            body.take(sent);
        }
        exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
        exchange.sendResponseHeaders(refusal == null ? 200 : refusal, -1);
        exchange.close();
    }

    /** The latest message of a metric, as protobuf prints it. */
    public String print(String application, String metric) {
        List<Metric> all = new ArrayList<>();
        each(application, metric, all::add);
        return String.valueOf(all.get(all.size() - 1));
    }

    /** All spans by their id. */
    public Map<String, Span> byId() {
        Map<String, Span> byId = new HashMap<>();
        all().forEach(span -> byId.put(hex(span.getSpanId().toByteArray()), span));
        return byId;
    }

    public List<Span> all() {
        return spans(spans);
    }

    private static List<Span> spans(List<ResourceSpans> of) {
        List<Span> all = new ArrayList<>();
        of.forEach(each -> each.getScopeSpansList().forEach(scope -> all.addAll(scope.getSpansList())));
        return all;
    }

    /** Who sent a metric: what its resources call themselves. */
    public Set<String> writers(String application, String metric) {
        Set<String> writers = new HashSet<>();
        for (ResourceMetrics of : metrics) {
            if (application.equals(text(of.getResource().getAttributesList(), "service.name"))
                    && of.getScopeMetricsList().stream().flatMap(scope -> scope.getMetricsList().stream())
                            .anyMatch(each -> each.getName().equals(metric))) {
                writers.add(text(of.getResource().getAttributesList(), "service.instance.id"));
            }
        }
        return writers;
    }

    /** The latest points of a metric: of a sum by what an attribute says. */
    public Map<String, Double> sums(String application, String metric, String attribute) {
        Map<String, Double> sums = new HashMap<>();
        each(application, metric, of -> of.getSum().getDataPointsList().forEach(
                point -> sums.put(text(point.getAttributesList(), attribute),
                        point.hasAsInt() ? (double) point.getAsInt() : point.getAsDouble())));
        return sums;
    }

    /** How many calls the latest histograms have, by what an attribute says. */
    public Map<String, Double> counts(String application, String metric, String attribute) {
        Map<String, Double> counts = new HashMap<>();
        each(application, metric, of -> of.getHistogram().getDataPointsList().forEach(
                point -> counts.put(text(point.getAttributesList(), attribute), (double) point.getCount())));
        return counts;
    }

    /** Since when each series of a sum counts, by what an attribute says: all that was ever told. */
    public Map<String, Set<Long>> starts(String application, String metric, String attribute) {
        Map<String, Set<Long>> starts = new HashMap<>();
        each(application, metric, of -> of.getSum().getDataPointsList().forEach(point -> starts
                .computeIfAbsent(text(point.getAttributesList(), attribute), added -> new HashSet<>())
                .add(point.getStartTimeUnixNano())));
        return starts;
    }

    void each(String application, String metric, java.util.function.Consumer<Metric> what) {
        for (ResourceMetrics of : metrics) {
            if (application.equals(text(of.getResource().getAttributesList(), "service.name"))) {
                of.getScopeMetricsList().forEach(scope -> scope.getMetricsList().stream()
                        .filter(each -> each.getName().equals(metric)).forEach(what));
            }
        }
    }

    static String text(List<KeyValue> attributes, String key) {
        return attributes.stream().filter(each -> each.getKey().equals(key)).findFirst()
                .map(each -> each.getValue().hasStringValue()
                        ? each.getValue().getStringValue()
                        : String.valueOf(each.getValue().getIntValue()))
                .orElse(null);
    }

    static String hex(byte[] bytes) {
        return java.util.HexFormat.of().formatHex(bytes);
    }

    @Override
    public void close() {
        server.stop(0);
    }

    private interface Body {
        void take(byte[] bytes) throws IOException;
    }
}

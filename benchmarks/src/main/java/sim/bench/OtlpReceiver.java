package sim.bench;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.metrics.v1.Metric;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPInputStream;

/** A receiver of OTLP over HTTP that reads each message by the official schema and counts what is in it. */
final class OtlpReceiver implements AutoCloseable {
    final AtomicLong spans = new AtomicLong();
    final AtomicLong points = new AtomicLong();

    private final HttpServer server;
    private final ExecutorService workers = Executors.newFixedThreadPool(2);

    OtlpReceiver() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(workers);
        server.createContext("/v1/traces", exchange -> take(exchange, this::traces));
        server.createContext("/v1/metrics", exchange -> take(exchange, this::metrics));
        server.start();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private interface Message {
        void read(InputStream body) throws IOException;
    }

    private static void take(HttpExchange exchange, Message message) throws IOException {
        try (exchange; InputStream body = new GZIPInputStream(exchange.getRequestBody())) {
            message.read(body);
            exchange.getResponseHeaders().set("Content-Type", "application/x-protobuf");
            exchange.sendResponseHeaders(200, -1);
        }
    }

    private void traces(InputStream body) throws IOException {
        spans.addAndGet(ExportTraceServiceRequest.parseFrom(body).getResourceSpansList().stream()
                .flatMap(of -> of.getScopeSpansList().stream()).mapToLong(scope -> scope.getSpansCount()).sum());
    }

    private void metrics(InputStream body) throws IOException {
        points.addAndGet(ExportMetricsServiceRequest.parseFrom(body).getResourceMetricsList().stream()
                .flatMap(of -> of.getScopeMetricsList().stream()).flatMap(scope -> scope.getMetricsList().stream())
                .mapToLong(OtlpReceiver::points).sum());
    }

    private static long points(Metric metric) {
        return metric.getSum().getDataPointsCount() + metric.getGauge().getDataPointsCount()
                + metric.getHistogram().getDataPointsCount();
    }

    @Override
    public void close() {
        server.stop(0);
        workers.shutdownNow();
    }
}

package sim.server.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.grpc.Server;
import io.grpc.Status;
import io.grpc.netty.shaded.io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceRequest;
import io.opentelemetry.proto.collector.metrics.v1.ExportMetricsServiceResponse;
import io.opentelemetry.proto.collector.metrics.v1.MetricsServiceGrpc;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceResponse;
import io.opentelemetry.proto.collector.trace.v1.TraceServiceGrpc;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.export.otlp.OtlpExporter;
import sim.export.otlp.OtlpTarget;
import sim.export.totals.Totals;
import sim.server.Batches;
import sim.server.Traces;
import sim.server.WireClient;
import sim.server.ingest.Ingest;
import sim.store.DuckDbStore;
import sim.store.loop.Loop;

/** The same over gRPC, to a real gRPC server with the official services, which refuses the first spans. */
class OtlpGrpcTest {
    @TempDir
    Path folder;

    @Test
    void spansAndMetricsArrive() throws Exception {
        List<String> spans = new CopyOnWriteArrayList<>();
        List<String> metrics = new CopyOnWriteArrayList<>();
        AtomicInteger asked = new AtomicInteger();
        Server receiver = NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .addService(new TraceServiceGrpc.TraceServiceImplBase() {
                    @Override
                    public void export(ExportTraceServiceRequest request,
                            StreamObserver<ExportTraceServiceResponse> answer) {
                        if (asked.getAndIncrement() == 0) {
                            answer.onError(Status.UNAVAILABLE.asRuntimeException());
                            return;
                        }
                        request.getResourceSpansList().forEach(of -> of.getScopeSpansList().forEach(scope -> scope
                                .getSpansList().forEach(span -> spans.add(span.getName()))));
                        answer.onNext(ExportTraceServiceResponse.getDefaultInstance());
                        answer.onCompleted();
                    }
                }).addService(new MetricsServiceGrpc.MetricsServiceImplBase() {
                    @Override
                    public void export(ExportMetricsServiceRequest request,
                            StreamObserver<ExportMetricsServiceResponse> answer) {
                        request.getResourceMetricsList().forEach(of -> of.getScopeMetricsList().forEach(scope -> scope
                                .getMetricsList().forEach(metric -> metrics.add(metric.getName()))));
                        answer.onNext(ExportMetricsServiceResponse.getDefaultInstance());
                        answer.onCompleted();
                    }
                }).build().start();
        OtlpTarget target = new OtlpTarget(URI.create("http://127.0.0.1:" + receiver.getPort()),
                OtlpTarget.Protocol.GRPC, Map.of(), Duration.ofMillis(300), Duration.ofSeconds(5), 20_000,
                Duration.ofMillis(100));
        try (DuckDbStore store = new DuckDbStore(folder);
                Totals totals = new Totals(folder, (instance, place) -> true);
                OtlpExporter exporter = new OtlpExporter(target, totals, Set::of);
                Loop sending = new Loop("spans", () -> true, exporter::sendSpans, failure -> {});
                Loop measuring = Loop.every("metrics", target.every(), exporter::sendMetrics, failure -> {});
                Ingest ingest = new Ingest(new ExportedStore(store, totals, Map.of("otlp", exporter)), "127.0.0.1",
                        0)) {
            try (WireClient client = WireClient.connect(ingest.port(), Batches.hello("front", "one"))) {
                client.ship(Traces.front(1));
            }
            // contexts 1 and 3, four calls
            await().atMost(Duration.ofSeconds(60)).until(() -> spans.size() == 6);
            assertThat(spans).contains("order", "shop.Orders.place", "shop.Orders.price");
            await().atMost(Duration.ofSeconds(60)).until(() -> metrics.contains("sim.calls")
                    && metrics.contains("sim.call.duration"));
            assertThat(((Map<?, ?>) exporter.figures().get("spans")).get("failures")).isEqualTo(1L);
            assertThat(sending.isAlive() && measuring.isAlive()).isTrue();
        } finally {
            receiver.shutdownNow().awaitTermination();
        }
    }
}

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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sim.export.otlp.OtlpExporter;
import sim.export.otlp.OtlpTarget;
import sim.export.totals.Totals;
import sim.model.snapshot.ContextRecord;
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
                OtlpExporter exporter = new OtlpExporter(target, "server", totals, Set::of);
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

    /** A receiver of gRPC takes 4 MB at a time, unless it is told otherwise. */
    @Test
    void longValuesComeInBundlesThatAReceiverTakes() throws Exception {
        Set<String> spans = ConcurrentHashMap.newKeySet();
        Server receiver = receiver(request -> null, spans);
        try (Totals totals = new Totals(folder, (instance, place) -> true);
                OtlpExporter exporter = exporter(receiver, totals)) {
            Loop sending = send(exporter, 600, OtlpGrpcTest::large, spans);
            assertThat(figures(exporter)).containsEntry("failures", 0L).containsEntry("refused", 0L);
            sending.close();
        } finally {
            receiver.shutdownNow().awaitTermination();
        }
    }

    /** As receivers in Go, Java, .NET and Rust say it, and as the specification says that something is wrong with it. */
    @ParameterizedTest
    @CsvSource({"RESOURCE_EXHAUSTED,grpc: received message after decompression larger than max 4194304",
            "RESOURCE_EXHAUSTED,Decompressed gRPC message exceeds maximum size 4194304",
            "RESOURCE_EXHAUSTED,Received message exceeds the maximum configured message size.",
            "OUT_OF_RANGE,'Error, decoded message length too large: found 5000000 bytes'",
            "INVALID_ARGUMENT,it is odd"})
    void whatIsTooLargeComesInParts(Status.Code code, String description) throws Exception {
        Set<String> spans = ConcurrentHashMap.newKeySet();
        Server receiver = receiver(request -> request.getResourceSpansList().stream()
                .flatMap(of -> of.getScopeSpansList().stream()).mapToInt(scope -> scope.getSpansCount()).sum() > 60
                        ? code.toStatus().withDescription(description)
                        : null,
                spans);
        try (Totals totals = new Totals(folder, (instance, place) -> true);
                OtlpExporter exporter = exporter(receiver, totals)) {
            Loop sending = send(exporter, 400, i -> Batches.context(i, 0, Batches.now(), Map.of()), spans);
            assertThat(figures(exporter)).containsEntry("refused", 0L).containsEntry("failures", 7L);
            sending.close();
        } finally {
            receiver.shutdownNow().awaitTermination();
        }
    }

    /** As of one that is used up for now. */
    @Test
    void whatIsExhaustedAndNotTooLargeIsSentAgainWhole() throws Exception {
        Set<String> spans = ConcurrentHashMap.newKeySet();
        AtomicInteger asked = new AtomicInteger();
        Server receiver = receiver(request -> asked.getAndIncrement() == 0
                ? Status.RESOURCE_EXHAUSTED.withDescription("too many requests")
                : null, spans);
        try (Totals totals = new Totals(folder, (instance, place) -> true);
                OtlpExporter exporter = exporter(receiver, totals)) {
            Loop sending = send(exporter, 400, i -> Batches.context(i, 0, Batches.now(), Map.of()), spans);
            assertThat(asked).hasValue(2);
            sending.close();
        } finally {
            receiver.shutdownNow().awaitTermination();
        }
    }

    /** Ships so many contexts, and returns when the receiver has them all. */
    private static Loop send(OtlpExporter exporter, int contexts, IntFunction<ContextRecord> context,
            Set<String> spans) {
        exporter.opened(Batches.hello("shop", "one"));
        exporter.stored("one",
                Batches.of(1, List.of(), IntStream.rangeClosed(1, contexts).mapToObj(context).toList()));
        Loop sending = new Loop("spans", () -> true, exporter::sendSpans, failure -> {});
        await().atMost(Duration.ofSeconds(60)).until(() -> spans.size() == contexts);
        return sending;
    }

    private static ContextRecord large(int id) {
        Map<String, Object> values = new HashMap<>();
        for (int i = 0; i < 16; i++) {
            values.put("key" + i, String.valueOf((char) ('a' + i)).repeat(512));
        }
        return Batches.context(id, 0, Batches.now(), values);
    }

    @SuppressWarnings("unchecked") // as they are made
    private static Map<String, Object> figures(OtlpExporter exporter) {
        return (Map<String, Object>) exporter.figures().get("spans");
    }

    private static OtlpExporter exporter(Server receiver, Totals totals) {
        return new OtlpExporter(new OtlpTarget(URI.create("http://127.0.0.1:" + receiver.getPort()),
                OtlpTarget.Protocol.GRPC, Map.of(), Duration.ofHours(1), Duration.ofSeconds(60), 20_000,
                Duration.ofMillis(100)), "server", totals, Set::of);
    }

    /** A real receiver of spans. @param answer what it answers instead of taking them, or null; @param ids of what it took */
    private static Server receiver(Function<ExportTraceServiceRequest, Status> answer, Set<String> ids)
            throws Exception {
        return NettyServerBuilder.forAddress(new InetSocketAddress("127.0.0.1", 0))
                .addService(new TraceServiceGrpc.TraceServiceImplBase() {
                    @Override
                    public void export(ExportTraceServiceRequest request,
                            StreamObserver<ExportTraceServiceResponse> to) {
                        Status refusal = answer.apply(request);
                        if (refusal != null) {
                            to.onError(refusal.asRuntimeException());
                            return;
                        }
                        request.getResourceSpansList().forEach(of -> of.getScopeSpansList().forEach(scope -> scope
                                .getSpansList()
                                .forEach(span -> ids.add(Receiver.hex(span.getSpanId().toByteArray())))));
                        to.onNext(ExportTraceServiceResponse.getDefaultInstance());
                        to.onCompleted();
                    }
                }).build().start();
    }
}

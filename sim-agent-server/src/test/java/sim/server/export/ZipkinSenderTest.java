package sim.server.export;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.export.totals.Totals;
import sim.export.zipkin.ZipkinExporter;
import sim.export.zipkin.ZipkinTarget;
import sim.model.snapshot.Invocation;
import sim.server.Batches;
import sim.store.loop.Loop;
import sim.wire.Batch;
import tools.jackson.databind.json.JsonMapper;

/**
 * Spans come to a receiver of Zipkin's format, or are counted, whatever it answers in between: once, if it takes nothing that it does not
 * acknowledge.
 */
class ZipkinSenderTest {
    private static final int HANGS_IN_THE_BODY = 0;
    /** The same, once it has taken what came. */
    private static final int KEEPS_AND_HANGS = 1;

    /** For a receiver that hangs. */
    private static final Duration HANGING = Duration.ofSeconds(3);

    @TempDir
    Path folder;

    @Test
    void aReceiverThatHangsInItsBodyAndRefusesGetsAllOfItOnce() throws Exception {
        try (Zipkin zipkin = new Zipkin(0); Sending sending = new Sending(zipkin.port(), folder, HANGING)) {
            zipkin.answers.addAll(List.of(HANGS_IN_THE_BODY, 429, 500, 503));
            sending.exporter.stored("shop", calls(1_000));
            await().atMost(Duration.ofSeconds(60)).until(() -> sending.spans("sent") == 1_000);
            assertThat(zipkin.spans).hasValue(1_000);
            assertThat(sending.spans("failures")).isEqualTo(4);
            assertThat(sending.spans("dropped") + sending.spans("refused") + sending.spans("waiting")).isZero();
        }
    }

    @Test
    void aReceiverThatTakesSpansAndHangsGetsThemAgain() throws Exception {
        try (Zipkin zipkin = new Zipkin(0); Sending sending = new Sending(zipkin.port(), folder, HANGING)) {
            zipkin.answers.add(KEEPS_AND_HANGS);
            sending.exporter.stored("shop", calls(1_000));
            await().atMost(Duration.ofSeconds(60)).until(() -> sending.spans("sent") == 1_000);
            assertThat(zipkin.spans).as("the bundle that hung came twice").hasValue(1_000 + 512);
            assertThat(zipkin.ids).hasSize(1_000);
        }
    }

    @Test
    void whatIsTooLargeComesInParts() throws Exception {
        try (Zipkin zipkin = new Zipkin(0); Sending sending = new Sending(zipkin.port(), folder)) {
            zipkin.answers.addAll(List.of(413, 413));
            sending.exporter.stored("shop", calls(1_000));
            await().atMost(Duration.ofSeconds(60)).until(() -> sending.spans("sent") == 1_000);
            assertThat(zipkin.spans).hasValue(1_000);
            assertThat(sending.spans("refused")).isZero();
        }
    }

    @Test
    void whatItRefusesForGoodIsCounted() throws Exception {
        try (Zipkin zipkin = new Zipkin(0); Sending sending = new Sending(zipkin.port(), folder)) {
            zipkin.answers.add(400);
            sending.exporter.stored("shop", calls(1_000));
            await().atMost(Duration.ofSeconds(60)).until(() -> sending.spans("waiting") == 0);
            assertThat(sending.spans("refused")).isEqualTo(512);
            assertThat(zipkin.spans).hasValue(488);
        }
    }

    @Test
    void aRequestIsOnTheServersSide() throws Exception {
        try (Zipkin zipkin = new Zipkin(0); Sending sending = new Sending(zipkin.port(), folder)) {
            sending.exporter.stored("shop", Batches.of(1, List.of(), List.of(
                    Batches.context(1, 0, Batches.now(), Map.of("http.request.method", "GET")),
                    Batches.context(2, 1, Batches.now(), Map.of()))));
            await().atMost(Duration.ofSeconds(60)).until(() -> sending.spans("sent") == 2);
            assertThat(zipkin.kinds).containsExactly("SERVER", "");
            assertThat(zipkin.versions).containsExactly("2.3.1", "2.3.1");
        }
    }

    @Test
    void oneThatWasAwayGetsWhatWaitsAndTheRestIsCounted() throws Exception {
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        try (Sending sending = new Sending(port, folder)) {
            sending.exporter.stored("shop", calls(5_000));
            await().atMost(Duration.ofSeconds(60)).until(() -> sending.spans("failures") > 0);
            try (Zipkin zipkin = new Zipkin(port)) {
                await().atMost(Duration.ofSeconds(60)).until(() -> sending.spans("waiting") == 0);
                assertThat(sending.spans("sent")).isEqualTo(zipkin.spans.get()).isPositive();
                assertThat(sending.spans("sent") + sending.spans("dropped")).isEqualTo(5_000);
            }
        }
    }

    private static Batch calls(int count) {
        return Batches.keeping(1, IntStream.range(0, count).mapToObj(i -> new Invocation(1, 0, "main",
                Batches.now() - 6_000_000 + i, 1, Batches.meters(60), false, null)).toList());
    }

    private static final class Sending implements AutoCloseable {
        final Totals totals;
        final ZipkinExporter exporter;
        final Loop loop;

        /** The receiver has so long that it is never too slow, however busy the machine is: then it would get spans again. */
        Sending(int port, Path folder) {
            this(port, folder, Duration.ofSeconds(60));
        }

        Sending(int port, Path folder, Duration patience) {
            totals = new Totals(folder, (instance, place) -> true);
            exporter = new ZipkinExporter(new ZipkinTarget(URI.create("http://127.0.0.1:" + port),
                    patience, 2_000, Duration.ofMillis(50)), totals);
            exporter.opened(Batches.hello("shop", "shop").ofProgram("2.3.1"));
            loop = new Loop("spans", () -> true, exporter::sendSpans, failure -> {});
        }

        long spans(String figure) {
            return ((Number) ((Map<?, ?>) exporter.figures().get("spans")).get(figure)).longValue();
        }

        @Override
        public void close() {
            exporter.close();
            loop.close();
            totals.close();
        }
    }

    /** Takes spans, or answers first what it is told to. */
    private static final class Zipkin implements AutoCloseable {
        final ConcurrentLinkedDeque<Integer> answers = new ConcurrentLinkedDeque<>();
        final AtomicInteger spans = new AtomicInteger();
        final Set<String> ids = ConcurrentHashMap.newKeySet();
        final List<String> kinds = new CopyOnWriteArrayList<>();
        final List<String> versions = new CopyOnWriteArrayList<>();
        private final ExecutorService threads = Executors.newCachedThreadPool();
        private final HttpServer server;

        Zipkin(int port) throws IOException {
            server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
            server.setExecutor(threads);
            server.createContext("/api/v2/spans", exchange -> {
                byte[] sent = new GZIPInputStream(exchange.getRequestBody()).readAllBytes();
                Integer answer = answers.poll();
                if (answer != null && (answer == HANGS_IN_THE_BODY || answer == KEEPS_AND_HANGS)) {
                    if (answer == KEEPS_AND_HANGS) {
                        take(sent);
                    }
                    exchange.sendResponseHeaders(200, 10);
                    exchange.getResponseBody().write('x');
                    exchange.getResponseBody().flush(); // and never more
                    return;
                }
                if (answer == null) {
                    take(sent);
                }
                exchange.sendResponseHeaders(answer == null ? 202 : answer, -1);
                exchange.close();
            });
            server.start();
        }

        private void take(byte[] sent) {
            JsonMapper.shared().readTree(sent).forEach(span -> {
                kinds.add(span.path("kind").asString(""));
                versions.add(span.path("tags").path("service.version").asString(""));
                ids.add(span.path("id").asString());
                spans.incrementAndGet();
            });
        }

        int port() {
            return server.getAddress().getPort();
        }

        @Override
        public void close() {
            server.stop(0);
            threads.shutdownNow();
        }
    }
}

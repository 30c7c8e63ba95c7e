package sim.collector.scrape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import sim.metrics.spi.Dictionary;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.wire.Contents;
import sim.wire.Sections;

/** The real server of scrapes, with a page of 900 methods with long names: more than the sockets hold. */
class ScrapeServerTest {
    private static final int METHODS = 900;
    private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final List<String> said = new CopyOnWriteArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private ScrapeServer server;
    private int port;

    @AfterEach
    void close() {
        server.close();
    }

    /** A client that reads on after it was cut off: an end that looks like that of the page would let a part of it count as all. */
    @Test
    void anAnswerThatIsCutOffIsNotTakenForAWholeOne() throws Exception {
        start("127.0.0.1");
        HttpResponse<InputStream> scrape = ask("127.0.0.1", Map.of());
        try (InputStream in = scrape.body()) {
            assertThat(in.readNBytes(100_000)).hasSize(100_000);
            server.look(System.nanoTime() + TimeUnit.SECONDS.toNanos(11));
            assertThatThrownBy(in::readAllBytes).isInstanceOf(IOException.class);
        }
        HttpResponse<InputStream> whole = ask("127.0.0.1", Map.of());
        byte[] page = whole.body().readAllBytes();
        assertThat(page).hasSizeGreaterThan(10 << 20).endsWith('\n');
        assertThat(header(whole, "Content-Length")).isEqualTo(String.valueOf(page.length));
        assertThat(failures).isEmpty();
    }

    @Test
    void anAnswerThatLeavesTheMachineIsPackedForWhoTakesIt() throws Exception {
        String address = address();
        assumeTrue(address != null, "this machine has no address but loopback");
        start("0.0.0.0");
        Map<String, String> takes = Map.of("Accept", "application/openmetrics-text", "Accept-Encoding", "gzip");
        HttpResponse<InputStream> plain = ask(address, Map.of("Accept", "application/openmetrics-text"));
        String page = withoutPlatform(plain.body().readAllBytes());
        assertThat(header(plain, "Content-Encoding")).isNull();
        HttpResponse<InputStream> packed = ask(address, takes);
        assertThat(header(packed, "Content-Encoding")).isEqualTo("gzip");
        byte[] body = packed.body().readAllBytes();
        assertThat(header(packed, "Content-Length")).isEqualTo(String.valueOf(body.length));
        assertThat(body.length).isLessThan(page.length() / 5);
        try (GZIPInputStream unpacked = new GZIPInputStream(new ByteArrayInputStream(body))) {
            assertThat(withoutPlatform(unpacked.readAllBytes()).equals(page)).isTrue();
        }
        try (InputStream unpacked = ask("127.0.0.1", takes).body()) {
            assertThat(new String(unpacked.readNBytes(6), StandardCharsets.UTF_8)).as("on this machine")
                    .isEqualTo("# TYPE");
        }
    }

    private static String header(HttpResponse<?> answer, String name) {
        return answer.headers().firstValue(name).orElse(null);
    }

    /** What is the same in two scrapes. */
    private static String withoutPlatform(byte[] page) {
        String text = new String(page, StandardCharsets.UTF_8);
        assertThat(text).endsWith("# EOF\n");
        return String.join("\n", text.lines().filter(line -> line.startsWith("sim_")).toList());
    }

    private static String address() throws IOException {
        for (NetworkInterface each : NetworkInterface.networkInterfaces().toList()) {
            for (InetAddress address : each.inetAddresses().toList()) {
                if (each.isUp() && address instanceof Inet4Address && !address.isLoopbackAddress()) {
                    return address.getHostAddress();
                }
            }
        }
        return null;
    }

    private void start(String host) throws IOException {
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        ScrapedSums sums = new ScrapedSums("shop", new Names(), Runtime.getRuntime().maxMemory());
        List<TreeRow> rows = new ArrayList<>();
        for (int i = 1; i <= METHODS; i++) {
            long[] values = new long[Meter.COUNT];
            values[0] = 1_000L * i;
            rows.add(new TreeRow(i, 1, 0, 1, values, values, values, new long[]{10, 1}));
        }
        sums.count(Contents.NONE.with(Sections.ROWS, rows));
        server = new ScrapeServer(host, port, sums, said::add, failures::add);
        server.start();
    }

    private HttpResponse<InputStream> ask(String host, Map<String, String> headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://" + host + ":" + port + "/metrics"));
        headers.forEach(request::header);
        AtomicReference<HttpResponse<InputStream>> answer = new AtomicReference<>();
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            try {
                answer.set(HTTP.send(request.build(), HttpResponse.BodyHandlers.ofInputStream()));
                return true;
            } catch (ConnectException notYet) {
                return false;
            }
        });
        assertThat(answer.get().statusCode()).isEqualTo(200);
        return answer.get();
    }

    private static final class Names implements Dictionary {
        @Override
        public List<NameEntry> namesAfter(int id) {
            return IntStream.rangeClosed(id + 1, METHODS)
                    .mapToObj(i -> new NameEntry(i, "n".repeat(500) + i, "m")).toList();
        }

        @Override
        public List<NodeEntry> nodesAfter(int id) {
            return IntStream.rangeClosed(id + 1, METHODS).mapToObj(i -> new NodeEntry(i, 0, i)).toList();
        }

        @Override
        public List<String> extraMeters() {
            return List.of();
        }

        @Override
        public Map<String, Long> counters() {
            return Map.of();
        }
    }
}

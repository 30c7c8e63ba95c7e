package sim.collector.scrape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
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
    private static final int SLOW = 200;
    private static final long HOUR = TimeUnit.HOURS.toNanos(1);
    private static final HttpClient HTTP = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private final List<String> said = new CopyOnWriteArrayList<>();
    private final List<Throwable> failures = new CopyOnWriteArrayList<>();
    private ScrapeServer server;
    private int port;

    @AfterEach
    void close() {
        server.close();
    }

    /** Of three that ask and take nothing, the one goes that was idle for longest; a part of its page does not count as all. */
    @Test
    void anAnswerThatIsCutOffForAThirdOneIsNotTakenForAWholeOne() throws Exception {
        start("127.0.0.1", HOUR, HOUR);
        awaitListening();
        try (Socket first = asking(); Socket second = asking(); Socket third = asking()) {
            int whole = 0;
            for (Socket each : List.of(third, second, first)) {
                whole += isWhole(each.getInputStream()) ? 1 : 0;
            }
            assertThat(whole).isEqualTo(2);
        }
        HttpResponse<InputStream> last = ask("127.0.0.1", Map.of());
        byte[] page = last.body().readAllBytes();
        assertThat(page).hasSizeGreaterThan(10 << 20).endsWith('\n');
        assertThat(header(last, "Content-Length")).isEqualTo(String.valueOf(page.length));
        assertThat(failures).isEmpty();
    }

    /** However long they may take: some say nothing, some ask by halves, one takes nothing of what it asked for. */
    @Test
    void slowClientsHoldUpNoOther() throws Exception {
        start("127.0.0.1", HOUR, HOUR);
        awaitListening();
        List<Socket> slow = new ArrayList<>();
        try {
            slow.add(asking());
            for (int i = 0; i < SLOW; i++) {
                slow.add(connected());
                if (i % 2 == 0) {
                    slow.get(slow.size() - 1).getOutputStream().write("GET /met".getBytes(StandardCharsets.US_ASCII));
                }
            }
            HttpResponse<InputStream> scrape = ask("127.0.0.1", Map.of());
            assertThat(scrape.body().readAllBytes()).hasSizeGreaterThan(10 << 20);
            for (Socket each : slow.subList(1, SLOW - 80)) {
                assertThat(isOver(each)).as("those that came first made room").isTrue();
            }
            assertThat(failures).isEmpty();
        } finally {
            for (Socket each : slow) {
                each.close();
            }
        }
    }

    @Test
    void whoAsksNothingIsCutOff() throws Exception {
        start("127.0.0.1", TimeUnit.MILLISECONDS.toNanos(200), HOUR);
        awaitListening();
        try (Socket silent = connected()) {
            assertThat(isOver(silent)).isTrue();
        }
    }

    @Test
    void whoTakesTooLongIsCutOffWhateverItDoes() throws Exception {
        start("127.0.0.1", HOUR, TimeUnit.MILLISECONDS.toNanos(500));
        awaitListening();
        try (Socket first = asking(); Socket silent = connected()) {
            assertThat(isOver(silent)).isTrue();
            assertThat(isWhole(first.getInputStream())).as("what came before it").isFalse();
        }
    }

    private Socket connected() throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(1 << 14);
        socket.setSoTimeout((int) TimeUnit.SECONDS.toMillis(120));
        socket.connect(new InetSocketAddress("127.0.0.1", port));
        return socket;
    }

    /** Has asked, and has the first byte of its answer. */
    private Socket asking() throws IOException {
        Socket socket = connected();
        socket.getOutputStream()
                .write("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        assertThat(socket.getInputStream().read()).isEqualTo('H');
        return socket;
    }

    private void awaitListening() {
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            try (Socket socket = connected()) {
                return true;
            } catch (ConnectException notYet) {
                return false;
            }
        });
    }

    /** Whether all came that its head said. */
    private static boolean isWhole(InputStream answer) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            answer.transferTo(all);
        } catch (IOException cut) {
            // what came before
        }
        String text = all.toString(StandardCharsets.UTF_8);
        int body = text.indexOf("\r\n\r\n") + 4;
        return text.substring(0, body).contains("Content-Length: " + (all.size() - body) + "\r\n");
    }

    /** Whether the server has ended it. */
    private static boolean isOver(Socket client) throws IOException {
        try {
            return client.getInputStream().read() < 0;
        } catch (SocketTimeoutException stays) {
            return false;
        } catch (IOException reset) {
            return true;
        }
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
        start(host, HOUR, HOUR);
    }

    private void start(String host, long readNanos, long longestNanos) throws IOException {
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
        server = new ScrapeServer(host, port, sums, said::add, failures::add, readNanos, longestNanos);
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

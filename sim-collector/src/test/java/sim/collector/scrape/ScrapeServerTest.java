package sim.collector.scrape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.HttpURLConnection;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.ServerSocket;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
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
        HttpURLConnection scrape = ask("127.0.0.1", Map.of());
        long length = scrape.getContentLengthLong();
        assertThat(length).isGreaterThan(10 << 20);
        try (InputStream in = scrape.getInputStream()) {
            assertThat(in.readNBytes(100_000)).hasSize(100_000);
            server.look(System.nanoTime() + TimeUnit.SECONDS.toNanos(11));
            assertThatThrownBy(in::readAllBytes).isInstanceOf(IOException.class);
        }
        HttpURLConnection whole = ask("127.0.0.1", Map.of());
        assertThat(whole.getInputStream().readAllBytes()).hasSize((int) length).endsWith('\n');
        assertThat(failures).isEmpty();
    }

    @Test
    void anAnswerThatLeavesTheMachineIsPackedForWhoTakesIt() throws Exception {
        String address = address();
        assumeTrue(address != null, "this machine has no address but loopback");
        start("0.0.0.0");
        Map<String, String> takes = Map.of("Accept", "application/openmetrics-text", "Accept-Encoding", "gzip");
        HttpURLConnection plain = ask(address, Map.of("Accept", "application/openmetrics-text"));
        String page = withoutPlatform(plain.getInputStream().readAllBytes());
        assertThat(plain.getHeaderField("Content-Encoding")).isNull();
        HttpURLConnection packed = ask(address, takes);
        assertThat(packed.getHeaderField("Content-Encoding")).isEqualTo("gzip");
        byte[] body = packed.getInputStream().readAllBytes();
        assertThat(packed.getContentLengthLong()).isEqualTo(body.length).isLessThan(page.length() / 5);
        try (GZIPInputStream unpacked = new GZIPInputStream(new java.io.ByteArrayInputStream(body))) {
            assertThat(withoutPlatform(unpacked.readAllBytes()).equals(page)).isTrue();
        }
        assertThat(ask("127.0.0.1", takes).getHeaderField("Content-Encoding")).as("on this machine").isNull();
    }

    /** What is the same in two scrapes. */
    private static String withoutPlatform(byte[] page) {
        String text = new String(page, java.nio.charset.StandardCharsets.UTF_8);
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

    private HttpURLConnection ask(String host, Map<String, String> headers) {
        HttpURLConnection[] answered = new HttpURLConnection[1];
        await().atMost(Duration.ofSeconds(60)).until(() -> {
            HttpURLConnection connection = (HttpURLConnection) URI.create("http://" + host + ":" + port + "/metrics")
                    .toURL().openConnection();
            headers.forEach(connection::setRequestProperty);
            try {
                answered[0] = connection;
                return connection.getResponseCode() == 200;
            } catch (ConnectException notYet) {
                return false;
            }
        });
        return answered[0];
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

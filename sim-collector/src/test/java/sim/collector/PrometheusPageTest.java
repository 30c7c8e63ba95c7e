package sim.collector;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;
import org.junit.jupiter.api.parallel.Resources;
import sim.base.config.Options;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;

/** The real collector and the real runtime, scraped over a real socket. */
class PrometheusPageTest {
    private static final String OPEN = "Accept: application/openmetrics-text;version=1.0.0,text/plain;q=0.5\r\n";

    private final Collector collector = new Collector();
    private int port;

    @AfterEach
    void stop() {
        collector.stop();
    }

    @Test
    void withoutAServerEveryCallIsCountedOnceAndNothingIsSaid() throws Exception {
        String said = said(() -> {
            Metering metering = start("interval=50ms,server=none,application=shop");
            call(metering, "a", 1000);
            await().atMost(Duration.ofSeconds(60)).until(() -> scrape("").contains(calls("a", 1000)));
            call(metering, "a", 500);
            call(metering, "b\"\\", 1);
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> scrape("").contains(calls("a", 1500)) && scrape("").contains(calls("b\\\"\\\\", 1)));
        });
        assertThat(said).isEmpty();
        String plain = scrape("");
        assertThat(plain).startsWith("HTTP/1.1 200 OK\r\nContent-Type: text/plain; version=0.0.4").contains(
                "\n# TYPE sim_calls_total counter\n# HELP sim_calls_total Calls that ended\n",
                "sim_application_calls_total{application=\"shop\"} 1501.0\n",
                "sim_call_duration_seconds_bucket{application=\"shop\",class=\"test\",method=\"a\",le=\"+Inf\"} 1500\n",
                "sim_call_duration_seconds_count{application=\"shop\",class=\"test\",method=\"a\"} 1500\n",
                "jvm_memory_used_bytes{application=\"shop\",area=\"heap\"} ",
                "process_start_time_seconds{application=\"shop\"} ").doesNotContain("_created", "# EOF");
        assertThat(scrape(OPEN)).contains("application/openmetrics-text; version=1.0.0",
                "\n# TYPE sim_calls counter\n# HELP sim_calls Calls that ended\n", calls("a", 1500))
                .containsPattern(
                        "sim_calls_created\\{application=\"shop\",class=\"test\",method=\"a\"} \\d{10}\\.\\d{3}\n")
                .endsWith("# EOF\n");
        assertThat(collector.stop()).isTrue();
    }

    @Test
    void eachFamilyStandsTogetherAndEachSeriesOnce() throws Exception {
        Metering metering = start("interval=50ms,server=none,application=shop");
        for (int i = 0; i < 1_200; i++) {
            call(metering, "m" + i, 2);
        }
        await().atMost(Duration.ofSeconds(60))
                .until(() -> scrape("").contains("sim_application_calls_total{application=\"shop\"} 2400.0"));
        for (String accept : new String[]{"", OPEN}) {
            String page = scrape(accept);
            assertThat(page.lines().filter(line -> line.startsWith("# TYPE"))).doesNotHaveDuplicates();
            assertThat(page.lines().filter(line -> line.contains("} ")).map(line -> line.substring(0,
                    line.indexOf("} ")))).doesNotHaveDuplicates();
            // the runtime's own [other] has one of the thousand series
            assertThat(page.lines().filter(line -> line.startsWith("sim_calls_total"))).hasSize(1_001);
            assertThat(page).contains("sim_calls_total{application=\"shop\",class=\"other\",method=\"other\"} 402.0");
        }
    }

    /** Of a heap of 16 MB, whatever the heap: a method for each 64 KB. */
    @Test
    void withLittleMemoryFewerMethodsHaveSeries() throws Exception {
        Metering metering = start("interval=50ms,server=none,application=shop,memory=4MB");
        for (int i = 0; i < 500; i++) {
            call(metering, "m" + i, 2);
        }
        await().atMost(Duration.ofSeconds(60))
                .until(() -> scrape("").contains("sim_application_calls_total{application=\"shop\"} 1000.0"));
        assertThat(scrape("").lines().filter(line -> line.startsWith("sim_calls_total"))).hasSize(256 + 1);
    }

    /** As of an agent that is taken off by a thread that is interrupted: nothing is thrown, so that all else ends too. */
    @Test
    void whoIsInterruptedWhileItEndsIsToldNoFailure() throws Exception {
        Metering metering = start("interval=1h,server=none");
        call(metering, "a", 10);
        Thread.currentThread().interrupt();
        try {
            collector.stop();
        } finally {
            assertThat(Thread.interrupted()).as("still").isTrue();
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> !collector.isAtWork());
    }

    @Test
    void nothingElseIsAnsweredThere() throws Exception {
        start("interval=50ms,server=none");
        await().atMost(Duration.ofSeconds(60)).until(() -> scrape("").startsWith("HTTP/1.1 200"));
        assertThat(ask("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")).startsWith("HTTP/1.1 404 there is only /metrics");
        assertThat(ask("POST /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")).startsWith("HTTP/1.1 405 ");
        assertThat(ask("GET /metrics HTTP/1.1\r\nHost: evil.example:9464\r\n\r\n")).startsWith("HTTP/1.1 403 ");
        assertThat(ask("SIM7\n\n")).startsWith("HTTP/1.1 400 ");
        assertThat(ask("\r\n\r\n")).startsWith("HTTP/1.1 400 ");
        assertThat(ask("\n\n")).startsWith("HTTP/1.1 400 ");
        assertThat(ask("GET /metrics HTTP/1.1\r\nX: " + "x".repeat(20_000) + "\r\n\r\n")).startsWith("HTTP/1.1 400 ");
        assertThat(ask("HEAD /metrics HTTP/1.1\r\nHost: [::1]:9464\r\n\r\n")).startsWith("HTTP/1.1 200 ")
                .endsWith("\r\n\r\n");
    }

    /** Whoever connects and says nothing, or does not read, is cut off, and the next one is served. */
    @Test
    void whoHangsHoldsNobodyUp() throws Exception {
        Metering metering = start("interval=50ms,server=none");
        for (int i = 0; i < 900; i++) {
            call(metering, "m".repeat(500) + i, 2);
        }
        await().atMost(Duration.ofSeconds(60)).until(() -> scrape("").contains("m899\""));
        try (Socket silent = connect(); Socket deaf = connect()) {
            deaf.getOutputStream().write("GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes());
            await().atMost(Duration.ofSeconds(60)).until(() -> scrape("").startsWith("HTTP/1.1 200"));
            assertThat(silent.isConnected()).isTrue();
        }
    }

    @Test
    @ResourceLock(Resources.SYSTEM_ERR)
    void aPortInUseIsOneLineAndTheServerGetsAll() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress()); Peer peer = new Peer(0)) {
            port = taken.getLocalPort();
            String said = said(() -> {
                Metering metering = start("interval=50ms,server=127.0.0.1:" + peer.port());
                call(metering, "a", 10);
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> peer.batches.stream().flatMap(batch -> batch.rows().stream())
                                .mapToLong(row -> row.count()).sum() == 10);
            });
            assertThat(said.lines()).singleElement().asString().startsWith("sim: prometheus=127.0.0.1:" + port
                    + " cannot be listened on (Address already in use");
        }
    }

    private Metering start(String argument) throws IOException {
        if (port == 0) {
            try (ServerSocket free = new ServerSocket(0)) {
                port = free.getLocalPort();
            }
        }
        Options options = Options.load(argument + ",hotspot.enabled=false,prometheus=" + port, new Properties());
        Metering metering = new Metering(options);
        collector.start(metering, options);
        return metering;
    }

    private static void call(Metering metering, String member, int times) {
        ProbeSite site = metering.site("test", member);
        for (int i = 0; i < times; i++) {
            site.begin();
            site.end();
        }
    }

    private static String calls(String method, int calls) {
        return "sim_calls_total{application=\"shop\",class=\"test\",method=\"" + method + "\"} " + calls + ".0\n";
    }

    private String scrape(String header) {
        try {
            return ask("GET /metrics HTTP/1.1\r\nHost: 127.0.0.1:" + port + "\r\n" + header + "\r\n");
        } catch (IOException notYet) {
            return "";
        }
    }

    private Socket connect() throws IOException {
        return new Socket(InetAddress.getLoopbackAddress(), port);
    }

    private String ask(String request) throws IOException {
        try (Socket socket = connect()) {
            socket.setSoTimeout(30_000);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    private static String said(Work work) throws Exception {
        PrintStream before = System.err;
        ByteArrayOutputStream said = new ByteArrayOutputStream();
        System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
        try {
            work.run();
        } finally {
            System.setErr(before);
        }
        return said.toString(StandardCharsets.UTF_8);
    }

    private interface Work {
        void run() throws Exception;
    }
}

package sim.server.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.Invocation;
import sim.server.Batches;
import sim.server.ChildServer;
import sim.server.GuardedServer;
import sim.server.LiveServer;
import sim.server.Traces;
import sim.server.WireClient;
import sim.server.export.Receiver;
import sim.server.ingest.Ingest;
import sim.wire.Counter;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code sim doctor} against real agent servers that are well, hear nobody, ask for a token, or are away. */
class DoctorCommandIT {
    /** Of a server in this JVM. */
    private static final String VERSION = version();

    @TempDir
    Path folder;

    private static String version() {
        String version = Ingest.class.getPackage().getImplementationVersion();
        return version == null ? "development" : version;
    }

    @Test
    void aServerThatIsWellIsSaidToBe() throws Exception {
        try (LiveServer server = new LiveServer(folder);
                WireClient client = WireClient.connect(server.collectorPort(),
                        Batches.hello("front", "one").ofAgent(VERSION))) {
            client.ship(Traces.front(1));
            SimProcess doctor = doctor(server.address());
            assertThat(doctor.exit()).as(doctor.out() + doctor.err()).isZero();
            assertThat(doctor.out().lines().filter(line -> !line.startsWith("ok "))).isEmpty();
            assertThat(doctor.out()).contains("ok    Java: ", "ok    token: the server asks for none",
                    "ok    versions: ", "ok    clocks: the server's is ", "ok    store: ", "ok    answers: are given",
                    "ok    disk: ", "ok    collectors' port: 127.0.0.1:" + server.collectorPort() + " is open",
                    "has all it measured", "ok    applications: 1 instances",
                    "ok    agents: 1 connected, of the server's version");
        }
    }

    @Test
    void whatAnApplicationHasNotGotIsNamedWithTheCure() throws Exception {
        try (LiveServer server = new LiveServer(folder)) {
            assertThat(doctor(server.address()).exit()).isEqualTo(1); // nobody reports
            try (WireClient client = WireClient.connect(server.collectorPort(),
                    Batches.hello("front", "one").ofAgent(VERSION))) {
                client.ship(Traces.front(1).with(Sections.COUNTERS, List.of(new Counter("invocations.dropped", 7),
                        new Counter("collector.failures", 3), new Counter("spool.contexts.dropped", 0))));
                SimProcess doctor = doctor(server.address());
                assertThat(doctor.exit()).as(doctor.out() + doctor.err()).isZero();
                assertThat(doctor.out().lines().filter(line -> line.startsWith("look"))).singleElement().asString()
                        .contains("front (", "invocations.dropped 7; ", "raise events.ring");
                assertThat(doctor(server.address(), "--application", "back").out())
                        .contains("ILL   applications: 0 instances");
            }
        }
    }

    @Test
    void aServerThatAsksForATokenOrIsAwayIsSaid() throws Exception {
        try (GuardedServer server = new GuardedServer(folder)) {
            SimProcess doctor = doctor(server.address());
            assertThat(doctor.exit()).isEqualTo(1);
            assertThat(doctor.out()).contains("ILL   token: the server asks for one", "--token-file");
        }
        int nobody;
        try (ServerSocket socket = new ServerSocket(0)) {
            nobody = socket.getLocalPort();
        }
        SimProcess doctor = doctor("http://127.0.0.1:" + nobody + "/");
        assertThat(doctor.exit()).isEqualTo(1);
        assertThat(doctor.out()).contains("ILL   server: --server http://127.0.0.1:" + nobody
                + " is no agent server that answers").doesNotContain("null");
    }

    /** A proxy forwards the page, and collectors connect to the server itself. */
    @Test
    void aServerBehindAProxyIsWell() throws Exception {
        try (LiveServer server = new LiveServer(folder);
                WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("front_end", "one"))) {
            client.ship(Traces.front(1));
            HttpServer proxy = HttpServer.create(new InetSocketAddress("127.0.0.2", 0), 0);
            proxy.createContext("/", exchange -> forward(server.address(), exchange));
            proxy.start();
            try {
                String page = "http://127.0.0.2:" + proxy.getAddress().getPort();
                SimProcess doctor = doctor(page);
                assertThat(doctor.exit()).as(doctor.out() + doctor.err()).isZero();
                assertThat(doctor.out()).doesNotContain("ILL").contains("look  collectors' port: 127.0.0.2:",
                        "--collectors HOST:PORT", "front_end (");
                SimProcess told = doctor(page, "--collectors", "127.0.0.1:" + server.collectorPort());
                assertThat(told.exit()).as(told.out() + told.err()).isZero();
                assertThat(told.out()).contains("ok    collectors' port: 127.0.0.1:" + server.collectorPort()
                        + " is open from here");
                SimProcess wrong = doctor(page, "--collectors", "127.0.0.2:" + server.collectorPort());
                assertThat(wrong.exit()).isEqualTo(1);
                assertThat(wrong.out()).contains("ILL   collectors' port: 127.0.0.2:");
            } finally {
                proxy.stop(0);
            }
        }
    }

    private static void forward(String to, HttpExchange exchange) throws IOException {
        try {
            HttpResponse<byte[]> answer = HttpClient.newHttpClient().send(
                    HttpRequest.newBuilder(URI.create(to).resolve(exchange.getRequestURI().toString())).build(),
                    HttpResponse.BodyHandlers.ofByteArray());
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(answer.statusCode(), answer.body().length);
            exchange.getResponseBody().write(answer.body());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } finally {
            exchange.close();
        }
    }

    @Test
    void aHostThatCannotBeAskedIsSaidInOneLine() throws Exception {
        SimProcess doctor = doctor("http://sim_server:7421", "--insecure");
        assertThat(doctor.exit()).isEqualTo(1);
        assertThat(doctor.out())
                .contains("ILL   server: --server http://sim_server:7421 names no host that can be asked");
        assertThat(doctor.err()).doesNotContain("Exception");
    }

    /** As many as a fleet leaves in months: more than a page of the list has. */
    @Test
    void allInstancesAreLookedAtHoweverMany() throws Exception {
        try (LiveServer server = new LiveServer(folder)) {
            for (int i = 0; i < 1_050; i++) {
                WireClient.connect(server.collectorPort(), Batches.hello("front", "instance-" + i)).close();
            }
            SimProcess doctor = doctor(server.address());
            assertThat(doctor.out()).contains("applications: 1050 instances are known");
            assertThat(doctor.out().lines().filter(line -> line.contains("front ("))).hasSize(1_050);
        }
    }

    @Test
    void agentsOfAnotherReleaseAreSaid() throws Exception {
        try (LiveServer server = new LiveServer(folder);
                WireClient same = WireClient.connect(server.collectorPort(),
                        Batches.hello("front", "one").ofAgent(VERSION));
                WireClient older = WireClient.connect(server.collectorPort(),
                        Batches.hello("front", "two").ofAgent("0.9.0"));
                WireClient silent = WireClient.connect(server.collectorPort(), Batches.hello("front", "three"))) {
            for (WireClient each : List.of(same, older, silent)) {
                each.ship(Traces.front(1));
            }
            SimProcess doctor = doctor(server.address());
            assertThat(doctor.exit()).as(doctor.out() + doctor.err()).isZero();
            assertThat(doctor.out()).contains("look  agents: 1 connected of the server's version " + VERSION
                    + ", and others: {0.9.0=1, of a version that is not said=1}; use the agent of the server's release");
        }
    }

    /** A wrong token: nobody sees it but whoever looks, for metrics are sums and no context waits. */
    @Test
    void aReceiverThatTakesNothingIsSaid() throws Exception {
        try (Receiver receiver = new Receiver(0)) {
            receiver.metricsRefusal = 401;
            try (ChildServer server = sendingTo(receiver);
                    WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("front", "one"))) {
                client.ship(Batches.recursion(1));
                awaitThreeFailures(server);
                assertThat(server.complaints()).filteredOn(line -> line.contains("receiver of --otlp")).singleElement()
                        .asString().contains("metrics are lost, because the receiver of --otlp refuses them: ", "401");
                SimProcess doctor = doctor(server.address());
                assertThat(doctor.exit()).as(doctor.out() + doctor.err()).isEqualTo(1);
                assertThat(doctor.out()).contains("ILL   --otlp metrics: 0 taken, failures ",
                        "ok    --otlp spans: ");
                receiver.metricsRefusal = 0;
                awaitPoints(server);
                assertThat(doctor(server.address()).out()).contains("look  --otlp metrics: ", ", refused ");
                await().atMost(Duration.ofSeconds(60)).until(() -> server.complaints().stream()
                        .anyMatch(line -> line.contains("the receiver of --otlp takes all metrics again")));
            }
        }
    }

    /** Those of a receiver that is away are said once, and once more when it has been there in between. */
    @Test
    void metricsThatWaitAreSaidOnce() throws Exception {
        try (Receiver receiver = new Receiver(0)) {
            receiver.metricsRefusal = 503;
            try (ChildServer server = sendingTo(receiver);
                    WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("front", "one"))) {
                client.ship(Batches.recursion(1));
                awaitThreeFailures(server);
                receiver.metricsRefusal = 0;
                awaitPoints(server);
                assertThat(waits(server)).as("of three failures and more").isEqualTo(1);
                assertThat(server.complaints()).filteredOn(
                        line -> line.contains("the receiver of --otlp takes metrics again")).hasSize(1);
                receiver.metricsRefusal = 503;
                await().atMost(Duration.ofSeconds(60)).until(() -> waits(server) == 2);
            }
        }
    }

    /** Such as one that hangs: 20,000 wait, and then some are lost. */
    @Test
    void spansThatWaitAreSaidAndThatTheyDoNoLonger() throws Exception {
        try (Receiver receiver = new Receiver(0)) {
            receiver.held = new CountDownLatch(1);
            try (ChildServer server = sendingTo(receiver);
                    WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("front", "one"))) {
                client.ship(Batches.keeping(1, calls(11_000)));
                await().atMost(Duration.ofSeconds(60)).until(() -> server.complaints().stream()
                        .anyMatch(line -> line.contains("spans wait, because the receiver of --otlp")));
                SimProcess doctor = doctor(server.address());
                assertThat(doctor.exit()).as(doctor.out() + doctor.err()).isEqualTo(1);
                assertThat(doctor.out()).containsPattern("ILL   --otlp spans: 0 taken, waiting 11000, failures \\d+; ");
                receiver.held.countDown();
                await().atMost(Duration.ofSeconds(60)).until(() -> server.complaints().stream()
                        .anyMatch(line -> line.contains("the receiver of --otlp takes spans again")));
            }
        }
    }

    private static List<Invocation> calls(int count) {
        return IntStream.range(0, count).mapToObj(i -> new Invocation(1, 0, "main", Batches.now() - 6_000_000 + i, 1,
                Batches.meters(60), false, null)).toList();
    }

    private ChildServer sendingTo(Receiver receiver) throws Exception {
        return new ChildServer(folder, List.of(), "--port", "0", "--http", "0", "--otlp", receiver.url().toString(),
                "--otlp-every", "1s").awaitReady();
    }

    private static void awaitThreeFailures(ChildServer server) {
        await().atMost(Duration.ofSeconds(60)).until(() -> metrics(server).path("failures").asLong() >= 3);
    }

    private static void awaitPoints(ChildServer server) {
        await().atMost(Duration.ofSeconds(60)).until(() -> metrics(server).path("points").asLong() > 0);
    }

    private static long waits(ChildServer server) {
        return server.complaints().stream().filter(line -> line.contains(
                "metrics wait, because the receiver of --otlp does not take them: it answers 503")).count();
    }

    private static JsonNode metrics(ChildServer server) throws Exception {
        return JsonMapper.shared().readTree(server.get("/api/v1/server")).path("otlp").path("metrics");
    }

    private static SimProcess doctor(String address, String... options) throws Exception {
        List<String> command = new java.util.ArrayList<>(List.of("doctor", "--server", address));
        command.addAll(List.of(options));
        return SimProcess.run(command);
    }
}

package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.javalin.Javalin;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.WireClient;
import sim.server.ingest.Ingest;
import sim.server.query.DuckDbAnswers;
import sim.server.query.QueryGate;
import sim.store.DuckDbStore;
import sim.wire.Batch;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What bounds an answer, over real sockets: places, time, memory, the client; and that depth does not. */
class AnsweringTest {
    private static final int DEEP = 10_000;
    private static final int CONTEXTS = 1_000;

    @TempDir
    static Path folder;

    private static DuckDbStore store;
    private static Ingest ingest;

    @BeforeAll
    static void fill() throws Exception {
        store = new DuckDbStore(folder);
        ingest = new Ingest(store, "127.0.0.1", 0);
        try (WireClient client = WireClient.connect(ingest.port(), Batches.hello("deep", "one"))) {
            List<NodeEntry> nodes = new ArrayList<>();
            List<TreeRow> rows = new ArrayList<>();
            for (int i = 1; i <= DEEP; i++) {
                nodes.add(new NodeEntry(i, i - 1, i % 2 + 1)); // ping calls pong calls ping
                rows.add(new TreeRow(i, 1, 0, 1, Batches.meters(2 * DEEP - i), Batches.meters(1),
                        Batches.meters(2 * DEEP - i), new long[]{100, 1}));
            }
            client.ship(new Batch(1, Batches.now() - 10_000_000, Batches.now() - 5_000_000,
                    List.of(new NameEntry(1, "a.A", "pong"), new NameEntry(2, "a.A", "ping")), nodes, rows, List.of(),
                    List.of(), List.of(), List.of(), List.of(), List.of(), Map.of()));
        }
        Map<String, Object> values = new LinkedHashMap<>();
        for (int i = 0; i < 32; i++) {
            values.put("value" + i, "x".repeat(500));
        }
        try (WireClient client = WireClient.connect(ingest.port(), Batches.hello("wide", "two"))) {
            for (int sequence = 1; sequence <= 10; sequence++) {
                List<ContextRecord> contexts = new ArrayList<>();
                for (int i = 0; i < CONTEXTS / 10; i++) {
                    contexts.add(Batches.context(sequence * 1_000L + i, 0, Batches.now() - 1_000_000, values));
                }
                client.ship(Batches.of(sequence, List.of(), contexts));
            }
        }
    }

    @AfterAll
    static void close() {
        ingest.close();
        store.close();
    }

    private static HttpServer serve(int waiting, Duration patience, Duration time, long heap) {
        return new HttpServer(store, new DuckDbAnswers(store), ingest,
                Site.at("127.0.0.1", 0).with(new QueryGate.Limits(1, waiting, patience, time, heap)));
    }

    private static HttpServer generous() {
        return serve(8, Duration.ofSeconds(60), Duration.ofMinutes(5), 64 << 20);
    }

    @Test
    void whatEndsATurnWhileAValueIsWrittenIsStillTheReason() {
        BadParameter ends = new BadParameter(400, "limit", "many", "a number");
        Iterable<String> rows = () -> {
            throw ends;
        };
        assertThatThrownBy(() -> JsonMapper.shared().writeValueAsString(Map.of("rows", rows)))
                .isInstanceOf(JacksonException.class)
                .satisfies(wrapped -> assertThat(Answering.reason(wrapped)).isSameAs(ends));
        IllegalStateException other = new IllegalStateException(new IOException("broken"));
        assertThat(Answering.reason(other)).isSameAs(other);
    }

    /** Files of the page go past an answer's own bytes: what fails in one of them must not end as the JSON of a failure. */
    @Test
    void aFileThatBreaksOffEndsAsItIsAndIsSeenNotToBeWhole() throws Exception {
        QueryGate gate = new QueryGate(
                new QueryGate.Limits(1, 8, Duration.ofMinutes(5), Duration.ofMinutes(5), 64 << 20), () -> 0);
        try (Answering answering = new Answering(new DuckDbAnswers(store), gate)) {
            Javalin files = Javalin.create(config -> {
                config.routes.exception(Exception.class, (failure, request) -> answering.failed(request, failure));
                config.routes.get("/file", request -> {
                    request.res().getOutputStream().write("half a file".getBytes(StandardCharsets.US_ASCII));
                    request.res().flushBuffer();
                    throw new IllegalStateException("the other half is not there");
                });
                config.routes.get("/none", request -> {
                    throw new IllegalStateException("nothing was sent");
                });
            }).start("127.0.0.1", 0);
            try {
                String broken = raw(files.port(), "/file");
                assertThat(broken).startsWith("HTTP/1.1 200").contains("half a file").doesNotContain("error")
                        .doesNotEndWith("\r\n0\r\n\r\n");
                assertThat(raw(files.port(), "/none")).startsWith("HTTP/1.1 500").contains("its log says why");
            } finally {
                files.stop();
            }
        }
    }

    /** An answer as it came, to its end; an answer that breaks off may end with a reset, and what came before it counts. */
    private static String raw(int port, String path) throws IOException {
        try (Socket socket = new Socket("127.0.0.1", port)) {
            socket.setSoTimeout(20_000);
            socket.getOutputStream().write(("GET " + path + " HTTP/1.1\r\nHost: 127.0.0.1:" + port
                    + "\r\nConnection: close\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
            ByteArrayOutputStream came = new ByteArrayOutputStream();
            try {
                socket.getInputStream().transferTo(came);
            } catch (SocketException reset) {
                // A server that gives a connection up may reset it; the caller looks at what was sent until then.
            }
            return came.toString(StandardCharsets.UTF_8);
        }
    }

    @Test
    void aTreeOfAnyDepthIsAnsweredAsAListOfNodesWithTheirParents() throws Exception {
        try (HttpServer server = generous()) {
            JsonNode answer = json(get(server, "calltree?application=deep&limit=100000"), 200);
            assertThat(answer.path("nodes")).hasSize(DEEP);
            assertThat(answer.path("leftOut").asInt()).isZero();
            JsonNode before = answer.path("nodes").get(0);
            assertThat(before.path("parent").isNull()).isTrue();
            for (int i = 1; i < DEEP; i++) {
                JsonNode node = answer.path("nodes").get(i);
                assertThat(node.path("parent")).isEqualTo(before.path("id"));
                before = node;
            }
            JsonNode part = json(get(server, "calltree?application=deep&limit=100"), 200);
            assertThat(part.path("nodes")).hasSize(100);
            assertThat(part.path("leftOut").asInt()).isEqualTo(DEEP - 100);
        }
    }

    @Test
    void recursionIsFoldedAndItsTotalsCountOnce() throws Exception {
        try (HttpServer server = generous()) {
            JsonNode nodes = json(get(server, "calltree?application=deep&fold=true"), 200).path("nodes");
            assertThat(nodes).extracting(node -> node.path("method").asString()).containsExactly("ping", "pong");
            assertThat(nodes).extracting(node -> node.path("levels").asInt()).containsOnly(DEEP / 2);
            assertThat(nodes).extracting(node -> node.path("count").asInt()).containsOnly(DEEP / 2);
            // the inner calls of ping are part of the outermost, and of no total between: total is self and what is inside
            assertThat(nodes).extracting(node -> node.path("meters").path("wall").path("total").asInt())
                    .containsExactly(2 * DEEP - 1, 2 * DEEP - 1 - DEEP / 2);
            assertThat(nodes).extracting(node -> node.path("meters").path("wall").path("self").asInt())
                    .containsOnly(DEEP / 2);
            JsonNode methods = json(get(server, "methods?application=deep&sort=wall.total"), 200).path("methods");
            assertThat(methods).extracting(method -> method.path("meters").path("wall").path("total").asInt())
                    .containsExactly(2 * DEEP - 1, 2 * DEEP - 2);
        }
    }

    @Test
    void contextsComeInPartsAndInOrderWithAllTheirValues() throws Exception {
        try (HttpServer server = generous()) {
            JsonNode contexts = json(get(server, "contexts?application=wide&limit=10000"), 200).path("contexts");
            assertThat(contexts).hasSize(CONTEXTS);
            assertThat(contexts).allMatch(context -> context.path("values").size() == 32);
            assertThat(contexts).extracting(context -> context.path("id").asString()).doesNotHaveDuplicates()
                    .isSorted();
        }
    }

    @Test
    void whoFindsNoPlaceIsToldWhenToAskAgain() throws Exception {
        try (HttpServer server = serve(1, Duration.ofMillis(200), Duration.ofMinutes(5), 64 << 20);
                Socket slow = ask(server, "contexts?application=wide&limit=10000")) {
            Awaitility.await().until(() -> server.active() == 1);
            HttpResponse<String> refused = get(server, "applications");
            assertThat(json(refused, 503).path("error").asString()).contains("busy").contains("200 ms");
            assertThat(refused.headers().firstValue("Retry-After")).contains("5");
            json(get(server, "health"), 200);
            slow.close();
            Awaitility.await().until(() -> server.active() == 0);
            json(get(server, "applications"), 200);
        }
    }

    @Test
    void whoLeavesWhileWaitingLeavesTheLine() throws Exception {
        try (HttpServer server = serve(8, Duration.ofMinutes(5), Duration.ofMinutes(5), 64 << 20);
                Socket slow = ask(server, "contexts?application=wide&limit=10000")) {
            Awaitility.await().until(() -> server.active() == 1);
            try (Socket waiting = ask(server, "applications")) {
                Awaitility.await().until(() -> server.waiting() == 1);
                assertThat(waiting.isConnected()).isTrue();
            }
            Awaitility.await().until(() -> server.waiting() == 0);
            assertThat(server.active()).isEqualTo(1);
            assertThat(slow.isConnected()).isTrue();
        }
    }

    @Test
    void aClientThatReadsTooSlowlyIsCutOffAndSeesThatItsAnswerIsNotWhole() throws Exception {
        try (HttpServer server = serve(8, Duration.ofMinutes(5), Duration.ofSeconds(2), 64 << 20);
                Socket slow = ask(server, "contexts?application=wide&limit=10000")) {
            Awaitility.await().until(() -> server.active() == 1);
            Awaitility.await().until(() -> server.active() == 0);
            slow.setSoTimeout(20_000);
            String answer;
            try {
                answer = new String(slow.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            } catch (IOException reset) {
                answer = "";
            }
            if (!answer.contains("\"incomplete\":true,\"bound\":\"time\"")) { // a busy server was still asking the store
                assertThat(answer).doesNotEndWith("\r\n0\r\n\r\n");
            }
        }
    }

    @Test
    void aPlaceIsLentWhileItsClientReadsNothingAndTheAnswerIsWholeAllTheSame() throws Exception {
        try (HttpServer server = serve(8, Duration.ofSeconds(60), Duration.ofMinutes(5), 64 << 20);
                Socket slow = ask(server, "contexts?application=wide&limit=10000")) {
            Awaitility.await().until(() -> slow.getInputStream().available() > 0);
            json(get(server, "applications"), 200);
            assertThat(server.active()).as("the slow one").isEqualTo(1);
            assertThat(whole(slow)).endsWith("\r\n0\r\n\r\n").doesNotContain("\"incomplete\"");
            json(get(server, "applications"), 200);
        }
    }

    /** They had both places for as long as an answer may take, one pair after the other. */
    @Test
    void fortyWhoReadNothingKeepNobodyFromTheStore() throws Exception {
        List<Socket> slow = new ArrayList<>();
        try (HttpServer server = new HttpServer(store, new DuckDbAnswers(store), ingest, Site.at("127.0.0.1", 0).with(
                new QueryGate.Limits(2, 64, Duration.ofMinutes(5), Duration.ofSeconds(60), 64 << 20)))) {
            for (int i = 0; i < 40; i++) {
                slow.add(ask(server, "contexts?application=wide&limit=10000"));
            }
            Awaitility.await().until(() -> server.waiting() + server.active() == 40);
            json(get(server, "applications"), 200);
        } finally {
            for (Socket each : slow) {
                each.close();
            }
        }
    }

    /** Reads an answer to its last chunk. */
    private static String whole(Socket socket) throws IOException {
        socket.setSoTimeout(60_000);
        ByteArrayOutputStream came = new ByteArrayOutputStream();
        byte[] part = new byte[1 << 16];
        String end = "";
        while (!end.endsWith("\r\n0\r\n\r\n")) {
            int read = socket.getInputStream().read(part);
            assertThat(read).as("bytes after " + came.size()).isPositive();
            came.write(part, 0, read);
            end += new String(part, Math.max(0, read - 7), Math.min(read, 7), StandardCharsets.ISO_8859_1);
            end = end.substring(Math.max(0, end.length() - 7));
        }
        return came.toString(StandardCharsets.UTF_8);
    }

    @Test
    void whatNeedsTooMuchMemoryIsRefusedAndTheBoundNamed() throws Exception {
        try (HttpServer server = serve(8, Duration.ofMinutes(5), Duration.ofMinutes(5), 10_000)) {
            JsonNode refusal = json(get(server, "calltree?application=deep"), 413);
            assertThat(refusal.path("bound").asString()).isEqualTo("memory");
            assertThat(refusal.path("error").asString()).contains("-Xmx").doesNotContain("\n");
        }
    }

    /** A client that asks and reads nothing. */
    private static Socket ask(HttpServer server, String question) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4_096);
        socket.connect(new InetSocketAddress("127.0.0.1", server.port()));
        socket.getOutputStream().write(("GET /api/v1/" + question + " HTTP/1.1\r\nHost: 127.0.0.1:" + server.port()
                + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static JsonNode json(HttpResponse<String> answer, int status) {
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.headers().firstValue("Content-Type")).contains("application/json");
        return JsonMapper.shared().readTree(answer.body());
    }

    private static HttpResponse<String> get(HttpServer server, String question)
            throws IOException, InterruptedException {
        return HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + "/api/v1/" + question)).build(),
                HttpResponse.BodyHandlers.ofString());
    }
}

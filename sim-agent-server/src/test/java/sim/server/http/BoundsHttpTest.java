package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.javalin.Javalin;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.identity.Guard;
import sim.server.ingest.Ingest;
import sim.server.query.DuckDbAnswers;
import sim.server.query.QueryGate;
import sim.server.query.TooDear;
import sim.store.DuckDbStore;
import sim.wire.Batch;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What a request may take of heap, time and connections, over HTTP. */
class BoundsHttpTest {
    private static final Duration LONG = Duration.ofMinutes(5);

    @TempDir
    Path folder;

    private DuckDbStore store;
    private Ingest ingest;

    @BeforeEach
    void open() throws IOException {
        store = new DuckDbStore(folder);
        ingest = new Ingest(store, "127.0.0.1", 0);
    }

    @AfterEach
    void close() {
        ingest.close();
        store.close();
    }

    /** Two thousand methods take 400 KB, and their names 4 MB. */
    @Test
    void theHeapThatNamesTakeIsReserved() throws Exception {
        List<NameEntry> names = new ArrayList<>();
        List<NodeEntry> nodes = new ArrayList<>();
        List<TreeRow> rows = new ArrayList<>();
        for (int i = 1; i <= 2_000; i++) {
            names.add(new NameEntry(i, "c".repeat(990) + i, "m".repeat(990) + i));
            nodes.add(new NodeEntry(i, 0, i));
            rows.add(Batches.row(i, 1, 1, 1));
        }
        store.open(Batches.hello("wordy", "one"));
        store.append("one", new Batch(1, Batches.now() - 10_000_000, Batches.now() - 5_000_000, names, nodes, rows,
                List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), Map.of()));
        try (HttpServer server = serve(3 << 20)) {
            for (String question : List.of("methods?limit=1", "calltree?limit=1", "calltree?limit=1&fold=true")) {
                HttpResponse<String> refused = get(server.port(), "/api/v1/" + question);
                assertThat(refused.statusCode()).as(question).isEqualTo(413);
                assertThat(json(refused).path("bound").asString()).isEqualTo("memory");
            }
            JsonNode queries = json(get(server.port(), "/api/v1/server")).path("queries");
            assertThat(queries.path("refused").path("memory").asInt()).isEqualTo(3);
            assertThat(queries.path("answered").asInt()).as("what was refused is not answered").isZero();
        }
        try (HttpServer server = serve(16 << 20)) {
            assertThat(get(server.port(), "/api/v1/methods?limit=1").statusCode()).isEqualTo(200);
            await().until(
                    () -> json(get(server.port(), "/api/v1/server")).path("queries").path("answered").asInt() == 1);
        }
    }

    @Test
    void aRefusalNamesSomeApplicationsAndNotAll() throws Exception {
        for (int i = 0; i < 30; i++) {
            store.open(Batches.hello("application" + i, "instance" + i));
        }
        try (HttpServer server = serve(1 << 20)) {
            for (String question : List.of("methods", "methods?application=none")) {
                String allowed = json(get(server.port(), "/api/v1/" + question)).path("allowed").asString();
                assertThat(allowed.split("application\\d+")).hasSize(21);
                assertThat(allowed).endsWith(", or another of /api/v1/applications");
            }
            assertThat(get(server.port(), "/api/v1/methods?application=application7").statusCode()).isEqualTo(200);
        }
    }

    /** Its last question is answered, and it has not begun: nobody would look at the deadline again. */
    @Test
    void anAnswerThatHasNotBegunInTimeNeverBegins() throws Exception {
        QueryGate gate = new QueryGate(new QueryGate.Limits(1, 8, LONG, Duration.ofMillis(200), 1 << 20),
                () -> 0);
        try (Answering answering = new Answering(new DuckDbAnswers(store), gate)) {
            Javalin javalin = Javalin.create(config -> {
                config.routes.beforeMatched(new Entrance(Guard.open())::check);
                config.routes.get("/late", request -> answering.asking(request, (queries, answer) -> {
                    try {
                        while (true) {
                            queries.isApplication("any");
                        }
                    } catch (TooDear late) {
                        answer.whole("x".repeat(1 << 20));
                    }
                }));
            });
            javalin.start("127.0.0.1", 0);
            try {
                HttpResponse<String> late = get(javalin.port(), "/late");
                assertThat(late.statusCode()).isEqualTo(413);
                assertThat(json(late).path("bound").asString()).isEqualTo("time");
                assertThat(json(late).path("error").asString()).contains("200 ms", "less to do", "--query-time");
            } finally {
                javalin.stop();
            }
        }
    }

    /** Whoever is first in line gets a turn, however long those inside take: asking again it would be last, and lose each time. */
    @Test
    void aReaderWaitsForLongerThanAnAnswerMayTake() {
        QueryGate.Limits limits = Site.at("127.0.0.1", 0).limits();
        assertThat(limits.patience()).isGreaterThan(limits.time());
    }

    /** To a client that said {@code Connection: close} the end of an answer is the end of the connection: it must not look like a usual one. */
    @Test
    void anAnswerThatBreaksOffEndsByAReset() throws Exception {
        QueryGate gate = new QueryGate(new QueryGate.Limits(1, 8, LONG, LONG, 1 << 20), () -> 0);
        try (Answering answering = new Answering(new DuckDbAnswers(store), gate)) {
            Javalin javalin = Javalin.create(config -> config.routes.get("/broken", request -> {
                AnswerStream out = new AnswerStream(request);
                out.write(new byte[2 * AnswerStream.HELD]);
                answering.failed(request, out, new IllegalStateException("as planned"));
            }));
            javalin.start("127.0.0.1", 0);
            try (Socket socket = new Socket("127.0.0.1", javalin.port())) {
                socket.getOutputStream().write("GET /broken HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                        .getBytes(StandardCharsets.US_ASCII));
                assertThatThrownBy(() -> socket.getInputStream().readAllBytes()).isInstanceOf(SocketException.class)
                        .hasMessageContaining("reset");
            } finally {
                javalin.stop();
            }
        }
    }

    /** A part of it has left with the status 200: a client sees all the same that it is not whole, and why. */
    @Test
    void anAnswerThatIsCutEndsWellFormedAndSaysWhy() throws Exception {
        store.open(Batches.hello("shop", "one"));
        QueryGate gate = new QueryGate(new QueryGate.Limits(1, 8, LONG, LONG, 10), () -> 0);
        try (Answering answering = new Answering(new DuckDbAnswers(store), gate)) {
            Javalin javalin = Javalin.create(config -> {
                config.routes.beforeMatched(new Entrance(Guard.open())::check);
                config.routes.get("/cut", request -> answering.asking(request,
                        (queries, answer) -> answer.rows("rows", Map.of("of", "two"), () -> {
                            answer.row(Map.of("text", "x".repeat(2 * AnswerStream.HELD)));
                            answer.row(Map.of("text", "second"));
                            queries.instances("shop", ""); // takes more than ten bytes of heap
                        }, () -> null)));
            });
            javalin.start("127.0.0.1", 0);
            try {
                HttpResponse<String> cut = get(javalin.port(), "/cut");
                assertThat(cut.statusCode()).isEqualTo(200);
                JsonNode said = json(cut);
                assertThat(said.path("rows")).hasSize(2);
                assertThat(said.path("rows").get(1).path("text").asString()).isEqualTo("second");
                assertThat(said.path("incomplete").asBoolean()).isTrue();
                assertThat(said.path("bound").asString()).isEqualTo("memory");
                assertThat(said.path("error").asString()).contains("too expensive", "-Xmx");
            } finally {
                javalin.stop();
            }
        }
    }

    @Test
    void idleConnectionsAreFewAndEnd() throws Exception {
        List<Socket> idle = new ArrayList<>();
        try (HttpServer server = new HttpServer(store, new DuckDbAnswers(store), ingest,
                Site.at("127.0.0.1", 0).with(3, Duration.ofMillis(500)))) {
            for (int i = 0; i < 20; i++) {
                idle.add(new Socket("127.0.0.1", server.port()));
            }
            assertThat(get(server.port(), "/health/live").statusCode()).isEqualTo(200);
            for (Socket socket : idle) {
                socket.setSoTimeout(30_000);
                assertThat(socket.getInputStream().read()).isNegative();
            }
        } finally {
            for (Socket socket : idle) {
                socket.close();
            }
        }
    }

    /** Each byte in time, the request never whole: such connections are never idle. */
    @ParameterizedTest
    @ValueSource(strings = {"GET /health/live HTTP/1.1\r\nx", "POST /api/v1/hotspots HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            + "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{",
            "GET /api/v1/hotspots HTTP/1.1\r\nHost: 127.0.0.1\r\nX-HTTP-Method-Override: POST\r\n"
                    + "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"})
    void aRequestThatComesByteByByteHasADeadline(String beginning) throws Exception {
        List<Socket> slow = new ArrayList<>();
        try (HttpServer server = new HttpServer(store, new DuckDbAnswers(store), ingest,
                Site.at("127.0.0.1", 0).with(3, Duration.ofSeconds(1)))) {
            for (int i = 0; i < 3; i++) {
                slow.add(new Socket("127.0.0.1", server.port()));
                slow.get(i).getOutputStream().write(beginning.getBytes());
            }
            await().atMost(Duration.ofSeconds(30)).pollInterval(Duration.ofMillis(100))
                    .until(() -> slow.stream().allMatch(BoundsHttpTest::isClosedToOneMore));
            assertThat(get(server.port(), "/health/live").statusCode()).isEqualTo(200);
        } finally {
            for (Socket socket : slow) {
                socket.close();
            }
        }
    }

    private static boolean isClosedToOneMore(Socket socket) {
        try {
            socket.getOutputStream().write('x');
            return false;
        } catch (IOException closed) {
            return true;
        }
    }

    private HttpServer serve(long heapBytes) {
        return new HttpServer(store, new DuckDbAnswers(store), ingest,
                Site.at("127.0.0.1", 0).with(new QueryGate.Limits(1, 8, LONG, LONG, heapBytes)));
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }

    private static HttpResponse<String> get(int port, String path) throws IOException, InterruptedException {
        return HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }
}

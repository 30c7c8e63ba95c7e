package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;
import sim.server.WireClient;
import sim.server.ingest.Ingest;
import sim.server.query.DuckDbAnswers;
import sim.store.DuckDbStore;
import sim.store.Keep;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the server says of itself, over HTTP. */
class ReadinessTest {
    @TempDir
    Path folder;

    @Test
    void aServerWithABrokenStoreLivesAndIsNotReady() throws Exception {
        DuckDbStore store = new DuckDbStore(folder);
        try (Ingest ingest = new Ingest(store, "127.0.0.1", 0);
                HttpServer server = new HttpServer(store, new DuckDbAnswers(store), ingest, "127.0.0.1", 0)) {
            assertThat(get(server, "/health/live").statusCode()).isEqualTo(200);
            HttpResponse<String> ready = get(server, "/health/ready");
            assertThat(ready.statusCode()).isEqualTo(200);
            assertThat(json(ready).path("status").asString()).isEqualTo("ready");
            assertThat(json(ready).path("diskFreeBytes").asLong()).isPositive();
            store.close();
            Awaitility.await().atMost(Duration.ofSeconds(30))
                    .until(() -> get(server, "/health/ready").statusCode() == 503);
            JsonNode why = json(get(server, "/health/ready"));
            assertThat(why.path("status").asString()).isEqualTo("not ready");
            assertThat(why.path("canAnswer").asBoolean()).isFalse();
            assertThat(why.path("answerError").asString()).isNotBlank();
            assertThat(json(get(server, "/api/v1/health")).path("status").asString()).isEqualTo("not ready");
            assertThat(get(server, "/health/live").statusCode()).isEqualTo(200);
        }
    }

    @Test
    void whileTheDataDirectoryIsAwayItsFreeBytesAreNotToldAndNoErrorStays() throws Exception {
        Path data = folder.resolve("data");
        Path away = folder.resolve("away");
        try (AskedServer server = new AskedServer(new DuckDbStore(data))) {
            Files.move(data, away);
            Awaitility.await().atMost(Duration.ofSeconds(120))
                    .until(() -> server.ask("/health/ready").statusCode() == 503);
            JsonNode ready = AskedServer.json(server.ask("/health/ready"));
            assertThat(ready.path("diskFreeBytes").isNull()).as(ready.toString()).isTrue();
            assertThat(ready.path("lastError").asString()).contains("removed or replaced");
            Files.move(away, data);
            Awaitility.await().atMost(Duration.ofSeconds(120))
                    .until(() -> server.ask("/health/ready").statusCode() == 200);
            ready = AskedServer.json(server.ask("/health/ready"));
            assertThat(ready.path("diskFreeBytes").asLong()).isPositive().isLessThan(1L << 60);
            assertThat(ready.path("lastError").isNull()).as(ready.toString()).isTrue();
        }
    }

    @Test
    void aServerThatNoCollectorReachesIsNotReady() throws Exception {
        try (AskedServer server = new AskedServer(new DuckDbStore(folder))) {
            assertThat(AskedServer.json(server.ask("/health/ready")).path("listens").asBoolean()).isTrue();
            server.ingest().close();
            assertThat(server.ask("/health/ready").statusCode()).isEqualTo(503);
            assertThat(AskedServer.json(server.ask("/health/ready")).path("listens").asBoolean()).isFalse();
        }
    }

    /** It stays for as long as the server runs: who reads it must see whether it was now or weeks ago. */
    @Test
    void whatWentBecauseOfTheSizeIsSaidWithWhen() throws Exception {
        DuckDbStore store = new DuckDbStore(folder);
        try (AskedServer server = new AskedServer(store)) {
            store.open(Batches.hello("shop", "one"));
            store.append("one", Batches.recursion(1));
            assertThat(AskedServer.json(server.ask("/health/ready")).path("removedForSize").isNull()).isTrue();
            store.keep(Keep.STANDARD, 0);
            assertThat(store.upkeep()).isPositive();
            String said = AskedServer.json(server.ask("/health/ready")).path("removedForSize").asString();
            long removed = Instant.parse(said.replaceFirst(".*, removed at ", "")).toEpochMilli();
            assertThat(removed).as(said).isBetween(System.currentTimeMillis() - 60_000, System.currentTimeMillis());
        }
    }

    @Test
    void itsOwnMeasuresCountWhatItDid() throws Exception {
        try (AskedServer server = new AskedServer(new DuckDbStore(folder));
                WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"));
                WireClient stranger = new WireClient(server.collectorPort())) {
            client.ship(Batches.recursion(1));
            stranger.write("GET / HTTP/1.1\r\n\r\n".getBytes());
            assertThat(stranger.refusal()).isNotNull();
            assertThat(server.ask("/api/v1/methods").statusCode()).isEqualTo(200);
            Awaitility.await().until(
                    () -> server.json("server").path("queries").path("answered").asInt() == 1);
            JsonNode said = server.json("server");
            assertThat(said.path("status").asString()).isEqualTo("ok");
            assertThat(said.path("store").path("batches").asInt()).isEqualTo(1);
            assertThat(said.path("store").path("commits").asInt()).isPositive();
            assertThat(said.path("store").path("commitNanos").asLong()).isPositive();
            assertThat(said.path("store").path("bytes").asLong()).isPositive();
            assertThat(said.path("collectors").path("refused").path("garbage").asInt()).isEqualTo(1);
            assertThat(said.path("queries").path("atOnce").asInt()).isEqualTo(2);
            assertThat(said.path("queries").path("refused").propertyNames()).containsExactly("busy", "time", "memory",
                    "gone");
            assertThat(said.path("memory").path("heapMaxBytes").asLong()).isPositive();
        }
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return JsonMapper.shared().readTree(answer.body());
    }

    private static HttpResponse<String> get(HttpServer server, String path) throws Exception {
        return HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path)).build(),
                HttpResponse.BodyHandlers.ofString());
    }
}

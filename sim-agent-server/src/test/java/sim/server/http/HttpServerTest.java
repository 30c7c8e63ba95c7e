package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sim.server.Batches;
import sim.server.WireClient;
import sim.server.query.DuckDbAnswers;
import sim.store.DuckDbStore;
import sim.wire.Welcome;
import sim.wire.Wire;
import tools.jackson.databind.JsonNode;

/** The interface over real HTTP, fed through the real collector port. */
@ExtendWith(InAskedServer.class)
class HttpServerTest {
    private static AskedServer server;

    @BeforeAll
    static void start(AskedServer asked) throws Exception {
        server = asked;
        for (String instance : List.of("one", "two")) {
            try (WireClient client = new WireClient(server.collectorPort())) {
                assertThat(client.hello(Batches.hello("shop", instance))).isEqualTo(new Welcome(Wire.VERSION, 0, 0, 0));
                client.ship(Batches.recursion(1));
                client.ship(Batches.of(2, List.of(), List.of(Batches.context(77, 0, Batches.now(), Map.of("n", 2L)))));
                if (instance.equals("two")) {
                    client.ship(Batches.last(3));
                }
            }
        }
    }

    @Test
    void recursionCountsOnceInTotalsAndEveryCallInCounts() throws Exception {
        JsonNode methods = json("/api/v1/methods?application=shop&sort=wall.total").path("methods");
        assertThat(methods).hasSize(2);
        JsonNode outer = methods.get(0);
        assertThat(outer.path("method").asString()).isEqualTo("outer");
        assertThat(outer.path("count").asLong()).isEqualTo(4);
        assertThat(outer.path("meters").path("wall").path("total").asLong()).isEqualTo(200);
        assertThat(outer.path("meters").path("wall").path("self").asLong()).isEqualTo(80);
        assertThat(outer.path("meters").path("wall").path("max").asLong()).isEqualTo(100);
        assertThat(outer.path("meters").has("thread.cpu")).isFalse();
        assertThat(methods.get(1).path("wall").path("p50").asLong()).isEqualTo(30);
    }

    @Test
    void searchAndSortWork() throws Exception {
        assertThat(json("/api/v1/methods?search=b.b").path("methods")).hasSize(1);
        assertThat(json("/api/v1/methods?sort=method").path("methods").get(0).path("method").asString())
                .isEqualTo("inner");
        assertThat(json("/api/v1/methods?limit=1").path("methods")).hasSize(1);
    }

    @Test
    void treesOfTwoInstancesMergeByPath() throws Exception {
        JsonNode nodes = json("/api/v1/calltree").path("nodes");
        assertThat(nodes).hasSize(3);
        assertThat(nodes.get(0).path("parent").isNull()).isTrue();
        assertThat(nodes.get(0).path("count").asLong()).isEqualTo(2);
        assertThat(nodes.get(1).path("parent")).isEqualTo(nodes.get(0).path("id"));
        JsonNode inner = nodes.get(2);
        assertThat(inner.path("parent")).isEqualTo(nodes.get(1).path("id"));
        assertThat(inner.path("method").asString()).isEqualTo("inner");
        assertThat(inner.path("meters").path("wall").path("total").asLong()).isEqualTo(120);
        assertThat(json("/api/v1/calltree?instance=one").path("nodes").get(0).path("count").asLong()).isEqualTo(1);
    }

    @Test
    void theLastRecordOfAContextCounts() throws Exception {
        JsonNode context = json("/api/v1/contexts?instance=one").path("contexts").get(0);
        assertThat(context.path("id").asString()).isEqualTo("000000000000004d");
        assertThat(context.path("parent").isNull()).isTrue();
        assertThat(context.path("end").isNumber()).isTrue();
        assertThat(context.path("values").path("n").asLong()).isEqualTo(2);
        assertThat(json("/api/v1/contexts?open=true").path("contexts")).isEmpty();
    }

    @Test
    void invocationsEventsPlatformAndApplications() throws Exception {
        JsonNode call = json("/api/v1/invocations?errors=true&context=000000000000004d&instance=one")
                .path("invocations").get(0);
        assertThat(call.path("exception").asString()).isEqualTo("boom");
        assertThat(call.path("method").asString()).isEqualTo("inner");
        assertThat(json("/api/v1/invocations?method=outer").path("invocations")).isEmpty();
        assertThat(json("/api/v1/events").path("events").get(0).path("values").path("price").asLong()).isEqualTo(3);
        JsonNode series = json("/api/v1/platform?instance=one").path("series").get(0);
        assertThat(series.path("unit").asString()).isEqualTo("bytes");
        assertThat(series.path("points").get(0).get(1).asDouble()).isEqualTo(5e6);
        JsonNode application = json("/api/v1/applications").get(0);
        assertThat(application.path("name").asString()).isEqualTo("shop");
        assertThat(application.path("pid").asLong()).isEqualTo(42);
        assertThat(json("/api/v1/health").path("status").asString()).isEqualTo("ok");
    }

    @Test
    void aProgramThatEndedIsToldFromOneThatVanished() throws Exception {
        Map<String, JsonNode> instances = new HashMap<>();
        json("/api/v1/applications").forEach(each -> instances.put(each.path("instance").asString(), each));
        assertThat(instances.get("one").path("complete").asBoolean()).isFalse();
        assertThat(instances.get("two").path("complete").asBoolean()).isTrue();
        assertThat(instances.get("two").path("counters").propertyNames()).containsExactly("invocations.dropped");
    }

    @ParameterizedTest
    @CsvSource({"last=5x, last, 5x", "sort=nothing, sort, nothing", "limit=0, limit, 0", "limit=a, limit, a",
            "from=9&to=1, from, 9", "nonsense=1, nonsense, 1", "last=999999999d, last, 999999999d",
            "last=36501d, last, 36501d", "last=5m&from=1, last, 5m"})
    void aBadParameterIsNamed(String query, String parameter, String value) throws Exception {
        HttpResponse<String> answer = server.ask("/api/v1/methods?" + query);
        assertThat(answer.statusCode()).isEqualTo(400);
        JsonNode said = AskedServer.json(answer);
        assertThat(said.path("parameter").asString()).isEqualTo(parameter);
        assertThat(said.path("value").asString()).isEqualTo(value);
        assertThat(said.path("allowed").asString()).isNotEmpty();
    }

    @Test
    void whatIsNotThereIs404() throws Exception {
        assertThat(server.ask("/api/v1/methods?application=nobody").statusCode()).isEqualTo(404);
        HttpResponse<String> instance = server.ask("/api/v1/methods?instance=three");
        assertThat(instance.statusCode()).isEqualTo(404);
        JsonNode said = AskedServer.json(instance);
        assertThat(said.path("parameter").asString() + " " + said.path("value").asString()).isEqualTo("instance three");
        assertThat(said.path("allowed").asString()).contains("one", "two");
        assertThat(server.ask("/api/v2/anything").statusCode()).isEqualTo(404);
    }

    @Test
    void aStoreThatCannotBeReadIsSaidWithoutItsInsides(@TempDir Path other) throws Exception {
        DuckDbStore broken = new DuckDbStore(other);
        try (HttpServer failing = new HttpServer(broken, new DuckDbAnswers(broken), server.ingest(),
                "127.0.0.1", 0)) {
            broken.close();
            HttpResponse<String> answer = HttpClient.newHttpClient().send(
                    HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + failing.port() + "/api/v1/applications")).build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.statusCode()).isEqualTo(500);
            assertThat(answer.body()).isEqualTo("{\"error\":\"The server cannot answer; its log says why.\"}");
        }
    }

    @Test
    void thePageAndItsLibraryAreServedUnderAStrictPolicy() throws Exception {
        HttpResponse<String> page = server.ask("/");
        assertThat(page.statusCode()).isEqualTo(200);
        assertThat(page.headers().firstValue("Content-Security-Policy")).contains("default-src 'self'; "
                + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; object-src 'none'");
        assertThat(page.headers().firstValue("X-Frame-Options")).contains("DENY");
        assertThat(server.ask("/webjars/chart.js/4.5.1/dist/chart.umd.min.js").statusCode()).isEqualTo(200);
    }

    @Test
    void garbageAndHugeFramesAreRefusedAndCounted() throws Exception {
        for (byte[] bytes : new byte[][]{"GET / HTTP/1.1\r\n\r\n".getBytes(), {0x7f, 0, 0, 0, 1}, {0, 0, 0, 2, 1, 2}}) {
            try (WireClient stranger = new WireClient(server.collectorPort())) {
                stranger.write(bytes);
                assertThat(stranger.refusal()).isNotBlank();
            }
        }
        Awaitility.await().until(() -> json("/api/v1/health").path("refused").path("garbage").asLong() == 3);
    }

    private static JsonNode json(String path) throws Exception {
        return server.json(path);
    }
}

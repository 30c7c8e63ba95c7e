package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.payload.ScriptAnswer;
import sim.model.payload.ScriptRequest;
import sim.server.Batches;
import sim.server.LiveServer;
import sim.server.ScriptedApplication;
import sim.server.WireClient;
import sim.wire.Ack;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A script's way over HTTP: who may ask, what is asked of the application, and that its answer comes back to who asked. */
class ScriptsHttpTest {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final String ADD = "{\"application\":\"shop\",\"action\":\"add\",\"name\":\"Orders\","
            + "\"method\":\"shop.Orders.find(..)\",\"expression\":\"kind\",\"split\":true}";

    @TempDir
    Path folder;

    private LiveServer server;

    @BeforeEach
    void start() throws Exception {
        server = new LiveServer(folder);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    @Test
    void theApplicationsAnswerComesBack() throws Exception {
        try (ScriptedApplication application = new ScriptedApplication(server.collectorPort(), true)) {
            HttpResponse<String> asked = post(ADD);
            assertThat(asked.statusCode()).as(asked.body()).isEqualTo(202);
            long request = json(asked).path("request").asLong();
            Awaitility.await().until(() -> heard(request).path("waiting").isEmpty());
            JsonNode answer = heard(request).path("answers").get(0);
            assertThat(answer.path("done").asBoolean()).isTrue();
            assertThat(answer.path("text").asString()).startsWith("runs at");
            JsonNode script = answer.path("scripts").get(0);
            assertThat(script.path("name").asString()).isEqualTo("Orders");
            assertThat(script.path("split").asBoolean()).isTrue();
            assertThat(application.asked).containsExactly(new ScriptRequest(request, ScriptRequest.Action.ADD, "Orders",
                    "shop.Orders.find(..)", "kind", true));
        }
    }

    @Test
    void aTelemetryIsAskedForAsItIsWritten() throws Exception {
        String wish = "{\"application\":\"shop\",\"action\":\"add\",\"name\":\"Queue\",\"telemetry\":"
                + "\"Queue.size()\",\"in\":\"shop.Queue\",\"line\":\"busy\",\"unit\":\"bytes\",\"scale\":3,\"stacked\":true}";
        try (ScriptedApplication application = new ScriptedApplication(server.collectorPort(), true)) {
            HttpResponse<String> asked = post(wish);
            assertThat(asked.statusCode()).as(asked.body()).isEqualTo(202);
            long request = json(asked).path("request").asLong();
            Awaitility.await().until(() -> heard(request).path("waiting").isEmpty());
            assertThat(application.asked).containsExactly(new ScriptRequest(request, ScriptRequest.Action.ADD, "Queue",
                    "shop.Queue", "Queue.size()", false, new ScriptRequest.Telemetry("busy", "bytes", 3, true)));
            assertThat(heard(request).path("answers").get(0).path("scripts").get(0).path("method").asString())
                    .isEqualTo("telemetry busy");
            assertThat(post(wish.replace("3", "-9")).statusCode()).as("as an annotation may say").isEqualTo(202);
        }
        assertThat(post(wish.replace("3", "10")).body()).contains("scale", "from -9 to 9");
        assertThat(post(wish.replace("\"in\"", "\"method\"")).body()).contains("method");
    }

    @Test
    void whoIsNotThePageIsRefused() throws Exception {
        try (ScriptedApplication application = new ScriptedApplication(server.collectorPort(), true)) {
            assertThat(
                    send(request().header("Content-Type", "application/json").header("Origin", "http://evil.example"),
                            ADD)
                            .statusCode())
                    .isEqualTo(403);
            assertThat(send(request().header("Content-Type", "application/json").header("Sec-Fetch-Site", "cross-site"),
                    ADD)
                    .statusCode()).isEqualTo(403);
            assertThat(send(request().header("Content-Type", "text/plain"), ADD).statusCode()).isEqualTo(400);
            assertThat(application.asked).isEmpty();
        }
    }

    @Test
    void badRequestsAreNamed() throws Exception {
        assertThat(post(ADD).statusCode()).isEqualTo(404);
        assertThat(get("?request=9").statusCode()).isEqualTo(404);
        assertThat(get("?request=-1").statusCode()).isEqualTo(400);
        assertThat(get("").statusCode()).isEqualTo(400);
        assertThat(post(ADD.replace("add", "eval")).body()).contains("one of list, look, try, add, remove");
        assertThat(post(ADD.replace("kind\"", "k".repeat(4_001) + "\"")).statusCode()).isEqualTo(400);
    }

    @Test
    void whoWasNotAskedIsNotHeardAndNobodyTwice() throws Exception {
        try (WireClient asked = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"));
                WireClient other = WireClient.connect(server.collectorPort(), Batches.hello("other", "two"))) {
            asked.ship(Batches.of(1, List.of(), List.of()));
            long request = json(post(ADD)).path("request").asLong();
            ScriptAnswer forged = new ScriptAnswer(request, true, "forged", List.of(), List.of());
            other.ship(Batches.of(1, List.of(), List.of()).with(Sections.SCRIPT_ANSWERS, List.of(forged)));
            assertThat(heard(request).path("answers").isEmpty()).isTrue();
            Ack ack = asked.shipAnyhow(Batches.of(2, List.of(), List.of()));
            assertThat(ack.controls()).hasSize(1);
            ScriptAnswer first = new ScriptAnswer(request, false, "first", List.of(), List.of());
            asked.ship(Batches.of(3, List.of(), List.of()).with(Sections.SCRIPT_ANSWERS, List.of(first, forged)));
            assertThat(heard(request).path("answers").size()).isEqualTo(1);
            assertThat(heard(request).path("answers").get(0).path("text").asString()).isEqualTo("first");
        }
    }

    private JsonNode heard(long request) throws Exception {
        return json(get("?request=" + request));
    }

    private static JsonNode json(HttpResponse<String> response) {
        return JsonMapper.shared().readTree(response.body());
    }

    private HttpResponse<String> get(String query) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(server.address() + "api/v1/payloads/scripts" + query)).build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(String body) throws Exception {
        return send(request().header("Content-Type", "application/json"), body);
    }

    private HttpRequest.Builder request() {
        return HttpRequest.newBuilder(URI.create(server.address() + "api/v1/payloads/scripts"));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request, String body) throws Exception {
        return HTTP.send(request.POST(HttpRequest.BodyPublishers.ofString(body)).build(),
                HttpResponse.BodyHandlers.ofString());
    }
}

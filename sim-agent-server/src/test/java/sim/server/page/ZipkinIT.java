package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;
import sim.server.ChildServer;
import sim.server.Traces;
import sim.server.WireClient;
import sim.server.Zipkin;
import sim.testkit.Browser;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The packaged server with {@code --zipkin}, and the real Zipkin, which is away at first. */
class ZipkinIT {
    /** What docs/exports.md shows. */
    private static final Path TRANSCRIPTS = Path.of("target", "exports");
    private static final Path PICTURES = Path.of("target", "pages");
    /** Of the contexts 1, 2 and 9, which are of two applications. */
    private static final String TRACE = "000000000000006f0000000000000001";

    @TempDir
    Path folder;

    @Test
    void zipkinShowsWhatTheServerAnswersAndWhatCameWhileItWasAway() throws Exception {
        Zipkin.assumed();
        int port;
        try (ServerSocket free = new ServerSocket(0)) {
            port = free.getLocalPort();
        }
        try (ChildServer server = new ChildServer(folder.resolve("data"), List.of("-Xmx256m"), "--port", "0", "--http",
                "0", "--zipkin", "http://127.0.0.1:" + port).awaitReady();
                WireClient front = WireClient.connect(server.collectorPort(), Batches.hello("front", "one"));
                WireClient back = WireClient.connect(server.collectorPort(), Batches.hello("back", "two"))) {
            front.ship(Traces.front(1));
            back.ship(Traces.back(1));
            await().atMost(Duration.ofSeconds(60)).until(() -> spans(server).path("failures").asLong() > 1);
            long all = spans(server).path("waiting").asLong();
            assertThat(all).isPositive();
            try (Zipkin zipkin = new Zipkin(folder, port)) {
                await().atMost(Duration.ofSeconds(90)).until(() -> spans(server).path("sent").asLong() == all);
                assertThat(spans(server).path("waiting").asLong()).isZero();
                assertThat(spans(server).path("dropped").asLong()).isZero();
                assertThat(spans(server).path("refused").asLong()).isZero();
                await().atMost(Duration.ofSeconds(60))
                        .until(() -> zipkin.ask("/api/v2/services").size() == 2);
                compare(server, zipkin, "front", 2);
                compare(server, zipkin, "back", 1);
                JsonNode trace = zipkin.ask("/api/v2/trace/" + TRACE);
                Files.createDirectories(TRANSCRIPTS);
                Files.writeString(TRANSCRIPTS.resolve("zipkin.txt"),
                        "$ curl http://127.0.0.1:9411/api/v2/trace/" + TRACE
                                + "\n" + JsonMapper.shared().writerWithDefaultPrettyPrinter().writeValueAsString(trace)
                                + "\n");
                look(zipkin);
            }
        }
    }

    /** Each context that has ended, number by number, as it is answered. */
    private static void compare(ChildServer server, Zipkin zipkin, String application, int ended) throws Exception {
        JsonNode contexts = JsonMapper.shared().readTree(
                server.get("/api/v1/contexts?last=1h&open=false&application=" + application)).path("contexts");
        assertThat(contexts).hasSize(ended);
        for (JsonNode context : contexts) {
            Map<String, JsonNode> byId = new HashMap<>();
            zipkin.ask("/api/v2/trace/" + context.path("trace").asString())
                    .forEach(span -> byId.put(span.path("id").asString(), span));
            JsonNode span = byId.get(context.path("id").asString());
            assertThat(span).as("%s in %s", context, byId.keySet()).isNotNull();
            assertThat(span.path("name").asString()).isEqualTo(context.path("name").asString());
            assertThat(span.path("parentId").asString("null")).isEqualTo(context.path("parent").asString("null"));
            assertThat(span.path("timestamp").asLong()).isEqualTo(context.path("startMicros").asLong());
            assertThat(span.path("duration").asLong()).isEqualTo(context.path("durationNanos").asLong() / 1_000);
            assertThat(span.path("localEndpoint").path("serviceName").asString()).isEqualTo(application);
            JsonNode tags = span.path("tags");
            assertThat(tags.path("sim.calls").asString()).isEqualTo(context.path("calls").asString());
            assertThat(tags.path("sim.errors").asString()).isEqualTo(context.path("errors").asString());
            assertThat(tags.path("service.instance.id").asString()).isEqualTo(context.path("instance").asString());
            context.path("values").properties().forEach(value -> assertThat(tags.path(value.getKey()).asString())
                    .isEqualTo(value.getValue().asString()));
            context.path("meters").properties().forEach(meter -> assertThat(tags.path("sim." + meter.getKey())
                    .asString()).isEqualTo(meter.getValue().path("total").asString()));
            calls(server, application, context, byId);
        }
    }

    /** Each kept call of the context is a span inside its span. */
    private static void calls(ChildServer server, String application, JsonNode context, Map<String, JsonNode> byId)
            throws Exception {
        JsonNode calls = JsonMapper.shared().readTree(server.get("/api/v1/invocations?last=1h&application="
                + application + "&context=" + context.path("id").asString())).path("invocations");
        List<String> told = calls.valueStream()
                .filter(call -> call.path("context").asString("").equals(context.path("id").asString()))
                .map(call -> call.path("class").asString() + "." + call.path("method").asString()).sorted().toList();
        List<String> shown = byId.values().stream()
                .filter(span -> span.path("parentId").asString("").equals(context.path("id").asString()))
                .filter(span -> span.path("tags").has("code.function.name"))
                .map(span -> span.path("tags").path("code.function.name").asString()).sorted().toList();
        assertThat(shown).isEqualTo(told);
    }

    /** Its page shows the trace. */
    private static void look(Zipkin zipkin) throws Exception {
        if (Browser.missing() != null) {
            return;
        }
        try (Browser browser = new Browser()) {
            browser.open(zipkin.page(TRACE));
            browser.until("the services", () -> new TreeSet<>(List.of(browser.find("body").getText().toLowerCase()
                    .split("\\W+"))).containsAll(List.of("front", "back", "order", "reservation")));
            browser.picture(PICTURES.resolve("zipkin.png"));
        }
    }

    private static JsonNode spans(ChildServer server) throws Exception {
        return JsonMapper.shared().readTree(server.get("/api/v1/server")).path("zipkin").path("spans");
    }
}

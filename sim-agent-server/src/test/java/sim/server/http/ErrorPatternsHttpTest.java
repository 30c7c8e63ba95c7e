package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.Meter;
import sim.server.Batches;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;

/** Messages of failures are counted by what they have in common, over real HTTP. */
@ExtendWith(InAskedServer.class)
class ErrorPatternsHttpTest {
    private static final long BEGIN = Batches.now() - 100_000_000;

    private AskedServer server;

    @BeforeEach
    void start(AskedServer served) throws Exception {
        server = served;
        server.open(Batches.hello("shop", "one"));
    }

    /** Calls that fail a second after each other. */
    private void fail(List<String> messages) throws Exception {
        List<Invocation> calls = new ArrayList<>();
        for (String message : messages) {
            calls.add(new Invocation(1, 0, "main", BEGIN + calls.size() * 1_000L, Meter.WALL.bit(),
                    Batches.meters(1_000), true, message));
        }
        server.append("one", Batches.keeping(1, calls));
    }

    private JsonNode only(String more) throws Exception {
        JsonNode errors = server.json("errors?last=1h" + more).path("errors");
        assertThat(errors.size()).isEqualTo(1);
        return errors.get(0);
    }

    private static Map<String, Long> patterns(JsonNode error) {
        Map<String, Long> patterns = new LinkedHashMap<>();
        error.path("patterns").forEach(each -> patterns.put(each.path("pattern").asString(),
                each.path("count").asLong()));
        return patterns;
    }

    @Test
    void numbersIdsAndQuotedTextsAreNoOtherMessage() throws Exception {
        fail(List.of("shop.Lost: order 4711 of 'Ann Lee' isn't there", "shop.Lost: order 12 of 'Bo' isn't there",
                "shop.Lost: cart 550e8400-e29b-41d4-a716-446655440000 at 10.0.0.1:8080 took 1,5 s",
                "shop.Lost: cart 00000000-0000-0000-0000-000000000001 at 192.168.1.20:80 took 20 s",
                "shop.Lost: cart 00000000-0000-0000-0000-000000000002 at 1.2.3.4:5 took -3.25 s",
                "shop.Lost: lock java.lang.Object@6d06d69c \"a\" `b` is held", "shop.Lost"));
        JsonNode error = only("");
        assertThat(patterns(error)).isEqualTo(Map.of("cart * at * took * s", 3L, "order * of * isn't there", 2L,
                "lock java.lang.Object* * * is held", 1L, "", 1L));
        assertThat(error.path("furtherPatterns").asInt()).isZero();
        assertThat(error.path("furtherCount").asInt()).isZero();
        JsonNode cart = error.path("patterns").get(0);
        assertThat(cart.path("message").asString()).as("the last one").contains("1.2.3.4:5");
        assertThat(cart.path("first").asLong()).isEqualTo((BEGIN + 2_001) / 1_000);
        assertThat(cart.path("last").asLong()).isEqualTo((BEGIN + 4_001) / 1_000);
        assertThat(patterns(only("&search=order"))).isEqualTo(Map.of("order * of * isn't there", 2L));
    }

    /** Hostile texts are as long and as different as they like; counts stay exact. */
    @Test
    void ofManyMessagesTheMostFrequentAreThereAndTheOthersCounted() throws Exception {
        List<String> messages = new ArrayList<>();
        for (char first = 'a'; first <= 'z'; first++) {
            messages.add("shop.Lost: " + first + "'".repeat(5_000) + "((((*\\[");
            messages.add("shop.Lost: often");
        }
        fail(messages);
        JsonNode error = only("");
        assertThat(error.path("count").asInt()).isEqualTo(52);
        assertThat(error.path("patterns").size()).isEqualTo(10);
        assertThat(patterns(error)).containsEntry("often", 26L);
        assertThat(error.path("furtherPatterns").asInt()).isEqualTo(17);
        assertThat(error.path("furtherCount").asInt()).isEqualTo(17);
        error.path("patterns").forEach(each -> assertThat(each.path("pattern").asString().length()).isLessThan(501));
    }

    @Test
    void failedRequestsHavePatternsToo() throws Exception {
        List<ContextRecord> contexts = new ArrayList<>();
        for (int i = 1; i <= 3; i++) {
            contexts.add(new ContextRecord(i, 0, "order", "shop", "main", BEGIN, BEGIN + 1_000, "shop.Late: after "
                    + i + " s", Map.of(), 0, 1, 0, new long[Meter.COUNT]));
        }
        server.append("one", new Batch(1, BEGIN - 1_000_000, BEGIN + 1_000_000,
                Contents.NONE.with(Sections.CONTEXTS, contexts)));
        JsonNode error = only("&search=" + URLEncoder.encode("Late", StandardCharsets.UTF_8));
        assertThat(error.path("name").asString()).isEqualTo("order");
        assertThat(patterns(error)).isEqualTo(Map.of("after * s", 3L));
    }

    /** As an exception with a text of its own comes from the agent, which puts the class in front: what is counted and what is kept are one row. */
    @Test
    void anExceptionWithATextOfItsOwnIsOneRowOfItsClass() throws Exception {
        fail(List.of("shop.Refused: code 7", "shop.Refused: code: 8", "shop.Refused: code 9",
                "shop.Refused: (its toString threw java.lang.NullPointerException)", "shop.Refused"));
        server.append("one", new Batch(2, BEGIN - 1_000_000, BEGIN + 1_000_000,
                Contents.NONE.with(Sections.FAILURES, List.of(new FailureRecord("shop.Refused", 1, 70)))));
        JsonNode error = only("");
        assertThat(error.path("type").asString()).isEqualTo("shop.Refused");
        assertThat(error.path("count").asLong()).isEqualTo(5);
        assertThat(error.path("all").asLong()).isEqualTo(70);
        assertThat(patterns(error)).isEqualTo(Map.of("code *", 2L, "code: *", 1L,
                "(its toString threw java.lang.NullPointerException)", 1L, "", 1L));
        assertThat(server.json("invocations?last=1h&exception=shop.Refused").path("invocations")).hasSize(5);
    }
}

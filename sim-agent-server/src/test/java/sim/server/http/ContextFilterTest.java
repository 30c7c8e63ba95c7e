package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.model.snapshot.ContextRecord;
import sim.server.Batches;
import sim.server.Traces;
import sim.wire.Batch;
import tools.jackson.databind.JsonNode;

/** Everything filtered by a context, over real HTTP, from what two applications reported of two orders. */
@ExtendWith(InAskedServer.class)
class ContextFilterTest {
    private static AskedServer server;

    @BeforeAll
    static void start(AskedServer asked) throws Exception {
        server = asked;
        send("front", Traces.front(1));
        send("back", Traces.back(1));
        // sent again: the last record of a context counts, once
        send("front", Traces.front(2));
    }

    @Test
    void methodsOfAValueAreThoseOfItsContextsAndWhatIsInside() throws Exception {
        assertThat(counts("methods?application=front&context=order:4711", "methods"))
                .isEqualTo(Map.of("place", 3L, "price", 12L));
        assertThat(counts("methods?application=front&context=order:4712", "methods"))
                .isEqualTo(Map.of("place", 5L));
        assertThat(counts("methods?application=back&context=order:4711", "methods"))
                .isEqualTo(Map.of("reserve", 2L));
        assertThat(counts("methods?application=back&context=order:4712", "methods")).isEmpty();
        JsonNode place = json("methods?application=front&context=order:4711&sort=wall.total").path("methods")
                .get(0);
        assertThat(place.path("meters").path("wall").path("total").asLong()).isEqualTo(3000);
        assertThat(place.path("meters").path("wall").path("self").asLong()).isEqualTo(600);
        assertThat(place.path("wall")).isEmpty();
    }

    @Test
    void aContextsIdFiltersToo() throws Exception {
        assertThat(counts("methods?application=front&context=0000000000000002", "methods"))
                .isEqualTo(Map.of("price", 12L));
        assertThat(counts("calltree?application=front&context=0000000000000002", "nodes"))
                .isEqualTo(Map.of("place", 0L, "price", 12L));
    }

    /** Outermost contexts have 0 as their parent, so that it would find them all. */
    @Test
    void noContextHasTheIdZero() throws Exception {
        assertThat(AskedServer.json(server.ask("methods?application=front&context=0000000000000000")).path("allowed")
                .asString())
                .startsWith("a context's id (16 hexadecimal digits, not all of them 0)");
    }

    @Test
    void theCallTreeOfAValue() throws Exception {
        JsonNode nodes = json("calltree?application=front&context=order:4711").path("nodes");
        assertThat(nodes).hasSize(2);
        assertThat(nodes.get(0).path("count").asLong()).isEqualTo(3);
        assertThat(nodes.get(1).path("parent")).isEqualTo(nodes.get(0).path("id"));
        assertThat(nodes.get(1).path("count").asLong()).isEqualTo(12);
    }

    @Test
    void invocationsAndEventsOfAValue() throws Exception {
        assertThat(json("invocations?application=front&context=order:4711").path("invocations")).hasSize(4);
        assertThat(json("invocations?application=front&context=order:4712").path("invocations")).isEmpty();
        assertThat(json("invocations?application=back&context=order:4711").path("invocations")).hasSize(1);
        assertThat(json("events?application=back&context=order:4711").path("events")).hasSize(1);
        assertThat(json("events?application=back&context=order:4712").path("events")).isEmpty();
    }

    @Test
    void aWholeTraceSpansApplications() throws Exception {
        assertThat(json("contexts?application=front&context=order:4711").path("contexts")).hasSize(2);
        JsonNode whole = json("contexts?application=back&whole=true").path("contexts");
        assertThat(whole).extracting(context -> context.path("application").asString() + " "
                + context.path("name").asString() + " " + context.path("parent").asString())
                .containsExactlyInAnyOrder("front order ", "front pricing 0000000000000001",
                        "back reservation 0000000000000002");
        assertThat(whole).extracting(context -> context.path("trace").asString())
                .containsOnly("000000000000006f0000000000000001");
        assertThat(json("contexts?application=back").path("contexts")).hasSize(1);
    }

    @Test
    void contextsAreFoundByKindDurationAndFailureTheLongestFirst() throws Exception {
        send("slow", Batches.of(1, List.of(), List.of(lasting(1, "order", 20_000, null), lasting(2, "order", 4_900_000,
                null), lasting(3, "order", 300_000, "shop.Declined"), lasting(4, "search", 2_000_000, null))));
        assertThat(found("")).hasSize(4);
        assertThat(found("&sort=duration")).containsExactly("2", "4", "3", "1");
        assertThat(found("&least=300000000&sort=duration")).containsExactly("2", "4", "3");
        assertThat(found("&least=300001000&sort=duration")).containsExactly("2", "4");
        assertThat(found("&failed=true")).containsExactly("3");
        assertThat(found("&name=order&tag=shop&sort=duration&limit=1")).containsExactly("2");
        assertThat(found("&name=search&search=sea&sort=duration&whole=true")).containsExactly("4");
    }

    private static List<String> found(String more) throws Exception {
        List<String> found = new ArrayList<>();
        json("contexts?application=slow" + more).path("contexts")
                .forEach(each -> found.add(each.path("id").asString().replaceAll("^0+", "")));
        return found;
    }

    private static ContextRecord lasting(long id, String name, long micros, String error) {
        long start = Batches.now() - 10_000_000 - id;
        return new ContextRecord(id, 0, name, "shop", "main", start, start + micros, error, Map.of(), 1, 0, 1,
                Batches.meters(micros * 1_000));
    }

    @Test
    void staysSayOnWhichThreads() throws Exception {
        JsonNode stays = json("contexts?application=front&context=0000000000000002").path("contexts").get(0)
                .path("stays");
        assertThat(stays).extracting(stay -> stay.path("thread").asString() + " " + stay.path("times").asLong() + " "
                + stay.path("endMicros").isNull())
                .containsExactly("main 1 false", "pool-1 7 true");
    }

    /** Whoever makes up parents keeps no other reader waiting: the question of a chain takes no longer for its length. */
    @Test
    void aChainOfAnyLengthAndARingAreFollowed() throws Exception {
        List<ContextRecord> contexts = new ArrayList<>();
        for (int i = 0; i < 30_000; i++) {
            contexts.add(Batches.context(1_000_000 + i, i == 0 ? 0 : 999_999 + i, 0, Map.of()));
        }
        for (int i = 0; i < 3; i++) {
            contexts.add(Batches.context(2_000_000 + i, 2_000_000 + (i + 1) % 3, 0, Map.of()));
        }
        send("deep", Batches.of(1, List.of(), contexts));
        assertThat(inside(1_000_000)).isEqualTo(30_000);
        assertThat(inside(1_010_000)).isEqualTo(20_000);
        assertThat(inside(1_029_999)).isEqualTo(1);
        assertThat(inside(2_000_001)).isEqualTo(3);
    }

    /** A store has the contexts of a week: what is inside is looked for among those of the same trace, also where the outer one was not kept. */
    @Test
    void whatIsInsideIsOfTheSameTrace() throws Exception {
        send("traced", Batches.of(1, List.of(), List.of(ofTrace(10, 0, 7), ofTrace(11, 10, 7), ofTrace(12, 11, 7),
                ofTrace(13, 12, 8), ofTrace(14, 10, 9), ofTrace(21, 20, 5), ofTrace(22, 21, 5), ofTrace(23, 0, 5))));
        assertThat(inside("traced", 10)).as("13 says that it is of another trace").isEqualTo(4);
        assertThat(inside("traced", 11)).isEqualTo(2);
        assertThat(inside("traced", 20)).as("20 was not kept").isEqualTo(2);
        assertThat(inside("traced", 99)).isZero();
    }

    private static ContextRecord ofTrace(long id, long parent, long trace) {
        return new ContextRecord(id, parent, "order", "shop", "main", Batches.now() - 3_000_000 + id,
                Batches.now() - 2_000_000, null, Map.of(), 1, 0, 1, Batches.meters(5), 0, trace, List.of(), List.of());
    }

    private static long inside(long context) throws Exception {
        return inside("deep", context);
    }

    private static long inside(String application, long context) throws Exception {
        return json("methods?application=" + application + "&context=" + String.format("%016x", context))
                .path("narrowed")
                .path("contexts").asLong();
    }

    /** A page of a request asks in the request's own time, where less is looked at. */
    @ParameterizedTest
    @ValueSource(strings = {"methods:methods", "calltree:nodes", "contexts:contexts", "invocations:invocations",
            "events:events"})
    void whatIsSaidOfAContextIsTheSameInItsOwnTimeAndInAllTime(String list) throws Exception {
        String[] of = list.split(":");
        int found = 0;
        for (String context : List.of("0000000000000001", "0000000000000002", "order:4711")) {
            for (String application : List.of("front", "back")) {
                String asked = of[0] + "?application=" + application + "&context=" + context + "&from=";
                JsonNode own = json(
                        asked + (Batches.now() / 1_000 - 9_000) + "&to=" + (Batches.now() / 1_000 + 55_000));
                JsonNode all = json(asked + "1&to=" + (Batches.now() / 1_000 + 55_000));
                assertThat(own.path(of[1])).as(asked).isEqualTo(all.path(of[1]));
                assertThat(own.path("narrowed").path("contexts")).isEqualTo(all.path("narrowed").path("contexts"));
                found += own.path(of[1]).size();
            }
        }
        assertThat(found).isPositive();
    }

    @Test
    void aValueNobodyHasIsNoMistake() throws Exception {
        assertThat(json("methods?application=front&context=order:1").path("methods")).isEmpty();
        assertThat(json("contexts?application=front&context=a:b:c").path("contexts")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"methods", "calltree", "contexts", "invocations", "events"})
    void whatIsNoContextIsRefused(String path) throws Exception {
        for (String wrong : List.of("4711", ":4711", "000000000000000G")) {
            HttpResponse<String> answer = server.ask(path + "?application=front&context=" + wrong);
            assertThat(answer.statusCode()).isEqualTo(400);
            JsonNode said = AskedServer.json(answer);
            assertThat(said.path("parameter").asString()).isEqualTo("context");
            assertThat(said.path("value").asString()).isEqualTo(wrong);
            assertThat(said.path("allowed").asString()).contains("16 hexadecimal digits", "order:4711");
        }
    }

    private static Map<String, Long> counts(String path, String list) throws Exception {
        Map<String, Long> counts = new java.util.HashMap<>();
        json(path).path(list).forEach(row -> counts.put(row.path("method").asString(), row.path("count").asLong()));
        return counts;
    }

    private static void send(String application, Batch batch) throws Exception {
        server.ship(Batches.hello(application, application + "-1"), batch);
    }

    private static JsonNode json(String path) throws Exception {
        return server.json(path);
    }
}

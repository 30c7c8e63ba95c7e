package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.server.Batches;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;

/** From the sums of a kind to its contexts, over real HTTP: what is counted is what is listed, in any order, by whichever interval it came. */
@ExtendWith(InAskedServer.class)
class KindsHttpTest {
    private static final long MILLI = 1_000_000;
    private static final long SECOND = 1_000_000;

    private AskedServer server;

    @BeforeEach
    void start(AskedServer served) throws Exception {
        server = served;
        server.open(Batches.hello("shop", "a"));
    }

    /** A consumer catches what a record throws: its contexts end with no exception, and a call in them has failed. */
    @Test
    void eachContextThatItsKindCountsAsFailedIsListed() throws Exception {
        append(1, List.of(kind("orders", "kafka", 4, 2)), List.of(context(1, "orders", "kafka", null, 0),
                context(2, "orders", "kafka", null, 3), context(3, "orders", "kafka", "shop.Lost: it", 0),
                open(4, "orders", "kafka", 5)));
        assertThat(ids("contexts?last=1h&name=orders&failed=true")).containsExactlyInAnyOrder(2L, 3L);
        JsonNode all = server.json("contexts?last=1h&name=orders&sort=start&up=true").path("contexts");
        List<String> failed = new ArrayList<>();
        all.forEach(each -> failed.add(each.path("id").asString().substring(15) + " " + each.path("failed")));
        assertThat(failed).as("an open one has not failed yet").containsExactlyInAnyOrder("1 false", "2 true", "3 true",
                "4 false");
    }

    @Test
    void aKindWithoutATagIsAskedForAlone() throws Exception {
        append(1, List.of(kind("load", "", 10, 0), kind("load", "eu", 10_000, 3)),
                List.of(context(1, "load", "", null, 0), context(2, "load", "eu", null, 0)));
        assertThat(contexts("kinds/series?last=1h&name=load&tag=")).isEqualTo(10);
        assertThat(contexts("kinds/series?last=1h&name=load&tag=eu")).isEqualTo(10_000);
        assertThat(contexts("kinds/series?last=1h&name=load")).as("of any tag").isEqualTo(10_010);
        assertThat(ids("contexts?last=1h&name=load&tag=")).containsExactly(1L);
        assertThat(ids("contexts?last=1h&name=load")).containsExactlyInAnyOrder(1L, 2L);
        assertThat(server.json("compare?last=1h&per=request&name=load&tag=&otherName=load&otherTag=eu").path("after")
                .path("tag").asString()).isEmpty();
        assertThat(server.ask("kinds/series?name=load&tag=us").statusCode()).isEqualTo(404);
        assertThat(server.ask("kinds/series?tag=").statusCode()).as("nothing is chosen").isEqualTo(200);
    }

    /** Contexts of kinds past the bound keep their names, and are counted at [other]. */
    @Test
    void theContextsThatAreCountedAsOtherAreListedByIt() throws Exception {
        append(1, List.of(kind("order", "shop", 1, 0), kind("[other]", "", 2, 1)),
                List.of(context(1, "order", "shop", null, 0), folded(2, "GET /a/slug", "shop.Lost"),
                        folded(3, "GET /another", null), open(4, "GET /third", "shop", 0)));
        server.open(Batches.hello("shop", "b"));
        server.append("b", batch(1, List.of(), List.of(context(5, "order", "shop", null, 0))));
        assertThat(ids("contexts?last=1h&name=[other]&tag=")).containsExactlyInAnyOrder(2L, 3L);
        assertThat(ids("contexts?last=1h&name=[other]&failed=true")).containsExactly(2L);
    }

    /** There was no memory for the kind for a moment: what was counted as other then is listed, and what the kind counts is not. */
    @Test
    void contextsOfAKindThatWasFoldedForAMomentAreListedAsOther() throws Exception {
        append(1, List.of(kind("[other]", "", 2, 0)), List.of(folded(1, "order", null), folded(2, "order", null)));
        append(2, List.of(kind("order", "shop", 1, 0)), List.of(context(3, "order", "shop", null, 0)));
        assertThat(ids("contexts?last=1h&name=[other]&tag=")).containsExactlyInAnyOrder(1L, 2L);
        assertThat(ids("contexts?last=1h&name=order")).as("they keep their name").containsExactlyInAnyOrder(1L, 2L, 3L);
    }

    /** A server answered 500, and nothing was thrown. */
    @Test
    void oneThatFailedWithoutAnExceptionIsListedAndSaysWhy() throws Exception {
        append(1, List.of(kind("GET /order", "http", 2, 1)), List.of(
                record(1, "GET /order", "http", "500", 0,
                        Map.of("error.type", "500", "http.response.status_code", 500L)),
                record(2, "GET /order", "http", null, 0, Map.of("http.response.status_code", 404L))));
        assertThat(ids("contexts?last=1h&name=GET%20/order&failed=true")).containsExactly(1L);
        assertThat(ids("contexts?last=1h&error=500")).containsExactly(1L);
        JsonNode errors = server.json("errors?last=1h").path("errors");
        assertThat(errors).hasSize(1);
        assertThat(errors.get(0).path("type").asString()).isEqualTo("500");
        assertThat(errors.get(0).path("count").asLong()).isEqualTo(1);
    }

    @Test
    void theServerSortsKindsAndSaysWhatAllOfThemCameTo() throws Exception {
        List<KindRecord> kinds = new ArrayList<>();
        for (int i = 1; i <= 20; i++) {
            kinds.add(kind("busy " + i, "", 100, 0).with(50 * MILLI,
                    new long[]{Buckets.indexOf(MILLI), 98, Buckets.indexOf(50 * MILLI), 2}));
        }
        kinds.add(kind("rare", "", 1, 1).with(2 * MILLI, new long[]{Buckets.indexOf(2 * MILLI), 1}));
        append(1, kinds, List.of());
        for (String first : List.of("failed", "p50", "mean&up=true")) {
            JsonNode answer = server.json("kinds?last=1h&limit=3&sort=" + first);
            assertThat(answer.path("kinds").get(0).path("name").asString()).as(first).isEqualTo(
                    first.startsWith("mean") ? "busy 1" : "rare");
            assertThat(answer.path("kinds")).hasSize(3);
            assertThat(answer.path("all").path("kinds").asLong()).isEqualTo(21);
            assertThat(answer.path("all").path("contexts").asLong()).isEqualTo(2_001);
            assertThat(answer.path("all").path("failed").asLong()).isEqualTo(1);
            assertThat(answer.path("all").path("durationNanos").asLong()).isEqualTo(21 * 500 * MILLI);
            assertThat(answer.has("next")).isTrue();
        }
        assertThat(server.json("kinds?last=1h&limit=3&sort=p99").path("kinds").get(0).path("name").asString())
                .startsWith("busy");
        assertThat(
                server.json("kinds?last=1h&limit=1&sort=calls&each=true").path("kinds").get(0).path("name").asString())
                .isEqualTo("rare");
        assertThat(server.json("kinds?last=1h&limit=1&sort=wall").path("kinds").get(0).path("contexts").asLong())
                .isEqualTo(100);
        assertThat(server.ask("kinds?sort=colour").body()).contains("p99");
    }

    /** Rates are of the step: a step of ten seconds with a batch of sixty had six times as many. */
    @ParameterizedTest
    @ValueSource(strings = {"", "&instance=a"})
    void aPointIsAsLongAsABatchAtLeast(String whose) throws Exception {
        for (int i = 1; i <= 4; i++) {
            server.append("a", new Batch(i, Batches.now() - (5 - i) * 60 * SECOND - SECOND,
                    Batches.now() - (4 - i) * 60 * SECOND - SECOND,
                    Contents.NONE.with(Sections.KINDS, List.of(kind("order", "", 600, 0)))));
        }
        long now = Batches.now() / 1_000;
        String asked = "kinds/series?name=order&from=" + (now - 300_000) + "&to=" + now + whose;
        JsonNode series = server.json(asked);
        assertThat(series.path("stepNanos").asLong()).isGreaterThanOrEqualTo(60_000 * MILLI);
        for (JsonNode point : series.path("points")) {
            assertThat(point.path("contexts").asLong() * 1_000 * MILLI / series.path("stepNanos").asLong())
                    .as("a second").isLessThanOrEqualTo(10);
        }
        assertThat(contexts(asked)).isEqualTo(2_400);
    }

    private void append(int sequence, List<KindRecord> kinds, List<ContextRecord> contexts) {
        server.append("a", batch(sequence, kinds, contexts));
    }

    private static Batch batch(int sequence, List<KindRecord> kinds, List<ContextRecord> contexts) {
        return new Batch(sequence, Batches.now() - 6 * SECOND, Batches.now() - SECOND,
                Contents.NONE.with(Sections.KINDS, kinds).with(Sections.CONTEXTS, contexts));
    }

    private static KindRecord kind(String name, String tag, long contexts, long failed) {
        return new KindRecord(name, tag, contexts, failed, contexts, 500 * MILLI, 1_000, failed, Meter.WALL.bit(),
                Batches.meters(contexts * MILLI), List.of());
    }

    private static ContextRecord context(long id, String name, String tag, String error, long errors) {
        return record(id, name, tag, error, errors, Map.of());
    }

    /** One that its application counts at [other], and says so. */
    private static ContextRecord folded(long id, String name, String error) {
        return record(id, name, "shop", error, 0, Map.of(ContextRecord.COUNTED_AT, "[other]"));
    }

    private static ContextRecord record(long id, String name, String tag, String error, long errors,
            Map<String, Object> values) {
        return new ContextRecord(id, 0, name, tag, "main", Batches.now() - 3 * SECOND, Batches.now() - 2 * SECOND,
                error, values, 5, errors, Meter.WALL.bit(), Batches.meters(MILLI));
    }

    private static ContextRecord open(long id, String name, String tag, long errors) {
        return new ContextRecord(id, 0, name, tag, "main", Batches.now() - 3 * SECOND, 0, null, Map.of(), 5, errors,
                Meter.WALL.bit(), Batches.meters(MILLI));
    }

    private List<Long> ids(String asked) throws Exception {
        List<Long> ids = new ArrayList<>();
        server.json(asked).path("contexts")
                .forEach(each -> ids.add(Long.parseUnsignedLong(each.path("id").asString(), 16)));
        return ids;
    }

    private long contexts(String asked) throws Exception {
        long contexts = 0;
        for (JsonNode point : server.json(asked).path("points")) {
            contexts += point.path("contexts").asLong();
        }
        return contexts;
    }
}

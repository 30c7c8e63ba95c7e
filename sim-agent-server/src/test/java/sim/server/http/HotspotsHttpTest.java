package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.Level;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;
import sim.model.snapshot.Verdict;
import sim.server.Batches;
import sim.server.WireClient;
import sim.wire.Batch;
import sim.wire.Hello;
import tools.jackson.databind.JsonNode;

/** Where names stand, how they came there, and what somebody wants of them: real HTTP on one side, the wire on the other. */
@ExtendWith(InAskedServer.class)
class HotspotsHttpTest {
    private AskedServer server;
    private WireClient client;

    @BeforeEach
    void start(AskedServer asked) throws Exception {
        server = asked;
        client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"));
        client.ship(Batches.recursion(1));
        client.ship(judged(2, List.of(new Score(1, Standing.HOTSPOT, 2_001, 0), new Score(2, Standing.DISABLED, -2, 0)),
                List.of(new Verdict(1, 1, Batches.now() - 4_000_000, Standing.MANAGED, Standing.HOTSPOT, 2_001, "dear"),
                        new Verdict(2, 1, Batches.now() - 3_000_000, Standing.MANAGED, Standing.DISABLED, -2,
                                "cheap"))));
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
    }

    @Test
    void everyNameStandsWhereItsLastVerdictPutIt() throws Exception {
        JsonNode names = get("hotspots").path("names");
        assertThat(names).extracting(name -> name.path("method").asString()).containsExactly("inner", "outer");
        JsonNode inner = names.get(0);
        assertThat(inner.path("standing").asString()).isEqualTo("disabled");
        assertThat(inner.path("balance").asLong()).isEqualTo(-2);
        assertThat(inner.path("verdict").path("from").asString()).isEqualTo("managed");
        assertThat(inner.path("verdict").path("to").asString()).isEqualTo("disabled");
        assertThat(inner.path("verdict").path("reason").asString()).isEqualTo("cheap");
        assertThat(inner.path("verdict").path("time").asLong()).isEqualTo((Batches.now() - 3_000_000) / 1000);

        client.ship(judged(3, List.of(new Score(2, Standing.MANAGED, 150, 1), new Score(3, Standing.MANAGED, 999, 0)),
                List.of(new Verdict(2, 2, Batches.now(), Standing.DISABLED, Standing.MANAGED, 150, "tried again"))));
        names = get("hotspots").path("names");
        assertThat(names).extracting(name -> name.path("method").asString()).containsExactly("inner", "outer", "fresh");
        assertThat(names.get(0).path("standing").asString()).isEqualTo("managed");
        assertThat(names.get(0).path("trials").asInt()).isEqualTo(1);
        assertThat(names.get(0).path("verdict").path("sequence").asLong()).isEqualTo(2);
        assertThat(names.get(2).path("verdict").isNull()).as("nothing was decided on it").isTrue();
    }

    @Test
    void howMuchIsReadOfANameStandsBesideItsScoreAndInItsVerdict() throws Exception {
        client.ship(judged(3,
                List.of(new Score(1, Standing.HOTSPOT, 2_001, 0, Level.SAMPLED, Batches.now(), MeasureGroup.TIME.bit(),
                        16)),
                List.of(new Verdict(1, 2, Batches.now(), Standing.HOTSPOT, Standing.HOTSPOT, 2_001, "explains little",
                        Level.QUICK, Level.SAMPLED))));
        JsonNode outer = get("hotspots").path("names").get(0);
        assertThat(outer.path("level").asString()).isEqualTo("sampled");
        assertThat(outer.path("levelSince").asLong()).isEqualTo(Batches.now() / 1000);
        assertThat(outer.path("reads")).extracting(JsonNode::asString).containsExactly("time");
        assertThat(outer.path("oneIn").asInt()).isEqualTo(16);
        assertThat(outer.path("verdict").path("fromLevel").asString()).isEqualTo("quick");
        assertThat(outer.path("verdict").path("toLevel").asString()).isEqualTo("sampled");
        JsonNode inner = get("hotspots").path("names").get(1);
        assertThat(inner.path("level").asString()).as("disabled, and never moved otherwise").isEqualTo("off");
        assertThat(inner.path("levelSince").isNull()).isTrue();
        assertThat(inner.path("reads")).isEmpty();
    }

    @Test
    void namesAreFoundByTextStandingAndInstance() throws Exception {
        assertThat(get("hotspots?search=A.OUT").path("names")).hasSize(1);
        assertThat(get("hotspots?search=nothing").path("names")).isEmpty();
        assertThat(get("hotspots?standing=hotspot").path("names")).extracting(name -> name.path("method").asString())
                .containsExactly("outer");
        assertThat(get("hotspots?instance=one&limit=1").path("names")).hasSize(1);
    }

    @Test
    void verdictsAreThoseOfTheRangeTheLatestFirst() throws Exception {
        assertThat(get("verdicts").path("verdicts")).extracting(verdict -> verdict.path("reason").asString())
                .containsExactly("cheap", "dear");
        long between = Batches.now() / 1000 - 3_500;
        assertThat(get("verdicts?from=0&to=" + between).path("verdicts"))
                .extracting(verdict -> verdict.path("reason").asString()).containsExactly("dear");
        assertThat(get("verdicts?search=inner").path("verdicts")).hasSize(1);
        assertThat(get("verdicts?limit=1").path("verdicts")).hasSize(1);
    }

    @Test
    void namesThatAreOffKeepTheirFiguresAndSaySinceWhen() throws Exception {
        JsonNode answer = get("methods");
        assertThat(answer.path("methods")).extracting(method -> method.path("method").asString())
                .containsExactly("inner", "outer");
        assertThat(answer.path("methods").get(0).path("off").path("since").asLong())
                .isEqualTo((Batches.now() - 3_000_000) / 1000);
        assertThat(answer.path("methods").get(1).has("off")).isFalse();
        assertThat(answer.path("off").path("names").asInt()).isEqualTo(1);
        assertThat(answer.path("off").path("count").asInt()).isEqualTo(2);
        assertThat(answer.path("off").path("meters").path("wall").path("self").asLong()).isEqualTo(60);
        JsonNode all = get("calltree").path("nodes");
        assertThat(all).extracting(node -> node.path("method").asString()).containsExactly("outer", "outer", "inner");
        assertThat(all.get(2).path("off").path("since").asLong()).isEqualTo((Batches.now() - 3_000_000) / 1000);
    }

    @Test
    void aNameThatWasOffForAPartOfTheRangeSaysForHowLong() throws Exception {
        client.ship(judged(3,
                List.of(new Score(1, Standing.MANAGED, 2_001, 0), new Score(2, Standing.MANAGED, 150, 1)),
                List.of(new Verdict(1, 3, Batches.now() - 500_000, Standing.DISABLED, Standing.MANAGED, 150,
                        "nobody knows since when it was off"),
                        new Verdict(2, 2, Batches.now() - 1_000_000, Standing.DISABLED, Standing.MANAGED, 150,
                                "tried again"),
                        new Verdict(2, 3, Batches.now() - 750_000, Standing.MANAGED, Standing.DISABLED, 0, "cheap"),
                        new Verdict(2, 4, Batches.now() - 700_000, Standing.DISABLED, Standing.OFF, 0, "asked for"),
                        new Verdict(2, 5, Batches.now() - 500_000, Standing.OFF, Standing.MANAGED, 0, "asked for"),
                        new Verdict(2, 6, Batches.now() - 400_000, Standing.MANAGED, Standing.MANAGED, 0, "levels",
                                Level.ALL, Level.QUICK))));
        client.ship(new Batch(4, Batches.now() - 5_000_000, Batches.now(), List.of(), List.of(),
                List.of(Batches.row(1, 1, 100, 10), Batches.row(3, 1, 60, 60)), List.of(), List.of(), List.of(),
                List.of(), List.of(), List.of(), Map.of()));
        long now = Batches.now() / 1_000;
        assertThat(offMillis("methods?from=" + (now - 10_000) + "&to=" + now, "methods"))
                .containsExactlyInAnyOrderEntriesOf(Map.of("inner", 2_250L, "outer", 0L));
        assertThat(offMillis("methods?from=" + (now - 2_000) + "&to=" + now, "methods"))
                .as("the part of the range").containsEntry("inner", 1_250L);
        assertThat(offMillis("methods?from=" + (now - 450) + "&to=" + now, "methods")).as("none of it")
                .containsEntry("inner", 0L);
        assertThat(offMillis("calltree?from=" + (now - 10_000) + "&to=" + now, "nodes"))
                .containsEntry("inner", 2_250L);
        assertThat(offMillis("methods?from=" + (now - 10_000) + "&to=" + (now - 2_500), "methods"))
                .containsEntry("inner", 500L);
        client.ship(judged(5, List.of(new Score(2, Standing.DISABLED, 0, 1)), List.of(
                new Verdict(2, 7, Batches.now() - 200_000, Standing.MANAGED, Standing.DISABLED, 0, "cheap"))));
        JsonNode off = get("methods?from=" + (now - 10_000) + "&to=" + now).path("methods").get(0);
        assertThat(off.path("off").path("since").asLong()).as("that it is off now is said by this")
                .isEqualTo(now - 200);
        assertThat(off.path("offNanos").asLong()).isEqualTo(2_250_000_000L);
    }

    private Map<String, Long> offMillis(String question, String rows) throws Exception {
        Map<String, Long> off = new HashMap<>();
        get(question).path(rows).forEach(
                row -> off.put(row.path("method").asString(), row.path("offNanos").asLong() / 1_000_000));
        return off;
    }

    @Test
    void smallFiguresOfNamesThatAreOffShareOneRowUnlessEachIsAskedFor() throws Exception {
        client.ship(new Batch(3, Batches.now() - 5_000_000, Batches.now(), List.of(new NameEntry(3, "c.C", "big")),
                List.of(new NodeEntry(4, 0, 3), new NodeEntry(5, 4, 2), new NodeEntry(6, 5, 3)),
                List.of(Batches.row(4, 1_000, 100_000, 99_900), Batches.row(5, 1, 100, 40), Batches.row(6, 1, 60, 60)),
                List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), Map.of()));
        JsonNode answer = get("methods");
        assertThat(answer.path("methods")).extracting(method -> method.path("method").asString())
                .containsExactly("big", "outer");
        JsonNode folded = answer.path("off").path("folded");
        assertThat(folded.path("names").asInt()).isEqualTo(1);
        assertThat(folded.path("before").asLong()).isEqualTo((Batches.now() - 3_000_000) / 1000);
        assertThat(folded.path("count").asInt()).isEqualTo(3);
        assertThat(folded.path("meters").path("wall").path("self").asLong()).isEqualTo(100);
        JsonNode nodes = get("calltree").path("nodes");
        assertThat(nodes).extracting(node -> node.path("method").asString())
                .containsExactly("big", "outer", "outer", "[names off]", "big", "[names off]");
        assertThat(nodes.get(4).path("parent")).as("what a name that is off called stands below its caller")
                .isEqualTo(nodes.get(0).path("id"));
        assertThat(nodes.get(3).path("meters").path("wall").path("total").asLong()).isEqualTo(60);
        assertThat(get("methods?disabled=true").path("methods")).hasSize(3);
        assertThat(get("calltree?disabled=true").path("nodes")).extracting(node -> node.path("method").asString())
                .containsExactlyInAnyOrder("big", "outer", "inner", "outer", "big", "inner");
    }

    @Test
    void anApplicationMayWantEachShown() throws Exception {
        Hello plain = Batches.hello("open", "nine");
        try (WireClient open = WireClient.connect(server.collectorPort(),
                new Hello(plain.version(), plain.application(),
                        plain.instance(), plain.host(), plain.pid(), plain.jvm(), plain.startMicros(), true,
                        List.of()))) {
            open.ship(Batches.recursion(1));
            open.ship(new Batch(2, Batches.now() - 5_000_000, Batches.now(), List.of(new NameEntry(3, "c.C", "big")),
                    List.of(new NodeEntry(4, 0, 3)), List.of(Batches.row(4, 1_000, 100_000, 100_000)), List.of(),
                    List.of(), List.of(), List.of(new Score(2, Standing.OFF, 1, 0)), List.of(), List.of(), Map.of()));
            assertThat(get("methods?application=open").path("methods")).hasSize(3);
            assertThat(get("methods?application=open&disabled=false").path("methods")).hasSize(2);
        }
    }

    @ParameterizedTest
    @CsvSource({"hotspots?standing=warm, standing", "hotspots?sort=name, sort", "hotspots?limit=0, limit",
            "verdicts?standing=off, standing", "verdicts?last=soon, last", "methods?disabled=perhaps, disabled"})
    void aBadParameterIsNamed(String query, String parameter) throws Exception {
        HttpResponse<String> answer = server.ask(query);
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).path("parameter").asString()).isEqualTo(parameter);
    }

    @Test
    void whatIsWantedGoesWithTheNextAcknowledgementInOrderAndOnce() throws Exception {
        for (String wish : List.of("'action':'disable','class':'a.A','method':'outer'", "'action':'PIN','class':'b'",
                "'action':'enable','class':'b.B','method':'inner','instance':'one'", "'action':'reset'",
                "'action':'thresholds','threshold':0",
                "'action':'thresholds','threshold':5,'inherent':9223372036854775807")) {
            HttpResponse<String> answer = post("{'application':'shop'," + wish + "}");
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(202);
            assertThat(json(answer).path("instances").get(0).asString()).isEqualTo("one");
            assertThat(json(answer).path("full")).isEmpty();
        }
        assertThat(client.shipAndHear(judged(3, List.of(), List.of()))).containsExactly(
                new HotspotControl(HotspotControl.Action.DISABLE, "a.A", "outer", -1, -1),
                new HotspotControl(HotspotControl.Action.PIN, "b", "", -1, -1),
                new HotspotControl(HotspotControl.Action.ENABLE, "b.B", "inner", -1, -1),
                new HotspotControl(HotspotControl.Action.RESET, "", "", -1, -1),
                new HotspotControl(HotspotControl.Action.THRESHOLDS, "", "", 0, -1),
                new HotspotControl(HotspotControl.Action.THRESHOLDS, "", "", 5, Long.MAX_VALUE));
        assertThat(client.shipAndHear(judged(4, List.of(), List.of()))).isEmpty();
    }

    @Test
    void itGoesToEveryInstanceOfTheApplicationOrToTheOneThatIsNamed() throws Exception {
        try (WireClient second = WireClient.connect(server.collectorPort(), Batches.hello("shop", "two"));
                WireClient other = WireClient.connect(server.collectorPort(), Batches.hello("billing", "three"))) {
            assertThat(json(post("{'application':'shop','action':'reset'}")).path("instances")).hasSize(2);
            assertThat(json(post("{'application':'shop','action':'pin','class':'a.A','instance':'two'}"))
                    .path("instances")).hasSize(1);
            assertThat(client.shipAndHear(judged(3, List.of(), List.of()))).hasSize(1);
            assertThat(second.shipAndHear(judged(1, List.of(), List.of()))).hasSize(2);
            assertThat(other.shipAndHear(judged(1, List.of(), List.of()))).isEmpty();
        }
    }

    @Test
    void whatAnInstanceCannotTakeInIsSaid() throws Exception {
        String longest = "x".repeat(1_000);
        String wish = "{'application':'shop','action':'disable','class':'" + longest + "','method':'\u20ac"
                + longest.substring(1)
                + "'}";
        HotspotControl control = new HotspotControl(HotspotControl.Action.DISABLE, longest,
                "\u20ac" + longest.substring(1), -1, -1);
        int accepted = 0;
        for (; accepted < 480; accepted++) { // as many wishes as lead there take half a minute
            assertThat(server.ingest().control("one", control)).isTrue();
        }
        HttpResponse<String> answer = post(wish);
        for (; answer.statusCode() == 202 && accepted < 10_000; accepted++) {
            answer = post(wish);
        }
        assertThat(accepted).as("by HTTP too").isGreaterThan(480);
        assertThat(answer.statusCode()).isEqualTo(429);
        assertThat(json(answer).path("allowed").asString()).contains("next reports");
        assertThat(client.shipAndHear(judged(3, List.of(), List.of()))).as("in one frame").hasSize(accepted);
        assertThat(post(wish).statusCode()).isEqualTo(202);
    }

    @ParameterizedTest
    @CsvSource(quoteCharacter = '"', delimiter = ';', value = {"'action':'stop'; action; pin",
            "'action':7; action; pin", "; action; pin",
            "'action':'disable','colour':'red'; colour; inherent", "'action':'disable','class':['a']; class; string",
            "'action':'disable','threshold':1; threshold; not with", "'action':'thresholds'; threshold; both",
            "'action':'thresholds','threshold':1,'class':'a'; class; not with",
            "'action':'thresholds','threshold':-1; threshold; from 0 to",
            "'action':'thresholds','threshold':'10us'; threshold; whole number",
            "'action':'thresholds','inherent':1.5; inherent; whole number",
            "'action':'thresholds','inherent':99999999999999999999; inherent; whole number"})
    void aWishThatIsWrongIsNamedAndNothingIsHandedOn(String wish, String parameter, String cure) throws Exception {
        HttpResponse<String> answer = post("{'application':'shop'" + (wish == null ? "" : "," + wish) + "}");
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(json(answer).path("parameter").asString()).isEqualTo(parameter);
        assertThat(json(answer).path("allowed").asString()).contains(cure);
        assertThat(client.shipAndHear(judged(3, List.of(), List.of()))).isEmpty();
    }

    @Test
    void aTextThatNoNameHasIsRefused() throws Exception {
        HttpResponse<String> answer = post("{'application':'shop','action':'pin','class':'" + "x".repeat(1_001) + "'}");
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).path("value").asString()).hasSize(100);
    }

    @ParameterizedTest
    @CsvSource(delimiter = ';', value = {"text/plain; {}; Content-Type",
            "application/x-www-form-urlencoded; action=reset; Content-Type",
            "application/json; {not json; body", "application/json; [1]; body", "application/json; null; body"})
    void whatIsNoJsonObjectIsRefused(String type, String body, String parameter) throws Exception {
        HttpResponse<String> answer = server.send(server.request("hotspots").header("Content-Type", type)
                .POST(HttpRequest.BodyPublishers.ofString(body)));
        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(json(answer).path("parameter").asString()).isEqualTo(parameter);
    }

    /** The last one counted, and nobody knows which of both was meant. */
    @Test
    void aFieldThatIsGivenTwiceIsRefused() throws Exception {
        HttpResponse<String> twice = post("{'application':'shop','action':'disable','class':'a.A','action':'enable'}");
        assertThat(twice.statusCode()).isEqualTo(400);
        assertThat(json(twice).path("parameter").asString()).isEqualTo("body");
        assertThat(json(twice).path("allowed").asString()).isEqualTo("one JSON object that gives each field once");
    }

    @Test
    void anApplicationThatIsNotConnectedCannotBeAsked() throws Exception {
        assertThat(post("{'application':'nobody','action':'reset'}").statusCode()).isEqualTo(404);
        HttpResponse<String> unknown = post("{'application':'shop','instance':'nine','action':'reset'}");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(json(unknown).path("parameter").asString()).isEqualTo("instance");
        client.close();
        org.awaitility.Awaitility.await().until(() -> server.ingest().connected().isEmpty());
        HttpResponse<String> answer = post("{'application':'shop','action':'reset'}");
        assertThat(answer.statusCode()).isEqualTo(404);
        assertThat(json(answer).path("allowed").asString()).contains("connected now");
    }

    private static Batch judged(long sequence, List<Score> scores, List<Verdict> verdicts) {
        return new Batch(sequence, Batches.now() - 5_000_000, Batches.now(),
                sequence == 3 ? List.of(new NameEntry(3, "c.C", "fresh")) : List.of(), List.of(), List.of(), List.of(),
                List.of(), List.of(), scores, verdicts, List.of(), Map.of());
    }

    private JsonNode get(String path) throws Exception {
        return server.json(path);
    }

    /** @param body with ' for " */
    private HttpResponse<String> post(String body) throws Exception {
        return server.post("hotspots", body);
    }

    private static JsonNode json(HttpResponse<String> answer) {
        return AskedServer.json(answer);
    }
}

package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static sim.server.PayloadBatches.MILLI;
import static sim.server.PayloadBatches.PROBE;
import static sim.server.PayloadBatches.batch;
import static sim.server.PayloadBatches.row;

import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.payload.ControlObject;
import sim.model.payload.PayloadControl;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadPoint;
import sim.model.payload.PayloadProbeEntry;
import sim.model.payload.PayloadProbeEntry.Line;
import sim.model.payload.PayloadRecording;
import sim.model.payload.PayloadRow;
import sim.model.payload.PayloadSum;
import sim.model.snapshot.Buckets;
import sim.server.Batches;
import sim.server.WireClient;
import sim.store.DuckDbStore;
import sim.wire.Ack;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;

/** Payloads, from the wire through the store to HTTP; and the wish to record, the other way. */
class PayloadsHttpTest {
    @TempDir
    Path folder;

    private AskedServer server;
    private WireClient client;

    /** Two batches of recording 1, and one of recording 2: the figure of the annotated call tree, twice. */
    @BeforeEach
    void start() throws Exception {
        server = new AskedServer(new DuckDbStore(folder));
        client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"));
        client.ship(batch(1, 1, true));
        client.ship(batch(2, 1, false));
        client.ship(batch(3, 2, false));
    }

    @AfterEach
    void stop() throws Exception {
        client.close();
        server.close();
    }

    @Test
    void aRecordingIsAUnitAndItsSumsAreTheSameHoweverTheyAreAsked() throws Exception {
        JsonNode hotspots = get("hotspots", "&recording=one:1");
        assertThat(hotspots.path("payloads")).extracting(each -> each.path("text").asString() + " "
                + each.path("count").asLong() + " " + each.path("total").asLong() / MILLI)
                .containsExactly("A 6 1200", "B 4 600");
        long all = hotspots.path("sums").path("total").asLong();
        assertThat(all).isEqualTo(1_800 * MILLI);
        assertThat(get("calltree", "&recording=one:1").path("sums").path("total").asLong()).isEqualTo(all);
        assertThat(sum(get("calltree", "&recording=one:1").path("nodes"), "payload")).isEqualTo(all);
        assertThat(sum(get("objects", "&recording=one:1").path("objects"), "instance")).isEqualTo(all);
        JsonNode events = get("events", "&recording=one:1");
        assertThat(events.path("kept").asLong() + events.path("consolidated").path("count").asLong()).isEqualTo(10);
        assertThat(get("hotspots", "").path("sums").path("total").asLong()).isEqualTo(all * 3 / 2);
    }

    private static long sum(JsonNode rows, String having) {
        return StreamSupport.stream(rows.spliterator(), false).filter(row -> row.has(having))
                .mapToLong(row -> row.path("total").asLong()).sum();
    }

    @Test
    void theProbesAreListedWithTheirRecordings() throws Exception {
        JsonNode probe = server.json("payloads/probes?application=shop").path("probes").get(0);
        assertThat(probe.path("name").asString()).isEqualTo("Queries");
        assertThat(probe.path("types").get(1).path("name").asString()).isEqualTo("write");
        assertThat(probe.path("recordings")).extracting(each -> each.path("recording").asString() + " "
                + each.path("count").asLong() + " " + each.path("end").isNull())
                .containsExactlyInAnyOrder("one:1 10 true", "one:2 5 false");
    }

    @Test
    void aProbeIsMeantByItsNameAsWhereItsRecordingIsBegun() throws Exception {
        String range = "&from=1&to=" + System.currentTimeMillis();
        for (String view : List.of("hotspots", "events", "objects", "timeline", "telemetries", "calltree")) {
            JsonNode byName = server.json("payloads/" + view + "?application=shop&probe=Queries" + range);
            JsonNode byClass = server.json("payloads/" + view + "?application=shop&probe=" + PROBE + range);
            for (String field : byClass.propertyNames()) {
                assertThat(byName.path(field)).as(view + "." + field).isEqualTo(byClass.path(field));
            }
        }
        HttpResponse<String> unknown = server.ask("payloads/hotspots?application=shop&probe=Querys");
        assertThat(unknown.statusCode()).isEqualTo(404);
        assertThat(unknown.body())
                .isEqualTo("{\"parameter\":\"probe\",\"value\":\"Querys\",\"allowed\":\"one of Queries\"}");
    }

    @Test
    void backTracesBeginWithWhoAskedAndGoThroughSplits() throws Exception {
        List<String> lines = new ArrayList<>();
        get("backtraces", "&recording=one:2&text=B").path("nodes")
                .forEach(node -> lines.add(node.path("id").asInt() + "<"
                        + node.path("parent").asString() + " " + node.path("method").asString() + " "
                        + node.path("total").asLong() / MILLI));
        assertThat(lines).containsExactly("1< method3 200", "2<1 GET / 200", "3<2 method1 200", "4< method2 100",
                "5<4 method1 100");
    }

    @Test
    void eventsAreThoseOfAContextAndOfWhatIsInsideIt() throws Exception {
        client.ship(new Batch(4, Batches.now() - 5_000_000, Batches.now() - 1_000_000, Contents.NONE
                .with(Sections.CONTEXTS,
                        List.of(Batches.context(77, 0, 0, Map.of()), Batches.context(78, 77, 0, Map.of())))
                .with(Sections.PAYLOAD_EVENTS, List.of(in(77, "in it"), in(78, "inside"), in(79, "elsewhere")))));
        assertThat(get("events", "&context=000000000000004d").path("events"))
                .extracting(each -> each.path("text").asString()).containsExactlyInAnyOrder("in it", "inside");
        JsonNode ofKind = get("hotspots", "&name=order&tag=shop").path("payloads");
        assertThat(ofKind).as("of contexts of a kind").extracting(each -> each.path("text").asString())
                .containsExactlyInAnyOrder("in it", "inside");
        assertThat(ofKind.get(0).path("count").asLong()).isEqualTo(1);
        assertThat(ofKind.get(0).path("total").asLong()).isEqualTo(MILLI);
    }

    private static PayloadEvent in(long context, String text) {
        return new PayloadEvent(1, 1, PayloadEvent.Kind.PAYLOAD, Batches.now() - 2_000_000, MILLI, 1, text, 0, 0,
                "main",
                context, false);
    }

    @Test
    void eventsAreFilteredByTypeTextObjectAndDuration() throws Exception {
        assertThat(get("events", "&recording=one:1").path("events")).hasSize(4);
        assertThat(get("events", "&type=write").path("events")).hasSize(3).allSatisfy(event -> {
            assertThat(event.path("objectName").asString()).isEqualTo("connection 5");
            assertThat(event.path("place").path("method").asString()).isEqualTo("method3");
        });
        assertThat(get("events", "&search=a").path("events")).hasSize(3);
        assertThat(get("events", "&object=5").path("events")).hasSize(3);
        assertThat(get("events", "&least=200000001").path("events")).isEmpty();
    }

    @Test
    void controlObjectsHaveALineOnTheTimelineAndTelemetriesASeries() throws Exception {
        JsonNode object = get("objects", "&recording=one:1").path("objects").get(1);
        assertThat(object.path("name").asString()).isEqualTo("connection 5");
        assertThat(object.path("end").asString()).isEqualTo("closed");
        assertThat(object.path("types").path("write").path("count").asLong()).isEqualTo(4);
        JsonNode line = get("timeline", "").path("lines").get(0);
        assertThat(line.path("name").asString()).isEqualTo("connection 5");
        assertThat(line.path("spans")).hasSize(3);
        JsonNode series = get("telemetries", "").path("series");
        assertThat(series).extracting(each -> each.path("telemetry").asString()).containsExactly("Frequency",
                "Mean duration", "pool");
        assertThat(series.get(2).path("points")).hasSize(3);
    }

    /** Such as a stream that nobody reads, and a pooled connection that nobody uses: what leaks. */
    @Test
    void anOpenControlObjectWithoutAPayloadIsShown() throws Exception {
        client.ship(new Batch(4, Batches.now() - 4_000_000, Batches.now() - 1_000_000,
                Contents.NONE.with(Sections.CONTROL_OBJECTS,
                        List.of(opened(6, "never read", Batches.now() - 3_000_000, 0),
                                opened(7, "older", Batches.now() - 3_500_000, 0),
                                opened(8, "closed since", Batches.now() - 2_900_000, Batches.now() - 2_000_000),
                                opened(9, "closed before", Batches.now() - 900_000_000_000L,
                                        Batches.now() - 800_000_000_000L)))));
        assertThat(get("objects", "").path("objects")).extracting(each -> each.path("name").asString() + " "
                + each.path("count").asLong() + " " + each.path("end").asString())
                .containsExactly(" 9 ", "connection 5 6 closed", "older 0 open", "never read 0 open",
                        "closed since 0 closed");
        assertThat(get("objects", "").path("objects").get(2).path("lastUsed").isNull()).isTrue();
        assertThat(get("objects", "&recording=one:1").path("objects")).hasSize(5);
        assertThat(get("objects", "&open=true").path("objects")).extracting(each -> each.path("name").asString())
                .containsExactly("older", "never read");
        assertThat(get("timeline", "").path("lines")).extracting(each -> each.path("name").asString() + " "
                + each.path("spans").size())
                .containsExactly("connection 5 3", "older 0", "never read 0", "closed since 0");
    }

    private static ControlObject opened(long id, String name, long opened, long closed) {
        return new ControlObject(id, 1, name, opened, closed,
                closed == 0 ? ControlObject.End.OPEN : ControlObject.End.CLOSED);
    }

    @Test
    void theReadingsOfAStepAreConsolidatedAsTheTelemetrySays() throws Exception {
        List<Line> lines = new ArrayList<>();
        List<PayloadPoint> points = new ArrayList<>();
        long second = Batches.now() / 1_000_000 - 3_600;
        double[] readings = {0, 15, 0, 1};
        for (String consolidation : List.of("MEAN", "SUM", "LEAST", "MOST", "LAST")) {
            lines.add(new Line("hits", consolidation, "PLAIN", 0, false, consolidation));
            for (int i = 0; i < readings.length; i++) {
                points.add(new PayloadPoint(3, 1, "hits", consolidation, second / 720 * 720 * 1_000_000 + i * 1_000_000,
                        readings[i]));
            }
        }
        client.ship(new Batch(4, Batches.now() - 4_000_000, Batches.now() - 1_000_000,
                Contents.NONE.with(Sections.PAYLOAD_PROBES, List.of(probe(lines)))
                        .with(Sections.PAYLOAD_POINTS, points)));
        JsonNode series = get("telemetries", "&last=5d").path("series");
        assertThat(series).filteredOn(each -> each.path("telemetry").asString().equals("hits"))
                .extracting(each -> each.path("consolidation").asString() + " "
                        + each.path("points").get(0).get(1).asDouble() + " of "
                        + each.path("points").get(0).get(2).asDouble() + " to "
                        + each.path("points").get(0).get(3).asDouble())
                .containsExactly("mean 4.0 of 0.0 to 15.0", "sum 16.0 of 0.0 to 15.0", "least 0.0 of 0.0 to 15.0",
                        "most 15.0 of 0.0 to 15.0", "last 1.0 of 0.0 to 15.0");
    }

    @Test
    void anotherApplicationsDefinitionOfTheSameProbeChangesNothing() throws Exception {
        try (WireClient other = WireClient.connect(server.collectorPort(), Batches.hello("another", "two"))) {
            other.ship(new Batch(1, Batches.now() - 4_000_000, Batches.now() - 1_000_000, Contents.NONE
                    .with(Sections.PAYLOAD_PROBES,
                            List.of(probe(List.of(new Line("other", "", "BYTES", 0, false, "LAST")))))));
        }
        assertThat(get("telemetries", "").path("series")).extracting(each -> each.path("telemetry").asString())
                .containsExactly("Frequency", "Mean duration", "pool");
    }

    @Test
    void theFrequencyIsThatOfTheWholeRecording() throws Exception {
        client.ship(new Batch(4, Batches.now() - 4_000_000, Batches.now() - 1_000_000, Contents.NONE.with(
                Sections.PAYLOAD_RECORDINGS,
                List.of(new PayloadRecording(1, 1, Batches.now() - 60_000_000, Batches.now() + 40_000_000, true)))));
        JsonNode points = get("telemetries", "&recording=one:1").path("series").get(0).path("points");
        assertThat(points).hasSize(100);
        double mean = StreamSupport.stream(points.spliterator(), false).mapToDouble(each -> each.get(1).asDouble())
                .average().orElseThrow();
        assertThat(mean).isCloseTo(10 / 100.0, within(0.001));
    }

    private static PayloadProbeEntry probe(List<Line> lines) {
        return new PayloadProbeEntry(1, PROBE, "Queries", "SQL", true, false, true, List.of(), lines);
    }

    /** What is under the line is what was counted, whoever shipped it when. */
    @Test
    void theFrequencyOfSeveralInstancesIsTheirSum() throws Exception {
        try (WireClient other = WireClient.connect(server.collectorPort(), Batches.hello("shop", "two"))) {
            for (int i = 1; i <= 3; i++) {
                other.ship(later(batch(i, 1, i == 1), 2_300_000));
            }
            for (String which : List.of("", "&recording=one:1", "&recording=two:1")) {
                JsonNode points = get("telemetries", which).path("series").get(0).path("points");
                double seconds = (points.get(1).get(0).asLong() - points.get(0).get(0).asLong()) / 1000.0;
                double under = 0;
                for (JsonNode point : points) {
                    under += point.get(1).asDouble() * seconds;
                }
                assertThat(under).as(which).isCloseTo(get("hotspots", which).path("sums").path("count").asLong(),
                        within(0.01));
            }
        }
    }

    private static Batch later(Batch batch, long micros) {
        return new Batch(batch.sequence(), batch.fromMicros() + micros, batch.toMicros() + micros, batch.contents());
    }

    @Test
    void theQuantilesOfADescriptionAreThoseOfAllItsBatches() throws Exception {
        client.ship(new Batch(4, Batches.now() - 2_000_000, Batches.now() - 1_000_000,
                Contents.NONE.with(Sections.PAYLOAD_ROWS, List.of(new PayloadRow(2, 1, 2, "A",
                        new PayloadSum(100, 0, 1_000, 10), new long[]{30, 40, 31, 60})))));
        JsonNode hot = get("hotspots", "&search=a").path("payloads");
        assertThat(hot).hasSize(1);
        assertThat(hot.get(0).path("count").asLong()).isEqualTo(109);
        assertThat(hot.get(0).path("p50").asLong()).isEqualTo(Buckets.middle(31));
        assertThat(hot.get(0).path("p99").asLong()).isGreaterThan(Buckets.middle(31));
        assertThat(get("hotspots", "&limit=1").path("payloads")).extracting(each -> each.path("text").asString())
                .containsExactly("A");
    }

    @Test
    void theMethodCallTreeShowsOrMergesSplitsAndHasBadges() throws Exception {
        JsonNode merged = server.json("calltree?application=shop").path("nodes");
        assertThat(merged).extracting(node -> node.path("method").asString()).containsExactlyInAnyOrder("method1",
                "method2", "method3");
        assertThat(merged).filteredOn(node -> node.path("method").asString().equals("method3")).first()
                .satisfies(node -> assertThat(node.path("payloads").path(PROBE).path("count").asLong()).isEqualTo(6));
        JsonNode shown = server.json("calltree?application=shop&splits=true").path("nodes");
        assertThat(shown).filteredOn(node -> node.path("split").asString().equals("shop.Requests")).singleElement()
                .satisfies(node -> assertThat(node.path("method").asString()).isEqualTo("GET /"));
        assertThat(server.json("methods?application=shop").path("methods")).hasSize(3);
    }

    @Test
    void aWishToRecordIsHeardAtTheOtherEnd() throws Exception {
        assertThat(wish("{\"application\":\"shop\",\"probe\":\"all\",\"action\":\"start\",\"events\":true}"))
                .isEqualTo(202);
        assertThat(wish("{\"application\":\"shop\",\"probe\":\"Queries\",\"action\":\"stop\"}")).isEqualTo(202);
        assertThat(client.shipAndHear(batch(4, 2, false))).containsExactly(
                new PayloadControl(PayloadControl.Action.RECORD_EVENTS, "all"),
                new PayloadControl(PayloadControl.Action.STOP_RECORDING, "Queries"));
        assertThat(wish("{\"application\":\"shop\",\"probe\":\"\",\"action\":\"start\"}")).isEqualTo(400);
        assertThat(wish("{\"application\":\"gone\",\"probe\":\"all\",\"action\":\"start\"}")).isEqualTo(404);
    }

    @Test
    void aBatchWithAPayloadAtNoPlaceIsKeptAside() throws Exception {
        Ack ack = client.shipAnyhow(new Batch(4, Batches.now() - 1_000_000, Batches.now(),
                Contents.NONE.with(Sections.PAYLOAD_ROWS, List.of(row(1, 99, "A", 1, 1)))));
        assertThat(ack.outcome()).isEqualTo(Ack.Outcome.ASIDE);
    }

    private int wish(String body) throws IOException, InterruptedException {
        return server.post("payloads/recordings", body).statusCode();
    }

    private JsonNode get(String path, String more) throws IOException, InterruptedException {
        return server.json("payloads/" + path + "?application=shop&probe="
                + URLEncoder.encode(PROBE, StandardCharsets.UTF_8) + more);
    }
}

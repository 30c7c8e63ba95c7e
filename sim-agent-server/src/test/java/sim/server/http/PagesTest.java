package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import sim.model.payload.ControlObject;
import sim.model.payload.ObjectRow;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadSum;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.EventRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;
import sim.model.snapshot.Verdict;
import sim.server.Batches;
import sim.server.GuardedServer;
import sim.server.PayloadBatches;
import sim.server.WireClient;
import sim.server.identity.Role;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Lists in pages: all rows once, in the order of the whole list, whatever is equal in them and whatever comes meanwhile. */
class PagesTest {
    private static final int ROWS = 11;

    @TempDir
    static Path folder;

    private static GuardedServer server;
    private static String admin;
    private static WireClient shop;
    private static String ship;
    private static long sequence;
    /** The number of the first name: those of the first batch come before. */
    static final int FIRST = 5;

    @BeforeAll
    static void start() throws Exception {
        server = new GuardedServer(folder);
        admin = server.token("admin", Role.ADMIN);
        ship = server.token("ship", Role.SHIP);
        shop = WireClient.connect(server.ingest.port(), Batches.hello("shop", "one").with(ship));
        shop.ship(PayloadBatches.batch(++sequence, 1, true));
        shop.ship(many(++sequence, FIRST, Batches.now() - 5_000_000));
        for (int i = 0; i < ROWS; i++) {
            WireClient.connect(server.ingest.port(), Batches.hello(i % 2 == 0 ? "shop" : "bank", "n" + i).with(ship))
                    .close();
        }
    }

    @AfterAll
    static void stop() throws Exception {
        shop.close();
        server.close();
    }

    /** {@value #ROWS} of each thing, all at one moment: nothing but their names tells them apart. */
    static Batch many(long sequence, int first, long at) {
        List<Integer> all = IntStream.range(first, first + ROWS).boxed().toList();
        return new Batch(sequence, at - 1_000_000, at, Contents.NONE
                .with(Sections.NAMES, all.stream().map(i -> new NameEntry(i, "shop.Many", "m" + i)).toList())
                .with(Sections.NODES, all.stream().map(i -> new NodeEntry(i, 0, i)).toList())
                .with(Sections.ROWS, all.stream().map(i -> Batches.row(i, 1, 7, 7)).toList())
                .with(Sections.CONTEXTS, all.stream().map(i -> new ContextRecord(i, 0, "order", "shop", "main", at - 9,
                        at, null, Map.of("order", (long) i), 1, 0, 1, Batches.meters(5))).toList())
                .with(Sections.KINDS,
                        all.stream()
                                .map(i -> new KindRecord("kind" + i, "shop", 1, 0, 0, 5, 1, 0, 1, Batches.meters(5),
                                        List.of()))
                                .toList())
                .with(Sections.EVENTS,
                        all.stream().map(i -> new EventRecord("event" + i, at, 0, "main", Map.of("a", 1L, "b", 2L)))
                                .toList())
                .with(Sections.SCORES, all.stream().map(i -> new Score(i, Standing.DISABLED, -2, 0)).toList())
                .with(Sections.VERDICTS, all.stream().map(i -> new Verdict(i, 1, at, Standing.MANAGED,
                        Standing.DISABLED, -2, "cheap")).toList())
                .with(Sections.PAYLOAD_ROWS,
                        all.stream().map(i -> PayloadBatches.row(1, 2, "text " + i, 1, 100)).toList())
                .with(Sections.OBJECT_ROWS, all.stream().map(i -> new ObjectRow(1, 1, i, 1, new PayloadSum(1, 0, 5, 5)))
                        .toList())
                .with(Sections.CONTROL_OBJECTS, all.stream().map(i -> new ControlObject(i, 1, "c" + i, at, 0,
                        ControlObject.End.OPEN)).toList())
                .with(Sections.PAYLOAD_EVENTS,
                        all.stream()
                                .map(i -> new PayloadEvent(1, 1, PayloadEvent.Kind.PAYLOAD, at, 5, 2, "text " + i, 1,
                                        i, "main", 0, false))
                                .toList())
                .with(Sections.INVOCATIONS, all.stream().map(i -> new Invocation(i, 0, "main", at - 9, 1,
                        Batches.meters(3), false, null)).toList()));
    }

    @ParameterizedTest
    @CsvSource({"methods, methods", "methods?sort=class, methods", "methods?sort=errors, methods", "contexts, contexts",
            "contexts?sort=duration, contexts", "kinds, kinds", "invocations, invocations",
            "invocations?sort=wall, invocations", "events, events",
            "hotspots, names", "verdicts, verdicts", "payloads/hotspots, payloads", "payloads/events, events",
            "payloads/events?type=write, events", "payloads/objects, objects", "payloads/objects?open=true, objects"})
    void aListHasAllItsRowsInPages(String path, String name) throws Exception {
        String query = path + (path.contains("?") ? "&" : "?") + "application=shop&last=1h"
                + (path.startsWith("payloads/") ? "&probe=" + PayloadBatches.PROBE : "");
        JsonNode whole = get(query + "&limit=10000");
        assertThat(whole.has("next")).isFalse();
        List<String> all = rows(whole, name);
        assertThat(all).hasSizeGreaterThanOrEqualTo(ROWS - 1).doesNotHaveDuplicates();
        for (int limit : new int[]{1, 7, all.size() - 1, all.size()}) {
            List<String> paged = new ArrayList<>();
            JsonNode page = get(query + "&limit=" + limit);
            paged.addAll(rows(page, name));
            while (page.has("next")) {
                page = get(query + "&limit=" + limit + "&cursor=" + page.path("next").asString());
                assertThat(page.path(name).size()).isBetween(1, limit);
                paged.addAll(rows(page, name));
            }
            assertThat(paged).as("limit " + limit).isEqualTo(all);
        }
    }

    @Test
    void theRangeOfTheFirstPageIsThatOfAll() throws Exception {
        JsonNode first = get("verdicts?application=shop&last=1h&limit=5");
        shop.ship(many(++sequence, FIRST + ROWS, System.currentTimeMillis() * 1_000 + 60_000_000)); // after the range
        List<String> before = rows(first, "verdicts");
        JsonNode page = get("verdicts?application=shop&last=1h&limit=50&cursor=" + first.path("next").asString());
        assertThat(page.path("to").asLong()).isEqualTo(first.path("to").asLong());
        before.addAll(rows(page, "verdicts"));
        assertThat(before).hasSize(ROWS).doesNotHaveDuplicates();
        JsonNode names = get("hotspots?application=shop&last=1h&limit=5");
        assertThat(names.path("names").size()).isEqualTo(5);
    }

    @Test
    void whatIsLeftOutOfAPageOfMethodsIsSummedUp() throws Exception {
        String query = "methods?application=shop&last=1h&limit=5";
        JsonNode whole = get("methods?application=shop&last=1h&limit=10000&disabled=true");
        JsonNode page = get(query + "&disabled=true");
        JsonNode next = get(query + "&disabled=true&cursor=" + page.path("next").asString());
        for (JsonNode each : List.of(page, next)) {
            assertThat(self(each)).isEqualTo(self(whole));
        }
        assertThat(next.path("leftOut").path("names").asInt()).isEqualTo(page.path("leftOut").path("names").asInt());
    }

    private static long self(JsonNode methods) {
        long self = methods.path("leftOut").path("meters").path("wall").path("self").asLong();
        for (JsonNode each : methods.path("methods")) {
            self += each.path("meters").path("wall").path("self").asLong();
        }
        return self;
    }

    /** An instance that ships between two pages is the latest then: in an order by that it would be on both or on none. */
    @Test
    void instancesAreOnOnePageEachWhoeverShipsMeanwhile() throws Exception {
        List<String> all = new ArrayList<>();
        JsonNode page = get("applications?limit=3&cursor=");
        int ships = 0;
        while (true) {
            page.path("applications").forEach(each -> all.add(each.path("name").asString() + each.path("instance")
                    .asString()));
            if (!page.has("next")) {
                break;
            }
            try (WireClient again = WireClient.connect(server.ingest.port(),
                    Batches.hello(ships % 2 == 0 ? "shop" : "bank", "n" + ships++).with(ship))) {
                page = get("applications?limit=3&cursor=" + page.path("next").asString());
            }
        }
        List<String> once = new ArrayList<>();
        get("applications?limit=1000").forEach(each -> once.add(each.path("name").asString() + each.path("instance")
                .asString()));
        assertThat(all).hasSize(ROWS + 1).doesNotHaveDuplicates().isSorted().hasSameElementsAs(once);
    }

    @Test
    void theAuditLogHasPages() throws Exception {
        for (int i = 0; i < 9; i++) {
            server.audit.done("somebody", "", "something " + i, "done", "", "");
        }
        List<String> all = new ArrayList<>();
        JsonNode page = get("audit?limit=4");
        all.addAll(rows(page, "entries"));
        server.audit.done("somebody", "", "meanwhile", "done", "", "");
        while (page.has("next")) {
            page = get("audit?limit=4&cursor=" + page.path("next").asString());
            all.addAll(rows(page, "entries"));
        }
        assertThat(all).doesNotHaveDuplicates().noneMatch(each -> each.contains("meanwhile"));
        assertThat(all).filteredOn(each -> each.contains("something")).hasSize(9);
    }

    @ParameterizedTest
    @ValueSource(strings = {"x", "1-2", "1-2-3-4", "!", "-1-2-3", "zzzzzzzzz-1-1", "1-1-zzzzzzzzzzzzz"})
    void aCursorThatNoAnswerGaveIsRefused(String cursor) throws Exception {
        for (String path : List.of("methods?application=shop&", "audit?")) {
            HttpResponse<String> answer = server.get("/api/v1/" + path + "cursor=" + cursor, admin);
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
            assertThat(answer.body()).contains("\"parameter\":\"cursor\"");
        }
    }

    @Test
    void aCursorOfAnotherListIsRefusedOrAnsweredAsOneOfThisList() throws Exception {
        String instances = get("applications?limit=3&cursor=").path("next").asString();
        assertThat(server.get("/api/v1/methods?application=shop&cursor=" + instances, admin).statusCode())
                .isEqualTo(400);
        assertThat(server.get("/api/v1/applications?cursor=1-2-3", admin).statusCode()).isEqualTo(400);
        assertThat(server.get("/api/v1/contexts?application=shop&whole=true&cursor=1-2-3", admin).body())
                .contains("\"parameter\":\"cursor\"", "whole");
    }

    @Test
    void aPageThatIsTheSameIsNotSentAgainThoughItsRangeIsAnother() throws Exception {
        String path = "/api/v1/methods?application=shop&last=1h&limit=3";
        HttpResponse<String> first = server.get(path, admin);
        assertThat(first.body()).contains("\"next\":\"");
        String tag = first.headers().firstValue("ETag").orElseThrow();
        HttpResponse<String> again = HttpClient.newHttpClient().send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.http.port() + path))
                        .header("Authorization", "Bearer " + admin).header("If-None-Match", tag).build(),
                HttpResponse.BodyHandlers.ofString());
        assertThat(again.statusCode()).isEqualTo(304);
        HttpResponse<String> other = server.get(path.replace("limit=3", "limit=4"), admin);
        assertThat(other.headers().firstValue("ETag")).isPresent().isNotEqualTo(first.headers().firstValue("ETag"));
    }

    /** Whoever may see some applications alone has pages of these, without gaps. */
    @Test
    void pagesHaveNoGapsWhereSomethingIsHidden() throws Exception {
        String looker = server.token("looker", Role.LOOK, "bank");
        List<String> all = new ArrayList<>();
        String cursor = "";
        while (cursor != null) {
            JsonNode page = JsonMapper.shared().readTree(
                    server.get("/api/v1/applications?limit=2&cursor=" + cursor, looker).body());
            List<String> rows = new ArrayList<>();
            page.path("applications").forEach(each -> rows.add(each.path("name").asString() + " "
                    + each.path("instance").asString()));
            assertThat(rows).hasSizeBetween(1, 2).allMatch(each -> each.startsWith("bank "));
            all.addAll(rows);
            cursor = page.path("next").asString(null);
        }
        assertThat(new HashSet<>(all)).hasSize(ROWS / 2).hasSameSizeAs(all);
    }

    private static List<String> rows(JsonNode page, String name) {
        List<String> rows = new ArrayList<>();
        page.path(name).forEach(each -> rows.add(each.toString()));
        return rows;
    }

    private static JsonNode get(String path) throws Exception {
        HttpResponse<String> answer = server.get("/api/v1/" + path, admin);
        assertThat(answer.statusCode()).as(path + ": " + answer.body()).isEqualTo(200);
        return JsonMapper.shared().readTree(answer.body());
    }
}

package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadProbeEntry;
import sim.model.payload.PayloadRecording;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Rest;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.LiveServer;
import sim.server.WireClient;
import sim.testkit.Browser;
import sim.testkit.InBrowser;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;

/** The figures on a request's page are those of all of it, however much of it there is; where something is not shown, the page says so. */
@ExtendWith(InBrowser.class)
class WholeRequestPageIT {
    private static final long MILLI = 1_000_000;
    private static final String BUSY = "00000000000000a1";
    /** Over for ten minutes, with what was inside; and one that is still open. */
    private static final String OVER = "00000000000000d0";
    private static final String OPEN = "00000000000000d2";
    /** Over for forty minutes, with something inside that goes on; and for two hours, with what never told its end. */
    private static final String OUTLIVED = "00000000000000e0";
    private static final String KILLED = "00000000000000f0";
    /** What the page asks whatever it shows: who is there, what was lost, what charts are marked with. */
    private static final Set<String> ALWAYS = Set.of("applications", "health", "events", "losses", "marks");
    /** With 600 contexts inside, without a trace and with one. */
    private static final String NIGHTLY = "00000000000000b0";
    private static final String TRACED = "00000000000000c0";
    private static final int INSIDE = 600;

    @TempDir
    static Path folder;

    private static Browser browser;
    private static LiveServer server;
    private static Path saved;
    /** When what is inside {@link #OUTLIVED} began. */
    private static long outlives;

    /** A request whose first statement takes 4 s and whose other 1,499 take 1 ms; it is kept with one of its places. */
    @BeforeAll
    static void serve(Browser shared) throws Exception {
        browser = shared;
        long begin = Batches.now() - 30_000_000;
        server = new LiveServer(Files.createDirectory(folder.resolve("store")));
        Path downloads = Files.createDirectory(folder.resolve("downloads"));
        browser.saveTo(downloads);
        saved = downloads.resolve("request-" + BUSY + ".json");
        List<PayloadEvent> events = new ArrayList<>();
        List<Invocation> calls = new ArrayList<>();
        for (int i = 0; i < 1_500; i++) {
            events.add(new PayloadEvent(1, 1, PayloadEvent.Kind.PAYLOAD, begin + (i == 0 ? 0 : 4_000_000 + i * 1_000),
                    i == 0 ? 4_000 * MILLI : MILLI, 1, i == 0 ? "SELECT first" : "SELECT line", -1, 0, "main", 0xa1,
                    i == 1_499));
        }
        for (int i = 0; i < 450; i++) {
            calls.add(new Invocation(1, 0xa1, "main", begin + i * 1_000, Meter.WALL.bit(),
                    Batches.meters(i == 0 ? 4_500 * MILLI : MILLI), false, null));
        }
        TreeRow place = new TreeRow(1, 30, 1, 1, Batches.meters(5_000 * MILLI), Batches.meters(5_000 * MILLI),
                Batches.meters(4_500 * MILLI), new long[0]);
        List<ContextRecord> contexts = new ArrayList<>();
        contexts.add(new ContextRecord(0xa1, 0, "order", "shop", "main", begin, begin + 10_000_000, null, Map.of(), 1,
                0, Meter.WALL.bit(), Batches.meters(9_000 * MILLI), 0, 0, List.of(), List.of(place),
                new Rest(33, 2, 4_000 * MILLI, 13)));
        contexts.add(new ContextRecord(0xa2, 0, "large", "shop", "main", begin, begin + 9_000_000, null,
                Map.of(ContextRecord.PLACES_BOUND, ContextRecord.BY_MEMORY), 1, 0, Meter.WALL.bit(),
                Batches.meters(9_000 * MILLI), 0, 0, List.of(), List.of(place), new Rest(5, 0, 4_000 * MILLI, 5)));
        contexts.add(new ContextRecord(0xa3, 0xa2, "part", "shop", "main", begin, begin + 1_000_000, null,
                Map.of(ContextRecord.PLACES_BOUND, ContextRecord.BY_KIND), 1, 0, Meter.WALL.bit(),
                Batches.meters(MILLI), 0, 0, List.of(), List.of(), new Rest(1, 0, MILLI, 1)));
        contexts.add(nightly(0xb0, 0, begin, 20_000_000, 0));
        contexts.add(nightly(0xc0, 0, begin + 1, 20_000_000, 5));
        for (int i = 0; i < INSIDE; i++) {
            contexts.add(nightly(0x10000 + i, 0xb0, begin + 1_000 + i, 100, 0));
            contexts.add(nightly(0x20000 + i, 0xc0, begin + 1_000 + i, 100, 5));
        }
        contexts.add(new ContextRecord(0xd0, 0, "nightly", "shop", "main", begin - 600_000_000, begin - 590_000_000,
                null, Map.of(), 30, 1, Meter.WALL.bit(), place.total(), 9, 9, List.of(), List.of(place)));
        contexts.add(nightly(0xd1, 0xd0, begin - 599_000_000, 1_000, 9));
        contexts.add(new ContextRecord(0xd2, 0, "nightly", "shop", "main", begin, 0, null, Map.of(), 0, 0, 0,
                Batches.meters(), 0, 0, List.of(), List.of()));
        contexts.add(nightly(0xe0, 0, begin - 2_400_000_000L, 10_000_000, 7));
        outlives = begin - 2_399_000_000L;
        contexts.add(new ContextRecord(0xe1, 0xe0, "part", "shop", "main", outlives, 0, null, Map.of(), 0, 0, 0,
                Batches.meters(), 7, 7, List.of(), List.of()));
        contexts.add(nightly(0xf0, 0, begin - 7_200_000_000L, 10_000_000, 8));
        contexts.add(new ContextRecord(0xf1, 0xf0, "part", "shop", "main", begin - 7_199_000_000L, 0, null, Map.of(),
                0, 0, 0, Batches.meters(), 8, 8, List.of(), List.of()));
        Contents contents = Contents.NONE.with(Sections.NAMES, List.of(new NameEntry(1, "shop.Orders", "place")))
                .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1)))
                .with(Sections.PAYLOAD_PROBES,
                        List.of(new PayloadProbeEntry(1, "sim.payload.library.jdbc.JdbcProbe", "JDBC", "SQL", true,
                                false, true, List.of(), List.of())))
                .with(Sections.PAYLOAD_RECORDINGS,
                        List.of(new PayloadRecording(1, 1, Batches.now() - 70_000_000, 0, true)))
                .with(Sections.PAYLOAD_EVENTS, events).with(Sections.CONTEXTS, contexts);
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("bulk", "one"))) {
            client.ship(new Batch(1, Batches.now() - 40_000_000, Batches.now() - 1_000_000, contents));
            client.ship(
                    new Batch(2, Batches.now() - 40_000_000, Batches.now() - 1_000_000, List.of(), List.of(), List.of(),
                            calls, List.of(), List.of(), List.of(), List.of(), List.of(), Map.of()));
        }
    }

    @AfterAll
    static void leave() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    private static void open(String id, String more) {
        browser.open(server.address() + "#/contexts?application=bulk&last=15m&chosen=" + id + more);
    }

    @Test
    void allStatementsAreAddedUpAndTheLongestStandOneByOne() throws Exception {
        open(BUSY, "&wide=true");
        browser.until("its statements", () -> browser.texts(".panel [aria-label=Statements] tbody tr").size() == 2);
        assertThat(plain(".panel [aria-label=Statements] tbody tr")).containsExactly(
                "SELECT first 4.00 s 40% 1 4.00 s 0", "SELECT line 1.50 s 15% 1499 1.00 ms 1");
        assertThat(browser.texts(".panel [aria-label='One by one'] tbody").toString()).contains("SELECT first",
                "Orders.place");
        assertThat(plain(".panel .quiet")).contains("The longest 400 of 1950.");
        assertThat(browser.all(".panel [aria-label='One by one'] tbody tr").size()).isLessThanOrEqualTo(400);

        assertThat(plain(".panel .lacking")).as("what is not kept with it").containsExactly(
                "Not all of it: 33 calls (4.00 s self) at 13 places this request is not kept with. These are left out by "
                        + "context.places.few: a few places are kept of what is neither slow (events.slow) nor failed, one of "
                        + "the slowest or of the sample.");
        assertThat(plain(".panel .tiles div")).contains("calls inside 63", "errors 3");
        assertThat(plain(".panel [aria-label='Meters of the work inside'] tbody tr")).containsExactly(
                "Wall clock 9.00 s 9.00 s 9.00 s 0 ns");

        List<String> before = shown();
        browser.all(".panel .ways button").stream().filter(each -> each.getText().equals("Save as a file")).findFirst()
                .orElseThrow().click();
        browser.until("the file", () -> Files.exists(saved));
        browser.open(server.address() + "#/file");
        browser.until("the way to it", () -> !browser.all("#request-file").isEmpty());
        browser.find("#request-file").sendKeys(saved.toString());
        browser.until("the request", () -> !browser.texts(".panel tbody tr").isEmpty());
        assertThat(shown()).as("as a file").isEqualTo(before);

        String now = Files.readString(saved);
        String earlier = now.replace("\"others\":[],\"further\":{\"statements\":0,\"others\":0},", "")
                .replace("\"probe\":\"JDBC\",\"count\"", "\"count\"")
                .replace("\"payloads\":1500}", "\"payloads\":1500,\"texts\":5}");
        assertThat(earlier).doesNotContain("\"others\"", "\"JDBC\",\"count\"").contains("\"texts\":5");
        browser.find("#request-file").sendKeys(Files.writeString(folder.resolve("earlier.json"), earlier).toString());
        browser.until("the further texts",
                () -> plain(".panel .quiet").contains("and 3 more statements, that took less"));
        assertThat(plain(".panel [aria-label=Statements] tbody tr")).as("as a file of a page that had one list")
                .containsExactly("SELECT first 4.00 s 40% 1 4.00 s 0", "SELECT line 1.50 s 15% 1499 1.00 ms 1");
        assertThat(browser.console()).isEmpty();
    }

    /** It was slow, and was to have all its places. */
    @Test
    void aRequestThatIsNotWholeSaysByWhichBounds() {
        open("00000000000000a2", "&wide=true");
        browser.until("by which", () -> plain(".panel .lacking").equals(List.of(
                "Not all of it: 6 calls (4.00 s self) at 6 places this request is not kept with. These are left out by "
                        + "contexts.memory and by the 64000 places that large requests of a kind have together between "
                        + "two shipments.")));
        assertThat(browser.console()).isEmpty();
    }

    /** What the page says of the request, in figures. */
    private static List<String> shown() {
        return plain(".panel .tiles div, .panel .lacking, .panel [aria-label=Statements] tbody tr, "
                + ".panel [aria-label='Meters of the work inside'] tbody tr, .panel .quiet");
    }

    @Test
    @Tag("long")
    void aLinkOpensARequestWithMoreInsideThanIsListed() {
        for (String id : List.of(NIGHTLY, TRACED)) {
            for (String list : List.of("", "&sort=duration")) {
                open(id, list);
                browser.until(id + list, () -> browser.texts(".panel h2").equals(List.of("nightly")));
                browser.until("all inside", () -> plain(".panel .tiles div").contains("contexts inside 600"));
                assertThat(browser.find(".contexts").getText()).doesNotContain("is not stored");
            }
        }
        assertThat(browser.console()).isEmpty();
    }

    /** The next rounds ask nothing of it: it will not change, and each question is of a store with a week in it. */
    @Test
    void aRequestThatIsOverIsAskedForOnce() {
        open(OVER, "&wide=true");
        browser.until("its work", () -> plain(".panel [aria-label='Methods inside'] tbody").toString()
                .contains("Orders.place"));
        assertThat(plain(".panel .tiles div")).contains("contexts inside 1");
        assertThat(asked(2)).as("of a page that shows it alone").isSubsetOf(ALWAYS);
        browser.find(".panel button.wide").click();
        browser.until("the list", () -> browser.find(".contexts .figures-holder").isDisplayed());
        assertThat(asked(2)).as("beside the list").contains("contexts")
                .doesNotContain("methods", "calltree", "invocations", "errors/stacks", "payloads/probes");
        open(OPEN, "&wide=true");
        browser.until("the other", () -> plain(".panel .tiles div").toString().contains("process ended after"));
        assertThat(asked(2)).as("its process may connect again").contains("contexts", "methods", "calltree");
        assertThat(browser.console()).isEmpty();
    }

    /**
     * Its end is stored with what was reported then, long after the request: forty minutes after that it is asked for
     * each two minutes. Once it has ended too, nothing will change any more.
     */
    @Test
    void aRequestThatSomethingInsideOutlivesIsAskedForUntilThatHasEnded() throws Exception {
        open(OUTLIVED, "&wide=true");
        browser.until("it", () -> plain(".panel .tiles div").contains("contexts inside 1"));
        browser.until("its work", () -> plain(".panel").toString().contains("No metered call ended inside"));
        browser.until("nothing in the next round", () -> ALWAYS.containsAll(asked(1)));
        browser.find(".panel button.wide").click();
        browser.until("the list", () -> browser.find(".contexts .figures-holder").isDisplayed());
        assertThat(asked(2)).as("beside the list").contains("contexts").doesNotContain("methods", "calltree",
                "invocations", "errors/stacks", "payloads/probes");
        assertThat(wholeTraces()).as("no whole trace either").containsOnly(0L);
        browser.find(".panel button.wide").click();
        browser.until("it alone", () -> !browser.find(".contexts .figures-holder").isDisplayed());
        assertThat(asked(3, 180_000)).as("while it goes on").contains("contexts", "methods");
        assertThat(wholeTraces()).as("its whole trace, and not in each round").allMatch(times -> times <= 1)
                .contains(1L).endsWith(0L);
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("bulk", "one"))) {
            client.ship(new Batch(3, Batches.now() - 1_000_000, Batches.now(),
                    Contents.NONE.with(Sections.CONTEXTS, List.of(nightly(0xe1, 0xe0, outlives, 20_000_000, 7)))));
        }
        assertThat(asked(1, 360_000)).as("its end").contains("contexts");
        assertThat(asked(1, 600_000)).as("nothing, however long after").isSubsetOf(ALWAYS);
        assertThat(plain(".panel .tiles div")).contains("contexts inside 1");
        assertThat(browser.console()).isEmpty();
    }

    /** A process that was killed tells no end: it is not asked for for ever. */
    @Test
    void anEndThatIsNotToldWithinAnHourIsNoLongerAskedFor() {
        open(KILLED, "&wide=true");
        browser.until("it", () -> plain(".panel .tiles div").contains("contexts inside 1"));
        browser.until("nothing is asked any more", () -> ALWAYS.containsAll(asked(1)));
        assertThat(asked(1, 7_200_000)).as("however long after").isSubsetOf(ALWAYS);
        assertThat(browser.console()).isEmpty();
    }

    /** What the page asks in so many rounds. A round ends with what was lost, and with the marks of charts where there are some. */
    private static Set<String> asked(int rounds) {
        return asked(rounds, 0);
    }

    /** The same from a moment on when the server's clock, as its answers say, is ahead by so much. */
    private static Set<String> asked(int rounds, long aheadMillis) {
        browser.run("""
                window.ahead = arguments[0];
                window.header ||= Headers.prototype.get;
                Headers.prototype.get = function (name) {
                  const told = window.header.call(this, name);
                  return name === 'date' && told ? new Date(Date.parse(told) + window.ahead).toUTCString() : told;
                };
                window.questions = [];
                window.rounds = [0];
                window.asked ||= window.fetch;
                window.fetch = (url, request) => {
                  window.questions.push(String(url).split('?')[0].replace('api/v1/', ''));
                  if (/v1.applications/.test(url)) window.rounds.push(0);
                  if (/whole=true/.test(url)) window.rounds[window.rounds.length - 1]++;
                  return window.asked(url, request);
                };
                """, aheadMillis);
        for (int i = 1; i <= rounds; i++) {
            int round = i;
            browser.run("document.dispatchEvent(new Event('visibilitychange'))");
            browser.until("round " + i, () -> questions().filter("losses"::equals).count() >= round);
        }
        return questions().collect(Collectors.toSet());
    }

    /** How often each round asked for a whole trace. */
    private static List<Long> wholeTraces() {
        return ((List<?>) browser.run("return window.rounds")).stream().map(each -> ((Number) each).longValue())
                .toList();
    }

    private static Stream<String> questions() {
        return ((List<?>) browser.run("return window.questions")).stream().map(String::valueOf);
    }

    /** With plain spaces, and none in numbers. */
    private static List<String> plain(String css) {
        return browser.texts(css).stream()
                .map(each -> each.replace("\u202f", "").replaceAll("[\\s\u00a0]+", " ").strip())
                .toList();
    }

    private static ContextRecord nightly(long id, long parent, long start, long micros, long trace) {
        return new ContextRecord(id, parent, parent == 0 ? "nightly" : "part", "shop", "main", start, start + micros,
                null, Map.of(), 1, 0, Meter.WALL.bit(), Batches.meters(micros * 1_000), trace, trace, List.of(),
                List.of());
    }
}

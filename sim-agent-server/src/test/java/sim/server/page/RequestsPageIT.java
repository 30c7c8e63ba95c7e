package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadProbeEntry;
import sim.model.payload.PayloadRecording;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.StackRecord;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.server.PayloadBatches;
import sim.server.WireClient;
import sim.testkit.Browser;
import sim.testkit.InBrowser;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;

/** From the kinds of requests to the one slow request and the failed ones. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class RequestsPageIT {
    private static final long MILLI = 1_000_000;

    private static Browser browser;
    private static LiveServer server;

    /** 600 quick orders, the newest of all; before them one that took 4.9 s, and one that failed. Searches besides. */
    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        List<ContextRecord> contexts = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            contexts.add(context(1_000 + i, "order", Batches.now() - 2_000_000 - i * 1_000, 20, null));
        }
        contexts.add(context(7, "order", Batches.now() - 20_000_000, 4_900, null));
        contexts.add(context(8, "order", Batches.now() - 25_000_000, 30, "shop.Declined: no money"));
        contexts.add(context(9, "search", Batches.now() - 26_000_000, 6_000, null));
        TreeRow place = new TreeRow(1, 9_000, 0, 1, Batches.meters(150_000 * MILLI), Batches.meters(150_000 * MILLI),
                Batches.meters(20 * MILLI), new long[0]);
        TreeRow all = new TreeRow(1, 9_700, 0, 1, Batches.meters(160_000 * MILLI), Batches.meters(160_000 * MILLI),
                Batches.meters(20 * MILLI), new long[0]);
        Contents contents = Contents.NONE.with(Sections.NAMES, List.of(new NameEntry(1, "shop.Orders", "place")))
                .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1))).with(Sections.ROWS, List.of(all))
                .with(Sections.CONTEXTS, contexts).with(Sections.KINDS,
                        List.of(kind("order", "shop", 9_000, 1, 602, 180_000, List.of(place)).with(4_900 * MILLI,
                                new long[]{Buckets.indexOf(20 * MILLI), 8_998, Buckets.indexOf(30 * MILLI), 1,
                                        Buckets.indexOf(4_900 * MILLI), 1}),
                                kind("search", "shop", 100, 0, 1, 6_500, List.of())))
                .with(Sections.FAILURES, List.of(new FailureRecord("shop.Declined", 0, 41)))
                .with(Sections.STACKS, List.of(new StackRecord(Batches.now() - 24_000_000, "shop.Declined", 0, 5,
                        "shop.Declined: no money", "\tat shop.Bank.pay(Bank.java:17)\n", 3, new long[]{8})));
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"))) {
            client.ship(new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000, contents));
        }
    }

    @Test
    void theFirstTabLeadsToTheSlowOneAndTheFailedOne() {
        browser.open(server.address() + "#/requests?application=shop&last=15m");
        browser.until("kinds",
                () -> browser.texts("table[aria-label=Requests] tbody .member").equals(List.of("order", "search")));
        assertThat(browser.texts("#tabs .tab").get(0)).isEqualTo("Requests");
        assertThat(browser.texts(".requests .summary")).containsExactly("2 kinds, 9\u202f100 requests, 1 failed");
        assertThat(browser.texts("table[aria-label=Requests] tbody tr:first-child td").subList(0, 3).toString()
                .replace('\u00a0', ' ')).isEqualTo("[97%, 20.0 ms, 20.4 ms]");
        browser.find("table[aria-label=Requests] tbody .kind").click();
        browser.until("the slowest", () -> row("Slowest requests").contains("4.90 s"));
        assertThat(row("Failed requests")).contains("shop.Declined: no money");
        assertThat(browser.texts(".kind-view .tiles dd")).contains("9\u202f000", "4.90 s");
        assertThat(browser.texts(".kind-view .card h3")).contains("Requests per second", "Duration");
        assertThat(row("Dearest methods")).contains("Orders.place");
        browser.find(".kind-view [aria-label='Slowest'] .more").click();
        browser.until("the longest first", () -> first().contains("4.90 s"));
        assertThat(browser.texts(".contexts .filter")).singleElement().asString().contains("shop order");
        assertThat(browser.texts(".contexts .summary")).singleElement().asString().startsWith("longest 500 contexts");
        browser.find(".contexts tbody button.name").click();
        browser.until("the one", () -> browser.texts(".panel .tiles dd").contains("4.90 s"));
        browser.run("location.hash = '/contexts?application=shop&last=15m&failed=true'");
        browser.until("failed",
                () -> browser.texts(".contexts tbody .error").equals(List.of("shop.Declined: no money")));
        browser.run("location.hash = '/contexts?application=shop&last=15m&least=1000000000'");
        browser.until("slow", () -> browser.texts(".contexts tbody .member").equals(List.of("order", "search")));
        assertThat(browser.console()).isEmpty();
    }

    /** An application with {@code events=none} keeps no call; its exceptions are counted all the same, and stacks are read. */
    @Test
    void exceptionsThatAreOnlyCountedAreListedAndSayWhyThereIsNoMore() throws Exception {
        List<StackRecord> stacks = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            stacks.add(new StackRecord(Batches.now() - 4_000_000 + i, "shop.Lost", 0, i, "shop.Lost: " + i,
                    "\tat shop.Find.it(Find.java:" + i + ")\n", 1, new long[0]));
        }
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("quiet", "q"))) {
            client.ship(new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000, Contents.NONE
                    .with(Sections.NAMES, List.of(new NameEntry(1, "shop.Db", "query")))
                    .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1)))
                    .with(Sections.FAILURES,
                            List.of(new FailureRecord("shop.Declined", 1, 70), new FailureRecord("shop.Lost", 0, 25)))
                    .with(Sections.STACKS, stacks)));
        }
        browser.open(server.address() + "#/errors?application=quiet&last=15m");
        browser.until("both", () -> browser.texts(".errors-view tbody tr").size() == 2);
        assertThat(browser.texts(".errors-view .summary")).containsExactly("95 failures of 2 sorts");
        assertThat(browser.texts(".errors-view tbody tr td:last-child")).as("no stack was read in a request")
                .containsExactly("not known", "not known");
        browser.find(".errors-view tbody tr:first-child button.name").click();
        browser.until("why there is no more", () -> browser.texts(".errors-view .panel p").toString()
                .contains("No stack of it was read in this range"));
        assertThat(browser.texts(".errors-view .panel p").toString()).contains("Began in shop.Db.query",
                "None of these failures is kept one by one");
        browser.find(".errors-view tbody tr:last-child button.name").click();
        browser.until("its stacks", () -> browser.texts(".errors-view .stacks summary").size() == 20);
        browser.find(".errors-view .stacks button.more").click();
        browser.until("the others", () -> browser.texts(".errors-view .stacks summary").size() == 25);
        assertThat(browser.texts(".errors-view .stacks button.more")).as("nothing more").isEmpty();
        assertThat(browser.console()).isEmpty();
    }

    /** Contexts that failed are kept also where no call is: they are most likely the same failures as those that are only counted. */
    @Test
    void failuresAreNotCountedTwiceWhereRequestsAreKeptAndCallsAreNot() throws Exception {
        List<ContextRecord> contexts = new ArrayList<>();
        for (int i = 0; i < 70; i++) {
            contexts.add(context(2_000 + i, "order", Batches.now() - 3_000_000 - i * 1_000, 20,
                    "shop.Declined: no money"));
        }
        for (int i = 0; i < 3; i++) {
            contexts.add(context(3_000 + i, "search", Batches.now() - 3_000_000 - i * 1_000, 20, "shop.Untold"));
        }
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("uncalled", "u"))) {
            client.ship(new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000, Contents.NONE
                    .with(Sections.NAMES, List.of(new NameEntry(1, "shop.Db", "query")))
                    .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1))).with(Sections.CONTEXTS, contexts)
                    .with(Sections.FAILURES, List.of(new FailureRecord("shop.Declined", 1, 70)))));
        }
        browser.open(server.address() + "#/errors?application=uncalled&last=15m");
        browser.until("all three", () -> browser.texts(".errors-view tbody tr").size() == 3);
        assertThat(browser.texts(".errors-view .summary")).as("70 that are counted, and 3 that are not")
                .containsExactly("73 failures of 3 sorts");
        browser.all(".errors-view tbody button.name").stream().map(each -> each.findElement(By.xpath("ancestor::tr")))
                .filter(each -> each.getText().contains("only counted")).findFirst().orElseThrow()
                .findElement(By.cssSelector("button.name")).click();
        browser.until("where they are", () -> browser.texts(".errors-view .panel p").toString()
                .contains("Requests that failed with it are kept"));
        assertThat(browser.console()).isEmpty();
    }

    /** The list is in the order of what is counted where that is told, and not of what is kept. */
    @Test
    void theMostFrequentErrorComesFirstWhetherItIsKeptOrNot() throws Exception {
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("often", "o"))) {
            client.ship(new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000, Contents.NONE
                    .with(Sections.CONTEXTS,
                            List.of(context(4_000, "order", Batches.now() - 3_000_000, 20, "shop.Rare: once")))
                    .with(Sections.FAILURES,
                            List.of(new FailureRecord("shop.Often", 0, 900), new FailureRecord("shop.Rare", 0, 1)))));
        }
        browser.open(server.address() + "#/errors?application=often&last=15m");
        browser.until("all", () -> browser.texts(".errors-view tbody tr").size() == 3);
        assertThat(browser.texts(".errors-view tbody tr").get(0)).contains("Often", "900");
        assertThat(browser.texts(".errors-view .summary")).containsExactly("901 failures of 3 sorts");
    }

    @Test
    void aTraceThatIsTooDearLeavesTheRequestItself() throws Exception {
        long begin = Batches.now() - 3_000_000;
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("traced", "t"))) {
            client.ship(new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000, Contents.NONE
                    .with(Sections.NAMES, List.of(new NameEntry(1, "shop.Orders", "place")))
                    .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1)))
                    .with(Sections.CONTEXTS, List.of(new ContextRecord(77, 0, "order", "shop", "main", begin,
                            begin + 20_000, null, Map.of(), 1, 0, Meter.WALL.bit(), Batches.meters(20 * MILLI), 1, 2,
                            List.of(), List.of(new TreeRow(1, 1, 0, 1, Batches.meters(20 * MILLI),
                                    Batches.meters(20 * MILLI), Batches.meters(20 * MILLI), new long[0])))))));
        }
        browser.open(server.address() + "#/contexts?application=traced&last=15m");
        browser.until("the list", () -> !browser.texts(".contexts tbody .member").isEmpty());
        browser.run(
                """
                        const asked = window.fetch;
                        window.fetch = (url, request) => (/whole=true/.test(url)
                          ? Promise.resolve(new Response('{"bound":"time","error":"The answer is too expensive: it takes 20 s."}', { status: 413 }))
                          : asked(url, request));
                        """);
        browser.find(".contexts tbody button.name").click();
        browser.until("its methods", () -> browser.texts(".panel [aria-label='Methods inside'] tbody tr").toString()
                .contains("Orders.place"));
        assertThat(browser.texts(".contexts > .quiet").toString()).contains("The rest of its trace", "too expensive");
        browser.find(".panel .close").click();
        browser.until("closed", () -> browser.texts(".panel h2").isEmpty());
        browser.until("no longer said", () -> browser.texts(".contexts > .quiet").isEmpty());
        assertThat(browser.console()).isEmpty();
    }

    /** What the flight recorder tells is in its values; where it tells nothing, the page says how to have it. */
    @Test
    void aRequestSaysWhichLockItWasBlockedAtLongest() throws Exception {
        long begin = Batches.now() - 3_000_000;
        List<TreeRow> rows = List.of(blocked(1, 15 * MILLI));
        Map<String, Object> told = Map.of("jfr.blocked.ns", 15 * MILLI, "jfr.blocked.on", "shop.Prices",
                "jfr.blocked.longest.ns", 9 * MILLI);
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("locked", "l"))) {
            client.ship(new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000, Contents.NONE
                    .with(Sections.NAMES,
                            List.of(new NameEntry(1, "shop.Orders", "place"),
                                    new NameEntry(2, "shop.Prices", "refresh", true)))
                    .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 2)))
                    .with(Sections.CONTEXTS,
                            List.of(blocked(0x88, begin, told, rows), blocked(0x89, begin, Map.of(), rows),
                                    blocked(0x8a, begin, Map.of(), List.of(rows.get(0), blocked(2, 45 * MILLI))),
                                    blocked(0x8b, begin, Map.of(), List.of(blocked(2, 45 * MILLI)))))));
        }
        browser.open(server.address() + "#/contexts?application=locked&last=15m&chosen=0000000000000088&wide=true");
        browser.until("the lock", () -> browser.texts(".panel .waited").toString().replace('\u00a0', ' ')
                .contains("Blocked longest at a monitor of shop.Prices: 9.00 ms at once, 15.0 ms in all."));
        browser.open(server.address() + "#/contexts?application=locked&last=15m&chosen=0000000000000089&wide=true");
        browser.until("how to know it", () -> browser.texts(".panel .waited").toString().contains("jfr.stream=true"));
        browser.open(server.address() + "#/contexts?application=locked&last=15m&chosen=000000000000008a&wide=true");
        browser.until("what is known without a recording", () -> browser.texts(".panel .waited").toString()
                .replace('\u00a0', ' ').contains("Blocked at the monitor of shop.Prices: 45.0 ms in "
                        + "shop.Prices.refresh, which is synchronized."));
        assertThat(browser.texts(".panel .waited").toString().replace('\u00a0', ' '))
                .contains("for the other 15.0 ms", "jfr.stream=true");
        browser.open(server.address() + "#/contexts?application=locked&last=15m&chosen=000000000000008b&wide=true");
        browser.until("all of it is known", () -> browser.texts(".panel .waited").toString().contains("shop.Prices"));
        assertThat(browser.texts(".panel .waited").toString()).doesNotContain("jfr.stream");
        browser.open(server.address() + "#/requests?application=shop&last=15m&name=order&tag=shop");
        browser.until("the slowest", () -> row("Slowest requests").contains("4.90 s"));
        browser.find(".kind-view [aria-label='Slowest requests'] tbody a").click();
        browser.until("one that waited for none", () -> browser.texts(".panel .tiles dd").contains("4.90 s"));
        assertThat(browser.find(".panel .waited").isDisplayed()).isFalse();
        assertThat(browser.console()).isEmpty();
    }

    /** A handler that is not metered waits for its pool: no method inside has that time, and the page says so. */
    @Test
    void aRequestSaysWhatPassedInNoMethodInside() throws Exception {
        long begin = Batches.now() - 3_000_000;
        List<TreeRow> rows = List.of(blocked(1, 0));
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("around", "around-1"))) {
            client.ship(new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000, Contents.NONE
                    .with(Sections.NAMES, List.of(new NameEntry(1, "shop.Report", "call")))
                    .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1)))
                    .with(Sections.CONTEXTS, List.of(lasting(0x91, begin, 400_000, rows),
                            lasting(0x92, begin, 61_000, rows)))));
        }
        browser.open(server.address() + "#/contexts?application=around&last=15m&chosen=0000000000000091&wide=true");
        browser.until("what is around", () -> browser.texts(".panel .around").toString().replace('\u00a0', ' ')
                .contains("At least 340 ms (85%) passed in no metered method"));
        browser.open(server.address() + "#/contexts?application=around&last=15m&chosen=0000000000000092&wide=true");
        browser.until("the other", () -> browser.texts(".panel .tiles dd").toString().contains("61.0"));
        browser.until("its methods", () -> browser.texts(".panel table").toString().contains("Report.call"));
        assertThat(browser.find(".panel .around").isDisplayed()).isFalse();
        assertThat(browser.console()).isEmpty();
    }

    private static TreeRow blocked(int node, long nanos) {
        long[] blocked = new long[Meter.COUNT];
        blocked[Meter.WALL.ordinal()] = 60 * MILLI;
        blocked[Meter.BLOCK_TIME.ordinal()] = nanos;
        return new TreeRow(node, 1, 0, Meter.WALL.bit() | Meter.BLOCK_TIME.bit(), blocked, blocked, blocked,
                new long[0]);
    }

    private static ContextRecord blocked(long id, long begin, Map<String, Object> values, List<TreeRow> rows) {
        return new ContextRecord(id, 0, "order", "shop", "main", begin, begin + 20_000, null, values, 1, 0,
                rows.get(0).present(), rows.get(0).total(), 0, 0, List.of(), rows);
    }

    private static ContextRecord lasting(long id, long begin, long micros, List<TreeRow> rows) {
        return new ContextRecord(id, 0, "report", "shop", "main", begin, begin + micros, null, Map.of(), 1, 0,
                rows.get(0).present(), rows.get(0).total(), 0, 0, List.of(), rows);
    }

    /** Twelve statements of each order, and two of each search at a place that orders pass as well. */
    @Test
    void requestsSortByTheStatementsThatEachRan() throws Exception {
        TreeRow own = new TreeRow(1, 100, 0, 1, Batches.meters(100), Batches.meters(100), Batches.meters(1),
                new long[0]);
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("stated", "s"))) {
            client.ship(new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000, Contents.NONE
                    .with(Sections.NAMES,
                            List.of(new NameEntry(1, "shop.Orders", "place"), new NameEntry(2, "shop.Db", "query")))
                    .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 0, 2)))
                    .with(Sections.PAYLOAD_PROBES,
                            List.of(new PayloadProbeEntry(1, "sim.payload.library.jdbc.JdbcProbe", "JDBC", "SQL", true,
                                    false, true, List.of(), List.of())))
                    .with(Sections.PAYLOAD_RECORDINGS,
                            List.of(new PayloadRecording(1, 1, Batches.now() - 70_000_000, 0, false)))
                    .with(Sections.PAYLOAD_ROWS,
                            List.of(PayloadBatches.row(1, 1, "SELECT 1", 1_000, 30),
                                    PayloadBatches.row(1, 2, "SELECT 2", 400, 30)))
                    .with(Sections.ROWS, List.of(own, Batches.row(2, 200, 100, 100)))
                    .with(Sections.KINDS, List.of(
                            kind("search", "shop", 100, 0, 0, 900, List.of(Batches.row(2, 100, 100, 100))),
                            kind("order", "shop", 100, 0, 0, 600, List.of(own, Batches.row(2, 100, 100, 100))),
                            kind("login", "shop", 100, 0, 0, 300, List.of())))));
        }
        browser.open(server.address() + "#/requests?application=stated&last=15m");
        browser.until("by their time", () -> browser.texts("table[aria-label=Requests] tbody .member")
                .equals(List.of("search", "order", "login")));
        browser.all("table[aria-label=Requests] thead button").stream()
                .filter(each -> each.getText().equals("statements")).findFirst()
                .orElseThrow().click();
        browser.until("by their statements", () -> browser.texts("table[aria-label=Requests] tbody .member")
                .equals(List.of("order", "search", "login")));
        int column = browser.texts("table[aria-label=Requests] thead tr.names th").indexOf("statements");
        assertThat(column).isPositive();
        List<String> shown = new ArrayList<>();
        browser.all("table[aria-label=Requests] tbody tr")
                .forEach(line -> shown.add(line.findElements(By.cssSelector("th, td"))
                        .get(column).getText()));
        assertThat(shown).containsExactly("12", "2", "0");
        assertThat(browser.texts("table[aria-label=Requests] tbody td.partial")).as("they share a place").hasSize(2);
        assertThat(browser.console()).isEmpty();
    }

    /** What is a statement in the column is one in the lists of the kind and of the request; a request out has a list beside each. */
    @Test
    void statementsAreTheSameInTheColumnAndInTheKind() throws Exception {
        long begin = Batches.now() - 3_000_000;
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("asking", "a"))) {
            client.ship(new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000, Contents.NONE
                    .with(Sections.NAMES, List.of(new NameEntry(1, "shop.Orders", "place")))
                    .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1)))
                    .with(Sections.PAYLOAD_PROBES,
                            List.of(probe(1, "sim.payload.library.jdbc.JdbcProbe", "JDBC"),
                                    probe(2, "sim.payload.library.client.HttpClientProbe", "HTTP client"),
                                    probe(3, "sim.payload.library.http.HttpServerProbe", "HTTP server")))
                    .with(Sections.PAYLOAD_RECORDINGS,
                            List.of(recording(1), recording(2), recording(3)))
                    .with(Sections.PAYLOAD_ROWS,
                            List.of(PayloadBatches.row(1, 1, "SELECT 1", 2, 30)))
                    .with(Sections.PAYLOAD_EVENTS,
                            List.of(payload(1, begin, "SELECT 1"), payload(1, begin + 1, "SELECT 1"),
                                    payload(2, begin + 2, "GET http://bank/rates"),
                                    payload(3, begin + 3, "GET /orders/{id}")))
                    .with(Sections.ROWS, List.of(Batches.row(1, 1, 100, 100)))
                    .with(Sections.KINDS,
                            List.of(kind("order", "shop", 1, 0, 1, 20, List.of(Batches.row(1, 1, 100, 100)))))
                    .with(Sections.CONTEXTS,
                            List.of(new ContextRecord(0x90, 0, "order", "shop", "main", begin, begin + 20_000, null,
                                    Map.of("url.path", "/orders/4711"), 1, 0, Meter.WALL.bit(),
                                    Batches.meters(20 * MILLI))))));
        }
        browser.open(server.address() + "#/requests?application=asking&last=15m");
        browser.until("the kind", () -> browser.texts(".requests tbody .member").equals(List.of("order")));
        int column = browser.texts(".requests thead tr.names th").indexOf("statements");
        assertThat(browser.texts(".requests tbody tr > *").get(column)).isEqualTo("2");
        browser.find(".requests tbody .kind").click();
        browser.until("statements", () -> row("Statements").startsWith("SELECT 1"));
        assertThat(browser.texts(".kind-view [aria-label=Statements] tbody tr")).hasSize(1);
        assertThat(browser.texts(".kind-view table[aria-label=Payloads] tbody tr")).singleElement().asString()
                .contains("GET http://bank/rates", "HTTP client");
        assertThat(row("Slowest requests")).as("which order it was").contains("/orders/4711");
        browser.find(".kind-view [aria-label='Slowest requests'] tbody a").click();
        browser.until("its statements", () -> browser.texts(".panel [aria-label=Statements] tbody tr").size() == 1);
        assertThat(browser.texts(".panel [aria-label=Statements] tbody tr").get(0)).contains("SELECT 1", "10.0", "2");
        assertThat(browser.texts(".panel table[aria-label=Payloads] tbody tr")).singleElement().asString()
                .contains("GET http://bank/rates", "HTTP client", "25%");
        assertThat(browser.texts(".panel h3")).contains("Statements", "Other payloads");
        assertThat(browser.console()).isEmpty();
    }

    private static PayloadProbeEntry probe(int number, String type, String name) {
        return new PayloadProbeEntry(number, type, name, "", true, false, true, List.of(), List.of());
    }

    /** One with events. */
    private static PayloadRecording recording(int probe) {
        return new PayloadRecording(1, probe, Batches.now() - 70_000_000, 0, true);
    }

    private static PayloadEvent payload(int probe, long start, String text) {
        return new PayloadEvent(1, probe, PayloadEvent.Kind.PAYLOAD, start, 5 * MILLI, 1, text, -1, 0, "main", 0x90,
                false);
    }

    @Test
    void aFailureShowsItsStackAmongErrorsAndInItsRequest() {
        browser.open(server.address() + "#/errors?application=shop&last=15m");
        browser.until("failures", () -> !browser.texts(".errors-view tbody button.name").isEmpty());
        browser.find(".errors-view tbody button.name").click();
        browser.until("the stack", () -> browser.texts(".errors-view .panel .stacks pre").toString()
                .contains("at shop.Bank.pay(Bank.java:17)"));
        assertThat(browser.texts(".errors-view .panel .stacks summary")).containsExactly("shop.Declined: no money");
        browser.open(server.address() + "#/requests?application=shop&last=15m&name=order&tag=shop");
        browser.until("the failed one", () -> row("Failed requests").contains("shop.Declined: no money"));
        browser.find(".kind-view [aria-label='Failed requests'] tbody a").click();
        browser.until("its stack", () -> browser.texts(".contexts .panel .stacks pre").toString()
                .contains("at shop.Bank.pay(Bank.java:17)"));
        assertThat(browser.console()).isEmpty();
    }

    /** The work of a kind and that of a context exclude each other. */
    @Test
    void linksOfAKindLeaveOutTheChosenContext() {
        browser.open(server.address() + "#/requests?application=shop&last=15m&name=order&tag=shop&context=n:1");
        browser.until("the slowest", () -> row("Slowest requests").contains("4.90 s"));
        for (String list : List.of("Slowest", "Failed", "Call tree", "Methods")) {
            assertThat(browser.find(".kind-view [aria-label='" + list + "'] > .more").getAttribute("href")).as(list)
                    .contains("name=order", "last=15m").doesNotContain("context=");
        }
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void oneKindOfManyIsFoundByAPartOfItsName() {
        browser.open(server.address() + "#/requests?application=shop&last=15m");
        browser.until("kinds",
                () -> browser.texts(".requests > :not(.entries) tbody .member").equals(List.of("order", "search")));
        browser.find(".requests .search").sendKeys("SEAR");
        browser.until("one", () -> browser.texts(".requests > :not(.entries) tbody .member").equals(List.of("search")));
        assertThat(browser.texts(".requests .summary")).containsExactly("1 kind, 100 requests, 0 failed");
        assertThat(browser.texts(".requests tbody tr td").get(0)).as("of all requests still").isEqualTo("3.5%");
        browser.find(".requests .search").sendKeys("xyz");
        browser.until("none", () -> browser.texts(".requests .quiet").toString().contains("contains \"SEARxyz\""));
        assertThat(browser.console()).isEmpty();
    }

    /** By tag and name with a space between them these two are the same text. */
    @Test
    void kindsWhoseTagAndNameReadAlikeAreTwoRows() throws Exception {
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("alike", "two"))) {
            client.ship(new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000,
                    Contents.NONE.with(Sections.KINDS, List.of(kind("b c", "a", 20, 0, 0, 600, List.of()),
                            kind("c", "a b", 10, 0, 0, 300, List.of())))));
            browser.open(server.address() + "#/requests?application=alike&last=15m");
            browser.until("both",
                    () -> browser.texts("table[aria-label=Requests] tbody .member").equals(List.of("b c", "c")));
            assertThat(browser.texts("table[aria-label=Requests] tbody .package")).containsExactly("a", "a b");
            assertThat(browser.console()).isEmpty();
        }
    }

    /** The first row of a list of the kind's. */
    private static String row(String list) {
        List<String> rows = browser.texts(".kind-view [aria-label='" + list + "'] tbody tr");
        return rows.isEmpty() ? "" : rows.get(0).replace('\u00a0', ' ');
    }

    @Test
    void aRequestOfTheListOpensOverTheWholeWidthAndTheRangeStays() {
        browser.open(server.address() + "#/requests?application=shop&last=15m&name=order&tag=shop");
        browser.until("the slowest", () -> row("Slowest requests").contains("4.90 s"));
        browser.find(".kind-view [aria-label='Slowest requests'] tbody a").click();
        browser.until("the request", () -> browser.texts(".panel .tiles dd").contains("4.90 s"));
        assertThat(browser.find(".contexts .figures-holder").isDisplayed()).isFalse();
        assertThat((String) browser.run("return location.hash")).contains("last=15m").doesNotContain("from=", "to=");
        assertThat(browser.texts("#topbar .moved")).isEmpty();
        assertThat(browser.all(".panel .ways a").stream().limit(4).map(each -> each.getDomProperty("href")))
                .allSatisfy(way -> assertThat(way).contains("last=15m").doesNotContain("from="));
        browser.find(".panel button.wide").click();
        browser.until("the list", () -> browser.find(".contexts .figures-holder").isDisplayed());
        assertThat(browser.console()).isEmpty();
    }

    /** Of names and figures as wide as those of real programs. What is chosen beside them scrolls within the table, and so does all of it on a telephone. */
    @Test
    void allColumnsAreInSightAndFurtherOnesAreChosen() throws Exception {
        long longest = 12_345 * MILLI;
        long[] used = new long[Meter.COUNT];
        Arrays.fill(used, 123_456 * 123 * MILLI);
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("wide", "w"))) {
            client.ship(new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000, Contents.NONE
                    .with(Sections.KINDS, List.of(new KindRecord("POST /api/v2/customers/{customer}/orders/{order}",
                            "HTTP server", 123_456, 1_234, 10, 123_456 * 123 * MILLI, 654_321, 99,
                            Meter.WALL.bit() | Meter.CPU.bit() | Meter.ALLOC.bit() | Meter.BLOCK_TIME.bit()
                                    | Meter.WAIT_TIME.bit(),
                            used, List.of()).with(longest,
                                    new long[]{Buckets.indexOf(123 * MILLI), 123_455, Buckets.indexOf(longest),
                                            1})))));
        }
        browser.size(1_280, 860);
        try {
            browser.open(server.address() + "#/requests?application=wide&last=15m");
            browser.until("the kind", () -> browser.texts("table[aria-label=Requests] tbody .member").size() == 1);
            List<String> names = browser.texts("table[aria-label=Requests] thead tr.names th");
            assertThat(names).contains("p99", "failed", "statements", "cpu", "allocated").doesNotContain("kept");
            assertThat(outOfSight("document.querySelector('.requests > .scroller')")).isZero();
            browser.find(".requests .chooser summary").click();
            browser.all(".requests .chooser label").stream().filter(each -> each.getText().equals("Kept one by one"))
                    .findFirst().orElseThrow().click();
            browser.until("it", () -> browser.texts("table[aria-label=Requests] thead tr.names th").contains("kept"));
            browser.size(360, 800);
            assertThat(outOfSight("document.documentElement")).isZero();
            assertThat(outOfSight("document.querySelector('.requests > .scroller')")).isPositive();
        } finally {
            browser.run("localStorage.removeItem('sim.requests.columns')");
            browser.size(1_440, 900);
        }
        assertThat(browser.console()).isEmpty();
    }

    /** A box is disabled while the table is sorted by its column: it is paler than the others, and is read in both themes. */
    @Test
    void aBoxThatDoesNothingLooksSoAndIsRead() {
        browser.open(server.address() + "#/requests?application=shop&last=15m&sort=kept");
        browser.until("it", () -> browser.all(".requests .chooser .check input:disabled").size() == 1);
        browser.find(".requests .chooser summary").click();
        try {
            for (String theme : List.of("light", "dark")) {
                browser.preferColours(theme);
                browser.until(theme, () -> theme.equals(browser.run("return window.simTheme.current()")));
                List<Double> contrasts = ((List<?>) browser.run(CONTRASTS)).stream()
                        .map(each -> ((Number) each).doubleValue()).toList();
                assertThat(contrasts.get(0)).as("%s: what it is called", theme).isGreaterThan(4.5)
                        .isLessThan(contrasts.get(1) - 1);
                assertThat(contrasts.get(2)).as("%s: the box", theme).isGreaterThan(3);
                assertThat(contrasts.get(3)).as("%s: its tick", theme).isGreaterThan(4.5);
                assertThat(browser.run("return getComputedStyle(document.querySelector('.chooser :has(> :disabled)'))"
                        + ".cursor")).isEqualTo("default");
            }
        } finally {
            browser.preferColours("light");
        }
        assertThat(browser.console()).isEmpty();
    }

    /** By how much the label of the disabled box is lighter or darker than its menu, that of another box, the edge of the box, and the tick in it. */
    private static final String CONTRASTS = """
            const light = (colour) => colour.match(/[\\d.]+/g).slice(0, 3).map((each) => each / 255)
              .map((each) => (each <= 0.04045 ? each / 12.92 : ((each + 0.055) / 1.055) ** 2.4))
              .reduce((sum, each, at) => sum + each * [0.2126, 0.7152, 0.0722][at], 0);
            const between = (one, other) => (Math.max(light(one), light(other)) + 0.05) / (Math.min(light(one), light(other)) + 0.05);
            const menu = document.querySelector('.requests .chooser .menu');
            const behind = getComputedStyle(menu).backgroundColor;
            const box = menu.querySelector('input:disabled');
            const style = getComputedStyle(box);
            return [between(getComputedStyle(box.parentElement).color, behind),
              between(getComputedStyle(menu.querySelector('.check:not(:has(:disabled))')).color, behind),
              between(style.borderTopColor, behind), between(getComputedStyle(box, '::before').color, style.backgroundColor)];
            """;

    /** Of something that may scroll sideways, in pixels. */
    private static int outOfSight(String element) {
        return ((Number) browser.run("const box = " + element + "; return box.scrollWidth - box.clientWidth"))
                .intValue();
    }

    /** An empty list takes no width from the one beside it: at 1,280 pixels its last columns were cut off. */
    @Test
    void theSlowestHaveTheWholeWidthWhereNoneFailed() {
        String cut = "const box = document.querySelector(\".kind-view [aria-label='Slowest requests']\");"
                + "return box.scrollWidth - box.clientWidth";
        browser.size(1_280, 860);
        try {
            browser.open(server.address() + "#/requests?application=shop&last=15m&name=search&tag=shop");
            browser.until("the slowest", () -> row("Slowest requests").contains("6.00 s"));
            assertThat(browser.texts(".kind-view [aria-label=Failed]").toString()).contains("No failed request");
            assertThat(((Number) browser.run(cut)).intValue()).isLessThanOrEqualTo(0);
            assertThat(browser.texts(".kind-view .as-of")).singleElement().asString().startsWith("Until ");
        } finally {
            browser.size(1_440, 900);
        }
        assertThat(browser.console()).isEmpty();
    }

    /** Each row says what is its own; the others would make it as high as there are values. */
    @Test
    void valuesThatAllRequestsHaveStandAboveTheListOnce() throws Exception {
        List<ContextRecord> contexts = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            long begin = Batches.now() - 5_000_000 - i;
            contexts.add(new ContextRecord(0x5000 + i, 0, "order", "shop", "main", begin, begin + 20_000 + i, null,
                    Map.of("http.request.method", "POST", "http.route", "/orders/{id}", "order", 70L + i), 1, 0,
                    Meter.WALL.bit(), Batches.meters(20 * MILLI)));
        }
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("valued", "v"))) {
            client.ship(new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000,
                    Contents.NONE.with(Sections.CONTEXTS, contexts).with(Sections.KINDS,
                            List.of(kind("order", "shop", 3, 0, 3, 60, List.of())))));
        }
        browser.open(server.address() + "#/requests?application=valued&last=15m&name=order&tag=shop");
        browser.until("the slowest", () -> browser.all(".kind-view [aria-label=Slowest] tbody tr").size() == 3);
        assertThat(
                browser.all("[aria-label=Slowest] .common .pair").stream().map(each -> each.getDomAttribute("title")))
                .containsExactlyInAnyOrder("http.request.method = POST", "http.route = /orders/{id}");
        assertThat(browser.all("[aria-label=Slowest] tbody .pair").stream().map(each -> each.getDomAttribute("title")))
                .containsExactly("order = 72", "order = 71", "order = 70");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void methodsAndCallTreeOfAKindAreThoseOfAllItsRequests() {
        browser.open(server.address() + "#/calltree?application=shop&last=15m&name=order&tag=shop");
        browser.until("its tree", () -> browser.texts(".calltree tbody .member").equals(List.of("Orders.place")));
        assertThat(browser.texts(".calltree .filter")).singleElement().asString().contains("shop order");
        assertThat(browser.find(".calltree tbody tr").getText()).contains("9\u202f000");
        browser.find(".calltree .filter").click();
        browser.until("of all work", () -> browser.find(".calltree tbody tr").getText().contains("9\u202f700"));
        assertThat(browser.console()).isEmpty();
    }

    /** The header asks the server, over all that is stored: the one with the most errors is not among the newest 500. */
    @Test
    void aHeaderOfContextsOrdersAllThatAreStored() {
        browser.open(server.address() + "#/contexts?application=shop&last=15m");
        browser.until("the newest", () -> browser.texts(".contexts .summary").get(0).startsWith("newest 500"));
        browser.all(".contexts thead button").stream().filter(each -> each.getText().equals("errors")).findFirst()
                .orElseThrow().click();
        browser.until("the one that failed", () -> first().contains("shop.Declined"));
        browser.find("input.on-thread").sendKeys("pool");
        browser.until("on a thread", () -> browser.texts(".contexts tbody .member").equals(List.of("search")));
        browser.find("input.on-thread").clear();
        assertThat(browser.console()).isEmpty();
    }

    private static String first() {
        List<String> rows = browser.texts(".contexts tbody tr");
        return rows.isEmpty() ? "" : rows.get(0).replace('\u00a0', ' ');
    }

    private static KindRecord kind(String name, String tag, long contexts, long failed, long kept, long millis,
            List<TreeRow> rows) {
        return new KindRecord(name, tag, contexts, failed, kept, millis * MILLI, 10 * contexts, failed,
                Meter.WALL.bit(), Batches.meters(millis * MILLI), rows);
    }

    private static ContextRecord context(long id, String name, long start, long millis, String error) {
        return new ContextRecord(id, 0, name, "shop", name.equals("search") ? "pool-1" : "main", start,
                start + millis * 1_000, error, Map.of(), 1,
                error == null ? 0 : 1, Meter.WALL.bit(), Batches.meters(millis * MILLI));
    }
}

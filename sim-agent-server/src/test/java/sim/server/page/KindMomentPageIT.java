package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Unread;
import sim.server.Batches;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.server.WireClient;
import sim.testkit.Browser;
import sim.testkit.InBrowser;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;

/** The figures of a kind of requests are of one moment, and say what is not known of them. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class KindMomentPageIT {
    private static final String KIND = "?application=shop&last=15m&name=order&tag=web";

    private static Browser browser;
    private static LiveServer server;

    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        ship(1);
    }

    /** Ten requests, which call a method ten times each; one in ten calls of it is read, and two elsewhere were not. */
    private static void ship(long sequence) throws Exception {
        TreeRow row = new TreeRow(1, 100, 0, Meter.WALL.bit(), Batches.meters(10_000_000), Batches.meters(10_000_000),
                Batches.meters(1_000_000), new long[0]);
        Unread unread = new Unread(92, 92, 92, 0);
        Contents contents = Contents.NONE
                .with(Sections.ROWS, List.of(new TreeRow(1, 102, 0, row.present(), row.total(), row.self(), row.max(),
                        row.buckets(), unread)))
                .with(Sections.KINDS, List.of(new KindRecord("order", "web", 10, 0, 0, 10_000_000, 10, 0,
                        Meter.WALL.bit(), row.total(), List.of(row))));
        if (sequence == 1) {
            contents = contents.with(Sections.NAMES, List.of(new NameEntry(1, "shop.Orders", "place")))
                    .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1)));
        }
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"))) {
            client.ship(new Batch(sequence, Batches.now() - 20_000_000, Batches.now() - 10_000_000 + sequence,
                    contents));
        }
    }

    /** The batch is of the time of the figures that are there, and arrives before those that stand below them are read. */
    @Test
    void aBatchThatArrivesBetweenTheAnswersIsInAllOfThemOrInNone() throws Exception {
        browser.open(server.address() + "#/requests?application=shop&last=15m");
        browser.until("the kinds", () -> browser.texts(".requests tbody .member").contains("order"));
        browser.run(
                """
                        const asked = window.fetch;
                        window.trees = 0;
                        window.rounds = 0;
                        window.fetch = async (url, request) => {
                          if (/v1.calltree/.test(url)) window.trees++;
                          if (/v1.losses/.test(url)) window.rounds++; // at the end of each
                          while (/v1.(contexts|calltree|methods)/.test(url) && !window.arrived) await new Promise((go) => setTimeout(go, 20));
                          return asked(url, request);
                        };
                        location.hash = arguments[0];
                        """,
                "#/requests" + KIND);
        browser.until("how many there were", () -> browser.texts(".kind-view .tiles dd").contains("10"));
        ship(2);
        browser.run("window.arrived = true");
        browser.until("its methods",
                () -> !browser.texts(".kind-view [aria-label='Dearest methods'] tbody tr").isEmpty());
        assertThat(browser.texts(".kind-view .tiles dd")).contains("20");
        assertThat(browser.texts(".kind-view [aria-label='Dearest methods'] tbody td:nth-child(4)"))
                .as("calls per request").containsExactly("10");
        for (int ended = 1; ended <= 4; ended++) {
            int rounds = ended;
            browser.until("round " + ended, () -> number("rounds") >= rounds);
            browser.run("document.dispatchEvent(new Event('visibilitychange'))");
        }
        assertThat(number("trees")).as("once in a round, but for the first, and one that goes on")
                .isLessThanOrEqualTo(number("rounds") + 2);
        assertThat(browser.console()).isEmpty();
    }

    private static long number(String name) {
        return ((Number) browser.run("return window[arguments[0]]", name)).longValue();
    }

    /** The store knows of all calls of a method at a place, whoever made them. */
    @Test
    void howManyCallsWereNotReadIsSaidToBeALeastNumber() {
        for (String tab : List.of("methods", "calltree")) {
            for (Map.Entry<String, String> asked : Map.of(KIND, "at least ", "?application=shop&last=15m", "")
                    .entrySet()) {
                browser.open(server.address() + "#/" + tab + asked.getKey());
                browser.until("why it is partial", () -> titles(tab).stream()
                        .anyMatch(title -> title
                                .matches("(?s)Not read in " + asked.getValue() + "\\d+ of \\d+ calls.*")));
            }
        }
        assertThat(browser.console()).isEmpty();
    }

    private static List<String> titles(String tab) {
        return ((List<?>) browser.run(
                "return [...document.querySelectorAll(`.${arguments[0]} tbody td.partial`)].map(one => one.title)",
                tab)).stream().map(String::valueOf).toList();
    }
}

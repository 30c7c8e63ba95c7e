package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Level;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.server.WireClient;
import sim.testkit.Browser;
import sim.testkit.InBrowser;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;

/** Where calls and requests are counted and none is kept one by one, the page says by which rule, since when, and what to set. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class OnlyCountedPageIT {
    private static final long MILLI = 1_000_000;
    private static final String CALLS = "Kept one by one are calls of events.slow (100 ms) or more and those that failed, "
            + "unless events said otherwise at the program's start; events=all keeps each. The server has them for --keep (7 days).";

    private static Browser browser;
    private static LiveServer server;

    /** 40 calls of a method, of which three failed; of another one in 64 is timed. 12,000 requests of a kind, two of which failed; one of another is kept. */
    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        TreeRow inside = new TreeRow(1, 9, 1, Meter.WALL.bit(), Batches.meters(50 * MILLI), Batches.meters(50 * MILLI),
                Batches.meters(20 * MILLI), new long[0]);
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("counted", "c"))) {
            client.ship(new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000, Contents.NONE
                    .with(Sections.NAMES,
                            List.of(new NameEntry(1, "shop.Db", "query"), new NameEntry(2, "shop.Db", "id"),
                                    new NameEntry(3, "", "[other]")))
                    .with(Sections.NODES,
                            List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 0, 2), new NodeEntry(3, 0, 3)))
                    .with(Sections.ROWS,
                            List.of(new TreeRow(1, 40, 3, Meter.WALL.bit(), Batches.meters(100 * MILLI),
                                    Batches.meters(100 * MILLI), Batches.meters(20 * MILLI), new long[0]),
                                    Batches.row(2, 640, 640, 640), Batches.row(3, 5, 500, 500)))
                    .with(Sections.SCORES,
                            List.of(new Score(2, Standing.MANAGED, 0, 0, Level.SAMPLED, Batches.now() - 3_000_000, 3,
                                    64)))
                    .with(Sections.KINDS,
                            List.of(new KindRecord("ping", "", 12_000, 2, 0, 12_000 * MILLI, 0, 0, Meter.WALL.bit(),
                                    Batches.meters(0), List.of())))
                    .with(Sections.CONTEXTS,
                            List.of(new ContextRecord(7, 0, "order", "", "main", Batches.now() - 4_000_000,
                                    Batches.now() - 3_000_000, null, Map.of(), 9, 1, Meter.WALL.bit(),
                                    Batches.meters(50 * MILLI), 0, 0, List.of(), List.of(inside))))));
        }
    }

    private static void says(String tab, String css, String text) {
        browser.open(server.address() + "#/" + tab + (tab.contains("?") ? "&" : "?") + "application=counted&last=15m");
        browser.until(text, () -> browser.texts(css).stream()
                .anyMatch(each -> each.replaceAll("[\\s\u00a0\u202f]+", " ").equals(text)));
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void ofAMethod() {
        says("methods?class=shop.Db&method=query", ".methods .panel .quiet",
                "All 40 calls of this range are only counted (the longest took 20.0 ms; 3 failed). " + CALLS);
        assertThat(browser.all(".methods .panel table[aria-label='Calls kept']"))
                .noneMatch(each -> each.isDisplayed());
        browser.open(server.address() + "#/methods?application=counted&last=15m&class=shop.Db&method=id");
        browser.until("since when", () -> browser.texts(".methods .panel .quiet").toString()
                .matches(".*All 640 calls of this range are only counted \\(.*one in 64 is timed since [0-9].*"));
    }

    /** The series of a method is of all contexts. */
    @Test
    void ofAMethodInARequest() {
        says("methods?context=0000000000000007&class=shop.Db&method=query", ".methods .panel .quiet",
                "All 9 calls of this range are only counted (the longest took 20.0 ms; 1 failed). " + CALLS);
    }

    /** It is in no package and in no class: its panel was refused. */
    @Test
    void ofANameWithoutAClass() {
        browser.open(server.address() + "#/methods?application=counted&last=15m");
        browser.until("its row", () -> browser.texts(".methods tbody button.name").contains("[other]"));
        browser.all(".methods tbody button.name").stream().filter(each -> each.getText().equals("[other]")).findFirst()
                .orElseThrow().click();
        browser.until("its calls", () -> browser.texts(".methods .panel .quiet").toString()
                .startsWith("[All 5 calls of this range are only counted"));
        assertThat(browser.texts(".methods .panel h2")).containsExactly("[other]");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void whereNoCallOfAMethodEnded() {
        long now = Batches.now() / 1_000;
        browser.open(server.address() + "#/methods?application=counted&from=" + (now - 3_600_000) + "&to="
                + (now - 3_000_000) + "&class=shop.Db&method=query");
        browser.until("that none ended", () -> browser.texts(".methods .panel .quiet")
                .contains("No call of it ended in this range."));
    }

    /** A call is kept where it began, and counted where it ended: the page said that it is only counted. */
    @Test
    void ofAMethodWhoseCallsBeganBefore() throws Exception {
        long minutes = 20 * 60_000 * MILLI;
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("before", "b"))) {
            client.ship(new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000, Contents.NONE
                    .with(Sections.NAMES, List.of(new NameEntry(1, "shop.Import", "run")))
                    .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1)))
                    .with(Sections.ROWS,
                            List.of(new TreeRow(1, 1, 0, Meter.WALL.bit(), Batches.meters(minutes),
                                    Batches.meters(minutes), Batches.meters(minutes), new long[0])))
                    .with(Sections.INVOCATIONS,
                            List.of(new Invocation(1, 0, "main", Batches.now() - 2_000_000 - minutes / 1_000, 1,
                                    Batches.meters(minutes), false, null)))));
        }
        browser.open(server.address() + "#/methods?application=before&last=15m&class=shop.Import&method=run");
        browser.until("that it began before", () -> browser.texts(".methods .panel .quiet").toString()
                .matches("\\[None of those that began in this range is kept \\(1 ended in it; the longest took .*"));
        browser.open(server.address() + "#/invocations?application=before&last=15m&class=shop.Import&method=run");
        browser.until("of this method", () -> browser.texts(".invocations .quiet")
                .contains("No call that was kept in this range is like that."));
    }

    /** Sums of an older range are of whole steps: what is counted in them may be kept beside the range. */
    @Test
    void ofRequestsWhereSumsAreOfAWiderRange() {
        says("requests?name=ping&tag=", ".kind-view h2", "ping");
        browser.run("""
                const fetched = window.fetch;
                window.fetch = async (url, request) => {
                  const response = await fetched(url, request);
                  if (!String(url).includes('kinds/series?')) return response;
                  const answer = await response.json();
                  return new Response(JSON.stringify({ ...answer, from: answer.from - 60000 }));
                };
                location.hash = location.hash.replace('requests', 'contexts');""");
        browser.until("that none is kept", () -> browser.texts(".contexts .figures-holder .quiet")
                .contains("No context of this range is kept one by one."));
    }

    @Test
    void ofCalls() {
        says("invocations", ".invocations .quiet",
                "No call is kept one by one in this range; the figures of all are under Methods. " + CALLS);
    }

    @Test
    void ofTheWorkInsideARequest() {
        says("contexts?wide=true&chosen=0000000000000007", ".contexts .panel .quiet",
                "All 9 calls inside are only counted (1 failed). " + CALLS
                        + " payload.events=true keeps statements and other payloads.");
    }

    @Test
    void ofRequests() {
        String rule = "Past contexts.rate (10 000 a second) the slow, the slowest and the failed ones alone are kept one by one, and one "
                + "trace in contexts.every (100), as was said at the program's start; contexts.every=1 keeps all. "
                + "The server has them for --keep (7 days).";
        says("requests?name=ping&tag=", ".kind-view [aria-label=Slowest] .quiet",
                "All 12 000 requests of this range are only counted. " + rule);
        assertThat(browser.texts(".kind-view [aria-label=Failed] .quiet").toString())
                .contains("All 2 failed requests of this range are only counted.");
        says("contexts?name=ping&tag=", ".contexts .figures-holder .quiet",
                "All 12 000 requests of this range are only counted. " + rule);
    }
}

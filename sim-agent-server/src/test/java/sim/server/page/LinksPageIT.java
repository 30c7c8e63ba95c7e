package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Stay;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.server.WireClient;
import sim.testkit.Browser;
import sim.testkit.InBrowser;
import sim.wire.Batch;

/** A link shows another person the same page, later too: its context however old, its range, and its tab. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class LinksPageIT {
    private static final long DAY = 86_400_000_000L;
    private static final long THEN = Batches.now() - 3 * DAY;
    private static final String OLD = "0000000000000b0b";

    private static final String RANGE = "const range = document.querySelector(\"select[aria-label='Time range']\");";

    private static Browser browser;
    private static LiveServer server;

    /** Three days ago work in an old context; now other work, in more contexts than the page lists. */
    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"))) {
            client.ship(batch(1, THEN + 2_000_000,
                    List.of(new NameEntry(1, "shop.Old", "work"), new NameEntry(2, "shop.New", "work")),
                    List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 0, 2)), List.of(Batches.row(1, 7, 700, 700)),
                    List.of(context(0xb0b, "old order", THEN, 100_000, 1), context(0xb0c, "old payment", THEN + 10_000,
                            20_000, 1))));
            List<ContextRecord> contexts = new ArrayList<>();
            for (int i = 0; i < 600; i++) {
                contexts.add(context(0x10000 + i, "order", Batches.now() - 2_000_000 - i, 100, 2));
            }
            client.ship(batch(2, Batches.now() - 1_000_000, List.of(), List.of(), List.of(Batches.row(2, 5, 500, 500)),
                    contexts));
        }
    }

    @Test
    void aContextIsOpenedHoweverOldItIs() {
        browser.open(server.address() + "#/contexts?application=shop&chosen=" + OLD);
        browser.until("the context", () -> browser.texts(".panel h2").equals(List.of("old order")));
        browser.until("its work", () -> browser.texts(".panel [aria-label='Methods inside'] tbody .member")
                .equals(List.of("Old.work")));
        assertThat(browser.texts(".panel .tiles dd")).contains("100 ms");
        String methods = browser.find(".panel .ways a").getDomProperty("href");
        assertThat(methods).as("that leads to its work in its own time").contains("context=" + OLD,
                "from=" + (THEN / 1000 - 1_000));
        browser.run("location.href = arguments[0]", methods);
        browser.until("its methods", () -> browser.texts(".methods tbody .member").equals(List.of("Old.work")));
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void soIsOneThatIsPastTheEndOfTheList() {
        browser.open(server.address() + "#/contexts?application=shop&last=1h&chosen=" + id(0x10000 + 599));
        browser.until("the context", () -> browser.texts(".panel h2").equals(List.of("order")));
        assertThat(browser.find(".contexts .summary").getText()).contains("501 contexts");
        String link = browser.all(".panel .ways a").stream().filter(each -> each.getText().equals("Permanent link"))
                .findFirst().orElseThrow().getDomProperty("href");
        assertThat(link).contains("chosen=" + id(0x10000 + 599), "from=", "to=", "application=shop");
        browser.open(link);
        browser.until("the same", () -> browser.texts(".panel h2").equals(List.of("order")));
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void aLinkOutOfTheRangeSaysThatTheRangeMovedAndLeadsBack() {
        browser.open(server.address() + "#/requests?application=shop&last=1h");
        browser.until("the page", () -> !browser.texts("#tabs .tab").isEmpty());
        Object link = browser.ofModule("/js/contextname.js", "module.openContext({application: 'shop', id: '" + OLD
                + "', start: " + THEN / 1_000 + ", end: " + (THEN / 1_000 + 100) + "})");
        browser.run("location.hash = arguments[0]", link);
        browser.until("the context", () -> browser.texts(".panel h2").equals(List.of("old order")));
        assertThat(browser.texts("#topbar .moved")).singleElement().asString()
                .contains("moved to the time of a request", "Back to the last hour");
        assertThat((String) browser.run("return location.hash")).contains("from=" + (THEN / 1000 - 1_000));
        browser.find("#topbar .moved a").click();
        browser.until("back", () -> browser.texts("#topbar .moved").isEmpty());
        assertThat((String) browser.run("return location.hash")).contains("last=1h", "chosen=" + OLD)
                .doesNotContain("from=", "to=");
        assertThat(browser.texts(".panel h2")).containsExactly("old order");
        assertThat(browser.console()).isEmpty();
    }

    /** Whichever of the links of a request's page moves the range, it is said beside the range, on each tab, until another range is chosen. */
    @Test
    void theLinksOfARequestsPageSayThatTheRangeMovedAndLeadBack() {
        for (String link : List.of("Methods", "Permanent link")) {
            browser.open(server.address() + "#/contexts?application=shop&last=6h&chosen=" + OLD);
            browser.until("the context", () -> browser.texts(".panel h2").equals(List.of("old order")));
            assertThat(browser.texts("#topbar .moved")).isEmpty();
            browser.all(".panel .ways a").stream().filter(each -> each.getText().equals(link)).findFirst()
                    .orElseThrow().click();
            browser.until(link, () -> browser.texts("#topbar .moved").toString().contains("Back to the last 6 hours"));
            assertThat((String) browser.run("return location.hash")).as(link)
                    .contains("from=" + (THEN / 1000 - 1_000)).doesNotContain("last=");
            browser.all("#tabs .tab").stream().filter(each -> each.getText().equals("Platform")).findFirst()
                    .orElseThrow().click();
            browser.until("another tab", () -> browser.title().contains("Platform"));
            assertThat(browser.texts("#topbar .moved")).as("on each tab").hasSize(1);
            browser.find("#topbar .moved a").click();
            browser.until("back", () -> browser.texts("#topbar .moved").isEmpty());
            assertThat((String) browser.run("return location.hash")).as(link).contains("/platform", "last=6h")
                    .doesNotContain("from=", "to=", "was=");
        }
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void anotherRangeTakesTheWordsOff() {
        browser.open(server.address() + "#/contexts?application=shop&last=6h&chosen=" + OLD);
        browser.until("the context", () -> browser.texts(".panel h2").equals(List.of("old order")));
        browser.all(".panel .ways a").get(0).click();
        browser.until("moved", () -> browser.texts("#topbar .moved").size() == 1);
        browser.run(RANGE + "range.value = '1d'; range.dispatchEvent(new Event('change', {bubbles: true}))");
        browser.until("no longer", () -> browser.texts("#topbar .moved").isEmpty());
        assertThat((String) browser.run("return location.hash")).contains("last=1d").doesNotContain("was=", "from=");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void oneThatIsNotStoredSaysSo() {
        browser.open(server.address() + "#/contexts?application=shop&last=1h&chosen=00000000deadbeef");
        browser.until("why", () -> browser.find(".contexts").getText()
                .contains("Context 00000000deadbeef is not stored in this application"));
        assertThat(browser.texts(".panel")).isEmpty();
        assertThat(browser.console()).isEmpty();
    }

    /** What was chosen of one application is not asked of another one, which has other names. */
    @Test
    void anotherApplicationIsShownWithoutWhatWasChosenOfTheFirst() throws Exception {
        try (WireClient other = WireClient.connect(server.collectorPort(), Batches.hello("bank", "two"))) {
            other.ship(Batches.recursion(1));
            browser.open(server.address() + "#/invocations?application=shop&class=shop.New&method=work");
            browser.until("a filter", () -> browser.texts(".invocations .filter").size() == 1);
            browser.run("location.hash = '/contexts?application=shop&last=1h&name=order&sort=duration'");
            browser.until("contexts", () -> !browser.all(".contexts tbody tr").isEmpty());
            browser.run(
                    "const choice = document.querySelector(\"select[aria-label='Application']\"); choice.value = 'bank';"
                            + "choice.dispatchEvent(new Event('change', {bubbles: true}))");
            browser.until("its contexts", () -> browser.find(".contexts .summary").getText().startsWith("1 contexts"));
            assertThat((String) browser.run("return location.hash")).contains("application=bank", "sort=duration")
                    .doesNotContain("name=");
            browser.all("#tabs .tab").stream().filter(each -> each.getText().equals("Invocations")).findFirst()
                    .orElseThrow().click();
            browser.until("its calls", () -> !browser.all(".invocations tbody tr").isEmpty());
            assertThat(browser.texts("#notices .notice")).isEmpty();
            assertThat(browser.console()).isEmpty();
        }
    }

    @Test
    void aLinkToAViewThatThereIsNotLeadsToTheFirstAndSaysSo() {
        for (String hash : List.of("#/nosuch?application=shop&last=1h", "#/Methods", "#nosuch?last=1h")) {
            browser.leave();
            browser.open(server.address() + hash);
            String named = hash.replaceAll("#/?(\\w+).*", "$1");
            browser.until("the line", () -> browser.texts("#notices .notice")
                    .equals(List.of("There is no view \"" + named + "\". This is Requests.")));
            browser.until("the first view",
                    () -> browser.texts(".requests .summary").toString().contains("entry point"));
            assertThat(browser.texts("#tabs [aria-current=page]")).as(hash).containsExactly("Requests");
            // Without an application in the link, the page takes one that it knows: another test's "bank" is one too.
            assertThat((String) browser.run("return location.hash")).startsWith("#/requests?").contains(
                    hash.contains("application=") ? "application=shop" : "application=");
        }
        browser.run("location.hash = '/methods?application=shop&last=1h'");
        browser.until("a view that there is", () -> !browser.texts(".methods tbody .member").isEmpty());
        browser.until("nothing to say", () -> browser.texts("#notices .notice").isEmpty());
        assertThat(browser.console()).isEmpty();
    }

    /** Neither a next round nor what the reader chooses brings it back; another such link does. */
    @Test
    void thatALinkLeadsToNoViewIsPutAwayUntilAnotherIsFollowed() {
        browser.open(server.address() + "#/metods?application=shop&last=1h");
        browser.until("the line", () -> browser.texts("#notices .notice").toString().contains("\"metods\""));
        browser.find(".requests .search").sendKeys("Old");
        browser.until("a choice",
                () -> String.valueOf(browser.run("return location.hash")).contains("search=Old"));
        assertThat(browser.texts("#notices .notice")).as("a choice leaves it").hasSize(1);
        browser.find("#notices .dismiss").click();
        assertThat(browser.texts("#notices .notice")).isEmpty();
        browser.run("window.answered = 0; const asked = window.fetch; window.fetch = (...all) => { "
                + "if (/v1.losses/.test(all[0])) window.answered++; return asked(...all); }; "
                + "document.dispatchEvent(new Event('visibilitychange'))");
        browser.until("the next round",
                () -> Boolean.TRUE.equals(browser.run("return window.answered > 0 && !window.requestsUnderWay")));
        assertThat(browser.texts("#notices .notice")).as("the next round").isEmpty();
        browser.run("location.hash = '/eror?application=shop&last=1h'");
        browser.until("another", () -> browser.texts("#notices .notice").toString().contains("\"eror\""));
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void fromAndToHoldOnEachTabUntilAnotherRangeIsChosen() {
        String range = "from=" + (THEN / 1000 - 60_000) + "&to=" + (THEN / 1000 + 60_000);
        browser.open(server.address() + "#/methods?application=shop&" + range);
        browser.until("what was then", () -> browser.texts(".methods tbody .member").equals(List.of("Old.work")));
        for (String tab : List.of("Call tree", "Contexts", "Methods")) {
            browser.all("#tabs .tab").stream().filter(each -> each.getText().equals(tab)).findFirst().orElseThrow()
                    .click();
            browser.until(tab, () -> browser.find("main").getText().toLowerCase(java.util.Locale.ROOT).contains("old"));
            assertThat((String) browser.run("return location.hash")).as(tab).contains(range.split("&"));
        }
        assertThat((String) browser.run(RANGE + "return range.options[range.selectedIndex].text")).contains("\u2013")
                .contains("/");
        browser.run(RANGE + "range.value = '1h'; range.dispatchEvent(new Event('change'))");
        browser.until("now", () -> browser.texts(".methods tbody .member").equals(List.of("New.work")));
        assertThat((String) browser.run("return location.hash")).contains("last=1h").doesNotContain("from=", "to=");
        assertThat(browser.console()).isEmpty();
    }

    private static String id(long context) {
        return String.format("%016x", context);
    }

    private static Batch batch(long sequence, long to, List<NameEntry> names, List<NodeEntry> nodes,
            List<TreeRow> rows, List<ContextRecord> contexts) {
        return new Batch(sequence, to - 5_000_000, to, names, nodes, rows, List.of(), contexts, List.of(), List.of(),
                List.of(), List.of(), Map.of());
    }

    private static ContextRecord context(long id, String name, long start, long micros, int node) {
        long[] totals = Batches.meters(micros * 1_000);
        return new ContextRecord(id, name.equals("old payment") ? 0xb0b : 0, name, "shop", "main", start,
                start + micros, null, Map.of(), 1, 0, Meter.WALL.bit(), totals, 0, 0,
                List.of(new Stay("main", start, start + micros, 1)),
                List.of(new TreeRow(node, 1, 0, 1, totals, totals, totals, new long[0])), null, false);
    }
}

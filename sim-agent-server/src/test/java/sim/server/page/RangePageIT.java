package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.server.WireClient;
import sim.testkit.Browser;
import sim.testkit.InBrowser;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.PlatformSample;
import sim.wire.Sections;

/** Any range: typed, dragged on a chart, an hour before; it moves all tabs and stands in the address. And two of them side by side. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class RangePageIT {
    private static final long MILLI = 1_000_000;
    private static final long MINUTE = 60_000_000;
    private static final long HOUR = 60 * MINUTE;

    private static Browser browser;
    private static LiveServer server;

    /** An hour ago work in old code, now in new code; a measure of the platform each minute between. */
    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"))) {
            client.ship(new Batch(1, Batches.now() - HOUR - 2 * MINUTE, Batches.now() - HOUR - MINUTE, Contents.NONE
                    .with(Sections.NAMES,
                            List.of(new NameEntry(1, "shop.Old", "work"), new NameEntry(2, "shop.New", "work"),
                                    new NameEntry(3, "shop.Both", "work")))
                    .with(Sections.NODES,
                            List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 0, 2), new NodeEntry(3, 0, 3)))
                    .with(Sections.ROWS, List.of(row(1, 500), row(3, 1_000)))));
            for (int minute = 30; minute >= 1; minute--) {
                client.ship(new Batch(32 - minute, Batches.now() - (minute + 1) * MINUTE,
                        Batches.now() - minute * MINUTE,
                        Contents.NONE
                                .with(Sections.ROWS, minute == 1 ? List.of(row(2, 700), row(3, 5_000)) : List.of())
                                .with(Sections.PLATFORM, List.of(new PlatformSample(Batches.now() - minute * MINUTE,
                                        Map.of("heap.used", 1e8))))));
            }
        }
    }

    private static TreeRow row(int node, long calls) {
        return new TreeRow(node, calls, 0, 1, Batches.meters(calls * MILLI), Batches.meters(calls * MILLI),
                Batches.meters(MILLI), new long[]{Buckets.indexOf(MILLI), calls});
    }

    private static List<String> methods() {
        return browser.texts(".methods tbody .member");
    }

    private static long[] range() {
        String hash = (String) browser.run("return location.hash");
        return new long[]{Long.parseLong(hash.replaceAll(".*from=([0-9]+).*", "$1")),
                Long.parseLong(hash.replaceAll(".*[?&]to=([0-9]+).*", "$1"))};
    }

    private static void press(String text) {
        browser.find("details.range summary").click();
        browser.all("details.range button").stream().filter(each -> each.getText().contains(text)).findFirst()
                .orElseThrow().click();
    }

    /** The menu stays open for more steps, and its times are those of the range that is shown; back to now it is out of the way. */
    @Test
    void theMenuFollowsTheRange() {
        browser.open(server.address() + "#/methods?application=shop&last=15m");
        press("earlier");
        browser.until("a range of its own", () -> ((String) browser.run("return location.hash")).contains("from="));
        assertThat(
                browser.run("return new Date(document.querySelector('.range input[aria-label=From]').value).getTime()"))
                .isEqualTo(range()[0] / 1_000 * 1_000);
        browser.all("details.range button").stream().filter(each -> each.getText().equals("Back to now")).findFirst()
                .orElseThrow().click();
        browser.until("closed",
                () -> Boolean.FALSE.equals(browser.run("return document.querySelector('details.range').open")));
    }

    @Test
    void theSameAnHourBeforeAndBackToNow() {
        browser.open(server.address() + "#/methods?application=shop&last=5m");
        browser.until("now", () -> methods().equals(List.of("Both.work", "New.work")));
        press("an hour before");
        browser.until("then", () -> methods().equals(List.of("Both.work", "Old.work")));
        assertThat(range()[1] - range()[0]).isBetween(299_000L, 301_000L);
        assertThat((String) browser.find("#tabs a[href*='calltree']").getDomProperty("href")).contains("from=", "to=");
        browser.all("details.range button").stream().filter(each -> each.getText().equals("Back to now")).findFirst()
                .orElseThrow().click();
        browser.until("now again", () -> methods().equals(List.of("Both.work", "New.work")));
        assertThat((String) browser.run("return location.hash")).doesNotContain("from=");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void timesAreTypedInTheReadersZone() {
        browser.open(server.address() + "#/methods?application=shop&last=5m");
        browser.until("now", () -> methods().contains("New.work"));
        browser.find("details.range summary").click();
        browser.run("const [from, to] = document.querySelectorAll('.times input');"
                + "const text = (millis) => { const at = new Date(millis); return new Date(millis - at.getTimezoneOffset() * 60000)"
                + ".toISOString().slice(0, 19); }; from.value = text(arguments[0]); to.value = text(arguments[1]);",
                (Batches.now() - HOUR - 5 * MINUTE) / 1_000, (Batches.now() - HOUR) / 1_000);
        browser.find(".times button").click();
        browser.until("then", () -> methods().equals(List.of("Both.work", "Old.work")));
        assertThat(range()[0]).isBetween((Batches.now() - HOUR - 5 * MINUTE) / 1_000 - 1_000,
                (Batches.now() - HOUR - 5 * MINUTE) / 1_000);
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void draggingOverAChartShowsThatPartAlone() {
        browser.open(server.address() + "#/platform?application=shop&last=30m");
        browser.until("a chart", () -> !browser.all(".platform canvas").isEmpty());
        browser.drag(browser.find(".platform canvas"), 40, 60);
        browser.until("a part", () -> ((String) browser.run("return location.hash")).contains("from="));
        assertThat(range()[1] - range()[0]).as("a fifth of half an hour, and the axis beside it").isBetween(5 * 60_000L,
                8 * 60_000L);
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void twoRangesSideBySideSayWhatIsNewAndWhatVanished() {
        browser.open(server.address() + "#/compare?application=shop&last=5m&ago=3600000");
        browser.until("both", () -> browser.texts(".compare tbody .member").size() == 3);
        assertThat(browser.texts(".compare tbody .member")).containsExactly("Both.work", "New.work", "Old.work");
        assertThat(browser.texts(".compare tbody .badge")).containsExactly("new", "vanished");
        assertThat(browser.texts(".compare .summary").get(0)).isEqualTo("3 of 3 methods differ for certain");
        assertThat(browser.texts(".compare tbody tr:first-child td").subList(4, 7)).containsExactly("yes",
                "1\u202f000", "5\u202f000");
        browser.find(".compare .segments button[data-value=call]").click();
        browser.until("per call",
                () -> browser.texts(".compare tbody tr").stream().anyMatch(row -> row.contains("1.00 \u00d7")));
        assertThat(browser.console()).isEmpty();
    }
}

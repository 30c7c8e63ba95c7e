package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NodeEntry;
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

/** A method, a place of the call tree and a statement over time, by any measure. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class OverTimePageIT {
    private static final long MILLI = 1_000_000;

    private static Browser browser;
    private static LiveServer server;

    /** Two calls of a method below one caller, and eight at the top, which used more. */
    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"))) {
            client.ship(PayloadBatches.earlier(PayloadBatches.batch(1, 1, true), 60_000_000));
            client.ship(new Batch(2, Batches.now() - 8_000_000, Batches.now() - 4_000_000, Contents.NONE
                    .with(Sections.NODES, List.of(new NodeEntry(5, 0, 2)))
                    .with(Sections.ROWS, List.of(row(2, 2, 6, 2), row(5, 8, 64, 48)))));
        }
    }

    private static TreeRow row(int node, long calls, long wall, long cpu) {
        long[] meters = new long[Meter.COUNT];
        meters[Meter.WALL.ordinal()] = wall * MILLI;
        meters[Meter.CPU.ordinal()] = cpu * MILLI;
        return new TreeRow(node, calls, 0, Meter.WALL.bit() | Meter.CPU.bit(), meters, meters, meters, new long[0]);
    }

    /** What charts on display say, as a screen reader is told. */
    private static String charts(String part) {
        StringBuilder said = new StringBuilder();
        browser.all(part + " canvas").stream().filter(each -> each.isDisplayed())
                .forEach(each -> said.append(each.getDomAttribute("aria-label")).append('\n'));
        return said.toString().replace('\u00a0', ' ');
    }

    @Test
    void aMethodIsDrawnByAnyMeasure() {
        browser.open(server.address() + "#/methods?application=shop&last=15m&class=shop.Shop&method=method2");
        browser.until("all its places", () -> charts(".methods .panel")
                .contains("CPU of a call: itself 5.00 ms, with all inside 5.00 ms"));
        browser.all(".panel select[aria-label='Measure over time'] option").stream()
                .filter(each -> each.getText().equals("Wall clock")).findFirst().orElseThrow().click();
        browser.until("by another", () -> charts(".methods .panel")
                .contains("Wall clock of a call: itself 7.00 ms, with all inside 7.00 ms"));
        assertThat((String) browser.run("return location.hash")).contains("over=wall");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void aPlaceIsDrawnByItself() {
        browser.open(server.address() + "#/calltree?application=shop&last=15m&search=method2");
        browser.until("the tree", () -> browser.texts(".calltree tbody .member").contains("Shop.method2"));
        browser.run("[...document.querySelectorAll('.calltree tr')].find((line) => line.row && line.row.item.above && "
                + "line.row.item.method === 'method2').querySelector('.over').click()");
        browser.until("the place below method1", () -> charts(".place")
                .contains("CPU of a call: itself 1.00 ms, with all inside 1.00 ms"));
        assertThat(browser.texts(".place > header h3")).containsExactly("Shop.method1 \u203a Shop.method2");
        browser.find(".place .close").click();
        browser.until("closed", () -> browser.texts(".place > header h3").isEmpty());
        assertThat(browser.console()).isEmpty();
    }

    /** Whatever a link says of a place, the tree is there. */
    @Test
    void aPlaceThatIsNotKnownIsSaidBesideTheTree() {
        for (String place : List.of("x", "0", "999999")) {
            browser.open(server.address() + "#/calltree?application=shop&last=15m&place=" + place);
            browser.until("the tree beside " + place,
                    () -> browser.texts(".calltree tbody .member").contains("Shop.method2"));
            browser.until("why not " + place, () -> !browser.texts(".place .quiet").isEmpty());
            assertThat(browser.texts("#notices .notice")).as(place).isEmpty();
            assertThat(charts(".place")).as(place).isEmpty();
            if (place.equals("x")) {
                assertThat(browser.texts(".place .quiet")).singleElement().asString().contains("is not accepted");
            }
        }
        assertThat(browser.console()).as("what the browser itself says of refusals")
                .allMatch(line -> line.contains("calltree/series"));
    }

    /** A place over time is of all work: beside the tree of some of it that would be another's. */
    @Test
    void aPlaceIsNotDrawnBesideTheTreeOfSomeWork() {
        browser.open(server.address() + "#/calltree?application=shop&last=15m&place=2");
        browser.until("of all work", () -> charts(".place").contains("Calls each"));
        browser.run("location.hash += '&context=n:1'");
        browser.until("the tree of none", () -> !browser.texts(".calltree > .quiet").isEmpty());
        assertThat(browser.find(".calltree .place").isDisplayed()).isFalse();
        browser.run("location.hash = location.hash.replace('&context=n:1', '')");
        browser.until("of all work again", () -> charts(".place").contains("Calls each"));
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void aStatementIsDrawnByItself() {
        browser.open(server.address() + "#/probes?application=shop&last=15m&as=telemetries");
        browser.until("of all", () -> charts(".probes").contains("Mean duration: Mean duration 180 ms"));
        browser.open(server.address() + "#/probes?application=shop&last=15m&as=hotspots");
        browser.until("statements", () -> browser.texts(".probes tbody .member").equals(List.of("A", "B")));
        browser.find(".probes tbody a.more").click();
        browser.until("A alone", () -> charts(".probes").contains("Mean duration: Mean duration 200 ms"));
        assertThat(charts(".probes")).as("the probe's own numbers are of all").doesNotContain("pool");
        browser.find(".probes .filter").click();
        browser.until("of all again", () -> charts(".probes").contains("pool"));
        assertThat(browser.console()).isEmpty();
    }
}

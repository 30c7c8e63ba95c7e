package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Unread;
import sim.server.Batches;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.testkit.Browser;
import sim.testkit.InBrowser;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;

/** Of a kind it is not known in how many of its calls a method was not read, but in how many at least: it has no mean. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class KindUnreadPageIT {
    private static final long EACH = 1_000_000;
    private static final String KIND = "&name=order&tag=web";

    private static Browser browser;
    private static LiveServer server;

    /** 160 calls in requests and 160 elsewhere, of which 300 were not read. */
    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        server.connect(Batches.hello("shop", "one")).ship(new Batch(1, Batches.now() - 6_000_000,
                Batches.now() - 1_000_000, Contents.NONE
                        .with(Sections.NAMES, List.of(new NameEntry(1, "shop.View", "page")))
                        .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1)))
                        .with(Sections.ROWS, List.of(row(320, 20, 300)))
                        .with(Sections.KINDS, List.of(new KindRecord("order", "web", 160, 0, 0, 160 * EACH, 160, 0,
                                Meter.WALL.bit(), Batches.meters(160 * EACH), List.of(row(160, 10, 0)))))));
    }

    private static TreeRow row(long calls, long read, long not) {
        long[] sum = Batches.meters(read * EACH);
        return new TreeRow(1, calls, 0, Meter.WALL.bit(), sum, sum, Batches.meters(EACH),
                new long[]{Buckets.indexOf(EACH), read}, new Unread(not, not, not, 0));
    }

    @Test
    void theMethodsSayAtLeastAndHaveNoMeanOfAKind() {
        open("methods", "");
        assertThat(cell("methods", "mean", "textContent")).isEqualTo("1.00\u00a0ms");
        assertThat(cell("methods", "mean", "title")).startsWith("Not read in 300 of 320 calls");
        open("methods", KIND);
        assertThat(cell("methods", "mean", "textContent")).isEqualTo("\u2013");
        assertThat(cell("methods", "mean", "title")).startsWith("Not read in at least 140 of 160 calls");
        assertThat(cell("methods", "total", "title")).startsWith("Not read in at least 140 of 160 calls");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void theCallTreeDoesToo() {
        open("calltree", KIND);
        assertThat(cell("calltree", "per call", "textContent")).isEqualTo("\u2013");
        assertThat(cell("calltree", "per call", "title")).startsWith("Not read in at least 140 of 160 calls");
    }

    private static void open(String tab, String more) {
        browser.open(server.address() + "#/" + tab + "?application=shop&last=1h" + more);
        browser.until(tab, () -> browser.texts("." + tab + " tbody .member").contains("View.page"));
    }

    private static String cell(String tab, String column, String property) {
        return String.valueOf(browser.run(
                """
                        const heads = [...document.querySelectorAll(`.${arguments[0]} thead tr:last-child th`)];
                        const row = [...document.querySelectorAll(`.${arguments[0]} tbody tr`)].find((one) => one.textContent.includes('page'));
                        return row.cells[heads.findIndex((head) => head.textContent.trim() === arguments[1])][arguments[2]]""",
                tab, column, property));
    }
}

package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
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
import sim.wire.Contents;
import sim.wire.Sections;

/** A request that asks its own application: on its page its time is there once, and what its calls took adds up. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class InnerRequestPageIT {
    private static final long MILLI = 1_000_000;
    private static final int READ = Meter.WALL.bit() | Meter.CPU.bit() | Meter.ALLOC.bit();

    private static Browser browser;
    private static LiveServer server;

    /** The outer request takes 100 ms, of which it waits 60 ms for the inner one: both begin at the same method. */
    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"))) {
            client.ship(new Batch(1, Batches.now() - 10_000_000, Batches.now() - 1_000_000, Contents.NONE
                    .with(Sections.NAMES,
                            List.of(new NameEntry(1, "shop.Web", "handle"), new NameEntry(2, "shop.Client", "send"),
                                    new NameEntry(3, "shop.Stock", "read")))
                    .with(Sections.NODES,
                            List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 2), new NodeEntry(3, 1, 3)))
                    .with(Sections.CONTEXTS, List.of(
                            context(0xa1, 0, "http-1", 0, 100, row(1, 100, 35, 30), row(2, 60, 60, 1)),
                            context(0xa2, 0xa1, "http-2", 20, 60, row(1, 60, 18, 12), row(3, 40, 40, 36))))));
        }
    }

    private static ContextRecord context(long id, long parent, String thread, long from, long nanos, TreeRow... rows) {
        long start = Batches.now() - 5_000_000 + from * 1_000;
        long end = start + nanos * 1_000;
        return new ContextRecord(id, parent, parent == 0 ? "GET /outer" : "GET /inner", "http", thread, start, end,
                null, Map.of(), 1, 0, READ, rows[0].total(), 0, 0, List.of(new Stay(thread, start, end, 1)),
                List.of(rows));
    }

    /** Where it has calls inside, 5 ms (2 ms at the inner one) are metering's, of CPU time too. */
    private static TreeRow row(int node, long total, long self, long cpu) {
        long[] own = Batches.meters(self * MILLI, cpu * MILLI);
        long[] totals = Batches.meters(total * MILLI, (cpu + (total == 100 ? 6 : node == 1 ? 38 : 0)) * MILLI);
        own[Meter.ALLOC.ordinal()] = 1_024;
        totals[Meter.ALLOC.ordinal()] = node == 1 ? 2_048 : 1_024;
        return new TreeRow(node, 1, 0, READ, totals, own, totals, new long[0]);
    }

    private static void open() {
        browser.open(server.address() + "#/contexts?application=shop&last=15m&wide=true&chosen=00000000000000a1");
        browser.until("its work", () -> plain(".panel [aria-label='Methods inside'] tbody tr").size() == 3);
    }

    @Test
    void itsTimeIsInThePictureOnce() {
        open();
        assertThat(bars()).containsExactly("shop.Web.handle 100% of the whole total 100 ms, self 35.0 ms 1 calls",
                "shop.Client.send 60% of the whole total 60.0 ms, self 60.0 ms 1 calls");
        assertThat(plain(".panel .around")).containsExactly(
                "The context inside that ran beside it, on another thread or later, is not in this picture: calls that "
                        + "waited for it have that time, and what it did is on its own page.");
        assertThat(plain(".panel .metering")).containsExactly("metering 5.00 ms (5.0%)");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void whatBeganInItIsPartOfAllInsideWhichIsSelfAndMetering() {
        open();
        assertThat(plain(".panel [aria-label='Meters of the work inside'] tbody tr")).containsExactly(
                "Wall clock 100 ms 160 ms 153 ms 7.00 ms", "CPU 36.0 ms 86.0 ms 79.0 ms 7.00 ms",
                "Allocated 2.00 KB 4.00 KB 4.00 KB \u2013");
        assertThat(browser.console()).isEmpty();
    }

    /** For a look: {@code -Dsim.page.pictures=target/pictures}. */
    @Test
    void isPictured() throws Exception {
        String pictures = System.getProperty("sim.page.pictures");
        assumeTrue(pictures != null, "no pictures asked for: -Dsim.page.pictures=<directory>");
        for (String colours : List.of("light", "dark")) {
            browser.preferColours(colours);
            open();
            browser.picture(Path.of(pictures, "inner-wide-" + colours + ".png"));
            browser.run("document.querySelector('.panel button.wide').click()");
            browser.until("beside the list", () -> browser.find(".contexts .figures-holder").isDisplayed());
            browser.run("document.querySelector('.panel [aria-label=\"Meters of the work inside\"]').scrollIntoView()");
            browser.picture(Path.of(pictures, "inner-beside-" + colours + ".png"));
        }
    }

    private static List<String> bars() {
        return ((List<?>) browser
                .run("return [...document.querySelectorAll('.panel .icicle .bar-of')].map(one => one.title)"))
                .stream().map(each -> spaced(String.valueOf(each))).toList();
    }

    private static List<String> plain(String css) {
        return browser.texts(css).stream().map(InnerRequestPageIT::spaced).toList();
    }

    /** With plain spaces, and none in numbers. */
    private static String spaced(String text) {
        return text.replace("\u202f", "").replaceAll("[\\s\u00a0]+", " ").strip();
    }
}

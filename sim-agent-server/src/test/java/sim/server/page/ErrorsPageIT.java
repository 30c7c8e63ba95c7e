package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.server.Batches;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.server.WireClient;
import sim.testkit.Browser;
import sim.testkit.InBrowser;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;

/** The table of errors in a window of usual width, with names as long as those of real programs. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class ErrorsPageIT {
    private static final String TABLE = ".errors-view .figures-holder > .scroller";

    @Test
    void allColumnsAreInSightAndNoNameIsCut(Browser browser, LiveServer server) throws Exception {
        List<ContextRecord> contexts = new ArrayList<>();
        List<Invocation> calls = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            contexts.add(new ContextRecord(0x100 + i, 0,
                    "POST /api/v2/customers/{id}/orders/" + "abcde".charAt(i) + "/lines",
                    "http", "main", Batches.now() - 4_000_000, Batches.now() - 3_000_000, null, Map.of(), 1, 1, 1,
                    Batches.meters(60)));
            calls.add(new Invocation(1, 0x100 + i, "main", Batches.now() - 3_500_000, 1, Batches.meters(60), true,
                    "org.example.billing.persistence.OptimisticLockingFailureException: row " + i + " was changed"));
        }
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("wide", "w"))) {
            client.ship(new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000, Contents.NONE
                    .with(Sections.NAMES, List.of(new NameEntry(1, "org.example.billing.persistence.jdbc."
                            + "CustomerOrderLineRepositoryImplementation", "updateWithOptimisticLockAndRetry")))
                    .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1)))
                    .with(Sections.ROWS, List.of(Batches.row(1, 5, 500, 500)))
                    .with(Sections.INVOCATIONS, calls).with(Sections.CONTEXTS, contexts)
                    .with(Sections.FAILURES, List.of(new FailureRecord(
                            "org.example.billing.persistence.OptimisticLockingFailureException", 1, 5)))));
        }
        browser.open(server.address() + "#/errors?application=wide&last=15m");
        browser.until("the row", () -> browser.texts(TABLE + " tbody tr").toString().contains("orders/e/lines"));
        assertThat(number(browser, "box.scrollWidth - box.clientWidth")).as("what is out of sight").isZero();
        assertThat(number(browser, "[...box.querySelectorAll('tbody .wraps, tbody .wraps .package, "
                + "tbody .wraps .member')].filter((each) => each.scrollWidth > each.clientWidth + 1).length"))
                .as("what is cut").isZero();
        assertThat(browser.texts(TABLE + " tbody .wraps .member").get(0)).endsWith("updateWithOptimisticLockAndRetry");
        assertThat(browser.console()).isEmpty();
    }

    /** Beside an open failure the table has less room: it scrolls in itself, and the page does not. */
    @Test
    void besideAFailureTheTableScrollsInItself(Browser browser, LiveServer server) throws Exception {
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("beside", "b"))) {
            client.ship(new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000, Contents.NONE
                    .with(Sections.FAILURES, List.of(new FailureRecord("shop.Declined", 0, 70)))));
        }
        browser.open(server.address() + "#/errors?application=beside&last=15m");
        browser.until("the row", () -> browser.texts(".errors-view tbody button.name").size() == 1);
        browser.find(".errors-view tbody button.name").click();
        browser.until("the failure", () -> browser.texts(".errors-view .panel h2").equals(List.of("Declined")));
        assertThat(number(browser, "document.documentElement.scrollWidth - innerWidth")).isLessThanOrEqualTo(0);
        browser.run("const box = document.querySelector(arguments[0]); box.scrollLeft = box.scrollWidth", TABLE);
        assertThat(number(browser, "Math.round(box.querySelector('tbody tr').lastElementChild.getBoundingClientRect()"
                + ".right - box.getBoundingClientRect().right)")).as("the last column, to its end")
                .isLessThanOrEqualTo(0);
        assertThat(browser.console()).isEmpty();
    }

    /** Exceptions of a place of which one is kept, and of requests: each row has its chart. */
    @Test
    void aRowIsDrawnOverTime(Browser browser, LiveServer server) throws Exception {
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("drawn", "d"))) {
            client.ship(new Batch(1, Batches.now() - 65_000_000, Batches.now() - 60_000_000, Contents.NONE
                    .with(Sections.NAMES, List.of(new NameEntry(1, "shop.Bank", "pay")))
                    .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1)))
                    .with(Sections.FAILURES, List.of(new FailureRecord("shop.Declined", 1, 70)))));
            client.ship(new Batch(2, Batches.now() - 5_000_000, Batches.now() - 1_000_000, Contents.NONE
                    .with(Sections.INVOCATIONS,
                            List.of(new Invocation(1, 0, "main", Batches.now() - 3_500_000, 1, Batches.meters(60), true,
                                    "shop.Declined: no money")))
                    .with(Sections.CONTEXTS,
                            List.of(new ContextRecord(5, 0, "order", "", "main", Batches.now() - 4_000_000,
                                    Batches.now() - 3_000_000, "500", Map.of(), 1, 0, 1, Batches.meters(60))))
                    .with(Sections.FAILURES, List.of(new FailureRecord("shop.Declined", 1, 9)))));
        }
        browser.open(server.address() + "#/errors?application=drawn&last=15m");
        browser.until("both rows", () -> browser.texts(".errors-view tbody button.name").size() == 2);
        browser.find(".errors-view tbody button.name").click();
        browser.until("all of them", () -> chart(browser).endsWith(": all 9, kept one by one 1"));
        assertThat(chart(browser)).startsWith("Failures each ");
        browser.all(".errors-view tbody button.name").get(1).click();
        browser.until("the requests", () -> chart(browser).endsWith(": kept one by one 1")
                && browser.texts(".errors-view .panel h2").equals(List.of("500")));
        assertThat(browser.console()).isEmpty();
    }

    /** The page left an empty class out, and the server found nothing. */
    @Test
    void aPlaceMayHaveNoClass(Browser browser, LiveServer server) throws Exception {
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("bare", "n"))) {
            client.ship(new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000, Contents.NONE
                    .with(Sections.NAMES, List.of(new NameEntry(1, "", "[other]")))
                    .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1)))
                    .with(Sections.FAILURES, List.of(new FailureRecord("shop.Declined", 1, 9)))));
        }
        browser.open(server.address() + "#/errors?application=bare&last=15m");
        browser.until("the row", () -> browser.texts(".errors-view tbody button.name").size() == 1);
        browser.find(".errors-view tbody button.name").click();
        browser.until("all of them", () -> chart(browser).endsWith(": all 9"));
        assertThat(browser.console()).isEmpty();
    }

    /** What the chart says, as a screen reader is told. */
    private static String chart(Browser browser) {
        return browser.all(".errors-view .panel canvas").stream().filter(each -> each.isDisplayed())
                .map(each -> each.getDomAttribute("aria-label").replace('\u00a0', ' ')).findFirst().orElse("");
    }

    private static long number(Browser browser, String expression) {
        return ((Number) browser.run("const box = document.querySelector(arguments[0]); return " + expression, TABLE))
                .longValue();
    }
}

package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.WebElement;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.server.Batches;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.server.WireClient;
import sim.testkit.Browser;
import sim.testkit.InBrowser;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;

/** Requests that ran when their process ended: wherever they are shown they have ended with it. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class ProcessGonePageIT {
    private static final String OUTER = "00000000000000a1";

    private static Browser browser;
    private static LiveServer server;
    private static long began;

    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"))) {
            began = System.currentTimeMillis() * 1_000 - 1_000_000; // less than 15 s ago, however slow the start was
            client.ship(new Batch(1, began - 5_000_000, began + 1_000_000, Contents.NONE
                    .with(Sections.CONTEXTS, List.of(context(0xa1, 0, "order"), context(0xa2, 0xa1, "part")))
                    .with(Sections.KINDS, List.of(new KindRecord("order", "shop", 90, 1, 0, 9_000_000, 90, 1,
                            Meter.WALL.bit(), Batches.meters(9_000_000), List.of())))));
        }
        await().atMost(1, TimeUnit.MINUTES).until(() -> live.connected().isEmpty());
    }

    private static ContextRecord context(long id, long parent, String name) {
        return new ContextRecord(id, parent, name, "shop", "main", began, 0, null, Map.of(), 0, 0, 0,
                Batches.meters(), 0, 9, List.of(), List.of());
    }

    /** Two hours, of which an hour is to come. */
    private static String range() {
        return "?application=shop&from=" + (began / 1_000 - 3_600_000) + "&to=" + (began / 1_000 + 3_600_000);
    }

    /** They went on until now, and were counted as open ones. */
    @Test
    void theTimelineDrawsThemUntilTheProcessWasHeardOfLast() {
        browser.open(server.address() + "#/contexts" + range() + "&as=timeline");
        browser.until("their bars", () -> browser.all(".timeline .stay").size() == 2);
        assertThat(browser.all(".timeline .stay.open")).isEmpty();
        for (WebElement bar : browser.all(".timeline .stay")) {
            assertThat(bar.getAttribute("title")).containsPattern("\\d\u00a0s on main").doesNotContain("so far");
        }
        assertThat(browser.texts(".contexts .summary")).containsExactly("2 contexts, 0 open");
        assertThat(browser.ofModule("/js/lanes.js",
                "module.extent([{ startMicros: 0, end: null, durationNanos: 5e6, processGone: true }], 1e9)[1] < 1e5"))
                .isEqualTo(true);
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void theRequestsPageSaysOfWhatIsInsideThatItsProcessEnded() {
        browser.open(server.address() + "#/contexts" + range() + "&wide=true&chosen=" + OUTER);
        browser.until("what is inside", () -> browser.texts("table[aria-label='One by one'] tbody tr .package")
                .size() == 1);
        assertThat(browser.texts("table[aria-label='One by one'] tbody tr .package"))
                .containsExactly("context, process ended");
        assertThat(browser.texts(".panel .tiles dt")).contains("process ended after").doesNotContain("open for");
    }

    /** One that is open may have ended, and its end not be told yet: that is not so of these. */
    @Test
    void theSlowestOfAKindHaveThoseThatLastedASecond() {
        browser.open(server.address() + "#/requests" + range() + "&name=order&tag=shop");
        browser.until("the slowest", () -> browser.texts(".kind-view section[aria-label='Slowest'] tbody tr").stream()
                .anyMatch(row -> row.contains("process ended")));
        assertThat(browser.console()).isEmpty();
    }
}

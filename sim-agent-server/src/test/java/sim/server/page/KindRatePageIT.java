package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
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

/** Requests come by shipments, 15 a second: the chart says so at its ends too, wherever the range cuts a step. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class KindRatePageIT {
    private static final int EACH = 75;
    private static final int SHIPMENTS = 60;
    private static final long SECOND = 1_000_000;

    private static Browser browser;
    private static long end;
    private static LiveServer server;

    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        end = Batches.now() / (60 * SECOND) * 60 * SECOND - 60 * SECOND;
        long[] wall = Batches.meters(EACH * 1_000_000L);
        KindRecord kind = new KindRecord("order", "web", EACH, 0, 0, EACH * 1_000_000L, EACH, 0, Meter.WALL.bit(),
                wall, List.of());
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"))) {
            for (int i = 0; i < SHIPMENTS; i++) {
                long until = end - (SHIPMENTS - 1 - i) * 5 * SECOND - SECOND; // a second before each step ends
                client.ship(new Batch(i + 1, until - 5 * SECOND, until,
                        Contents.NONE.with(Sections.KINDS, List.of(kind))));
            }
        }
    }

    @Test
    void aPartOfAStepHasNoRate() {
        for (int cut : List.of(0, 1, 2, 3, 4)) {
            long to = (end / SECOND - cut) * 1_000;
            browser.open(server.address() + "#/requests?application=shop&name=order&tag=web&from="
                    + (to - 120_000) + "&to=" + to);
            browser.until("the chart up to " + cut + " s before", () -> !rate().isEmpty());
            assertThat(rate()).contains("requests 15");
        }
        assertThat(browser.console()).isEmpty();
    }

    /** What the chart of the rate says to a screen reader. */
    private static String rate() {
        return browser.all(".kind-view .card canvas").stream()
                .map(each -> String.valueOf(each.getDomAttribute("aria-label")).replace('\u00a0', ' '))
                .filter(said -> said.startsWith("Requests per second")).findFirst().orElse("");
    }
}

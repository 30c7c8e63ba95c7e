package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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

/** While the figures of another kind, range or process are on their way, those of the one before are not shown as theirs. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class KindClearedPageIT {
    private static final String KIND = "#/requests?application=shop&last=15m&name=order&tag=shop";

    private static Browser browser;
    private static LiveServer server;

    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"))) {
            client.ship(new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000,
                    Contents.NONE.with(Sections.KINDS, List.of(kind("order"), kind("search")))));
        }
    }

    private static KindRecord kind(String name) {
        return new KindRecord(name, "shop", 90, 1, 0, 9_000_000, 90, 1, Meter.WALL.bit(), Batches.meters(9_000_000),
                List.of());
    }

    @ParameterizedTest
    @ValueSource(strings = {"#/requests?application=shop&last=15m&name=search&tag=shop",
            "#/requests?application=shop&last=1h&name=order&tag=shop",
            "#/requests?application=shop&from=1&to=2&name=order&tag=shop",
            "#/requests?application=shop&last=15m&name=order&tag=shop&instance=one"})
    void nothingOfTheOneBeforeStaysInSight(String another) {
        browser.open(server.address() + KIND);
        browser.until("its figures", () -> browser.texts(".kind-view .tiles dd").contains("90"));
        browser.run(
                "window.answers = window.fetch; window.fetch = () => new Promise(() => {}); location.hash = arguments[0]",
                another);
        browser.until("they are gone", () -> browser.texts(".kind-view .tiles dd").isEmpty());
        assertThat(browser.texts(".kind-view .card, .kind-view table, .kind-view .quiet")).isEmpty();
        assertThat(browser.texts(".kind-view h2")).as("whose figures are on their way").hasSize(1);
        browser.run("window.fetch = window.answers; location.hash = arguments[0]", KIND);
        browser.until("back again", () -> browser.texts(".kind-view .tiles dd").contains("90"));
        assertThat(browser.console()).isEmpty();
    }
}

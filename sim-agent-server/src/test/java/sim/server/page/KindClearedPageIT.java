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

/** While the figures of another kind or process are on their way, those of the one before are not shown; those of another range are not shown as its own. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class KindClearedPageIT {
    private static final String KIND = "#/requests?application=shop&last=15m&name=order&tag=shop";

    private static final String TILES = ".kind-view .tiles dd";
    private static final String VERSIONS = ".kind-view header .more";

    private static Browser browser;
    private static LiveServer server;

    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        for (String instance : List.of("one", "two")) {
            try (WireClient client = WireClient.connect(server.collectorPort(),
                    Batches.hello("shop", instance).ofProgram("shop-" + instance))) {
                client.ship(new Batch(1, Batches.now() - 5_000_000, Batches.now() - 1_000_000,
                        Contents.NONE.with(Sections.KINDS, List.of(kind("order"), kind("search")))));
            }
        }
    }

    private static KindRecord kind(String name) {
        return new KindRecord(name, "shop", 90, 1, 0, 9_000_000, 90, 1, Meter.WALL.bit(), Batches.meters(9_000_000),
                List.of());
    }

    /** Opens the kind, with all that is shown of it, and from then on answers nothing. */
    private static void openAndMove(String another) {
        browser.open(server.address() + KIND);
        browser.until("its figures", () -> browser.texts(TILES).contains("180"));
        browser.until("its versions", () -> !browser.texts(VERSIONS).isEmpty());
        browser.run(
                "window.answers = window.fetch; window.fetch = () => new Promise(() => {}); location.hash = arguments[0]",
                another);
    }

    private static void goBack() {
        browser.run("window.fetch = window.answers; location.hash = arguments[0]", KIND);
        browser.until("back again", () -> browser.texts(TILES).contains("180"));
        browser.until("with its versions", () -> !browser.texts(VERSIONS).isEmpty());
        assertThat(browser.console()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"#/requests?application=shop&last=15m&name=search&tag=shop",
            "#/requests?application=shop&last=15m&name=order&tag=shop&instance=one"})
    void nothingOfTheOneBeforeStaysInSight(String another) {
        openAndMove(another);
        browser.until("they are gone", () -> browser.texts(TILES).isEmpty());
        assertThat(browser.texts(".kind-view .card, .kind-view table, .kind-view .quiet")).isEmpty();
        assertThat(browser.texts(VERSIONS)).as("a way to those of the one before").isEmpty();
        assertThat(browser.texts(".kind-view h2")).as("whose figures are on their way").hasSize(1);
        goBack();
    }

    /** The figures say which they are, and ways from here lead to the range that was chosen. */
    @ParameterizedTest
    @ValueSource(strings = {"last=1h", "from=1&to=2"})
    void figuresOfTheRangeBeforeSayWhichTheyAreAndLinksHaveTheNewOne(String range) {
        openAndMove("#/requests?application=shop&" + range + "&name=order&tag=shop");
        browser.until("which they are", () -> browser.texts("#age").toString()
                .contains("Figures of the last 15 min stand here"));
        assertThat(browser.texts(TILES)).contains("180");
        assertThat(browser.run("return document.querySelector('" + VERSIONS + "').href").toString())
                .contains("#/compare?", range).doesNotContain("last=15m");
        goBack();
    }
}

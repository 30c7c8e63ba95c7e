package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.server.Batches;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.server.WireClient;
import sim.testkit.Browser;
import sim.testkit.InBrowser;
import sim.wire.Batch;

/** A program that was there before its server: that it tried again is told, and is no failure. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class CalmLossesPageIT {
    private static Browser browser;
    private static LiveServer server;

    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        ship("early", Map.of("collector.waits", 6L));
        ship("shared", Map.of("calls.shared", 2_915L, "collector.waits", 1L));
        ship("streamed", Map.of("jfr.stream.dropped", 317L));
        ship("near", Map.of("tree.recursions", 800L, "tree.folded", 20L, "tree.settled", 5L));
        ship("healed", Map.of("collector.waits", 6L, "contexts.healed", 2L));
    }

    private static void ship(String application, Map<String, Long> counters) throws Exception {
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello(application, application))) {
            client.ship(new Batch(1, Batches.now() - 10_000_000, Batches.now() - 1_000_000, List.of(), List.of(),
                    List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), counters));
        }
    }

    private static void open(String application) {
        browser.open(server.address() + "#/methods?application=" + application + "&last=15m");
        browser.until("the notice", () -> !browser.texts(".losses summary").isEmpty());
    }

    private static Object colour(String css) {
        return browser.run("return getComputedStyle(document.querySelector(arguments[0])).backgroundColor", css);
    }

    @Test
    void waitingForTheServerAloneDoesNotLookLikeALoss() {
        open("early");
        assertThat(browser.texts(".losses summary")).containsExactly("server awaited 6 times");
        assertThat(colour(".losses summary")).isEqualTo(colour("#topbar .pause"));
        browser.find(".losses summary").click();
        assertThat(browser.texts(".losses p").toString()).contains("No failure, and nothing is missing");
        assertThat(browser.texts(".losses dt")).singleElement().asString().contains("6 collector.waits");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void whatCountsAtAnotherPlaceOfTheTreeSaysSo() {
        open("near");
        assertThat(browser.texts(".losses summary")).containsExactly("20 counted at another place");
        browser.find(".losses summary").click();
        assertThat(browser.texts(".losses dd")).as("of what, wherever it stands")
                .contains("Of the callers and names of tree.folded, how many turned out dear and got a place.");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void whatWasHealedIsCountedWithoutIt() {
        open("healed");
        assertThat(browser.texts(".losses summary")).containsExactly("2 irregular");
        assertThat(colour(".losses summary")).isNotEqualTo(colour("#topbar .pause"));
        browser.find(".losses summary").click();
        assertThat(browser.texts(".losses dt")).hasSize(2);
        assertThat(browser.console()).isEmpty();
    }

    /** A program with some forty threads and 512 MB of heap had 2,915 after four minutes, and nothing was wrong. */
    @Test
    void callsInSharedBooksAreNoneAndWhatAStreamDropsIsADetail() {
        open("shared");
        assertThat(browser.texts(".losses summary")).containsExactly("server awaited once");
        open("streamed");
        assertThat(browser.texts(".losses summary")).containsExactly("317 details not kept");
        browser.find(".losses summary").click();
        assertThat(browser.texts(".losses dd").toString()).contains("sums do not");
        assertThat(browser.console()).isEmpty();
    }

    /** For a look: {@code -Dsim.page.pictures=target/pictures}. */
    @Test
    void isPictured() throws Exception {
        String pictures = System.getProperty("sim.page.pictures");
        assumeTrue(pictures != null, "no pictures asked for: -Dsim.page.pictures=<directory>");
        for (String colours : List.of("light", "dark")) {
            browser.preferColours(colours);
            for (String application : List.of("early", "healed")) {
                open(application);
                browser.find(".losses summary").click();
                browser.picture(Path.of(pictures, "losses-" + application + "-" + colours + ".png"));
            }
        }
    }
}

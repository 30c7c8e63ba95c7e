package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
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

/** A recursion ten thousand calls deep in a real browser; and the server's view of itself. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class DeepTreePageIT {
    private static final int DEEP = 10_000;
    private static final Path PICTURES = Path.of("target", "pages");

    private static Browser browser;
    private static LiveServer server;

    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        List<NodeEntry> nodes = new ArrayList<>();
        List<TreeRow> rows = new ArrayList<>();
        for (int i = 1; i <= DEEP; i++) {
            nodes.add(new NodeEntry(i, i - 1, i % 2 + 1));
            long wall = (DEEP - i + 1L) * 1_000;
            rows.add(new TreeRow(i, 1, 0, 1, Batches.meters(wall), Batches.meters(1_000), Batches.meters(wall),
                    new long[]{100, 1}));
        }
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("deep", "one"))) {
            client.ship(new Batch(1, Batches.now() - 10_000_000, Batches.now() - 5_000_000,
                    List.of(new NameEntry(1, "a.A", "pong"), new NameEntry(2, "a.A", "ping")), nodes, rows, List.of(),
                    List.of(), List.of(), List.of(), List.of(), List.of(), Map.of()));
        }
    }

    @Test
    void aDeepRecursionIsShownOpenedFoldedAndSearched() throws Exception {
        browser.open(server.address() + "#/calltree?last=1h");
        browser.until("the hot path", () -> browser.all(".calltree tbody tr").size() == 101);
        browser.picture(PICTURES.resolve("deep.png"));
        browser.find(".calltree .search").sendKeys("ping");
        browser.until("as many rows as a page can bear", () -> browser.find(".calltree .summary").getText()
                .startsWith("2\u202f000 rows"));
        assertThat(browser.find(".calltree .summary").getText()).contains("more are open");
        rowsAreDrawnAsTheyComeIntoSight();
        browser.open(server.address() + "#/calltree?last=1h&fold=true");
        browser.until("folded", () -> browser.texts(".calltree .member").equals(List.of("A.ping", "A.pong")));
        assertThat(browser.find(".calltree .holder").getDomAttribute("data-levels")).isEqualTo(
                "\u00d7 5\u202f000 deep");
        browser.picture(PICTURES.resolve("folded.png"));
        assertThat(browser.console()).isEmpty();
    }

    private static void rowsAreDrawnAsTheyComeIntoSight() {
        browser.until("as many as are drawn at first", () -> browser.all(".calltree tbody tr").size() == 150);
        assertThat(browser.texts(".calltree .rest")).containsExactly("1\u202f850 further rows");
        browser.run("document.querySelector('.calltree .rest').scrollIntoView()");
        browser.until("further rows", () -> browser.all(".calltree tbody tr").size() == 300);
        browser.run("document.querySelector('.calltree tbody tr').focus()");
        browser.find(".calltree tbody tr").sendKeys(Keys.END);
        browser.until("all rows", () -> browser.all(".calltree tbody tr").size() == 2_000);
        assertThat(browser
                .run("return document.activeElement === document.querySelector('.calltree tbody tr:last-child')"))
                .isEqualTo(true);
        assertThat(browser.all(".calltree .rest").get(0).isDisplayed()).isFalse();
    }

    @Test
    void theServerShowsItsOwnMeasures() throws Exception {
        browser.open(server.address() + "#/server");
        browser.until("cards", () -> browser.texts(".server h3").equals(List.of("Ready", "Store", "Months",
                "Collectors", "Questions")));
        assertThat(browser.texts(".server .card:first-child dd:not(.meaning)")).startsWith("yes", "yes");
        browser.picture(PICTURES.resolve("server.png"));
        browser.preferColours("dark");
        browser.picture(PICTURES.resolve("server-dark.png"));
        browser.preferColours("light");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void theServerIsThereWithoutAnyApplication(@TempDir Path empty) throws Exception {
        try (LiveServer fresh = new LiveServer(empty)) {
            browser.open(fresh.address() + "#/server");
            browser.until("cards", () -> browser.texts(".server h3").size() == 5);
            browser.picture(PICTURES.resolve("server-empty.png"));
        }
    }
}

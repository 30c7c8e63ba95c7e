package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
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

/** An application of 3,000 methods at 36,000 places: what the page asks for and draws is what is looked at. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class ManyMethodsPageIT {
    private static final int METHODS = 3_000;
    private static final int PLACES = 36_000;
    private static final int BATCH = 4_000;
    /** What the page got from a path. */
    private static final String ANSWERS = "const all = performance.getEntriesByType('resource')"
            + ".filter((one) => one.name.includes('/api/v1/' + arguments[0]));";

    private static Browser browser;
    private static LiveServer server;

    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        WireClient client = server.connect(Batches.hello("large", "one"));
        List<NameEntry> names = new ArrayList<>();
        for (int i = 1; i <= METHODS; i++) {
            names.add(new NameEntry(i, "large.part" + i % 50 + ".Service" + i / 10, "work" + i));
        }
        for (int from = 1, sequence = 1; from <= PLACES; from += BATCH, sequence++) {
            List<NodeEntry> nodes = new ArrayList<>();
            List<TreeRow> rows = new ArrayList<>();
            for (int i = from; i < from + BATCH; i++) {
                nodes.add(new NodeEntry(i, i / 3, i % METHODS + 1));
                long[] total = Batches.meters(1_000_000_000L / i);
                rows.add(new TreeRow(i, 10, 0, 1, total, Batches.meters(1_000), total, new long[]{400, 10}));
            }
            client.ship(new Batch(sequence, Batches.now() - 10_000_000, Batches.now() - 5_000_000,
                    sequence == 1 ? names : List.of(), nodes, rows, List.of(), List.of(), List.of(), List.of(),
                    List.of(), List.of(), Map.of()));
        }
    }

    /** Prints how long it took from the address to the first row, as the browser counts it: no limit is tested, for the machine may be busy. */
    @Test
    void methodsAreFetchedAndDrawnAsTheReaderComesToThem() {
        browser.open(server.address() + "#/methods?application=large&last=1h");
        browser.until("rows", () -> browser.all(".methods tbody tr").size() == 150);
        System.out.println("first rows of " + METHODS + " methods after " + drawn(".methods tbody tr") + " ms, "
                + bytes("methods") / 1_000 + " KB");
        assertThat(browser.find(".methods .summary").getText()).startsWith("3\u202f000 methods, 360\u202f000 calls");
        assertThat(bytes("methods")).isLessThan(200_000);
        browser.run("document.querySelector('.methods .rest').scrollIntoView()");
        browser.until("further rows", () -> browser.all(".methods tbody tr").size() > 150);
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void theTreeIsFetchedAsFarAsItIsOpened() {
        browser.open(server.address() + "#/calltree?application=large&last=1h");
        browser.until("rows", () -> !browser.all(".calltree tbody tr").isEmpty());
        System.out.println("first rows of " + PLACES + " places after " + drawn(".calltree tbody tr") + " ms, "
                + bytes("calltree") / 1_000 + " KB");
        assertThat(bytes("calltree")).isLessThan(500_000);
        assertThat(browser.find(".calltree .summary").getText()).contains("35\u202f000 cheaper places left out");
        browser.find(".calltree .search").sendKeys("work2999");
        browser.until("a search finds what was left out", () -> browser.texts(".calltree .match .member").stream()
                .anyMatch(name -> name.endsWith("work2999")));
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void itSaysThatItLoadsAndOffersNothingEmptyToChoose() {
        browser.open(server.address() + "#/methods?application=large&last=1h");
        browser.until("rows", () -> !browser.all(".methods tbody tr").isEmpty());
        browser.run("const real = window.fetch; window.fetch = (...all) => new Promise((answer) => setTimeout(() => "
                + "answer(real(...all)), 2000)); location.hash = '/calltree?application=large&last=1h'");
        browser.until("loading", () -> Boolean.TRUE.equals(browser.run("return document.querySelector('main')"
                + ".getAttribute('aria-busy') === 'true' && getComputedStyle(document.querySelector('main'), '::before')"
                + ".content.includes('Loading')")));
        assertThat(browser.run("return [...document.querySelectorAll('select')].filter((one) => one.offsetParent !== "
                + "null && one.options.length === 0).length")).isEqualTo(0L);
        browser.until("rows", () -> !browser.all(".calltree tbody tr").isEmpty());
        browser.until("no longer", () -> browser.all("main[aria-busy]").isEmpty());
        assertThat(browser.console()).isEmpty();
    }

    /** Nothing is shipped: each answer is the one before, but for the range. */
    @ParameterizedTest
    @ValueSource(strings = {"methods", "calltree"})
    void whatHasNotChangedIsNotSentAgain(String tab) {
        browser.open(server.address() + "#/" + tab + "?application=large&last=1h");
        browser.until("rows", () -> !browser.all("." + tab + " tbody tr").isEmpty());
        browser.until("two further rounds", () -> number("return all.length", tab) >= 3);
        String transferred = "return all.map((one) => one.transferSize).join(' ')";
        System.out.println("bytes sent for " + tab + " in rounds of 5 s: " + browser.run(ANSWERS + transferred, tab));
        assertThat(number("return all[0].transferSize", tab)).isGreaterThan(5_000);
        assertThat(number("return Math.max(...all.slice(1).map((one) => one.transferSize))", tab)).isLessThan(1_000);
        assertThat(browser.all("." + tab + " tbody tr").size()).as("what was kept is shown").isGreaterThan(1);
        assertThat(browser.console()).isEmpty();
    }

    private static long number(String script, String path) {
        return ((Number) browser.run(ANSWERS + script, path)).longValue();
    }

    private static long bytes(String path) {
        return number("return Math.max(...all.map((one) => one.decodedBodySize))", path);
    }

    /** Until the answer that has the first rows had come, and they were drawn. */
    private static long drawn(String css) {
        return number("return Math.round(all[0].responseEnd)", css.contains("calltree") ? "calltree" : "methods");
    }
}

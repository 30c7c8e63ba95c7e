package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import sim.server.Batches;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.server.Traces;
import sim.testkit.Browser;
import sim.testkit.InBrowser;

/**
 * Contexts that crossed threads and processes, on the page in a real browser before the real server: the tree, the
 * timeline, and everything else narrowed to one of them. {@link Traces} says what the figures must be.
 */
@ExtendWith({InBrowser.class, InLiveServer.class})
class ContextsPageIT {
    private static Browser browser;
    private static LiveServer server;

    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        ship("front", Traces.front(1));
        ship("back", Traces.back(1));
    }

    @Test
    void theTreeCrossesProcessesWhenWholeTracesAreAskedFor() {
        open("contexts", "");
        assertThat(names()).containsExactly("order", "order", "pricing");
        browser.all(".contexts .check").get(1).click();
        browser.until("whole", () -> names().equals(List.of("order", "order", "pricing", "reservation")));
        assertThat(browser.texts(".contexts tr[aria-level='3'] .elsewhere")).containsExactly("back");
        assertThat(browser.texts(".contexts .elsewhere")).hasSize(1);
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void theTimelineHasALaneForEveryThreadOfEveryProcess() {
        open("contexts", "&as=timeline&whole=true");
        assertThat(browser.texts(".timeline .process h3")).containsExactly("front", "back");
        assertThat(browser.texts(".timeline .thread")).containsExactly("main", "pool-1", "http-1");
        assertThat(bars(".stay")).containsExactly("order", "pricing", "order", "pricing", "reservation");
        assertThat(bars(".stay.open")).as("has not ended").containsExactly("pricing");
        assertThat(bars(".stay.several")).as("7 times on the pool").containsExactly("pricing");
        // pricing stood inside the order, so it hangs below it on their thread; and it began a quarter of the order later
        List<WebElement> stays = browser.all(".stay");
        assertThat(top(stays.get(1))).isGreaterThan(top(stays.get(0)));
        assertThat(left(stays.get(1)) - left(stays.get(0))).isBetween(width(stays.get(0)) / 4 - 3,
                width(stays.get(0)) / 4 + 3);
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void aSearchWithoutAMatchLeavesNoTimelineAndNoError() {
        open("contexts", "&as=timeline&whole=true");
        browser.run("location.hash += '&search=nothing-is-called-so'");
        browser.until("no context", () -> browser.all(".timeline .stay").isEmpty()
                || !browser.find(".timeline").isDisplayed());
        browser.until("the reason", () -> browser.find(".contexts").getText().contains("No context"));
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void aChosenContextIsShownInFullAndItsFamilyStandsOut() {
        open("contexts", "&as=timeline&whole=true");
        browser.all(".stay").get(1).click();
        browser.until("methods of both applications", () -> cells("Methods inside").size() == 2);
        assertThat(browser.texts(".panel h2")).containsExactly("pricing");
        assertThat(tiles()).containsEntry("contexts inside", "1").containsEntry("threads", "3")
                .containsEntry("calls inside", "14").as("the client stays").containsKey("open for");
        assertThat(cells("Methods inside")).as("with wall time alone").containsExactly(
                List.of("Orders.price", "2.40 µs", "<0.1%", "12", "–", "–", "–", "–", "front"),
                List.of("Warehouse.reserve", "200 ns", "<0.1%", "2", "–", "–", "–", "–", "back"));
        assertThat(cells("Meters of the work inside").get(0)).as("front's and back's")
                .containsExactly("Wall clock", "2.40 µs", "2.60 µs", "2.60 µs", "0 ns");
        assertThat(bars(".stay.aside")).as("another order").containsExactly("order");
        assertThat(browser.all(".hands line")).as("to the pool, and from there to the other process").hasSize(2);
        browser.find(".panel .close").sendKeys(Keys.ESCAPE);
        browser.until("closed", () -> browser.texts(".panel").isEmpty());
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void aValueNarrowsEveryViewUntilItIsLifted() {
        open("contexts", "");
        browser.all(".contexts .pair").stream().filter(pair -> pair.getText().contains("4711")).findFirst()
                .orElseThrow().click();
        browser.until("contexts", () -> names().equals(List.of("order", "pricing")));
        assertThat(browser.texts("#topbar .filter")).singleElement().asString().startsWith("order = 4711");
        visit("Methods");
        browser.until("methods", () -> browser.texts(".methods .summary").equals(List.of("2 methods, 15 calls")));
        visit("Call tree");
        browser.until("tree", () -> counts(".calltree").equals(List.of("3", "12")));
        visit("Invocations");
        browser.until("calls", () -> browser.texts(".invocations .summary").equals(List.of("4 calls kept")));
        visit("Platform");
        browser.until("nothing to narrow", () -> browser.texts("#topbar .filter").isEmpty());
        visit("Methods");
        browser.find("select[aria-label=Application]").sendKeys("back");
        browser.until("the other application's share",
                () -> browser.texts(".methods .summary").equals(List.of("1 methods, 2 calls")));
        browser.find("#topbar .filter").click();
        browser.until("all", () -> browser.texts(".methods .summary").equals(List.of("1 methods, 9 calls")));
        assertThat((String) browser.run("return location.hash")).doesNotContain("context=");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void draggingWidensAPartOfTheTime() {
        open("contexts",
                "&as=timeline&whole=true&span=" + (Batches.now() - 8_200_000) + "-" + (Batches.now() - 2_800_000));
        WebElement pool = browser.all(".timeline .lane .track").get(1);
        browser.drag(pool, 60, 98);
        // the last two seconds of these: the second order in whole, and the pricing that goes on
        browser.until("widened", () -> bars(".stay").equals(List.of("order", "pricing")));
        // within until: the page may draw again between the two
        browser.until("half as wide as the lane", () -> {
            double part = width(browser.find(".stay")) / width(browser.find(".timeline .lane .track"));
            return part >= 0.4 && part <= 0.6;
        });
        assertThat(browser.texts(".panel")).as("a drag is no click").isEmpty();
        buttonNamed("Whole").click();
        browser.until("whole", () -> browser.all(".stay").size() == 5);
        assertThat(buttonNamed("Whole").isEnabled()).isFalse();
    }

    @Test
    void theTimelineIsWalkedByKeys() {
        open("contexts", "&as=timeline&whole=true");
        browser.all(".stay").get(0).sendKeys(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT, Keys.ARROW_LEFT, Keys.ENTER);
        browser.until("chosen", () -> browser.texts(".panel h2").equals(List.of("pricing")));
        // A refresh may draw the bar anew between finding it and pressing a key: then once more.
        browser.until("nearer", () -> {
            browser.find(".stay[aria-pressed=true]").sendKeys("+");
            return ((String) browser.run("return location.hash")).contains("span=");
        });
        browser.until("whole", () -> {
            browser.find(".stay[tabindex='0']").sendKeys("0");
            return !((String) browser.run("return location.hash")).contains("span=");
        });
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void fitsANarrowWindow() {
        browser.size(400, 800);
        open("contexts", "&as=timeline&whole=true&chosen=0000000000000002");
        assertThat((Boolean) browser.run("return document.documentElement.scrollWidth <= window.innerWidth")).isTrue();
    }

    /** For a look: {@code -Dsim.page.pictures=target/pictures}. */
    @Test
    void isPictured() throws IOException {
        String pictures = System.getProperty("sim.page.pictures");
        assumeTrue(pictures != null, "no pictures asked for: -Dsim.page.pictures=<directory>");
        for (String colours : List.of("light", "dark")) {
            browser.preferColours(colours);
            for (String as : List.of("tree", "timeline")) {
                open("contexts", "&as=" + as + "&whole=true&chosen=0000000000000002");
                browser.until("methods", () -> cells("Methods inside").size() == 2);
                browser.picture(Path.of(pictures, as + "-" + colours + ".png"));
            }
        }
    }

    /** From a process that stays connected: what runs in one that is gone is not open. */
    private static void ship(String application, sim.wire.Batch batch) throws Exception {
        server.connect(Batches.hello(application, application)).ship(batch);
    }

    private static void open(String tab, String more) {
        // what was shipped may be older than the page's own range, where the machine is slow
        browser.open(server.address() + "#/" + tab + "?application=front" + (more.contains("span=") ? "" : "&last=1h")
                + more);
        browser.until(tab, () -> !browser.all("." + tab + " tbody tr, ." + tab + " .stay").isEmpty());
    }

    private static void visit(String tab) {
        browser.all("#tabs .tab").stream().filter(link -> link.getText().equals(tab)).findFirst().orElseThrow()
                .click();
    }

    private static List<String> names() {
        return browser.texts(".contexts .figures-holder > .scroller .member");
    }

    /** Also of bars too narrow for their names. */
    @SuppressWarnings("unchecked")
    private static List<String> bars(String css) {
        return (List<String>) browser.run(
                "return [...document.querySelectorAll(arguments[0])].map((bar) => bar.firstChild.textContent)", css);
    }

    @SuppressWarnings("unchecked")
    private static List<String> counts(String view) {
        return (List<String>) browser.run("const view = document.querySelector(arguments[0]);"
                + "const at = [...view.querySelectorAll('.names th')].findIndex((head) => head.textContent === 'count');"
                + "return [...view.querySelectorAll('tbody tr')].map((row) => row.children[at].querySelector('.v').textContent)",
                view);
    }

    @SuppressWarnings("unchecked")
    private static List<List<String>> cells(String table) {
        return (List<List<String>>) browser.run(
                """
                        return [...document.querySelectorAll(`table[aria-label="${arguments[0]}"] tbody tr`)].map((row) =>
                          [...row.children].map((cell) => (cell.querySelector('.member') || cell).textContent.replace(/\\u00a0/g, ' ')));
                        """,
                table);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, String> tiles() {
        return (Map<String, String>) browser.run("""
                return Object.fromEntries([...document.querySelectorAll('.panel .tiles > div')].map((tile) =>
                  [tile.firstChild.textContent, tile.lastChild.textContent]));
                """);
    }

    private static WebElement buttonNamed(String name) {
        return browser.all(".contexts .zoom button").stream().filter(button -> button.getText().equals(name))
                .findFirst().orElseThrow();
    }

    private static double left(WebElement element) {
        return element.getRect().getX();
    }

    private static double top(WebElement element) {
        return element.getRect().getY();
    }

    private static double width(WebElement element) {
        return element.getRect().getWidth();
    }
}

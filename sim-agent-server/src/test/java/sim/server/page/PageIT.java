package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;

/** The page in a real browser: what a reader sees and does. */
class PageIT {
    private static final String HOSTILE = "<img src=x onerror=\"document.title='run'\">";
    private static Browser browser;
    private FakeServer server;

    @BeforeAll
    static void browse() throws IOException {
        String missing = Browser.missing();
        assumeTrue(missing == null, missing);
        browser = new Browser();
    }

    @AfterAll
    static void leave() throws IOException {
        if (browser != null) {
            browser.close();
        }
    }

    @BeforeEach
    void serve() throws IOException {
        server = new FakeServer(0);
        server.answers().fill();
        browser.preferColours("light");
        browser.size(1280, 800);
        browser.console();
    }

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void startsWithTheCommandThatAttaches() throws IOException {
        try (FakeServer nobody = new FakeServer(0)) {
            browser.open(nobody.address());
            browser.until("welcome", () -> !browser.all(".welcome").isEmpty());
            assertThat(browser.texts(".command code")).containsExactly(
                    "java -javaagent:sim-agent.jar=application=shop,server=127.0.0.1:7420,aop=aop.xml -jar shop.jar",
                    "./sim demo");
            assertThat(browser.texts(".command button")).containsExactly("Copy", "Copy");
            assertThat(browser.console()).isEmpty();
        }
    }

    @Test
    void showsEveryMeasureOfAMethod() {
        open("methods");
        assertThat(texts(".methods .groups th")).contains("Wall clock", "Calls", "CPU", "Memory", "Blocked", "Waiting",
                "GC", "Threads");
        assertThat(browser.all(".methods > .beside > .figures-holder .names th")).hasSize(22);
        assertThat(methods()).first().isEqualTo("CheckoutController.placeOrder");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void writesFiguresAsPeopleReadThem() {
        open("methods");
        assertThat(figures("ns", "[0, 1, 999, 1000, 999950, 1234567, 61e9, 5400e9]")).isEqualTo(
                List.of("0 ns", "1 ns", "999 ns", "1.00 µs", "1.00 ms", "1.23 ms", "1.02 min", "1.50 h"));
        assertThat(figures("count", "[0, 7, 1234567, 0.25, 0.0004]"))
                .isEqualTo(List.of("0", "7", "1\u202f234\u202f567", "0.3", "<0.001"));
        assertThat(figures("bytes", "[512, 1536, 5e9]")).isEqualTo(List.of("512 B", "1.50 KB", "4.66 GB"));
        assertThat(figures("ns", "[null, undefined, NaN]")).isEqualTo(List.of("\u2013", "\u2013", "\u2013"));
    }

    @Test
    void readsSumsSinceTheStartAsGainsAndARestartAsNone() {
        open("methods");
        assertThat(browser.ofModule("/js/series.js", "module.gains([[1, 5], [2, 9], [3, 2], [4, 3]])"))
                .isEqualTo(List.of(List.of(2L, 4L), List.of(3L, 0L), List.of(4L, 1L)));
    }

    @Test
    void sortsByTheColumnClicked() {
        open("methods");
        List<String> bySelf = methods();
        header("count").click();
        browser.until("sorted", () -> "descending".equals(headerCell("count").getDomAttribute("aria-sort")));
        assertThat(methods()).isNotEqualTo(bySelf).containsExactlyInAnyOrderElementsOf(bySelf);
        List<String> most = methods();
        header("count").click();
        browser.until("turned", () -> "ascending".equals(headerCell("count").getDomAttribute("aria-sort")));
        assertThat(methods()).last().isEqualTo(most.get(0));
    }

    @Test
    void searchesMethods() {
        open("methods");
        browser.find(".methods .search").sendKeys("warehouse");
        browser.until("filtered", () -> methods().size() == 2);
        assertThat(methods()).allMatch(name -> name.startsWith("Warehouse"));
        browser.find(".methods .search").sendKeys("-none");
        browser.until("told", () -> browser.texts(".methods .quiet").toString().contains("warehouse-none"));
    }

    @Test
    void showsOneMethodInFull() {
        open("methods");
        browser.find("button.name[title='shop.payment.CardGateway.authorize']").click();
        browser.until("panel", () -> browser.texts(".panel h2").equals(List.of("CardGateway.authorize")));
        browser.until("calls kept", () -> browser.all(".panel .scroller:last-of-type tbody tr").size() > 3);
        assertThat(browser.texts(".panel tbody th")).contains("Wall clock", "CPU user", "Allocated", "Threads started");
        browser.find(".panel .close").sendKeys(Keys.ESCAPE);
        browser.until("closed", () -> browser.texts(".panel").isEmpty());
    }

    @Test
    void opensTheHotPathAndWalksTheTreeByKeys() {
        open("calltree");
        assertThat(texts(".calltree .member")).startsWith("CheckoutController.placeOrder", "OrderService.price");
        int before = browser.all(".calltree tbody tr").size();
        WebElement first = browser.find(".calltree tbody tr");
        first.sendKeys(Keys.ARROW_LEFT);
        browser.until("closed", () -> browser.all(".calltree tbody tr").size() < before);
        assertThat(first.getDomAttribute("aria-expanded")).isEqualTo("false");
        first.sendKeys(Keys.ARROW_RIGHT);
        browser.until("opened", () -> browser.all(".calltree tbody tr").size() == before);
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void widensAPartOfTheIcicle() {
        open("calltree");
        int whole = browser.all(".icicle button").size();
        browser.all(".icicle button").get(1).click();
        browser.until("widened", () -> browser.all(".icicle button").size() < whole);
        browser.find(".icicle [aria-pressed='true']").click();
        browser.until("whole again", () -> browser.all(".icicle button").size() == whole);
    }

    @Test
    void searchesTheTree() {
        open("calltree");
        browser.find(".calltree .search").sendKeys("fraud");
        browser.until("found", () -> texts(".calltree .match .member").equals(List.of("FraudCheck.score")));
        assertThat(texts(".calltree .member")).startsWith("CheckoutController.placeOrder");
    }

    @Test
    void showsContextsWithTheirValues() {
        open("contexts");
        assertThat(texts(".contexts .pair")).anyMatch(pair -> pair.matches("(?s)customer\\s*c-1040"));
        assertThat(browser.texts(".badge.open")).isNotEmpty();
        assertThat(browser.all(".contexts tr[aria-level='2']")).isNotEmpty();
        assertThat(browser.texts(".contexts .error")).contains("shop.payment.Declined: card expired");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void showsOnlyCallsThatFailed() {
        open("invocations");
        int all = browser.all(".invocations tbody tr").size();
        browser.find(".invocations .check").click();
        browser.until("filtered", () -> browser.all(".invocations tbody tr").size() < all);
        assertThat(browser.all(".invocations tbody tr:not(.failing)")).isEmpty();
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void drawsThePlatform() {
        open("platform");
        assertThat(browser.texts(".card h3")).startsWith("CPU usage", "Heap", "GC, collections");
        browser.until("drawn", () -> Boolean.TRUE.equals(browser
                .run("""
                        return [...document.querySelectorAll('canvas')].every((canvas) => canvas.width > 0
                          && canvas.getContext('2d').getImageData(0, 0, canvas.width, canvas.height).data.some((byte) => byte > 0));
                        """)));
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void followsTheSystemsColoursUntilTheReaderChooses() {
        browser.preferColours("dark");
        open("methods");
        assertThat(theme()).isEqualTo("dark");
        String dark = background();
        browser.find("button.theme").click();
        assertThat(theme()).isEqualTo("light");
        assertThat(background()).isNotEqualTo(dark);
        open("platform");
        assertThat(theme()).isEqualTo("light");
        browser.run("localStorage.clear()");
    }

    @Test
    void showsHostileNamesAsText() {
        for (String tab : List.of("methods", "calltree", "contexts", "invocations")) {
            open(tab);
            assertThat(browser.all("main img")).as(tab).isEmpty();
            assertThat((String) browser.run("return document.querySelector('main').textContent")).as(tab)
                    .contains(HOSTILE);
            assertThat(browser.title()).as(tab).isNotEqualTo("run");
        }
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void saysWhatWasNotKept() {
        open("methods");
        browser.find(".losses summary").click();
        assertThat(browser.texts(".losses dd"))
                .anyMatch(text -> text.contains("sums and percentiles still contain them"))
                .anyMatch(text -> text.contains("this server turned away"));
    }

    @Test
    void saysThatTheServerIsAway() {
        open("methods");
        server.close();
        browser.until("told", () -> browser.texts(".notice").toString().contains("The server does not answer"));
        assertThat(methods()).isNotEmpty();
    }

    @Test
    void fitsANarrowWindow() {
        browser.size(400, 800);
        for (String tab : List.of("methods", "calltree", "contexts", "invocations", "platform")) {
            open(tab);
            assertThat((Boolean) browser.run("return document.documentElement.scrollWidth <= window.innerWidth"))
                    .as(tab).isTrue();
        }
    }

    /** The README's picture, taken when asked for: {@code -Dsim.page.picture=../docs/page.png}. */
    @Test
    void isPictured() throws IOException {
        String file = System.getProperty("sim.page.picture");
        assumeTrue(file != null, "no picture asked for: -Dsim.page.picture=<file>");
        browser.size(1440, 860);
        open("methods");
        browser.find("tr.failing button.name").click();
        browser.until("panel", () -> browser.all(".panel .scroller:last-of-type tbody tr").size() > 3);
        browser.picture(Path.of(file));
    }

    private void open(String tab) {
        browser.open(server.address() + "#/" + tab + "?application=shop");
        browser.until(tab, () -> !browser.all("." + tab + " tbody tr, ." + tab + " canvas").isEmpty());
    }

    private static Object figures(String unit, String values) {
        return browser.ofModule("/js/units.js",
                values + ".map((value) => module.format(value, '" + unit + "').replace('\u00a0', ' '))");
    }

    private static List<String> methods() {
        return texts(".methods tbody .name .member");
    }

    /** Also of what is scrolled out of sight. */
    @SuppressWarnings("unchecked")
    private static List<String> texts(String css) {
        return (List<String>) browser
                .run("return [...document.querySelectorAll(arguments[0])].map((node) => node.textContent)", css);
    }

    private static WebElement headerCell(String label) {
        return browser.all(".methods .names th").stream().filter(cell -> cell.getText().startsWith(label)).findFirst()
                .orElseThrow();
    }

    private static WebElement header(String label) {
        return headerCell(label).findElement(By.tagName("button"));
    }

    private static String theme() {
        return (String) browser.run("return document.documentElement.dataset.theme");
    }

    private static String background() {
        return (String) browser.run("return getComputedStyle(document.body).backgroundColor");
    }
}

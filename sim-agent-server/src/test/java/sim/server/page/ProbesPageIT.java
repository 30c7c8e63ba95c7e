package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import sim.model.payload.PayloadControl;
import sim.server.Batches;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.server.PayloadBatches;
import sim.server.WireClient;
import sim.testkit.Browser;
import sim.testkit.InBrowser;

/** Payload probes on the page, in a real browser: each of the six tabs, filters, the way from a badge, and the wish to record. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class ProbesPageIT {
    private static Browser browser;

    private LiveServer server;
    private WireClient client;

    @BeforeAll
    static void look(Browser shared) throws Exception {
        browser = shared;
    }

    @BeforeEach
    void report(LiveServer live) throws Exception {
        server = live;
        client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"));
        client.ship(PayloadBatches.batch(1, 1, true));
        client.ship(PayloadBatches.batch(2, 1, false));
        client.ship(PayloadBatches.batch(3, 2, false));
    }

    @AfterEach
    void end() throws Exception {
        if (client != null) {
            client.close();
        }
    }

    @Test
    void eachTabShowsWhatWasRecorded() {
        open("");
        browser.until("leaves", () -> browser.texts(".probes .holder.payload .member").contains("A"));
        assertThat(browser.texts(".probes .holder.split .member")).containsExactly("GET /");
        tab("Hot spots");
        browser.until("hot spots", () -> browser.texts(".probes tbody th .member").equals(List.of("A", "B")));
        tab("Events");
        browser.until("events", () -> browser.texts(".probes tbody tr").size() == 6);
        tab("Control objects");
        browser.until("objects", () -> browser.texts(".probes tbody th").contains("connection 5"));
        tab("Timeline");
        browser.until("a line", () -> browser.texts(".probes .object .label").equals(List.of("connection 5")));
        tab("Telemetries");
        browser.until("charts", () -> browser.texts(".probes figcaption h3")
                .equals(List.of("Frequency", "Mean duration", "pool, stacked")));
        assertThat(browser.console()).isEmpty();
    }

    /** What was recorded are some seconds: minutes alone would be the same label again and again. */
    @Test
    void aShortTimeHasSecondsOnItsAxis() {
        open("&as=telemetries");
        browser.until("charts", () -> browser.texts(".probes figcaption h3").size() == 3);
        assertThat((List<?>) browser.run("return [...document.querySelectorAll('.probes canvas')]"
                + ".map((canvas) => Chart.getChart(canvas).scales.x.ticks.map((tick) => tick.label))"))
                .hasSize(3).allSatisfy(labels -> assertThat((List<?>) labels).isNotEmpty().doesNotHaveDuplicates()
                        .allSatisfy(label -> assertThat((String) label).matches("\\d\\d:\\d\\d:\\d\\d")));
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void aLinkToARecordingThatIsNotThereSaysSoAndOffersThoseThatAre() {
        open("&recording=one:9");
        browser.until("why", () -> browser.texts("#notices .notice").stream()
                .anyMatch(said -> said.startsWith("recording \"one:9\" is not accepted: one of one:")));
        browser.until("the others", () -> browser.all("select[aria-label='Recording'] option").size() == 3);
        browser.run("const choice = document.querySelector(\"select[aria-label='Recording']\"); choice.value = 'one:1';"
                + "choice.dispatchEvent(new Event('change', {bubbles: true}))");
        browser.until("its payloads", () -> browser.texts(".probes .holder.payload .member").contains("A"));
        assertThat(browser.texts("#notices .notice")).isEmpty();
    }

    @Test
    void eventsAreFilteredAndControlObjectsLeadToTheirs() {
        open("&as=events&type=write");
        browser.until("write alone", () -> browser.texts(".probes tbody tr").size() == 3);
        open("&as=objects");
        browser.until("objects", () -> browser.texts(".probes tbody th").contains("connection 5"));
        browser.all(".probes tbody th button").stream().filter(button -> button.getText().equals("connection 5"))
                .findFirst().orElseThrow().click();
        browser.until("its events", () -> browser.texts(".probes tbody tr").size() == 3);
        assertThat(browser.texts(".probes .filter")).singleElement().asString().contains("connection 5");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void aBadgeInTheCallTreeLeadsToThePayloads() {
        browser.open(server.address() + "#/calltree?application=shop&last=1h&splits=true");
        browser.until("badges", () -> browser.texts(".calltree .payload-badges a").size() > 0);
        assertThat(browser.texts(".calltree .holder.split .member")).containsExactly("GET /");
        browser.find(".calltree .payload-badges a").click();
        browser.until("the view", () -> browser.texts("#tabs .tab[aria-current]").equals(List.of("Probes")));
        browser.until("leaves", () -> browser.texts(".probes .holder.payload .member").contains("A"));
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void whoWantsToRecordIsHeard() throws Exception {
        open("");
        browser.until("it records", () -> browser.find(".probes .record").getText().equals("Stop recording"));
        browser.find(".probes .record").click();
        browser.until("asked",
                () -> browser.texts(".probes .calm").stream().anyMatch(said -> said.startsWith("Sent")));
        assertThat(client.shipAndHear(PayloadBatches.batch(4, 2, false))).containsExactly(
                new PayloadControl(PayloadControl.Action.STOP_RECORDING, PayloadBatches.PROBE));
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void whatHasEndedCannotBeStopped() throws Exception {
        client.ship(PayloadBatches.splitting(4));
        client.ship(Batches.last(5));
        client.close();
        open("");
        browser.until("it is over", () -> browser.find(".probes .record").getText().equals("Record"));
        assertThat(browser.texts(".probes select[aria-label=Recording] option")).hasSize(3)
                .noneMatch(recording -> recording.contains("now"));
        open("&probe=shop.Requests");
        browser.until("splits alone", () -> browser.texts(".probes .summary").contains("No payloads in 1 recording"));
        assertThat(browser.texts(".probes select[aria-label=Recording] option")).hasSize(2).last().asString()
                .endsWith(", \u2013");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void twoRecordingsAreCompared() {
        open("&as=hotspots&recording=one:1");
        browser.until("hot spots", () -> browser.texts(".probes tbody th .member").equals(List.of("A", "B")));
        browser.run("const choice = document.querySelector('.probes select[aria-label=\"Compare with\"]');"
                + "choice.value = 'one:2'; choice.dispatchEvent(new Event('change'))");
        browser.until("both", () -> browser.texts(".probes .groups th").contains("In the other recording"));
        assertThat(figures("A")).startsWith("6", "0", "1.20 s", "200 ms").endsWith("3", "600 ms", "200 ms", "0.0%");
        assertThat(figures("B")).startsWith("4", "0", "600 ms", "150 ms").endsWith("2", "300 ms", "150 ms", "0.0%");
        assertThat(browser.console()).isEmpty();
    }

    /** Else a moment is not where the axis says. */
    @ParameterizedTest
    @ValueSource(ints = {360, 1280})
    void aControlObjectsLineIsAsLongAsItsAxis(int width) {
        browser.size(width, 800);
        try {
            open("&as=timeline");
            browser.until("its line", () -> !browser.all(".object canvas").isEmpty());
            browser.until("as long",
                    () -> Math.abs(((Number) browser.run("const end = (css) => document.querySelector(css)"
                            + ".getBoundingClientRect().right; return end('.object canvas') - end('.object-timeline .ends')"))
                            .doubleValue()) <= 1);
        } finally {
            browser.size(1280, 800);
        }
        assertThat(browser.console()).isEmpty();
    }

    private static List<String> figures(String payload) {
        WebElement row = browser.all(".probes tbody tr").stream()
                .filter(each -> each.findElement(By.cssSelector("th .member")).getText().equals(payload)).findFirst()
                .orElseThrow();
        return row.findElements(By.cssSelector("td")).stream()
                .map(cell -> cell.getText().replaceAll("[\\s\u00a0\u202f]+", " ")).toList();
    }

    @Test
    void whatTellsLongTextsApartStaysInSight() throws Exception {
        client.ship(PayloadBatches.longTexts(4, "select " + "column,".repeat(60) + " from t",
                "jdbc:database://a.host.of.some.network:5432/shop #"));
        browser.size(1400, 900);
        open("&as=events&search=select");
        browser.until("the statement", () -> browser.texts(".probes tbody tr").size() == 1);
        assertThat((Boolean) browser.run("const table = document.querySelector('.probes table');"
                + "const duration = [...table.querySelectorAll('thead th')].find(th => th.textContent.includes('duration'));"
                + "return duration.getBoundingClientRect().right <= window.innerWidth")).isTrue();
        open("&as=timeline");
        browser.until("a line",
                () -> browser.texts(".probes .object .label").stream().anyMatch(name -> name.endsWith("#6")));
        assertThat(
                (Boolean) browser.run("return [...document.querySelectorAll('.probes .object .label')].every(label => {"
                        + "const name = document.createRange(); name.selectNodeContents(label);"
                        + "return name.getBoundingClientRect().right <= label.getBoundingClientRect().right + 1 })"))
                .isTrue();
    }

    @Test
    void fitsANarrowWindow() {
        browser.size(400, 800);
        open("&as=hotspots");
        browser.until("hot spots", () -> browser.texts(".probes tbody th .member").equals(List.of("A", "B")));
        assertThat((Boolean) browser.run("return document.documentElement.scrollWidth <= window.innerWidth")).isTrue();
    }

    /** For a look: {@code -Dsim.page.pictures=target/pictures}. */
    @Test
    void isPictured() throws Exception {
        String pictures = System.getProperty("sim.page.pictures");
        assumeTrue(pictures != null, "no pictures asked for: -Dsim.page.pictures=<directory>");
        for (String colours : List.of("light", "dark")) {
            browser.preferColours(colours);
            for (String as : List.of("calltree", "hotspots", "events", "objects", "timeline", "telemetries")) {
                open("&as=" + as + (as.equals("hotspots") ? "&recording=one:1&compare=one:2" : ""));
                browser.until("summary",
                        () -> browser.texts(".probes .summary").stream().anyMatch(text -> !text.isEmpty()));
                Thread.sleep(700); // charts are drawn when the page has its size
                browser.picture(Path.of(pictures, "probes-" + as + "-" + colours + ".png"));
            }
            browser.open(server.address() + "#/calltree?application=shop&last=1h&splits=true");
            browser.until("badges", () -> browser.texts(".calltree .payload-badges a").size() > 0);
            browser.picture(Path.of(pictures, "probes-badges-" + colours + ".png"));
        }
    }

    private void open(String more) {
        browser.open(server.address() + "#/probes?application=shop&last=1h" + more);
        browser.until("the view", () -> browser.all(".probes").size() == 1);
    }

    private void tab(String name) {
        browser.all(".probes .segments button").stream().filter(button -> button.getText().equals(name)).findFirst()
                .orElseThrow().click();
    }
}

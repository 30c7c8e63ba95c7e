package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import sim.model.snapshot.Control;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.Level;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;
import sim.model.snapshot.Verdict;
import sim.server.Batches;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.server.WireClient;
import sim.testkit.Browser;
import sim.testkit.InBrowser;
import sim.wire.Batch;

/** Where names stand, on the page in a real browser, and the reader's word on it, heard at the other end of the wire. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class HotspotsPageIT {
    private static final String CHEAP = "the last firing took 240ns, 240ns self time; thresholds 10us and 2us";
    private static final String DEAR = "the last firing took 9.8ms, 130.4us self time; thresholds 10us and 2us";
    private static final List<NameEntry> NAMES = List.of(
            new NameEntry(1, "shop.storefront.CheckoutController", "placeOrder"),
            new NameEntry(2, "shop.orders.TaxTable", "rateOf"),
            new NameEntry(3, "shop.payment.CardGateway", "authorize"),
            new NameEntry(4, "shop.catalogue.Product", "<init>"), new NameEntry(5, "shop.catalogue.Index", "lookup"),
            new NameEntry(6, "shop.stock.Warehouse$Shelf", "count"), new NameEntry(7, "shop.mail.Mailer", "send"),
            new NameEntry(8, "sql", Shop.HOSTILE));

    private static Browser browser;

    private LiveServer server;
    private WireClient client;
    private long sequence;

    @BeforeAll
    static void look(Browser shared) throws Exception {
        browser = shared;
    }

    @BeforeEach
    void report(LiveServer live) throws Exception {
        server = live;
        client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"));
        heard(NAMES, List.of(new Score(1, Standing.UNMANAGED, 100_002, 0), new Score(2, Standing.DISABLED, -2, 3),
                new Score(3, Standing.HOTSPOT, 31_377, 0), new Score(4, Standing.DISABLED, 0, 0),
                new Score(5, Standing.MANAGED, 1_204, 0), new Score(6, Standing.OFF, 412, 0),
                new Score(7, Standing.PINNED, 1_000, 0), new Score(8, Standing.MANAGED, 998, 1)),
                List.of(verdict(1, 1, 90, Standing.MANAGED, Standing.HOTSPOT, 2_001, DEAR),
                        verdict(1, 2, 30, Standing.HOTSPOT, Standing.UNMANAGED, 100_002, DEAR),
                        verdict(2, 1, 200, Standing.MANAGED, Standing.DISABLED, 0, CHEAP),
                        verdict(2, 2, 140, Standing.DISABLED, Standing.MANAGED, 150, "tried again: its rest is over"),
                        verdict(2, 3, 139, Standing.MANAGED, Standing.DISABLED, -2, CHEAP),
                        verdict(3, 1, 60, Standing.MANAGED, Standing.HOTSPOT, 2_001, DEAR),
                        verdict(4, 1, 210, Standing.MANAGED, Standing.DISABLED, 0, CHEAP),
                        verdict(6, 1, 20, Standing.MANAGED, Standing.OFF, 412,
                                "asked for at the agent server: disable"),
                        verdict(7, 1, 10, Standing.MANAGED, Standing.PINNED, 1_000,
                                "asked for at the agent server: pin"),
                        verdict(8, 1, 100, Standing.DISABLED, Standing.MANAGED, 150, "tried again: its rest is over")));
    }

    @AfterEach
    void end() throws Exception {
        if (client != null) {
            client.close();
        }
    }

    @Test
    void everyNameIsShownWithItsStandingAndWhy() {
        open("");
        assertThat(names()).containsExactly("Mailer.send", "Warehouse$Shelf.count", "CheckoutController.placeOrder",
                "CardGateway.authorize", "sql." + Shop.HOSTILE, "TaxTable.rateOf", "new Product", "Index.lookup");
        assertThat(browser.texts(".hotspots tbody .badge")).containsExactly("pinned", "off", "unmanaged", "hotspot",
                "managed", "disabled", "disabled", "managed");
        assertThat(browser.texts(".hotspots .figures-holder td.reason")).contains(DEAR, CHEAP, "none yet");
        assertThat(browser.texts(".hotspots .summary")).containsExactly("8 names, 3 not metered");
        assertThat(browser.title()).isEqualTo("shop \u00b7 Hotspots \u00b7 SIM");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void itIsSortedSearchedAndFilteredByStanding() {
        open("");
        header("balance").click();
        browser.until("by balance", () -> names().get(0).equals("CheckoutController.placeOrder"));
        header("balance").click();
        browser.until("turned", () -> names().get(0).equals("TaxTable.rateOf"));
        header("Name").click();
        browser.until("by name", () -> names().get(0).equals("Index.lookup"));
        browser.find(".hotspots .search").sendKeys("catalogue");
        browser.until("found", () -> names().equals(List.of("Index.lookup", "new Product")));
        open("&standing=disabled");
        assertThat(names()).containsExactly("TaxTable.rateOf", "new Product");
        browser.find(".hotspots .search").sendKeys("nothing");
        browser.until("none", () -> browser.texts(".hotspots .quiet").contains("No name matches."));
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void aNamesVerdictsAreItsHistory() {
        open("");
        row("TaxTable.rateOf").findElement(By.cssSelector("button.name")).click();
        browser.until("history", () -> browser.all(".panel tbody tr").size() == 3);
        assertThat(browser.texts(".panel h2")).containsExactly("TaxTable.rateOf");
        assertThat(browser.texts(".panel tbody td:nth-child(2)")).containsExactly("managed \u2192 disabled",
                "disabled \u2192 managed", "managed \u2192 disabled");
        assertThat(browser.texts(".panel tbody td:nth-child(4)")).containsExactly(CHEAP,
                "tried again: its rest is over", CHEAP);
        browser.find(".panel .close").click();
        browser.until("closed", () -> browser.texts(".panel").isEmpty());
        assertThat(browser.console()).isEmpty();
    }

    /** A name near a bound of the budget: each step by itself filled the list, and said "managed to managed". */
    @Test
    void stepsOfALevelThatCameBackWithinAMinuteAreOneRowUntilEachIsAskedFor() throws Exception {
        List<Verdict> verdicts = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            verdicts.add(level(5, 2 * i + 1, 300 - 20 * i, Level.ALL, Level.QUICK, "gives way " + i));
            verdicts.add(level(5, 2 * i + 2, 290 - 20 * i, Level.QUICK, Level.ALL, "comes back " + i));
        }
        verdicts.add(level(5, 13, 180, Level.ALL, Level.SAMPLED, "gives way for longer"));
        verdicts.add(level(5, 14, 100, Level.SAMPLED, Level.ALL, "comes back late"));
        heard(List.of(), List.of(), verdicts);
        open("&class=shop.catalogue.Index&method=lookup");
        browser.until("history", () -> browser.texts(".panel tbody td:nth-child(2)").equals(List.of(
                "sampled \u2192 all", "all \u2192 sampled", "all \u2192 quick \u2192 all")));
        assertThat(browser.texts(".panel td.reason").get(2)).startsWith("6 times, back within a minute each, since ")
                .endsWith("The last: comes back 5");
        browser.find(".panel button.more").click();
        browser.until("each", () -> browser.texts(".panel td.reason").size() == 14);
        assertThat(browser.texts(".panel td.reason")).endsWith("comes back 0", "gives way 0");
        browser.find(".panel button.more").click();
        browser.until("as one", () -> browser.texts(".panel td.reason").size() == 3);
        assertThat(browser.console()).isEmpty();
    }

    private static Verdict level(int name, long number, int secondsAgo, Level from, Level to, String reason) {
        return new Verdict(name, number, Batches.now() - secondsAgo * 1_000_000L, Standing.MANAGED, Standing.MANAGED,
                1_000, reason, from, to);
    }

    @Test
    void whatTheReaderWantsReachesTheApplicationAndWhatItDidIsSeen() throws Exception {
        open("");
        assertThat(row("Warehouse$Shelf.count").findElements(By.cssSelector(".word button"))).extracting(
                WebElement::isEnabled).containsExactly(true, false, true);
        button("CardGateway.authorize", "Disable").click();
        browser.until("said", () -> row("CardGateway.authorize").getText().contains("asked"));
        assertThat(heard(List.of(), List.of(new Score(3, Standing.OFF, 31_390, 0)), List.of(verdict(3, 2, 0,
                Standing.HOTSPOT, Standing.OFF, 31_390, "asked for at the agent server: disable")))).containsExactly(
                        new HotspotControl(HotspotControl.Action.DISABLE, "shop.payment.CardGateway", "authorize", -1,
                                -1));
        browser.until("off", () -> row("CardGateway.authorize").getText().contains("off")
                && !row("CardGateway.authorize").getText().contains("asked\n"));
        assertThat(button("CardGateway.authorize", "Disable").isEnabled()).isFalse();
        button("CardGateway.authorize", "Enable").click();
        button("Index.lookup", "Pin").click();
        browser.until("said", () -> row("Index.lookup").getText().contains("asked"));
        assertThat(heard(List.of(), List.of(), List.of())).extracting(each -> ((HotspotControl) each).action())
                .containsExactly(HotspotControl.Action.ENABLE, HotspotControl.Action.PIN);
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void thresholdsAreSetAndEverythingIsJudgedAfresh() throws Exception {
        open("");
        browser.find(".hotspots .chooser summary").click();
        browser.find(".thresholds input[name=inclusive]").sendKeys("5000");
        browser.find(".thresholds button").click();
        browser.until("said", () -> browser.find(".thresholds [role=status]").getText().startsWith("Sent"));
        browser.find(".thresholds input[name=inherent]").sendKeys("0");
        browser.find(".thresholds button").click();
        browser.find(".hotspots .summary").click();
        browser.all(".hotspots .tools > button").get(0).click();
        List<Control> heard = new ArrayList<>();
        browser.until("heard", () -> heard.addAll(heardNow()) && heard.size() == 3 || heard.size() == 3);
        assertThat(heard).containsExactly(new HotspotControl(HotspotControl.Action.THRESHOLDS, "", "", 5_000, -1),
                new HotspotControl(HotspotControl.Action.THRESHOLDS, "", "", 5_000, 0),
                new HotspotControl(HotspotControl.Action.RESET, "", "", -1, -1));
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void anApplicationThatHasGoneCannotBeAskedAndThePageSaysSo() throws Exception {
        open("");
        client.close();
        browser.until("gone", () -> {
            button("Index.lookup", "Pin").click();
            return row("Index.lookup").getText().contains("connected now");
        });
    }

    @Test
    void fitsANarrowWindow() {
        browser.size(400, 800);
        open("&class=shop.orders.TaxTable&method=rateOf");
        assertThat((Boolean) browser.run("return document.documentElement.scrollWidth <= window.innerWidth")).isTrue();
    }

    /** For a look: {@code -Dsim.page.pictures=target/pictures}. */
    @Test
    void isPictured() throws IOException {
        String pictures = System.getProperty("sim.page.pictures");
        assumeTrue(pictures != null, "no pictures asked for: -Dsim.page.pictures=<directory>");
        for (String colours : List.of("light", "dark")) {
            browser.preferColours(colours);
            open("");
            browser.picture(Path.of(pictures, "hotspots-" + colours + ".png"));
            open("&class=shop.orders.TaxTable&method=rateOf");
            browser.until("history", () -> browser.all(".panel tbody tr").size() == 3);
            browser.find(".hotspots .chooser summary").click();
            browser.picture(Path.of(pictures, "verdicts-" + colours + ".png"));
        }
        browser.size(400, 800);
        open("");
        browser.picture(Path.of(pictures, "hotspots-narrow.png"));
    }

    /** Ships, and returns what the server wants. */
    private List<Control> heard(List<NameEntry> names, List<Score> scores, List<Verdict> verdicts) throws Exception {
        return client
                .shipAndHear(
                        new Batch(++sequence, Batches.now() - 5_000_000, Batches.now(), names, List.of(), List.of(),
                                List.of(), List.of(), List.of(), scores, verdicts, List.of(), Map.of()));
    }

    private List<Control> heardNow() {
        try {
            return heard(List.of(), List.of(), List.of());
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    private static Verdict verdict(int name, long number, int secondsAgo, Standing from, Standing to, long balance,
            String reason) {
        return new Verdict(name, number, Batches.now() - secondsAgo * 1_000_000L, from, to, balance, reason);
    }

    private void open(String more) {
        browser.open(server.address() + "#/hotspots?application=shop&last=15m" + more);
        browser.until("names", () -> !names().isEmpty());
    }

    private static List<String> names() {
        return browser.texts(".hotspots .figures-holder tbody .member");
    }

    private static WebElement row(String name) {
        return browser.all(".hotspots .figures-holder tbody tr").stream()
                .filter(row -> row.getText().contains(name)).findFirst().orElseThrow();
    }

    private static WebElement button(String name, String label) {
        return row(name).findElements(By.cssSelector(".word button")).stream()
                .filter(button -> button.getText().equals(label)).findFirst().orElseThrow();
    }

    private static WebElement header(String label) {
        return browser.all(".hotspots .figures-holder .names th button").stream()
                .filter(button -> button.getText().equals(label)).findFirst().orElseThrow();
    }
}

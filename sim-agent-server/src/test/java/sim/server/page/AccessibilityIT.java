package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;
import sim.model.snapshot.Verdict;
import sim.server.Batches;
import sim.server.GuardedServer;
import sim.server.LiveServer;
import sim.server.PayloadBatches;
import sim.server.WireClient;
import sim.server.identity.Role;
import sim.testkit.Browser;
import sim.testkit.InBrowser;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;

/** What axe-core finds on the page: nothing, on any tab, before and behind the sign-in, in both themes, in a wide window and on a telephone. */
@ExtendWith(InBrowser.class)
class AccessibilityIT {
    /** A checkout that has ended, with a payment inside. */
    private static final String CHOSEN = "000000000000a010";
    /** What the card gateway declined, as the tab Errors names a row. */
    private static final String DECLINED = URLEncoder
            .encode("[\"shop.payment.Declined\",\"shop.payment.CardGateway\",\"authorize\",null,null]",
                    StandardCharsets.UTF_8);
    /** Each with what is there once it is drawn. */
    private static final List<String[]> VIEWS = List.of(new String[]{"methods?", ".methods tbody tr"},
            new String[]{"methods?class=shop.storefront.CheckoutController&method=placeOrder", ".methods .panel h2"},
            new String[]{"calltree?", ".calltree tbody tr"}, new String[]{"calltree?search=card", ".calltree .match"},
            new String[]{"requests?application=probed", ".requests tbody tr"},
            new String[]{"requests?application=probed&name=order&tag=shop", ".kind-view .tiles dd"},
            new String[]{"errors?", ".errors-view tbody tr"},
            new String[]{"errors?chosen=" + DECLINED, ".errors-view .panel tbody tr"},
            new String[]{"compare?", ".compare tbody tr"}, new String[]{"compare?as=tree", ".compare tbody tr"},
            new String[]{"compare?application=probed&as=statements", ".compare tbody tr"},
            new String[]{"file?", "#request-file"},
            new String[]{"contexts?wide=true&chosen=" + CHOSEN, ".contexts .panel.whole h2"},
            new String[]{"contexts?", ".contexts tbody tr"},
            new String[]{"contexts?as=timeline&chosen=" + CHOSEN, ".contexts .stay"},
            new String[]{"contexts?chosen=" + CHOSEN, ".contexts .panel h2"},
            new String[]{"invocations?", ".invocations tbody tr"},
            new String[]{"hotspots?application=probed", ".hotspots tbody tr"},
            new String[]{"platform?", ".platform canvas"},
            new String[]{"events?", ".events tbody tr"}, new String[]{"server?", ".server .card"},
            new String[]{"weaving?application=probed", ".weaving tbody tr"},
            new String[]{"probes?application=probed", ".probes tbody tr"},
            new String[]{"probes?application=probed&as=hotspots", ".probes tbody tr"},
            new String[]{"probes?application=probed&as=events", ".probes tbody tr"},
            new String[]{"probes?application=probed&as=objects", ".probes tbody tr"},
            new String[]{"probes?application=probed&as=timeline", ".probes canvas"},
            new String[]{"probes?application=probed&as=telemetries", ".probes canvas"});
    private static final String RUN = "axe.run(document, {resultTypes: ['violations'], runOnly: ['wcag2a', 'wcag2aa',"
            + " 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']}).then((found) => found.violations.flatMap((rule) =>"
            + " rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')} ${node.failureSummary.split('\\n').pop().trim()}`)))";

    /** For people to look at. */
    private static final Path PICTURES = Path.of("target", "pictures", "tabs");

    @TempDir
    static Path folder;

    private static Browser browser;
    private static LiveServer server;
    private static WireClient shop;
    private static WireClient probed;
    private static String axe;

    @BeforeAll
    static void serve(Browser shared) throws Exception {
        browser = shared;
        server = new LiveServer(folder);
        shop = Shop.report(server.collectorPort());
        probed = WireClient.connect(server.collectorPort(), Batches.hello("probed", "one"));
        probed.ship(PayloadBatches.batch(1, 1, true));
        probed.ship(PayloadBatches.batch(2, 1, false));
        probed.ship(judged());
        probed.ship(new Batch(4, Batches.now() - 2_000_000, Batches.now() - 1_000_000,
                Contents.NONE.with(Sections.KINDS,
                        List.of(new KindRecord("order", "shop", 9, 1, 3, 90_000_000, 90, 1, 1,
                                Batches.meters(80_000_000), List.of())))));
        axe = axe();
    }

    @AfterAll
    static void leave() throws Exception {
        if (shop != null) {
            shop.close();
            probed.close();
        }
        if (server != null) {
            server.close();
        }
    }

    private static Batch judged() {
        return new Batch(3, Batches.now() - 5_000_000, Batches.now() - 2_000_000, List.of(), List.of(), List.of(),
                List.of(), List.of(), List.of(), List.of(new Score(1, Standing.DISABLED, -2, 0)),
                List.of(new Verdict(1, 1, Batches.now() - 3_000_000, Standing.MANAGED, Standing.DISABLED, -2, "cheap")),
                List.of(), Map.of("weaving.seen", 310L, "weaving.woven", 12L, "weaving.failed", 1L));
    }

    private static String axe() throws IOException {
        try (InputStream in = AccessibilityIT.class.getResourceAsStream("/axe.min.js")) {
            return new String(Objects.requireNonNull(in, "axe.min.js").readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @CsvSource({"light, 1280", "dark, 1280", "light, 360"})
    void nothingIsFoundOnAnyTab(String colours, int width) throws IOException {
        browser.preferColours(colours);
        browser.size(width, 800);
        List<String> found = new ArrayList<>();
        browser.open(server.address() + "#/methods?application=shop&last=15m");
        browser.until("rows", () -> !browser.all(".methods tbody tr").isEmpty());
        browser.run(axe);
        for (String[] view : VIEWS) {
            String application = view[0].contains("application=") ? "" : "&application=shop";
            browser.run("location.hash = arguments[0]", "/" + view[0] + "&last=15m" + application);
            browser.until(view[0], () -> browser.all(view[1]).stream().anyMatch(each -> each.isDisplayed()));
            look(view[0], found);
            browser.picture(PICTURES.resolve(view[0].replaceAll("[^a-z]+", "-") + "." + colours + width + ".png"));
        }
        assertThat(found).isEmpty();
    }

    /** Losses, range, columns, thresholds, files of a tree, and the editor of scripts. */
    @ParameterizedTest
    @CsvSource({"light, 1280", "dark, 1280", "light, 360"})
    void norInMenusAndEditorsThatAreOpen(String colours, int width) throws IOException {
        browser.preferColours(colours);
        browser.size(width, 800);
        List<String> found = new ArrayList<>();
        Set<String> opened = new TreeSet<>();
        browser.open(server.address() + "#/methods?application=shop&last=15m");
        browser.until("losses", () -> !browser.all(".losses summary").isEmpty());
        browser.run(axe);
        for (String[] view : List.of(new String[]{"methods?application=shop", ".methods tbody tr"},
                new String[]{"calltree?application=shop", ".calltree tbody tr"},
                new String[]{"hotspots?application=probed", ".hotspots tbody tr"})) {
            browser.run("location.hash = arguments[0]", "/" + view[0] + "&last=15m");
            browser.until(view[0], () -> browser.all(view[1]).stream().anyMatch(each -> each.isDisplayed()));
            List<WebElement> menus = browser.all("details:has(> .menu) > summary").stream()
                    .filter(WebElement::isDisplayed).toList();
            for (WebElement menu : menus) {
                String name = menu.findElement(By.xpath("..")).getDomAttribute("class") + " " + menu.getText();
                menu.click();
                // what is half behind an open menu is no target then
                look(RUN.replace("axe.run(document,", "axe.run('details[open] > .menu',"), view[0] + ", open: " + name,
                        found);
                browser.picture(PICTURES.resolve(
                        "open-" + name.replaceAll("[^A-Za-z]+", "-") + "." + colours + width + ".png"));
                menu.click();
                opened.add(name.replaceAll(" .*", ""));
            }
        }
        assertThat(opened).as("menus that were opened").contains("chooser", "losses", "range");
        browser.run("location.hash = arguments[0]", "/probes?application=probed&last=15m");
        browser.until("probes",
                () -> browser.all(".probes [data-needs=script]").stream().anyMatch(WebElement::isDisplayed));
        browser.all(".probes [data-needs=script]").stream().filter(WebElement::isDisplayed).findFirst().orElseThrow()
                .click();
        browser.until("editor", () -> !browser.all(".script-editor[open]").isEmpty());
        look("script editor", found);
        browser.picture(PICTURES.resolve("open-script-editor." + colours + width + ".png"));
        assertThat(found).isEmpty();
    }

    @Test
    void norBeforeAnApplicationHasConnected(@TempDir Path empty) throws Exception {
        List<String> found = new ArrayList<>();
        try (LiveServer fresh = new LiveServer(empty)) {
            browser.open(fresh.address());
            browser.until("welcome", () -> !browser.all(".welcome").isEmpty());
            browser.run(axe);
            look("welcome", found);
        }
        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"light, 1280", "dark, 1280", "light, 360"})
    void norAtTheSignInAndBehindIt(String colours, int width, @TempDir Path guarded) throws Exception {
        browser.preferColours(colours);
        browser.size(width, 800);
        List<String> found = new ArrayList<>();
        try (GuardedServer asks = new GuardedServer(guarded)) {
            String admin = asks.token("admin", Role.ADMIN);
            browser.open(asks.address() + "#/audit");
            browser.until("sign-in", () -> !browser.all(".sign-in input").isEmpty());
            browser.run(axe);
            look("sign-in", found);
            browser.find(".sign-in input").sendKeys("sim.no.such");
            browser.find(".sign-in button").click();
            browser.until("said", () -> browser.find(".sign-in .error").getText().contains("not good"));
            look("wrong token", found);
            browser.picture(PICTURES.resolve("sign-in." + colours + width + ".png"));
            browser.find(".sign-in input").clear();
            browser.find(".sign-in input").sendKeys(admin);
            browser.find(".sign-in button").click();
            browser.until("audit", () -> browser.all(".audit tbody tr").size() > 1);
            look("audit", found);
            browser.picture(PICTURES.resolve("audit." + colours + width + ".png"));
        }
        assertThat(found).isEmpty();
    }

    private static void look(String view, List<String> found) {
        look(RUN, view, found);
    }

    private static void look(String run, String view, List<String> found) {
        Object violations = browser.promised(run);
        if (violations instanceof List<?> each) {
            each.forEach(one -> found.add(view + " " + one));
        } else {
            found.add(view + " could not be looked at: " + violations);
        }
    }
}

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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;
import sim.model.snapshot.Verdict;
import sim.server.Batches;
import sim.server.GuardedServer;
import sim.server.InLiveServer;
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
@ExtendWith({InBrowser.class, InLiveServer.class})
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
            new String[]{"requests?application=probed&view=all", ".requests tbody tr"},
            new String[]{"contexts?application=probed&name=order&sort=duration", ".contexts tbody tr"},
            new String[]{"errors?", ".errors-view tbody tr"},
            new String[]{"errors?chosen=" + DECLINED, ".errors-view .panel tbody tr"},
            new String[]{"compare?", ".compare tbody tr"}, new String[]{"compare?as=tree", ".compare tbody tr"},
            new String[]{"compare?application=probed&as=statements", ".compare tbody tr"},
            new String[]{"file?", "#request-file"},
            new String[]{"contexts?wide=true&chosen=" + CHOSEN, ".contexts .panel.whole h2"},
            new String[]{"contexts?", ".contexts tbody tr"},
            new String[]{"contexts?as=timeline&chosen=" + CHOSEN, ".contexts .stay"},
            new String[]{"contexts?chosen=" + CHOSEN, ".contexts .panel h2"},
            new String[]{"contexts?chosen=00000000000000ff", ".contexts .quiet"},
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
    /** Each of a server that has nothing yet: what it says in place of rows. */
    private static final List<String[]> EMPTY = List.of(new String[]{"requests?", ".requests"},
            new String[]{"requests?name=order&tag=shop", ".kind-view h2"}, new String[]{"errors?", ".errors-view"},
            new String[]{"methods?", ".methods"},
            new String[]{"methods?class=shop.Gone&method=call", ".methods"}, new String[]{"calltree?", ".calltree"},
            new String[]{"contexts?", ".contexts"}, new String[]{"contexts?as=timeline", ".contexts"},
            new String[]{"contexts?chosen=" + CHOSEN, ".contexts"}, new String[]{"compare?", ".compare"},
            new String[]{"compare?as=tree", ".compare"}, new String[]{"compare?as=statements", ".compare"},
            new String[]{"invocations?", ".invocations"}, new String[]{"probes?", ".probes"},
            new String[]{"probes?as=events", ".probes"}, new String[]{"probes?as=timeline", ".probes"},
            new String[]{"hotspots?", ".hotspots"}, new String[]{"platform?", ".platform"},
            new String[]{"events?", ".events"}, new String[]{"weaving?", ".weaving"});
    private static final String ALL = "['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']";
    /** What else is found in the dark is found in the light too. */
    private static final String OF_COLOURS = "{type: 'rule', values: ['color-contrast', 'link-in-text-block']}";
    private static final String RUN = "axe.run(document, {resultTypes: ['violations'], runOnly: RULES}).then((found) => found.violations.flatMap((rule) =>"
            + " rule.nodes.map((node) => `${rule.id}: ${node.target.join(' ')} ${node.failureSummary.split('\\n').pop().trim()}`)))";

    /** What ends right of the window, though nothing around it scrolls or cuts it off on purpose. */
    private static final String WIDER = """
            const held = (one) => {
              for (let around = one.parentElement; around && around !== document.body; around = around.parentElement) {
                if (getComputedStyle(around).overflowX !== 'visible') return true;
              }
              return false;
            };
            return [...document.querySelectorAll('body *')].filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth + 1
              && getComputedStyle(one).position !== 'fixed' && !held(one)).slice(0, 3).map((one) => `${one.tagName} ${one.className}`);
            """;

    /** For people to look at, who name a folder: {@code -Dsim.page.pictures=target/pictures}. */
    private static final String PICTURES = System.getProperty("sim.page.pictures");

    /** All four, {@code -Dsim.page.looks=all}, take a quarter of an hour; the build has each theme and each width once. */
    private static final boolean ALL_LOOKS = PICTURES != null || "all".equals(System.getProperty("sim.page.looks"));

    private static Browser browser;
    private static LiveServer server;
    private static String axe;
    private static String rules;

    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        server.closing(Shop.report(server.collectorPort()));
        WireClient probed = server.connect(Batches.hello("probed", "one"));
        probed.ship(PayloadBatches.batch(1, 1, true));
        probed.ship(PayloadBatches.batch(2, 1, false));
        probed.ship(judged());
        for (int minute = 14; minute >= 0; minute--) {
            probed.ship(orders(18 - minute, minute));
        }
        axe = axe();
    }

    /** A minute of orders and searches, with the slowest order of it, which failed now and then. */
    private static Batch orders(int sequence, int minute) {
        long to = Batches.now() - minute * 60_000_000L - 1_000_000;
        long orders = 90 + 40 * (minute % 3);
        boolean failed = minute % 5 == 2;
        ContextRecord slowest = new ContextRecord(0xb000 + minute, 0, "order", "shop", "http-" + minute % 4,
                to - 900_000, to - 900_000 + (240 + minute) * 1_000L,
                failed ? "shop.payment.Declined: card of order " + (4_711 + minute) + " expired" : null,
                Map.of("url.path", "/orders/" + (4_711 + minute), "http.response.status_code", failed ? 500 : 200), 4,
                failed ? 1 : 0, Meter.WALL.bit() | Meter.CPU.bit() | Meter.BLOCK_TIME.bit(),
                Batches.meters((240 + minute) * PayloadBatches.MILLI));
        return new Batch(sequence, to - 59_000_000, to, Contents.NONE
                .with(Sections.KINDS, List.of(
                        kind("order", "shop", orders, failed ? 1 : 0, 12 + minute % 4 * 3, (240 + minute)),
                        kind("GET /search/{words}/of/{department}/in/{country}", "HTTP server", 4 * orders, 0, 3, 35)))
                .with(Sections.CONTEXTS, List.of(slowest)));
    }

    private static KindRecord kind(String name, String tag, long contexts, long failed, long millis, long longest) {
        long milli = PayloadBatches.MILLI;
        return new KindRecord(name, tag, contexts, failed, 1, contexts * millis * milli, 4 * contexts, failed,
                Meter.WALL.bit() | Meter.CPU.bit() | Meter.BLOCK_TIME.bit() | Meter.WAIT_TIME.bit()
                        | Meter.ALLOC.bit(),
                Batches.meters(contexts * millis * milli * 9 / 10),
                List.of(Batches.row(2, contexts, contexts * millis, contexts * millis * 9 / 10))).with(longest * milli,
                        new long[]{Buckets.indexOf(millis * milli), contexts - 3, Buckets.indexOf(2 * millis * milli),
                                2, Buckets.indexOf(longest * milli), 1});
    }

    private static Batch judged() {
        return new Batch(3, Batches.now() - 5_000_000, Batches.now() - 2_000_000, List.of(), List.of(), List.of(),
                List.of(), List.of(), List.of(), List.of(new Score(1, Standing.DISABLED, -2, 0)),
                List.of(new Verdict(1, 1, Batches.now() - 3_000_000, Standing.MANAGED, Standing.DISABLED, -2, "cheap")),
                List.of(), Map.of("weaving.seen", 310L, "weaving.woven", 12L, "weaving.failed", 1L));
    }

    private static List<Arguments> looks() {
        List<Arguments> both = List.of(Arguments.of("light", 1280), Arguments.of("dark", 360));
        return ALL_LOOKS
                ? List.of(both.get(0), Arguments.of("dark", 1280), Arguments.of("light", 360), both.get(1))
                : both;
    }

    private static String axe() throws IOException {
        try (InputStream in = AccessibilityIT.class.getResourceAsStream("/axe.min.js")) {
            return new String(Objects.requireNonNull(in, "axe.min.js").readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @ParameterizedTest
    @MethodSource("looks")
    void nothingIsFoundOnAnyTab(String colours, int width) throws IOException {
        as(colours, width);
        List<String> found = new ArrayList<>();
        browser.open(server.address() + "#/methods?application=shop&last=15m");
        browser.until("rows", () -> !browser.all(".methods tbody tr").isEmpty());
        browser.run(axe);
        for (String[] view : VIEWS) {
            String application = view[0].contains("application=") ? "" : "&application=shop";
            browser.run("location.hash = arguments[0]", "/" + view[0] + "&last=15m" + application);
            browser.until(view[0], () -> browser.shows(view[1]));
            look(view[0], found);
            picture(view[0].replaceAll("[^a-z]+", "-") + "." + colours + width + ".png");
        }
        assertThat(found).isEmpty();
    }

    /** Losses, range, columns, thresholds, files of a tree, and the editor of scripts. */
    @ParameterizedTest
    @MethodSource("looks")
    void norInMenusAndEditorsThatAreOpen(String colours, int width) throws IOException {
        as(colours, width);
        List<String> found = new ArrayList<>();
        Set<String> opened = new TreeSet<>();
        browser.open(server.address() + "#/methods?application=shop&last=1h");
        browser.until("losses", () -> !browser.all(".losses summary").isEmpty());
        browser.run(axe);
        for (String[] view : List.of(new String[]{"methods?application=shop", ".methods tbody tr"},
                new String[]{"requests?application=probed", ".requests tbody tr"},
                new String[]{"calltree?application=shop", ".calltree tbody tr"},
                new String[]{"hotspots?application=probed", ".hotspots tbody tr"})) {
            browser.run("location.hash = arguments[0]", "/" + view[0] + "&last=15m");
            browser.until(view[0], () -> browser.shows(view[1]));
            List<WebElement> menus = browser.all("details:has(> .menu) > summary").stream()
                    .filter(WebElement::isDisplayed).toList();
            for (WebElement menu : menus) {
                String name = menu.findElement(By.xpath("..")).getDomAttribute("class") + " " + menu.getText();
                menu.click();
                // what is half behind an open menu is no target then
                look(RUN.replace("axe.run(document,", "axe.run('details[open] > .menu',"), view[0] + ", open: " + name,
                        found);
                picture(
                        "open-" + name.replaceAll("[^A-Za-z]+", "-") + "." + colours + width + ".png");
                menu.click();
                opened.add(name.replaceAll(" .*", ""));
            }
        }
        assertThat(opened).as("menus that were opened").contains("chooser", "losses", "range");
        browser.run("location.hash = arguments[0]", "/probes?application=probed&last=15m");
        browser.until("probes",
                () -> browser.shows(".probes [data-needs=script]"));
        browser.all(".probes [data-needs=script]").stream().filter(WebElement::isDisplayed).findFirst().orElseThrow()
                .click();
        browser.until("editor", () -> !browser.all(".script-editor[open]").isEmpty());
        look("script editor", found);
        picture("open-script-editor." + colours + width + ".png");
        assertThat(found).isEmpty();
    }

    /** A connected application that has told of nothing: no tab is blank, and none is wider than the window. */
    @ParameterizedTest
    @MethodSource("looks")
    void norOnTabsOfAnApplicationThatHasToldNothing(String colours, int width, @TempDir Path empty) throws Exception {
        as(colours, width);
        List<String> found = new ArrayList<>();
        try (LiveServer fresh = new LiveServer(empty);
                WireClient silent = WireClient.connect(fresh.collectorPort(), Batches.hello("silent", "one"))) {
            browser.open(fresh.address() + "#/server?");
            browser.until("server", () -> !browser.all(".server .card").isEmpty());
            browser.run(axe);
            for (String[] view : EMPTY) {
                browser.run("location.hash = arguments[0]", "/" + view[0] + "&application=silent&last=15m");
                browser.until(view[0], () -> browser.shows("main " + view[1])
                        && browser.all("main[aria-busy]").isEmpty());
                look("empty " + view[0], found);
                if (browser.texts("main .quiet, #notices .notice").stream().allMatch(String::isBlank)) {
                    found.add("empty " + view[0] + " does not say what lacks");
                }
                picture(
                        "empty-" + view[0].replaceAll("[^a-z]+", "-") + "." + colours + width + ".png");
            }
        }
        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("looks")
    void norBeforeAnApplicationHasConnected(String colours, int width, @TempDir Path empty) throws Exception {
        as(colours, width);
        List<String> found = new ArrayList<>();
        try (LiveServer fresh = new LiveServer(empty)) {
            browser.open(fresh.address());
            browser.until("welcome", () -> !browser.all(".welcome").isEmpty());
            browser.run(axe);
            look("welcome", found);
            picture("empty-welcome." + colours + width + ".png");
            for (String[] view : List.of(new String[]{"server?", ".server .card"},
                    new String[]{"file?", "#request-file"})) {
                browser.run("location.hash = arguments[0]", "/" + view[0]);
                browser.until(view[0], () -> browser.shows(view[1]));
                look("nobody yet " + view[0], found);
                picture("empty-nobody-" + view[0].replaceAll("[^a-z]+", "-") + "." + colours
                        + width + ".png");
            }
        }
        assertThat(found).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("looks")
    void norAtTheSignInAndBehindIt(String colours, int width, @TempDir Path guarded) throws Exception {
        as(colours, width);
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
            picture("sign-in." + colours + width + ".png");
            browser.find(".sign-in input").clear();
            browser.find(".sign-in input").sendKeys(admin);
            browser.find(".sign-in button").click();
            browser.until("audit", () -> browser.all(".audit tbody tr").size() > 1);
            look("audit", found);
            picture("audit." + colours + width + ".png");
        }
        assertThat(found).isEmpty();
    }

    private static void as(String colours, int width) {
        browser.preferColours(colours);
        browser.size(width, 800);
        rules = colours.equals("light") || !ALL_LOOKS ? ALL : OF_COLOURS;
    }

    private static void picture(String name) throws IOException {
        if (PICTURES != null) {
            browser.picture(Path.of(PICTURES, "tabs", name));
        }
    }

    private static void look(String view, List<String> found) {
        look(RUN, view, found);
    }

    /** Also that nothing is cut off at the side, or has to be scrolled to with the whole page. */
    private static void look(String run, String view, List<String> found) {
        if (browser.run(WIDER) instanceof List<?> each) {
            each.forEach(one -> found.add(view + " is wider than the window: " + one));
        }
        Object violations = browser.promised(run.replace("RULES", rules));
        if (violations instanceof List<?> each) {
            each.forEach(one -> found.add(view + " " + one));
        } else {
            found.add(view + " could not be looked at: " + violations);
        }
    }
}

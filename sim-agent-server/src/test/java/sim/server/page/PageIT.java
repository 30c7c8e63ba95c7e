package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.openqa.selenium.By;
import org.openqa.selenium.Keys;
import org.openqa.selenium.WebElement;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.server.WireClient;
import sim.testkit.Browser;
import sim.testkit.InBrowser;
import sim.wire.Wire;

/**
 * The page in a real browser, served by the real server from a store that was filled through the collectors' port: what
 * a reader sees and does. The {@link Shop} says what the figures must be.
 */
@ExtendWith({InBrowser.class, InLiveServer.class})
class PageIT {
    private static Browser browser;
    private static LiveServer server;

    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        server.closing(Shop.report(server.collectorPort()));
        Shop.reportGone(server.collectorPort(), "billing", Map.of(Wire.ENDED, 1L));
        Shop.reportGone(server.collectorPort(), "killed", Map.of(Wire.LEFT + "payloads", 142L));
    }

    @Test
    void startsWithTheCommandThatAttachesAndFollowsTheFirstApplication(@TempDir Path empty) throws Exception {
        try (LiveServer fresh = new LiveServer(empty)) {
            browser.open(fresh.address());
            browser.until("welcome", () -> !browser.all(".welcome").isEmpty());
            String agent = "java -javaagent:sim-agent.jar=application=shop,server=127.0.0.1:" + fresh.collectorPort();
            browser.until("commands", () -> browser.texts(".command code").equals(List.of(agent + " -jar shop.jar",
                    agent + ",packages=com.acme.shop,libraries=auto,payload.record=all -jar shop.jar", "./sim demo")));
            assertThat(browser.texts(".command button")).containsOnly("Copy");
            try (WireClient first = Shop.report(fresh.collectorPort())) {
                browser.until("its entry points",
                        () -> !browser.texts("[aria-label='Entry points'] tbody .member").isEmpty());
            }
            assertThat(browser.console()).isEmpty();
        }
    }

    @Test
    void showsEveryMeasureOfAMethod() {
        open("methods");
        assertThat(texts(".methods .groups th")).contains("Wall clock", "Calls", "CPU", "Memory", "Blocked", "Waiting",
                "GC", "Threads");
        assertThat(browser.all(".methods > .beside > .figures-holder .names th")).hasSize(25);
        assertThat(methods()).hasSize(16).first().isEqualTo("CheckoutController.placeOrder");
        // at work, self, idle, elsewhere, total, mean and max, then calls and errors: 48 batches of 25 calls that took 250 ms and with what they call 725
        assertThat(figuresOf("CheckoutController.placeOrder"))
                .startsWith("24%12.0 s", "12.0 s", "0 ns", "6.60 s", "34.8 s", "29.0 ms", "290 ms")
                .contains("1\u202f200", "0", "8.70 s");
        assertThat(figuresOf("CardGateway.authorize")).contains("1\u202f200", "48");
        assertThat(browser.console()).isEmpty();
    }

    /** There are more columns than fit beside each other: it is they that scroll, and not the names that are cut. */
    @Test
    void showsNamesWholeBesideAnyNumberOfColumns() {
        open("methods");
        assertThat((Boolean) browser.run("const box = document.querySelector('.methods .scroller');"
                + "return box.scrollWidth > box.clientWidth")).as("columns scroll").isTrue();
        assertThat(browser.run("return [...document.querySelectorAll('.methods tbody .member')].filter((name) => "
                + "name.scrollWidth > name.clientWidth).map((name) => name.textContent)")).isEqualTo(List.of());
    }

    @Test
    void aMeterThatWasNotReadIsADashAndNotZero() {
        open("methods");
        String allocated = "return [...document.querySelectorAll('.methods tbody tr')].find((row) => "
                + "row.textContent.includes(arguments[0])).querySelector('.absent')?.title";
        assertThat((String) browser.run(allocated, "SessionStore")).startsWith("Not read");
        assertThat(browser.run(allocated, "Mailer")).isNull();
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
    void ordersByTimeAtWorkUntilTheReaderWantsElapsedTime() {
        open("methods");
        assertThat(headerCell("at work").getDomAttribute("aria-sort")).isEqualTo("descending");
        browser.run("const order = document.querySelector('select[aria-label=Order]'); order.value = 'wall.self';"
                + "order.dispatchEvent(new Event('change'))");
        browser.until("elapsed", () -> "descending".equals(headerCell("self").getDomAttribute("aria-sort")));
        assertThat((String) browser.run("return location.hash")).contains("sort=wall.self");
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
        browser.until("over time", () -> browser.all(".panel .plots canvas").size() == 3
                && browser.all(".panel .plots canvas[aria-label^='CPU of a call: itself']").size() == 1
                && browser.all(".panel .plots canvas[aria-label^='Wall time of a call: p50']").size() == 1);
        assertThat(browser.all(".panel .plots canvas[aria-label^='Calls each']")).hasSize(1);
        assertThat(browser.all(".panel .plots canvas")).allMatch(canvas -> canvas.getSize().getHeight() > 40);
        assertThat(browser.texts(".panel tbody th")).contains("Wall clock", "CPU user", "Allocated", "Threads started");
        assertThat(browser.texts(".panel [aria-label=Percentiles] tbody th")).containsExactly("Wall clock", "CPU",
                "Allocated");
        // 1.25 ms of CPU a call and 1410 and 1410 bytes: nine in ten took half of that, the others five times it
        assertThat(browser.texts(".panel [aria-label=Percentiles] tbody tr:nth-child(2) td").get(0))
                .matches("6[0-4]. µs");
        assertThat(browser.texts(".panel [aria-label=Percentiles] tbody tr:nth-child(2) td").get(2))
                .matches("6\\.[0-4]. ms");
        assertThat(browser.texts(".panel [aria-label=Percentiles] tbody tr:nth-child(3) td").get(0)).endsWith("KB");
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
        assertThat(browser.texts(".badge.open")).hasSize(2);
        assertThat(browser.all(".contexts tr[aria-level='2']")).isNotEmpty();
        assertThat(texts(".contexts tbody tr:first-child td:nth-child(2)")).singleElement().asString()
                .matches("[0-9.]+ (s|min)");
        assertThat(browser.texts(".contexts .error")).contains(Shop.DECLINED);
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void showsSingleCallsNewestFirst() {
        open("invocations");
        assertThat(browser.texts(".invocations .summary")).containsExactly("144 calls kept");
        assertThat(texts(".invocations tbody tr:first-child td")).contains(Shop.DECLINED, "302 ms", "75.6 ms", "http-6",
                "000000000000a060");
        assertThat(texts(".invocations tbody tr:first-child .member")).containsExactly("CardGateway.authorize");
        assertThat(began()).hasSize(3 * Shop.BATCHES).isSortedAccordingTo(Comparator.reverseOrder());
        assertThat(browser.console()).isEmpty();
    }

    /** The headers ask the server, over all that is stored. */
    @Test
    void singleCallsHaveAnOrderALeastTimeAndAThread() {
        open("invocations");
        callHeader("wall").click();
        browser.until("the longest first", () -> texts(".invocations tbody tr:first-child td").contains("302 ms")
                && !browser.all(".invocations thead [aria-sort=descending]").isEmpty());
        callHeader("wall").click();
        browser.until("the shortest first", () -> texts(".invocations tbody tr:first-child td").contains("104 ms"));
        assertThat(browser.find(".invocations thead [aria-sort=ascending]").getText()).isEqualTo("wall");
        browser.find(".invocations .on-thread").sendKeys("HTTP-6");
        browser.until("those of a thread", () -> browser.all(".invocations tbody tr").size() == 7 * 3);
        browser.all(".invocations select option").stream().filter(each -> each.getText().equals("from 1 s"))
                .findFirst().orElseThrow().click();
        browser.until("none", () -> browser.texts(".invocations .quiet").toString().contains("is like that"));
        assertThat(browser.console()).isEmpty();
    }

    private static WebElement callHeader(String text) {
        return browser.all(".invocations thead button").stream().filter(each -> each.getText().equals(text))
                .findFirst().orElseThrow();
    }

    /** In a zone where it was midnight between the calls: by the time of day alone they would not be in their order. */
    @Test
    void showsSingleCallsNewestFirstAndTheDateOfThoseBeforeMidnight() {
        open("invocations");
        LocalTime between = LocalTime.ofInstant(began().get(3 * Shop.BATCHES / 2), ZoneOffset.UTC)
                .truncatedTo(ChronoUnit.MINUTES);
        int midnight = between.getHour() < 12 ? 0 : 24 * 60 * 60;
        browser.zone(DateTimeFormatter.ofPattern("'GMT'xxx")
                .format(ZoneOffset.ofTotalSeconds(midnight - between.toSecondOfDay())));
        try {
            open("invocations");
            assertThat(began()).hasSize(3 * Shop.BATCHES).isSortedAccordingTo(Comparator.reverseOrder());
            List<String> shown = texts(".invocations tbody tr td:nth-child(2)");
            assertThat(shown.get(0)).startsWith("00:");
            assertThat(shown.get(shown.size() - 1)).matches("[0-9]+/[0-9]+ 23:.*");
        } finally {
            browser.zone("");
        }
    }

    @Test
    void showsOnlyCallsThatFailed() {
        open("invocations");
        browser.find(".invocations .check").click();
        browser.until("filtered", () -> browser.all(".invocations tbody tr").size() == Shop.BATCHES);
        assertThat(browser.all(".invocations tbody tr:not(.failing)")).isEmpty();
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void showsTheCallsOfOneContextUntilTheFilterIsLifted() {
        open("invocations");
        browser.find(".invocations tbody tr:first-child td:last-child a").click();
        browser.until("of one context", () -> browser.all(".invocations tbody tr").size() == 2 * 4);
        assertThat(browser.texts("#topbar .filter")).singleElement().asString()
                .startsWith("context 000000000000a060");
        browser.find("#topbar .filter").click();
        browser.until("all", () -> browser.all(".invocations tbody tr").size() == 3 * Shop.BATCHES);
    }

    @Test
    void showsWhatTheApplicationSaid() {
        open("events");
        assertThat(texts(".events tbody tr th")).containsExactly("order.placed", "price.changed");
        assertThat(texts(".events tbody tr:first-child td")).contains("basket.total = 23.4", "http-1",
                "000000000000a010");
        assertThat(browser.texts("#tabs .tab")).contains("Events");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void controlsFollowALinkPastedIntoAnOpenTab() {
        open("calltree");
        link("calltree", "&meter=alloc.bytes");
        browser.until("meter",
                () -> "alloc.bytes".equals(browser.find("select[aria-label=Meter]").getDomProperty("value")));
        assertThat(texts(".calltree .groups th")).contains("Allocated");
        link("calltree", "");
        browser.until("wall", () -> "wall".equals(browser.find("select[aria-label=Meter]").getDomProperty("value")));

        link("methods", "&view=self&search=warehouse");
        browser.until("self", () -> texts(".segments [aria-pressed=true]").equals(List.of("Self")));
        assertThat(browser.find(".methods .search").getDomProperty("value")).isEqualTo("warehouse");
        link("methods", "&view=nonsense");
        browser.until("total", () -> texts(".segments [aria-pressed=true]").equals(List.of("Total")));

        link("contexts", "&open=true");
        browser.until("open only", () -> browser.find(".contexts .check input").isSelected());
        browser.until("two", () -> browser.all(".contexts tbody tr").size() == 2);
        link("contexts", "");
        browser.until("all", () -> !browser.find(".contexts .check input").isSelected());
    }

    @Test
    void choosingAViewPressesItsButton() {
        open("methods");
        browser.find(".segments [data-value=max]").click();
        browser.until("pressed", () -> texts(".segments [aria-pressed=true]").equals(List.of("Max")));
        assertThat((String) browser.run("return location.hash")).contains("view=max");
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
        for (String tab : List.of("methods", "calltree", "contexts", "invocations", "events")) {
            open(tab);
            assertThat(browser.all("main img")).as(tab).isEmpty();
            assertThat((String) browser.run("return document.querySelector('main').textContent")).as(tab)
                    .contains(Shop.HOSTILE);
            assertThat(browser.title()).as(tab).isNotEqualTo("run");
        }
        link("contexts", "&as=timeline&chosen=000000000000a012");
        browser.until("timeline and panel", () -> !browser.texts(".timeline .stay").isEmpty()
                && texts(".panel h2").equals(List.of(Shop.HOSTILE)));
        assertThat(browser.all("main img")).isEmpty();
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void saysWhatWasNotKeptInTheRangeAndWhatItMeans() throws Exception {
        open("methods");
        browser.until("losses", () -> browser.texts(".losses summary").equals(List.of("1\u202f204 details not kept")));
        try (WireClient garbage = new WireClient(server.collectorPort())) {
            garbage.write("GET / HTTP/1.1\r\n\r\n".getBytes());
            assertThat(garbage.refusal()).isNotNull();
        }
        browser.until("refusal", () -> browser.all(".losses dt").size() == 2);
        browser.find(".losses summary").click();
        assertThat(browser.texts(".losses dd"))
                .anyMatch(text -> text.contains("sums and percentiles still contain them"))
                .anyMatch(text -> text.contains("this server refused"));
        assertThat(browser.texts(".losses p").toString())
                .contains("sums, counts and percentiles of this range are exact");
        browser.run("location.hash = '/methods?application=shop&last=1m'");
        browser.until("nothing was lost in the last minute", () -> browser.all(".losses dt").size() == 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"calls", "payloads", "payload.object.rows", "kinds", "histograms"})
    void saysThatSumsLackWhatASpoolDroppedOfThem(String sums, @TempDir Path other) throws Exception {
        try (LiveServer lossy = new LiveServer(other)) {
            Shop.reportGone(lossy.collectorPort(), "full",
                    Map.of("spool." + sums + ".dropped", 3L, "spool.payload.events.dropped", 40L));
            browser.open(lossy.address() + "#/methods?application=full&last=15m");
            browser.until("losses",
                    () -> browser.texts(".losses summary").equals(List.of("3 missing or at another place")));
            browser.find(".losses summary").click();
            assertThat(browser.texts(".losses p").toString()).contains("are missing in figures")
                    .doesNotContain("exact");
            assertThat(browser.texts(".losses dd")).anyMatch(text -> text.contains("missing"))
                    .anyMatch(text -> text.contains("Sums and percentiles are complete")).hasSize(2);
        }
    }

    @Test
    void saysThatTheServerIsAwayAndKeepsWhatItLastSaid(@TempDir Path other) throws Exception {
        try (LiveServer leaving = new LiveServer(other); WireClient shop = Shop.report(leaving.collectorPort())) {
            open(leaving, "methods");
            leaving.close();
            browser.until("told", () -> browser.texts(".notice").toString().contains("The server does not answer"));
            assertThat(texts(".connection")).containsExactly("server away");
            assertThat(methods()).hasSize(16);
        }
    }

    @Test
    void aLinkThatIsFollowedWhileTheAnswerArrivesIsObeyed() {
        open("methods");
        // the page has no application, asks which there are, and the answer comes just after the link was followed
        browser.run("""
                const asked = window.fetch;
                window.fetch = async (url, request) => {
                  const answer = await asked(url, request);
                  if (!/applications$/.test(url)) return answer;
                  const content = await answer.text();
                  window.fetch = asked;
                  location.hash = '/methods?application=billing&last=15m';
                  return { ok: answer.ok, status: answer.status, headers: answer.headers, text: async () => content };
                };
                location.hash = '/methods?last=15m';
                """);
        browser.until("billing", () -> methods().equals(List.of("Run.month")));
        assertThat((String) browser.run("return location.hash")).contains("application=billing");
    }

    @Test
    void saysWhichPartOfALinkTheServerRefuses() {
        browser.open(server.address() + "#/methods?application=nobody");
        browser.until("told", () -> browser.texts(".notice").toString()
                .contains("application \"nobody\" is not accepted: one of "));
    }

    @ParameterizedTest
    @ValueSource(strings = {"methods", "calltree", "contexts", "invocations", "platform", "events"})
    void saysThatThereIsNothingInTheRange(String tab) {
        browser.open(server.address() + "#/" + tab + "?application=billing&last=1s");
        browser.until(tab,
                () -> browser.texts("." + tab + " .quiet").stream().anyMatch(text -> text.startsWith("No ")));
        assertThat(browser.texts("." + tab + " tbody tr")).isEmpty();
    }

    @Test
    void tellsAnApplicationThatHasEndedFromOneThatIsConnected() {
        open("methods");
        assertThat(texts(".connection")).containsExactly("connected");
        browser.open(server.address() + "#/methods?application=billing&last=15m");
        browser.until("billing", () -> methods().equals(List.of("Run.month")));
        browser.until("ended", () -> texts(".connection").equals(List.of("ended")));
        browser.open(server.address() + "#/methods?application=killed&last=15m");
        browser.until("killed", () -> texts(".connection").equals(List.of("lost")));
        assertThat(texts(".pickers option")).anyMatch(text -> text.endsWith("4800 (lost)"));
        browser.until("losses",
                () -> browser.texts(".losses summary").equals(List.of("142 missing or at another place")));
        browser.find(".losses summary").click();
        assertThat(browser.texts(".losses dt")).containsExactly("142 collector.left.payloads");
        assertThat(browser.texts(".losses dd")).first().asString().contains("still had these to ship");
        browser.run("location.hash = arguments[0]", "/methods?application=killed&from=" + System.currentTimeMillis());
        browser.until("nothing lost since", () -> browser.all(".losses").isEmpty());
        browser.run("location.hash = '/methods?application=killed&last=15m'");
        browser.until("lost in the range",
                () -> browser.texts(".losses summary").equals(List.of("142 missing or at another place")));
    }

    @Test
    void fitsANarrowWindow() {
        browser.size(400, 800);
        for (String tab : List.of("methods", "calltree", "contexts", "invocations", "platform", "events")) {
            open(tab);
            assertThat((Boolean) browser.run("return document.documentElement.scrollWidth <= window.innerWidth"))
                    .as(tab).isTrue();
        }
    }

    /** What is cut off by its cell, covered by another, or beside the window is not seen. */
    @Test
    void namesOfTheTreeAndDurationsOfContextsAreInAWindowOfATelephone() {
        browser.size(360, 740);
        open("calltree");
        assertThat(seen(".calltree tbody tr .member")).hasSizeGreaterThan(3)
                .allSatisfy((name, width) -> assertThat(width).as(name).isGreaterThan(40));
        open("contexts");
        assertThat(seen(".contexts tbody tr .member")).isNotEmpty()
                .allSatisfy((name, width) -> assertThat(width).as(name).isGreaterThan(20));
        Map<String, Integer> durations = seen(".contexts tbody tr td:nth-child(2)");
        assertThat(durations).isNotEmpty().allSatisfy((text, width) -> {
            assertThat(text).matches("[0-9.,\u202f]+ (ns|us|\u00b5s|ms|s|min|h)");
            assertThat(width).as(text).isGreaterThan(20);
        });
    }

    /** By its text: how many pixels of an element are seen in the middle of its height. Rows below the window are brought into it. */
    @SuppressWarnings("unchecked")
    private static Map<String, Integer> seen(String css) {
        Map<String, Integer> seen = new TreeMap<>();
        ((Map<String, Number>) browser.run("""
                const seen = {};
                for (const node of document.querySelectorAll(arguments[0])) {
                  if (!node.checkVisibility()) continue;
                  node.scrollIntoView({ block: 'center', inline: 'nearest' });
                  const row = node.closest('tr').parentElement.closest('.figures').parentElement;
                  row.scrollLeft = 0;
                  const range = document.createRange();
                  range.selectNodeContents(node);
                  const box = range.getBoundingClientRect();
                  let width = 0;
                  for (let x = Math.max(0, Math.ceil(box.left)); x < Math.min(innerWidth, box.right); x++) {
                    const hit = document.elementFromPoint(x, (box.top + box.bottom) / 2);
                    if (hit && (hit === node || node.contains(hit) || hit === node.parentElement)) width++;
                  }
                  seen[node.textContent] = Math.max(seen[node.textContent] || 0, width);
                }
                return seen;
                """, css)).forEach((text, width) -> seen.put(plain(text), width.intValue()));
        return seen;
    }

    private static void open(String tab) {
        open(server, tab);
    }

    /** A range that the reports stay in however long these tests take. */
    private static void open(LiveServer server, String tab) {
        browser.open(server.address() + "#/" + tab + "?application=shop&last=15m");
        browser.until(tab, () -> !browser.all("." + tab + " tbody tr, ." + tab + " canvas").isEmpty());
    }

    /** As if pasted into the address bar: nothing is loaded anew. */
    private static void link(String tab, String more) {
        browser.run("location.hash = arguments[0]", "/" + tab + "?application=shop&last=15m" + more);
    }

    @SuppressWarnings("unchecked")
    private static List<String> figuresOf(String method) {
        return ((List<String>) browser
                .run("return [...[...document.querySelectorAll('.methods tbody tr')].find((row) => "
                        + "row.querySelector('.member').textContent === arguments[0]).querySelectorAll('td')].map((cell) => "
                        + "cell.textContent)", method))
                .stream().map(PageIT::plain).toList();
    }

    private static Object figures(String unit, String values) {
        return browser.ofModule("/js/units.js",
                values + ".map((value) => module.format(value, '" + unit + "').replace('\u00a0', ' '))");
    }

    /** When each single call began, as the titles say: a column's text has the date only where it is not today. */
    private static List<Instant> began() {
        return ((List<?>) browser.run("return [...document.querySelectorAll('.invocations tbody tr td:nth-child(2)')]"
                + ".map((cell) => cell.title)")).stream().map(title -> Instant.parse((String) title)).toList();
    }

    private static List<String> methods() {
        return texts(".methods tbody .name .member");
    }

    /** Also of what is scrolled out of sight. */
    @SuppressWarnings("unchecked")
    private static List<String> texts(String css) {
        return ((List<String>) browser.run(
                "return [...document.querySelectorAll(arguments[0])].map((node) => node.textContent)", css)).stream()
                .map(PageIT::plain).toList();
    }

    /** A figure and its unit are kept on one line. */
    private static String plain(String text) {
        return text.replace('\u00a0', ' ');
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

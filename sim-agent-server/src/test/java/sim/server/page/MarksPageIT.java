package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.openqa.selenium.WebElement;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.Standing;
import sim.model.snapshot.Verdict;
import sim.server.Batches;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.server.WireClient;
import sim.testkit.Browser;
import sim.testkit.InBrowser;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Hello;
import sim.wire.PlatformSample;
import sim.wire.Sections;
import sim.wire.Wire;

/** Marks lie over each chart where something happened, say what it was, and stand in a list. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class MarksPageIT {
    private static final long MINUTE = 60_000_000;

    private static Browser browser;
    private static LiveServer server;

    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        WireClient first = server.connect(hello("one", 90, "<b>1</b>"));
        server.connect(hello("two", 30, "<b>2</b>"));
        for (int minute = 60; minute >= 1; minute--) {
            first.ship(new Batch(61 - minute, Batches.now() - (minute + 1) * MINUTE, Batches.now() - minute * MINUTE,
                    Contents.NONE.with(Sections.PLATFORM, List.of(new PlatformSample(Batches.now() - minute * MINUTE,
                            Map.of("heap.used", 1e8, "threads.live", 7.0))))));
        }
    }

    private static Hello hello(String instance, int minutes, String version) {
        return new Hello(Wire.VERSION, "shop", instance, "host", 42, "JVM", Batches.now() - minutes * MINUTE, false,
                List.of()).ofProgram(version);
    }

    @Test
    void anotherVersionIsMarkedOnEachChartAndListed() {
        browser.open(server.address() + "#/platform?application=shop&last=1h");
        browser.until("a mark on each chart", () -> browser.all(".chart-mark.version").size() == 2);
        WebElement mark = browser.find(".chart-mark");
        assertThat(mark.getDomAttribute("title")).contains("another version: <b>2</b> on host, process 42");
        assertThat(mark.getDomAttribute("aria-label")).isEqualTo(mark.getDomAttribute("title"));
        WebElement chart = browser.find(".canvas");
        int middle = chart.getRect().getX() + chart.getRect().getWidth() / 2;
        assertThat(mark.getRect().getX()).as("half an hour of an hour ago").isBetween(middle - 40, middle + 40);
        assertThat(browser.texts(".marks-legend .now")).hasSize(1);
        browser.find(".marks-legend summary").click();
        assertThat(browser.texts(".marks-legend li")).singleElement().asString().contains("<b>2</b>");
        browser.size(700, 800);
        browser.until("the mark moves with its chart", () -> {
            WebElement now = browser.find(".canvas");
            int x = browser.find(".chart-mark").getRect().getX() - now.getRect().getX();
            return x > now.getRect().getWidth() / 2 - 40 && x < now.getRect().getWidth() / 2 + 40;
        });
        assertThat(browser.console()).isEmpty();
    }

    /** A verdict each 20 s of an hour: a line for each would hide the curve. */
    @Test
    void marksThatLieTogetherAreOneThatSaysHowMany() throws Exception {
        List<Verdict> verdicts = new ArrayList<>();
        for (int i = 0; i < 180; i++) {
            verdicts.add(new Verdict(1, i + 1, Batches.now() - 58 * MINUTE + i * MINUTE / 3, Standing.MANAGED,
                    Standing.DISABLED, -2, "cheap"));
        }
        WireClient client = server.connect(Batches.hello("judged", "three"));
        client.ship(new Batch(1, Batches.now() - 60 * MINUTE, Batches.now(),
                Contents.NONE.with(Sections.NAMES, List.of(new NameEntry(1, "shop.Cart", "add")))
                        .with(Sections.VERDICTS, verdicts)
                        .with(Sections.PLATFORM, List.of(new PlatformSample(Batches.now() - MINUTE,
                                Map.of("heap.used", 1e8))))));
        browser.open(server.address() + "#/platform?application=judged&last=1h");
        browser.until("marks", () -> browser.all(".chart-mark.several").size() > 5);
        int width = browser.find(".canvas").getRect().getWidth();
        List<WebElement> marks = browser.all(".canvas:first-of-type .chart-mark");
        int charts = browser.all(".canvas").size();
        assertThat(browser.all(".chart-mark").size()).isLessThanOrEqualTo(charts * (width / 28 + 1));
        assertThat(marks.get(marks.size() / 2).getText()).isNotEmpty();
        assertThat(marks.get(marks.size() / 2).getDomAttribute("title").lines()).hasSizeBetween(2, 13).first()
                .asString().contains("verdict: shop.Cart.add: disabled");
        assertThat(browser.ofModule("/js/chartmarks.js",
                "module.folded([{time: 65, kind: 'verdict'}, {time: 1, kind: 'verdict'}, {time: 12, kind: 'version'}], "
                        + "(time) => time).map((fold) => [fold.at, fold.mark.kind, fold.marks.length])"))
                .isEqualTo(List.of(List.of(1L, "version", 2L), List.of(65L, "verdict", 1L)));
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void anotherRangeHasNoMarksOfTheOneBefore() {
        browser.open(server.address() + "#/platform?application=shop&last=1h");
        browser.until("a mark", () -> !browser.all(".chart-mark").isEmpty());
        browser.run("location.hash = '#/platform?application=shop&last=15m'");
        browser.until("none", () -> browser.all(".chart-mark").isEmpty() && browser.texts(".marks-legend").isEmpty());
        assertThat(browser.console()).isEmpty();
    }
}

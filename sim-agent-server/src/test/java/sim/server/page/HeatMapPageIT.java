package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.testkit.Browser;
import sim.testkit.InBrowser;

/** The heat map of durations is as dark as a cell has requests, wherever these were counted, and says what a cell is. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class HeatMapPageIT {
    /** Draws an hour of two steps: in the first 144 requests of about a millisecond and one of a second, in the other 9 of a second. */
    private static final String DRAW = """
            Promise.all([import('/js/heatmap.js'), import('/js/plotcard.js')]).then(([heat, cards]) => {
              const card = cards.plotCard();
              card.id = 'heat';
              document.querySelector('.platform').prepend(card);
              const point = (time, buckets) => ({ time, duration: { buckets } });
              heat.drawHeat(card, { title: 'Heat', step: 1800000, points: [point(1800000, [[1000000, 100], [1040000, 44], [1000000000, 1]]),
                { time: 2700000 }, point(3600000, [[1000000000, 9]])] }, 0, 3600000);
              return card.heat.columns.map((one) => one.cells.map(([, requests]) => requests).join()).join(' ');
            })""";
    /** How much a cell covers what is below it, of 255. */
    private static final String DARKNESS = """
            const { chart } = document.getElementById('heat').plot;
            const x = chart.scales.x.getPixelForValue(arguments[0]) * chart.currentDevicePixelRatio;
            const y = chart.scales.y.getPixelForValue(arguments[1]) * chart.currentDevicePixelRatio;
            return chart.ctx.getImageData(Math.round(x), Math.round(y), 1, 1).data[3];""";

    private static Browser browser;
    private static LiveServer server;

    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        server.closing(Shop.report(server.collectorPort()));
    }

    private static long darkness(long millis, long nanos) {
        return ((Number) browser.run(DARKNESS, millis, nanos)).longValue();
    }

    @Test
    void aCellIsTheDarkerTheMoreRequestsItHas() {
        browser.open(server.address() + "#/platform?application=shop&last=15m");
        browser.until("the page", () -> !browser.all(".platform canvas").isEmpty());
        assertThat(browser.promised(DRAW)).as("buckets of one cell are added up").isEqualTo("144,1 9");
        assertThat(browser.find("#heat canvas").getDomAttribute("aria-label")).contains("at most 144 requests");
        browser.hover(browser.find("#heat canvas"));
        browser.run(
                "const box = document.querySelector('#heat .canvas'); const { chart } = document.getElementById('heat').plot;"
                        + "const at = box.getBoundingClientRect(); box.dispatchEvent(new PointerEvent('pointermove', {"
                        + "clientX: at.left + chart.scales.x.getPixelForValue(900000), clientY: at.top + chart.scales.y.getPixelForValue(960000)}))");
        assertThat(browser.find("#heat .canvas").getDomProperty("title").toString()).startsWith("144 requests of 882");
        assertThat(browser.console()).as("before it warns that a canvas is read back").isEmpty();
        long most = darkness(900_000, 960_000);
        long few = darkness(2_700_000, 980_000_000);
        long one = darkness(900_000, 980_000_000);
        assertThat(List.of(most, few, one))
                .isEqualTo(List.of(most, few, one).stream().sorted((a, b) -> Long.compare(b, a))
                        .toList());
        assertThat(most).isGreaterThan(240);
        assertThat(few).isGreaterThan(one);
        assertThat(one).as("a single one is seen").isGreaterThan(40);
        assertThat(darkness(2_700_000, 960_000)).as("no request").isLessThan(one);
    }
}

package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.time.Duration;
import java.util.Properties;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.base.config.Options;
import sim.collector.Collector;
import sim.metrics.probe.Metering;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.testkit.Browser;
import sim.testkit.InBrowser;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Somebody who knows nothing of a program finds what is planted in it, and a request that shows it, in at most four clicks from the first tab.
 * The program is real: requests over HTTP, metered by the runtime and shipped by the collector.
 */
@ExtendWith({InBrowser.class, InLiveServer.class})
class FourClicksIT {
    private static final int ORDERS = 1_000;

    private static Browser browser;
    private static LiveServer server;
    private static Collector collector;

    private int clicks;

    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        Options options = Options.load("application=shop,interval=500ms,hotspot.enabled=false,server=127.0.0.1:"
                + server.collectorPort(), new Properties());
        Metering metering = new Metering(options);
        collector = new Collector();
        collector.start(metering, options);
        try (PlantedShop shop = new PlantedShop(metering)) {
            for (int i = 1; i <= ORDERS; i++) {
                shop.get("/orders/" + i);
                if (i % 10 == 0) {
                    shop.get("/search/" + i);
                }
            }
        }
        await().atMost(Duration.ofMinutes(3)).pollInterval(Duration.ofSeconds(1))
                .until(() -> orders() == ORDERS);
    }

    /** How many orders the server knows of. */
    private static long orders() throws Exception {
        try (InputStream answer = URI.create(server.address() + "api/v1/kinds?last=1h").toURL().openStream()) {
            for (JsonNode kind : JsonMapper.shared().readTree(answer).path("kinds")) {
                if (kind.path("name").asString().contains("orders")) {
                    return kind.path("contexts").asLong();
                }
            }
        } catch (IOException nothingYet) {
            // it has not told of itself
        }
        return 0;
    }

    @AfterAll
    static void leave() throws Exception {
        if (collector != null) {
            collector.stop();
        }
    }

    private void click(String css, String text) {
        browser.until(text, () -> browser.all(css).stream().anyMatch(each -> each.isDisplayed()
                && each.getText().contains(text)));
        browser.all(css).stream().filter(each -> each.isDisplayed() && each.getText().contains(text)).findFirst()
                .orElseThrow().click();
        clicks++;
    }

    @Test
    void theStatementThatIsSlowOnceInAThousand() {
        browser.open(server.address() + "#/requests?application=shop&last=15m");
        click(".requests .kind", "/orders/{id}");
        browser.until("the slowest",
                () -> !browser.texts(".kind-view [aria-label='Slowest requests'] tbody a").isEmpty());
        click(".kind-view [aria-label='Slowest requests'] tbody tr:first-child a", ":");
        browser.until("what it was about", () -> browser.texts(".panel .values").toString()
                .contains("/orders/" + PlantedShop.SLOW));
        browser.until("the statement", () -> first("Methods inside").contains("Db.query"));
        assertThat(share("Methods inside")).isGreaterThan(90);
        assertThat(browser.texts(".panel .icicle .bar-of").toString()).contains("Db.query");
        assertThat(clicks).isLessThanOrEqualTo(4);
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void theRequestThatFailedAndWhereItsExceptionBegan() {
        browser.open(server.address() + "#/requests?application=shop&last=15m");
        click("#tabs .tab", "Errors");
        click(".errors-view tbody button.name", "IllegalStateException");
        browser.until("where", () -> browser.texts(".errors-view .panel > p").toString()
                .contains("Began in shop.Payment.check"));
        assertThat(browser.texts(".errors-view tbody button.name")).as("though it passed through three calls")
                .hasSize(1);
        click(".errors-view .panel tbody a", "");
        browser.until("the request", () -> browser.texts(".contexts .panel .values").toString()
                .contains("/orders/" + PlantedShop.UNPAID));
        assertThat(browser.texts(".contexts .panel [aria-label='One by one'] .error").toString())
                .contains("card expired");
        assertThat(clicks).isLessThanOrEqualTo(4);
        assertThat(browser.console()).isEmpty();
    }

    private static String first(String table) {
        return browser.texts(".panel [aria-label='" + table + "'] tbody tr").get(0);
    }

    /** The share of the request's duration that the first row has, in percent. */
    private static double share(String table) {
        String share = browser.texts(".panel [aria-label='" + table + "'] tbody tr:first-child td:nth-child(3)").get(0);
        return Double.parseDouble(share.replace("%", ""));
    }
}

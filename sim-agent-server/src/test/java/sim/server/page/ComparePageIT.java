package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.server.Batches;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.server.TwoVersions;
import sim.server.WireClient;
import sim.testkit.Browser;
import sim.testkit.InBrowser;

/** Two versions side by side: each side is chosen, and methods, call trees and statements say what is new, what vanished, what is few. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class ComparePageIT {
    private static Browser browser;
    private static LiveServer server;

    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        try (WireClient one = WireClient.connect(server.collectorPort(),
                Batches.hello("shop", "one").ofProgram("1.0"));
                WireClient two = WireClient.connect(server.collectorPort(),
                        Batches.hello("shop", "two").ofProgram("2.0"))) {
            one.ship(TwoVersions.first());
            two.ship(TwoVersions.second());
        }
    }

    private static void choose(String label, String text) {
        browser.all(".compare select[aria-label='" + label + "'] option").stream()
                .filter(each -> each.getText().equals(text)).findFirst().orElseThrow().click();
    }

    private static void show(String as) {
        browser.find(".compare .segments button[data-value=" + as + "]").click();
    }

    private static List<String> rows() {
        return browser.texts(".compare tbody tr").stream().map(row -> row.replace('\n', ' ')).toList();
    }

    private static String row(String name) {
        return rows().stream().filter(each -> each.contains(name)).findFirst().orElse("");
    }

    @Test
    void eachSideIsChosenAndTheLinkSaysIt() {
        browser.open(server.address() + "#/compare?application=shop&last=1h");
        browser.until("the choices",
                () -> browser.texts(".compare select[aria-label='Compared version'] option").size() == 3);
        choose("Compared with", "the same time");
        choose("Compared version", "version 1.0");
        choose("Version now", "version 2.0");
        browser.until("both versions", () -> row("Orders.check").contains("vanished"));
        assertThat(row("Orders.lock")).contains("new", "yes");
        assertThat(row("Orders.bill")).contains("few calls");
        assertThat((String) browser.run("return location.hash")).contains("otherVersion=1.0", "version=2.0", "ago=0");
        show("tree");
        browser.until("the trees", () -> rows().size() == 5);
        assertThat(rows().get(0)).as("what differs most, with what it calls").contains("Orders.place");
        assertThat(row("Orders.lock")).contains("new");
        show("statements");
        browser.until("statements", () -> row("SELECT new").contains("new"));
        assertThat(row("SELECT old")).contains("vanished");
        assertThat(row("SELECT rare")).contains("few calls");
        choose("Requests now", "requests order");
        browser.until("those of orders", () -> rows().size() == 1);
        show("request");
        choose("Measure", "Calls");
        browser.until("per request", () -> row("SELECT item").contains("20 \u00d7"));
        show("tree");
        browser.until("the trees of orders", () -> row("Orders.find").contains("20 \u00d7"));
        assertThat(row("Orders.place")).contains("1.00 \u00d7");
        assertThat(browser.console()).isEmpty();
    }

    /** Both versions have the kind, and each has one request of it that is kept. */
    @Test
    void theseRequestsAreOfTheVersionThatIsCompared() {
        browser.open(server.address() + "#/compare?application=shop&last=1h&ago=0&version=2.0&name=order");
        browser.until("the way to them", () -> browser.find(".sides .more").isDisplayed());
        browser.find(".sides .more").click();
        browser.until("its one", () -> browser.texts(".contexts tbody .member").equals(List.of("order")));
        assertThat(browser.texts(".contexts .filter").toString()).contains("order", "version 2.0");
        browser.all(".contexts .filter").stream().filter(each -> each.getText().contains("version 2.0")).findFirst()
                .orElseThrow().click();
        browser.until("of both", () -> browser.texts(".contexts tbody .member").equals(List.of("order", "order")));
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void theRequestWithMostOfTheMeasureIsOpenedFromThere() {
        browser.open(server.address() + "#/compare?application=shop&last=1h&ago=0&version=2.0&name=order");
        browser.until("the way to it", () -> browser.texts(".sides .more").contains("The one with most"));
        browser.all(".sides .more").stream().filter(each -> each.getText().equals("The one with most")).findFirst()
                .orElseThrow().click();
        browser.until("its page", () -> browser.texts(".contexts .panel h2").equals(List.of("order")));
        assertThat(browser.find(".contexts .figures-holder").isDisplayed()).as("the list").isFalse();
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void timesOfTheOtherSideAreTyped() {
        browser.open(server.address() + "#/compare?application=shop&last=1h");
        browser.until("methods", () -> !rows().isEmpty());
        choose("Compared with", "times that I type");
        browser.until("inputs", () -> browser.all(".sides input").stream().allMatch(each -> each.isDisplayed()));
        browser.run("const [from, to] = document.querySelectorAll('.sides input'); from.value = '2020-01-02T03:04:05';"
                + "to.value = '2020-01-01T03:04:05'; to.dispatchEvent(new Event('change'));");
        assertThat(browser.texts(".sides .error")).containsExactly("From must be before to.");
        browser.run("const [from, to] = document.querySelectorAll('.sides input'); to.value = '2020-01-03T03:04:05';"
                + "to.dispatchEvent(new Event('change'));");
        browser.until("the years between",
                () -> browser.texts(".sides fieldset:first-child .calm").get(0).startsWith("1/02"));
        assertThat(browser.texts(".sides .error")).isEmpty();
        assertThat(rows()).as("all is new").allMatch(each -> each.contains("new"));
        assertThat(browser.console()).isEmpty();
    }
}

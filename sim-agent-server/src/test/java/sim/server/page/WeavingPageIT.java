package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.metrics.weaving.WeavingFailure;
import sim.metrics.weaving.WeavingSkip;
import sim.model.snapshot.EventRecord;
import sim.server.Batches;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.server.WireClient;
import sim.testkit.Browser;
import sim.testkit.InBrowser;
import sim.wire.Batch;

/** What became of an application's classes, in a real browser: nothing, and as much as there can be, by day and by night. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class WeavingPageIT {
    private static final int CLASSES = 60;
    private static final Path PICTURES = Path.of("target", "pages");

    private static Browser browser;
    private static LiveServer server;

    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        ship("bare", List.of(), Map.of());
        ship("shop", unwoven(), counters());
    }

    /** Every counter an agent has, each with a number of its own. */
    private static Map<String, Long> counters() {
        Map<String, Long> counters = new LinkedHashMap<>();
        counters.put("weaving.seen", 24_000L);
        counters.put("weaving.woven", 12_345L);
        counters.put("weaving.unchanged", 3_000L);
        counters.put("weaving.kept", 11_111L);
        counters.put("weaving.kept.damaged", 1L);
        counters.put("weaving.kept.failed", 2L);
        for (WeavingSkip skip : WeavingSkip.values()) {
            counters.put("weaving.skipped." + skip.label(), 100L + skip.ordinal());
        }
        counters.put("weaving.failed", (long) CLASSES);
        for (WeavingFailure reason : WeavingFailure.values()) {
            counters.put("weaving.failed." + reason.label(), 1L + reason.ordinal());
        }
        counters.put("weaving.messages", 7L);
        counters.put("weaving.ms", 8_765L);
        return counters;
    }

    private static List<EventRecord> unwoven() {
        List<EventRecord> events = new ArrayList<>();
        WeavingFailure[] reasons = WeavingFailure.values();
        for (int i = 0; i < CLASSES; i++) {
            events.add(new EventRecord("sim.weaving.failed", Batches.now() - 5_000_000 - i, 0, "",
                    Map.of("class", "com.example.generated.shop.checkout.Class" + i, "reason",
                            reasons[i % reasons.length].label(), "what",
                            "method" + i + "(Ljava/lang/String;)V would not pass the JVM's verifier: <b>bad</b> type on"
                                    + " operand stack, a long explanation that has to be wrapped where the window is"
                                    + " narrow")));
        }
        events.add(
                new EventRecord("order.placed", Batches.now() - 4_000_000, 0, "main", Map.of("class", "not this one")));
        return events;
    }

    private static void ship(String application, List<EventRecord> events, Map<String, Long> counters)
            throws Exception {
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello(application, application))) {
            client.ship(new Batch(1, Batches.now() - 10_000_000, Batches.now() - 1_000_000, List.of(), List.of(),
                    List.of(), List.of(), List.of(), events, List.of(), List.of(),
                    List.of(), counters));
        }
    }

    @Test
    void showsEachCounterInWordsAndEachClassWithItsReason() throws Exception {
        for (String colours : new String[]{"light", "dark"}) {
            browser.preferColours(colours);
            open("shop");
            browser.until("the classes",
                    () -> browser.all("table[aria-label='Classes that could not be woven'] tbody tr,"
                            + " [aria-label='Classes that could not be woven'] tbody tr").size() == CLASSES);
            browser.picture(PICTURES.resolve("weaving-" + colours + ".png"));
        }
        assertThat(browser.all(".weaving [aria-label='Weaving'] tbody tr")).hasSize(counters().size());
        assertThat(browser.run("const table = document.querySelector(\".weaving > [aria-label='Weaving']\");"
                + " return table.scrollHeight - table.clientHeight;")).as("hidden below the table's edge")
                .isEqualTo(0L);
        String text = browser.find(".view.weaving").getText();
        assertThat(text).contains("12\u202f345", "needs the agent from the start", "in a package of SIM's own",
                "<b>bad</b>", "checkout.Class59").doesNotContain("not this one", "undefined", "NaN");
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void saysThatNothingIsWoven() throws Exception {
        for (String colours : new String[]{"light", "dark"}) {
            browser.preferColours(colours);
            open("bare");
            browser.until("the line", () -> browser.find(".view.weaving").getText()
                    .equals("No agent has woven anything here."));
            browser.picture(PICTURES.resolve("weaving-empty-" + colours + ".png"));
        }
        assertThat(browser.console()).isEmpty();
    }

    /** What could not be woven is of the last month, whichever range the page has: a range that was drawn or typed has an end of its own. */
    @Test
    void aRangeThatWasTypedHidesNothing() throws Exception {
        long now = Batches.now() / 1_000;
        browser.open(server.address() + "#/weaving?application=shop&from=" + (now - 60_000) + "&to=" + now);
        browser.until("the classes",
                () -> browser.all("[aria-label='Classes that could not be woven'] tbody tr").size() == CLASSES);
        assertThat(browser.console()).isEmpty();
    }

    private static void open(String application) {
        browser.open(server.address() + "#/weaving?last=1h&application=" + application);
    }
}

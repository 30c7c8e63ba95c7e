package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.server.Batches;
import sim.server.LiveServer;
import sim.server.WireClient;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;

/** From the kinds of requests to the one slow request and the failed ones. */
@ExtendWith(InBrowser.class)
class RequestsPageIT {
    private static final long MILLI = 1_000_000;

    @TempDir
    static Path folder;

    private static Browser browser;
    private static LiveServer server;

    /** 600 quick orders, the newest of all; before them one that took 4.9 s, and one that failed. Searches besides. */
    @BeforeAll
    static void serve(Browser shared) throws Exception {
        browser = shared;
        server = new LiveServer(folder);
        List<ContextRecord> contexts = new ArrayList<>();
        for (int i = 0; i < 600; i++) {
            contexts.add(context(1_000 + i, "order", Batches.NOW - 2_000_000 - i * 1_000, 20, null));
        }
        contexts.add(context(7, "order", Batches.NOW - 20_000_000, 4_900, null));
        contexts.add(context(8, "order", Batches.NOW - 25_000_000, 30, "shop.Declined: no money"));
        contexts.add(context(9, "search", Batches.NOW - 26_000_000, 6_000, null));
        Contents contents = Contents.NONE.with(Sections.CONTEXTS, contexts).with(Sections.KINDS,
                List.of(kind("order", 9_000, 1, 602, 180_000), kind("search", 100, 0, 1, 6_500)));
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"))) {
            client.ship(new Batch(1, Batches.NOW - 5_000_000, Batches.NOW - 1_000_000, contents));
        }
    }

    @AfterAll
    static void leave() throws Exception {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void theFirstTabLeadsToTheSlowOneAndTheFailedOne() {
        browser.open(server.address() + "#/requests?application=shop&last=15m");
        browser.until("kinds", () -> browser.texts(".requests tbody .member").equals(List.of("order", "search")));
        assertThat(browser.texts("#tabs .tab").get(0)).isEqualTo("Requests");
        assertThat(browser.texts(".requests .summary")).containsExactly("2 kinds, 9\u202f100 requests, 1 failed");
        assertThat(browser.texts(".requests tbody tr:first-child td").subList(0, 3).toString()
                .replace('\u00a0', ' ')).isEqualTo("[97%, 20.0 ms, 9\u202f000]");
        browser.find(".requests tbody .kind").click();
        browser.until("the longest first", () -> first().contains("4.90 s"));
        assertThat(browser.texts(".contexts .filter")).singleElement().asString().contains("shop order");
        assertThat(browser.texts(".contexts .summary")).singleElement().asString().startsWith("longest 500 contexts");
        browser.find(".contexts tbody button.name").click();
        browser.until("the one", () -> browser.texts(".panel .tiles dd").contains("4.90 s"));
        browser.run("location.hash = '/contexts?application=shop&last=15m&failed=true'");
        browser.until("failed",
                () -> browser.texts(".contexts tbody .error").equals(List.of("shop.Declined: no money")));
        browser.run("location.hash = '/contexts?application=shop&last=15m&least=1000000000'");
        browser.until("slow", () -> browser.texts(".contexts tbody .member").equals(List.of("order", "search")));
        assertThat(browser.console()).isEmpty();
    }

    /** By tag and name with a space between them these two are the same text. */
    @Test
    void kindsWhoseTagAndNameReadAlikeAreTwoRows() throws Exception {
        try (WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("alike", "two"))) {
            client.ship(new Batch(1, Batches.NOW - 5_000_000, Batches.NOW - 1_000_000,
                    Contents.NONE.with(Sections.KINDS, List.of(kind("b c", "a", 20, 0, 0, 600),
                            kind("c", "a b", 10, 0, 0, 300)))));
            browser.open(server.address() + "#/requests?application=alike&last=15m");
            browser.until("both", () -> browser.texts(".requests tbody .member").equals(List.of("b c", "c")));
            assertThat(browser.texts(".requests tbody .package")).containsExactly("a", "a b");
            assertThat(browser.console()).isEmpty();
        }
    }

    private static String first() {
        List<String> rows = browser.texts(".contexts tbody tr");
        return rows.isEmpty() ? "" : rows.get(0).replace('\u00a0', ' ');
    }

    private static KindRecord kind(String name, long contexts, long failed, long kept, long millis) {
        return kind(name, "shop", contexts, failed, kept, millis);
    }

    private static KindRecord kind(String name, String tag, long contexts, long failed, long kept, long millis) {
        return new KindRecord(name, tag, contexts, failed, kept, millis * MILLI, 10 * contexts, failed,
                Meter.WALL.bit(), Batches.meters(millis * MILLI), List.of());
    }

    private static ContextRecord context(long id, String name, long start, long millis, String error) {
        return new ContextRecord(id, 0, name, "shop", "main", start, start + millis * 1_000, error, Map.of(), 1,
                error == null ? 0 : 1, Meter.WALL.bit(), Batches.meters(millis * MILLI));
    }
}

package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.LiveServer;
import sim.server.WireClient;
import sim.testkit.Browser;
import sim.testkit.InBrowser;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;

/** Whoever opens the server's address sees Requests: without a context the outermost calls, with contexts these calls below them. */
@ExtendWith(InBrowser.class)
class EntryPointsPageIT {
    private static final long MILLI = 1_000_000;

    @TempDir
    static Path folder;

    /** A job of three runs, one of which failed, which queries; and a timer's ticks, later also in contexts. */
    @Test
    void theFirstTabHasTheOutermostCallsOfAProgramWithoutContexts(Browser browser) throws Exception {
        TreeRow job = new TreeRow(1, 3, 1, Meter.WALL.bit(), Batches.meters(9_000 * MILLI),
                Batches.meters(1_000 * MILLI),
                Batches.meters(4_000 * MILLI),
                new long[]{Buckets.indexOf(2_500 * MILLI), 2, Buckets.indexOf(4_000 * MILLI), 1});
        TreeRow query = row(2, 30, 8_000);
        try (LiveServer server = new LiveServer(folder);
                WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("batch", "one"))) {
            client.ship(batch(1, Contents.NONE
                    .with(Sections.NAMES,
                            List.of(new NameEntry(1, "batch.Job", "run"), new NameEntry(2, "batch.Db", "query"),
                                    new NameEntry(3, "batch.Timer", "tick")))
                    .with(Sections.NODES,
                            List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 2), new NodeEntry(3, 0, 3)))
                    .with(Sections.ROWS, List.of(job, query, row(3, 100, 1_000)))));
            browser.open(server.address());
            browser.until("the outermost calls", () -> browser.texts("[aria-label='Entry points'] tbody .member")
                    .equals(List.of("Job.run", "Timer.tick")));
            assertThat(browser.texts("#tabs [aria-current=page]")).containsExactly("Requests");
            assertThat(plain(browser, ".requests .summary")).containsExactly("2 entry points, 103 calls, 1 failed");
            List<String> cells = plain(browser, "[aria-label='Entry points'] tbody tr:first-child td");
            assertThat(cells.get(2)).as("p50, within 3.2 %").matches("2\\.[45]\\d s");
            assertThat(cells.get(4)).as("p99, within 3.2 %").matches("(3\\.9\\d|4\\.00) s");
            assertThat(List.of(cells.get(0), cells.get(1), cells.get(5), cells.get(7)))
                    .as("share, mean, longest, count").containsExactly("90%", "3.00 s", "4.00 s", "3");
            assertThat(browser.texts(".requests .entries .calm").toString()).contains("No context ended",
                    "@CreateContext");
            assertThat(browser.texts("table[aria-label=Requests]")).isEmpty();

            client.ship(batch(2, Contents.NONE.with(Sections.ROWS, List.of(row(3, 100, 1_000)))
                    .with(Sections.KINDS, List.of(new KindRecord("tick", "timer", 60, 0, 0, 700 * MILLI, 60, 0,
                            Meter.WALL.bit(), Batches.meters(600 * MILLI), List.of(row(3, 60, 600)))))));
            browser.until("the kind", () -> browser.texts("table[aria-label=Requests] tbody .member")
                    .equals(List.of("tick")));
            assertThat(plain(browser, ".requests .summary")).containsExactly("1 kind, 60 requests, 0 failed");
            assertThat(plain(browser, "[aria-label='Entry points'] tbody tr:last-child > *").subList(0, 9))
                    .as("140 of 200 ticks, of which nobody knows which took how long")
                    .containsExactly("batch Timer.tick", "13%", "10.0 ms", "\u2013", "\u2013", "\u2013", "\u2013", "",
                            "140");
            browser.find("[aria-label='Entry points'] tbody .kind").click();
            browser.until("its page", () -> browser.texts(".methods .panel h2").equals(List.of("Job.run")));
            assertThat(browser.console()).isEmpty();
        }
    }

    /** One call in sixteen of a short name is read: of 960 ticks 60, which took 10 ms each. */
    @Test
    void theMeanIsThatOfTheCallsThatWereRead(Browser browser) throws Exception {
        TreeRow ticks = new TreeRow(1, 960, 0, Meter.WALL.bit(), Batches.meters(600 * MILLI),
                Batches.meters(600 * MILLI), Batches.meters(11 * MILLI),
                new long[]{Buckets.indexOf(10 * MILLI), 60});
        try (LiveServer server = new LiveServer(Files.createDirectory(folder.resolve("ticks")));
                WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("ticks", "one"))) {
            client.ship(batch(1, Contents.NONE.with(Sections.NAMES, List.of(new NameEntry(1, "batch.Timer", "tick")))
                    .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1))).with(Sections.ROWS, List.of(ticks))));
            browser.open(server.address() + "#/requests?application=ticks");
            browser.until("the entry point", () -> browser.texts("[aria-label='Entry points'] tbody .member")
                    .equals(List.of("Timer.tick")));
            List<String> cells = plain(browser, "[aria-label='Entry points'] tbody tr:first-child td");
            assertThat(cells.get(1)).as("the mean, within 3.2 %").matches("(9\\.\\d|10\\.\\d)\\d* ms");
            assertThat(cells.get(7)).isEqualTo("960");
            assertThat(browser.console()).isEmpty();
        }
    }

    /** By the share of the time it would be first, and what people look for behind it. */
    @Test
    void theProgramItselfIsLastUnlessAnotherOrderIsChosen(Browser browser) throws Exception {
        try (LiveServer server = new LiveServer(Files.createDirectory(folder.resolve("tool")));
                WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("tool", "one"))) {
            client.ship(batch(1, Contents.NONE
                    .with(Sections.NAMES, List.of(new NameEntry(1, "tool.Main", "main"),
                            new NameEntry(2, "tool.Job", "run"), new NameEntry(3, "tool.Timer", "tick")))
                    .with(Sections.NODES,
                            List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 0, 2), new NodeEntry(3, 0, 3)))
                    .with(Sections.ROWS, List.of(row(1, 1, 60_000), row(2, 3, 9_000), row(3, 100, 1_000)))));
            browser.open(server.address() + "#/requests?application=tool&last=15m");
            browser.until("all", () -> browser.texts("[aria-label='Entry points'] tbody .member")
                    .equals(List.of("Job.run", "Timer.tick", "Main.main")));
            browser.open(server.address() + "#/requests?application=tool&last=15m&sort=mean");
            browser.until("by the mean", () -> browser.texts("[aria-label='Entry points'] tbody .member")
                    .equals(List.of("Main.main", "Job.run", "Timer.tick")));
            assertThat(browser.console()).isEmpty();
        }
    }

    /** Of 203 methods 200 are read: the page says so, and its sums and shares are of all. */
    @Test
    void ofMoreThanAreReadThePageSaysHowMany(Browser browser) throws Exception {
        List<NameEntry> names = new ArrayList<>();
        List<NodeEntry> nodes = new ArrayList<>();
        List<TreeRow> rows = new ArrayList<>();
        for (int i = 1; i <= 203; i++) {
            names.add(new NameEntry(i, "batch.Job" + i, "run"));
            nodes.add(new NodeEntry(i, 0, i));
            rows.add(row(i, 1, i == 203 ? 798 : i));
        }
        try (LiveServer server = new LiveServer(Files.createDirectory(folder.resolve("jobs")));
                WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("jobs", "one"))) {
            client.ship(batch(1, Contents.NONE.with(Sections.NAMES, names).with(Sections.NODES, nodes)
                    .with(Sections.ROWS, rows)));
            browser.open(server.address() + "#/requests?application=jobs");
            browser.until("of how many", () -> plain(browser, ".requests .entries .calm").toString()
                    .contains("Of 203 methods these 200 took longest."));
            assertThat(plain(browser, ".requests .summary")).containsExactly("203 entry points, 203 calls, 0 failed");
            assertThat(plain(browser, "[aria-label='Entry points'] tbody tr:first-child td").get(0))
                    .as("of 21301 ms").isEqualTo("3.7%");
            browser.find(".requests .search").sendKeys("Job203");
            browser.until("found", () -> plain(browser, ".requests .summary")
                    .equals(List.of("1 entry point, 1 call, 0 failed")));
            assertThat(browser.console()).isEmpty();
        }
    }

    private static List<String> plain(Browser browser, String css) {
        return browser.texts(css).stream().map(each -> each.replaceAll("[\\s\u00a0]+", " ").strip())
                .toList();
    }

    private static TreeRow row(int node, long calls, long millis) {
        return new TreeRow(node, calls, 0, Meter.WALL.bit(), Batches.meters(millis * MILLI),
                Batches.meters(millis * MILLI), Batches.meters(millis * MILLI / calls),
                new long[]{Buckets.indexOf(millis * MILLI / calls), calls});
    }

    private static Batch batch(long sequence, Contents contents) {
        return new Batch(sequence, Batches.now() - 9_000_000 + sequence,
                Batches.now() - 9_000_000 + sequence * 4_000_000,
                contents);
    }
}

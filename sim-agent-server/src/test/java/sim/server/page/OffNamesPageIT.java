package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;
import sim.model.snapshot.Verdict;
import sim.server.Batches;
import sim.server.LiveServer;
import sim.server.WireClient;
import sim.testkit.Browser;
import sim.testkit.InBrowser;
import sim.wire.Batch;
import sim.wire.PlatformSample;

/** What the page says of names that are off now, of calls that have not ended, and of how much the rows explain. */
@ExtendWith(InBrowser.class)
class OffNamesPageIT {
    private static final long NOW = Batches.now();

    @Test
    void namesThatAreOffStayOnThePageAndTheRowsSayWhatTheyExplain(Browser browser, @TempDir Path folder)
            throws Exception {
        try (LiveServer server = new LiveServer(folder);
                WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"))) {
            client.ship(new Batch(1, NOW - 10_000_000, NOW - 5_000_000,
                    List.of(new NameEntry(1, "a.A", "loop"), new NameEntry(2, "a.A", "big"),
                            new NameEntry(3, "a.A", "gone"), new NameEntry(4, "a.A", "little")),
                    List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 2), new NodeEntry(3, 2, 3),
                            new NodeEntry(4, 2, 4)),
                    List.of(Batches.row(2, 10_000, 1_000_000, 499_000), Batches.row(3, 5_000, 500_000, 500_000),
                            Batches.row(4, 50, 1_000, 1_000)),
                    List.of(), List.of(), List.of(),
                    List.of(new Score(3, Standing.DISABLED, -1, 0), new Score(4, Standing.DISABLED, -1, 0)),
                    List.of(new Verdict(3, 1, NOW - 6_000_000, Standing.MANAGED, Standing.DISABLED, -1, "cheap"),
                            new Verdict(4, 1, NOW - 6_000_000, Standing.MANAGED, Standing.DISABLED, -1, "cheap")),
                    List.of(new PlatformSample(NOW - 5_000_000,
                            Map.of("cpu.time", 9e6, "cpu.jit", 2e6, "cpu.sim", 1e6, "cpu.queued", 4e5))),
                    Map.of()));
            browser.open(server.address() + "#/methods?application=shop&last=1h");
            browser.until("methods", () -> browser.all(".methods tbody tr").size() == 4);
            assertThat(browser.texts(".methods tbody .member")).containsExactly("A.gone", "A.big", "A.loop");
            assertThat(browser.texts(".methods .mark-of.open")).containsExactly("not ended");
            assertThat(browser.texts(".methods .mark-of.off")).singleElement().asString().startsWith("off since ");
            assertThat(browser.texts(".methods a.several")).singleElement().asString()
                    .startsWith("1 name off, before ");
            assertThat(browser.texts(".off-note")).containsExactly("2 names off, 501 µs, 5\u202f050 calls before that");
            assertThat(browser.texts(".explained b")).containsExactly("CPU", "Requests");
            assertThat(browser.texts(".explained .legend").get(0)).contains("JIT 2.00 ms", "SIM\u2019s threads 1.00 ms",
                    "not metered");
            assertThat(browser.texts(".explained .legend").get(1)).contains("own, with names off inside 499 µs",
                    "names off, before 501 µs", "of it up to 400 µs waiting for a processor");

            browser.find(".methods a.several").click();
            browser.until("each", () -> browser.texts(".methods tbody .member").contains("A.little"));
            browser.open(server.address() + "#/calltree?application=shop&last=1h");
            browser.until("tree", () -> browser.texts(".calltree tbody .member").size() == 4);
            assertThat(browser.texts(".calltree tbody .member").get(3)).startsWith("1 name off, before ");
            assertThat(browser.texts(".calltree .mark-of.open")).containsExactly("not ended");
            assertThat(browser.texts(".calltree tbody tr:first-child td").toString()).contains("1.00 ms");
            browser.open(server.address() + "#/methods?application=shop&last=1h");
            browser.until("note", () -> !browser.all(".off-note").isEmpty());
            browser.find(".off-note").click();
            browser.until("hotspots", () -> browser.texts(".hotspots tbody .member").equals(
                    List.of("A.gone", "A.little")));
            assertThat(browser.console()).isEmpty();
        }
    }

    /** It was off for 2 s of the range: the row looked like any other, and its count lacked the calls of these. */
    @Test
    void aNameThatIsOnAgainSaysForHowLongItWasOff(Browser browser, @TempDir Path folder) throws Exception {
        try (LiveServer server = new LiveServer(folder);
                WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"))) {
            client.ship(new Batch(1, NOW - 10_000_000, NOW - 5_000_000,
                    List.of(new NameEntry(1, "a.A", "loop"), new NameEntry(2, "a.A", "back")),
                    List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 2)),
                    List.of(Batches.row(1, 10_000, 1_000_000, 100_000), Batches.row(2, 10_000, 900_000, 900_000)),
                    List.of(), List.of(), List.of(), List.of(new Score(2, Standing.MANAGED, 300, 0)),
                    List.of(new Verdict(2, 1, NOW - 9_000_000, Standing.MANAGED, Standing.DISABLED, -1, "cheap"),
                            new Verdict(2, 2, NOW - 7_000_000, Standing.DISABLED, Standing.MANAGED, 300, "tells")),
                    List.of(), Map.of()));
            browser.open(server.address() + "#/methods?application=shop&last=1h");
            browser.until("methods", () -> browser.all(".methods tbody tr").size() == 2);
            assertThat(browser.texts(".methods .mark-of.off")).containsExactly("off for 2.00 s of this range");
            assertThat(browser.texts(".methods tr.aside")).as("it is on").isEmpty();
            assertThat(browser.all(".methods tbody td.partial")).as("count and figures")
                    .extracting(cell -> cell.getDomAttribute("title")).isNotEmpty()
                    .allSatisfy(title -> assertThat(title).startsWith("It was off for 2.00\u00a0s of this range"));
            browser.open(server.address() + "#/calltree?application=shop&last=1h");
            browser.until("tree", () -> browser.texts(".calltree tbody .member").size() == 2);
            assertThat(browser.texts(".calltree .mark-of.off")).containsExactly("off for 2.00 s of this range");
            assertThat(browser.console()).isEmpty();
        }
    }
}

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
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.LiveServer;
import sim.server.WireClient;
import sim.testkit.Browser;
import sim.testkit.InBrowser;
import sim.wire.Batch;

/** What SIM took inside a call is a row of the tree, also below a call that made no other: weaving, below the loading of classes. */
@ExtendWith(InBrowser.class)
class MeteringRowPageIT {
    private static final long MILLI = 1_000_000;

    @Test
    void whatMeteringTookIsARowBelowEachCallOfWhichItIsAHundredth(Browser browser, @TempDir Path folder)
            throws Exception {
        try (LiveServer server = new LiveServer(folder);
                WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"))) {
            client.ship(new Batch(1, Batches.now() - 10_000_000, Batches.now() - 5_000_000,
                    List.of(new NameEntry(1, "shop.Main", "start"), new NameEntry(2, "", "[class loading]"),
                            new NameEntry(3, "shop.Stock", "read")),
                    List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 2), new NodeEntry(3, 1, 3)),
                    List.of(row(1, 1_000, 100), row(2, 800, 30), row(3, 60, 60)), List.of(), List.of(), List.of(),
                    List.of(), List.of(), List.of(), Map.of()));
            browser.open(server.address() + "#/calltree?application=shop&last=1h");
            browser.until("the tree", () -> browser.texts(".calltree tbody .member").equals(
                    List.of("Main.start", "[class loading]", "metering", "Stock.read", "metering")));
            assertThat(browser.texts(".calltree tbody tr:nth-child(3) td").toString()).contains("770 ms");
            assertThat(browser.texts(".calltree tbody tr:nth-child(5) td").toString()).contains("40.0 ms");
            assertThat(browser.console()).isEmpty();
        }
    }

    private static TreeRow row(int node, long total, long self) {
        long[] totals = Batches.meters(total * MILLI);
        return new TreeRow(node, 1, 0, 1, totals, Batches.meters(self * MILLI), totals, new long[0]);
    }
}

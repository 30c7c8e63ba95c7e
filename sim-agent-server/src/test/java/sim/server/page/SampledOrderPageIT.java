package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;
import sim.server.LiveServer;
import sim.server.WireClient;
import sim.testkit.Browser;
import sim.testkit.InBrowser;

/** The page keeps the server's order of methods of which not each call was read. */
@ExtendWith(InBrowser.class)
class SampledOrderPageIT {
    @Test
    void methodsStandAsTheServerRanksThemAndByTheirFiguresTurnedRound(Browser browser, @TempDir Path folder)
            throws Exception {
        try (LiveServer server = new LiveServer(folder);
                WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "one"))) {
            client.ship(Batches.sampled(1));
            for (String sort : List.of("", "&sort=wall.self")) { // as SampledOrderTest has it of the API
                browser.open(server.address() + "#/methods?application=shop&last=1h" + sort);
                browser.until("methods" + sort, () -> methods(browser).size() == 4);
                assertThat(methods(browser)).as(sort).containsExactly("A.caller", "A.getter", "A.other", "A.sampled");
            }
            browser.run("location.hash = '/methods?application=shop&last=1h&sort=wall.self&order=up'");
            browser.until("turned", () -> methods(browser).equals(
                    List.of("A.sampled", "A.getter", "A.other", "A.caller")));
            assertThat(browser.ofModule("/js/table.js",
                    "module.slotted([9, 2, 5, 1], [3, null, 7], (value) => value)"))
                    .as("folded rows behind the last row as large").isEqualTo(
                            java.util.Arrays.asList(9L, 7L, 2L, 5L, 3L, 1L, null));
            assertThat(browser.console()).isEmpty();
        }
    }

    private static List<String> methods(Browser browser) {
        return browser.texts(".methods tbody .member");
    }
}

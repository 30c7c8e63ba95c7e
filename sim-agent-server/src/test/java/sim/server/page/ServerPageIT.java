package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;
import sim.server.LiveServer;
import sim.testkit.Browser;
import sim.testkit.InBrowser;

/** The server's own measures where something of it fails. */
@ExtendWith(InBrowser.class)
class ServerPageIT {
    /** It was the meaning of "Can store: yes", and of the commits that failed, of which none did. */
    @Test
    void upkeepThatFailsHasALineOfItsOwn(Browser browser, @TempDir Path folder) throws Exception {
        try (LiveServer server = new LiveServer(folder)) {
            Files.createFile(folder.resolve("segments/events"));
            server.connect(Batches.hello("shop", "one")).ship(Batches.recursion(1));
            assertThatThrownBy(() -> server.upkeep(1 << 10)).hasMessageContaining("cannot be tidied");
            browser.open(server.address() + "#/server");
            browser.until("cards", () -> browser.texts(".server h3").size() == 5);
            List<String> bad = browser.texts(".server .bad");
            assertThat(bad).filteredOn(line -> line.contains("cannot be tidied")).singleElement().asString()
                    .startsWith("Wants a look");
            assertThat(meaning(browser, "Can store")).isEqualTo("Batches of collectors are stored");
            assertThat(meaning(browser, "Commits that failed")).isEqualTo("None did");
            assertThat(browser.console()).isEmpty();
        }
    }

    private static String meaning(Browser browser, String label) {
        return String.valueOf(browser.run("return [...document.querySelectorAll('.server dl > div')]"
                + ".find((line) => line.firstElementChild.textContent === arguments[0]).lastElementChild.textContent",
                label));
    }
}

package sim.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import sim.testkit.Browser;
import sim.testkit.InBrowser;

/** What the benchmark of the page measures of a tab, on a page whose rows come late; and how it says what the browser did not tell. */
@ExtendWith(InBrowser.class)
class PagesIT {
    @TempDir
    Path folder;

    /** The tab is drawn at once, without rows; those of the view before are still there. */
    @Test
    void aTabIsMeasuredToItsRows(Browser browser) throws Exception {
        browser.open(Files
                .writeString(folder.resolve("page.html"),
                        """
                                <button onclick="one.hidden = false; setTimeout(() => { one.tBodies[0].innerHTML = '<tr><td>row'; }, 400)">tab</button>
                                <main><div class="methods"><table><tbody><tr><td>row</table></div>
                                <div class="requests"><table id="one" hidden><tbody></tbody></table></div></main>
                                """)
                .toUri().toString());
        assertThat(Pages.toRows(browser, ".requests", () -> browser.find("button").click()))
                .isGreaterThanOrEqualTo(400);
    }

    /** The browser tells of an event some time after the picture behind it. */
    @Test
    void anInteractionIsMeasuredToThePictureBehindIt(Browser browser) throws Exception {
        Pages.watchEvents(browser);
        browser.open(Files.writeString(folder.resolve("slow.html"), """
                <button onclick="for (const end = performance.now() + 300; performance.now() < end;);">slow</button>
                <p>quick</p>
                """).toUri().toString());
        for (int i = 0; i < 3; i++) {
            assertThat(Pages.interaction(browser, "slow", () -> browser.find("button").click()))
                    .isGreaterThanOrEqualTo(296); // the browser rounds to 8 ms
        }
        assertThat(Pages.interaction(browser, "nothing", () -> {}))
                .as("the key that is pressed behind it is no part of it").isZero();
    }

    @Test
    void whatTheBrowserDidNotTellOfIsNoZero() {
        assertThat(Pages.said(0, 0, 0, 24.4, 31.6)).isEqualTo("< 16 ms (< 16 to 32)");
        assertThat(Pages.said(24, 24, 32, 40, 48)).isEqualTo("32 ms (24 to 48)");
    }
}

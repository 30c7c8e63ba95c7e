package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.testkit.Browser;
import sim.testkit.InBrowser;

/** The browser of the page's tests: one that has ended, as a machine under load ends one, costs one test and not all that follow. */
@ExtendWith(InBrowser.class)
class BrowserIT {
    @Test
    void oneThatHasEndedIsStartedAgainForTheNextTest(Browser browser) {
        browser.run("document.title = 'before'");
        browser.end();
        browser.leave();
        browser.run("document.title = 'again'");
        assertThat(browser.title()).isEqualTo("again");
        assertThat(browser.console()).isEmpty();
    }
}

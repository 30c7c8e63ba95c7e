package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.testkit.Browser;
import sim.testkit.InBrowser;

/** The page beside a server whose places are taken: its own questions wait in line, and what it shows stays. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class BusyPageIT {
    private static Browser browser;
    private static LiveServer server;

    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        server.closing(Shop.report(server.collectorPort()));
    }

    @AfterEach
    void leave() {
        browser.leave();
    }

    /** A kind's page has six questions and more: those past two would wait at the server, and be turned away behind its own. */
    @Test
    void noMoreThanTwoQuestionsAreAtTheServerAtATime() {
        browser.open(server.address() + "#/methods?application=shop&last=1h");
        browser.until("methods", () -> !browser.all(".methods tbody tr").isEmpty());
        assertThat(browser.promised(
                """
                        import('/js/api.js').then(async (api) => {
                          const asked = window.fetch;
                          const at = [];
                          let [now, most] = [0, 0];
                          window.fetch = async (url, request) => {
                            const which = /limit=70(.)/.exec(url);
                            if (!which) return asked(url, request);
                            at.push(which[1]);
                            most = Math.max(most, ++now);
                            const answer = await asked(url, request);
                            now--;
                            return answer;
                          };
                          const gone = new AbortController();
                          const left = api.methods({ limit: 709 }, gone.signal).then(() => 'answered', () => 'left');
                          const all = [0, 1, 2, 3, 4, 5].map((which) => api.methods({ limit: 700 + which }, which === 4 ? gone.signal : undefined).then(() => 'answered', () => 'left'));
                          gone.abort();
                          const said = await Promise.all([left, ...all]);
                          const next = await api.methods({ limit: 708 });
                          window.fetch = asked;
                          return [most, at.join(''), said.join(' '), next.application].join(', ');
                        })"""))
                .as("at most, in this order, without the one nobody waits for any more")
                .isEqualTo("2, 012358, left answered answered answered answered left answered, shop");
    }

    @Test
    void aServerWithoutAPlaceIsBusyAndWhatIsShownStays() {
        browser.open(server.address() + "#/methods?application=shop&last=1h");
        browser.until("methods", () -> !browser.all(".methods tbody tr").isEmpty());
        browser.run(
                """
                        window.asked = window.fetch;
                        window.fetch = (url, request) => (/v1.methods/.test(url)
                          ? Promise.resolve(new Response('{"error":"The server is busy: all 2 places are taken."}', { status: 503 }))
                          : window.asked(url, request));
                        document.dispatchEvent(new Event('visibilitychange'));
                        """);
        browser.until("busy", () -> browser.texts("#notices .busy").toString().contains("other questions go first"));
        assertThat(browser.all(".methods tbody tr")).isNotEmpty();
        assertThat(browser.texts("#notices .notice:not(.busy)")).isEmpty();
        browser.run("window.fetch = window.asked; document.dispatchEvent(new Event('visibilitychange'))");
        browser.until("no longer", () -> browser.texts("#notices .notice").isEmpty());
        assertThat(browser.console()).isEmpty();
    }

    /** It has the status of a whole one, because a part of it had left. */
    @Test
    void anAnswerThatIsCutIsOneLineAndNoRows() {
        browser.open(server.address() + "#/calltree?application=shop&last=1h");
        browser.until("the tree", () -> !browser.all(".calltree tbody tr").isEmpty());
        List<String> before = browser.texts(".calltree tbody .member");
        browser.run(
                """
                        window.asked = window.fetch;
                        window.fetch = (url, request) => (/v1.calltree/.test(url)
                          ? Promise.resolve(new Response('{"nodes":[],"incomplete":true,"bound":"time","error":"The answer is too expensive: it took 20 s."}'))
                          : window.asked(url, request));
                        document.dispatchEvent(new Event('visibilitychange'));
                        """);
        browser.until("why", () -> browser.texts("#notices .notice").equals(
                List.of("The answer is too expensive: it took 20 s.")));
        assertThat(browser.texts(".calltree tbody .member")).isEqualTo(before);
        assertThat(browser.console()).isEmpty();
    }
}

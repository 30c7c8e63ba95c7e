package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.server.WireClient;
import sim.testkit.Browser;
import sim.testkit.InBrowser;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;

/** The page beside a server whose places are taken: its own questions wait in line, and what it shows stays. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class BusyPageIT {
    private static final long MILLI = 1_000_000;

    private static Browser browser;
    private static LiveServer server;
    /** Ships orders, and ticks of a timer outside of them: as many of each as of batches. */
    private static WireClient client;
    private static int shipped = 1;

    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        server.closing(Shop.report(server.collectorPort()));
        client = WireClient.connect(server.collectorPort(), Batches.hello("orders", "one"));
        server.closing(client);
        client.ship(batch(1, Contents.NONE.with(Sections.NAMES, List.of(new NameEntry(1, "shop.Timer", "tick")))
                .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1)))));
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

    /** It says why itself; where it is not the server that answered, nobody knows. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {"error":"The server is busy: all 2 places are taken."}           | The server is busy: all 2 places are taken.
            {"error":"The server is busy: the server is ending."}             | The server is busy: the server is ending.
            {"error":"The server cannot answer now: no room on its disk."}    | The server cannot answer now: no room on its disk.
            <h1>Service Unavailable</h1>                                      | The server answered 503.
            {"code":503}                                                      | The server answered 503.
            """)
    void whatIsShownStaysAndThePageSaysWhyThereIsNoMore(String answer, String why) {
        browser.open(server.address() + "#/methods?application=shop&last=1h");
        browser.until("methods", () -> !browser.all(".methods tbody tr").isEmpty());
        refuse("v1.methods", answer);
        look();
        browser.until("why", () -> browser.texts("#notices .busy").equals(
                List.of(why + " What you see is the last answer, until the next is there.")));
        assertThat(browser.all(".methods tbody tr")).isNotEmpty();
        assertThat(browser.texts("#notices .notice:not(.busy)")).isEmpty();
        answerAll();
        look();
        browser.until("no longer", () -> browser.texts("#notices .notice").isEmpty());
        assertThat(browser.console()).isEmpty();
    }

    /** Whether the server is busy, the question long or the network slow is not known then. */
    @Test
    void anAnswerThatIsLateIsNoServerThatIsBusy() {
        browser.open(server.address() + "#/methods?application=shop&last=1h");
        browser.until("methods", () -> !browser.all(".methods tbody tr").isEmpty());
        hold("v1.methods");
        look();
        browser.until("late", () -> browser.texts("#notices .notice").equals(List.of(
                "The answer takes longer than usual. What you see is the last answer, until the next is there.")));
        answerAll();
        look();
        browser.until("no longer", () -> browser.texts("#notices .notice").isEmpty());
        assertThat(browser.console()).isEmpty();
    }

    /** A line that comes and goes moved all that stood below it. */
    @Test
    void aNoticeMovesNothing() {
        browser.open(server.address() + "#/methods?application=shop&last=1h");
        browser.until("methods", () -> !browser.all(".methods tbody tr").isEmpty());
        String top = "const { top, height } = document.querySelector('.methods .scroller').getBoundingClientRect(); return [top, height].join()";
        Object before = browser.run(top);
        refuse("v1.methods", "{\"error\":\"The server is busy.\"}");
        look();
        browser.until("why", () -> browser.texts("#notices .notice").size() == 1);
        assertThat(browser.run(top)).isEqualTo(before);
        assertThat(browser
                .run("const [line, box] = ['.notice', '.methods .scroller'].map((css) => document.querySelector(css)."
                        + "getBoundingClientRect()); return line.top >= box.bottom - 1 && line.bottom <= innerHeight"))
                .as("it stands in the place that is left for it").isEqualTo(true);
        assertThat(browser.console()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            methods                     | v1.methods | .methods tbody tr
            requests                    | v1.kinds   | .requests tbody tr
            calltree                    | v1.calltree | .calltree tbody tr
            requests?name=order&tag=shop | v1.kinds.series | .kind-view .tiles dd
            """)
    void figuresOfTheRangeBeforeSayWhichTheyAreUntilTheNewOnesAreThere(String view, String question, String figures)
            throws Exception {
        ship();
        String address = view + (view.contains("?") ? "&" : "?") + "application=orders&last=";
        browser.open(server.address() + "#/" + address + "1h");
        browser.until("figures", () -> !browser.all(figures).isEmpty());
        assertThat(browser.texts("#age")).isEmpty();
        hold(question);
        browser.run("location.hash = '/" + address + "1d'");
        browser.until("which they are", () -> browser.texts("#age")
                .equals(List.of("Figures of the last hour stand here until those of the last day are read.")));
        assertThat(browser.texts(figures)).isNotEmpty();
        assertThat(browser.run("return document.body.classList.contains('aged')")).isEqualTo(true);
        answerAll();
        look();
        browser.until("the new ones", () -> browser.texts("#age").isEmpty());
        assertThat(browser.run("return document.body.classList.contains('aged')")).isEqualTo(false);
        assertThat(browser.texts(figures)).isNotEmpty();
        assertThat(browser.console()).isEmpty();
    }

    /** A context that is chosen narrows some tabs. On the others the same figures stand as before, and no question is another one. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            requests | v1.kinds   | .requests tbody tr | 0
            methods  | v1.methods | .methods tbody tr  | 1
            """)
    void aContextMakesTheFiguresOldWhereItNarrowsThem(String view, String question, String figures, int lines)
            throws Exception {
        ship();
        String address = "#/" + view + "?application=orders&last=1h";
        browser.open(server.address() + address);
        browser.until("figures", () -> !browser.all(figures).isEmpty());
        browser.until("of this question", () -> browser.texts("#age").isEmpty());
        hold(question);
        browser.run("location.hash = arguments[0]", address + "&context=000000000000002a");
        browser.until("followed", () -> String.valueOf(
                browser.run(
                        "return [...document.querySelectorAll('#tabs a')].every((tab) => tab.href.includes('context='))"))
                .equals("true"));
        browser.until("what is said of them", () -> browser.texts("#age").size() == lines);
        assertThat(browser.run("return document.body.classList.contains('aged')")).isEqualTo(lines > 0);
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void requestsGoOnWhereOnlyTheCallsOutsideOfThemAreRefused() throws Exception {
        int before = ship();
        browser.open(server.address() + "#/requests?application=orders&last=15m");
        browser.until("both", () -> counted("Requests").equals(counts(before))
                && counted("Entry points").equals(counts(before)));
        refuse("v1.entrypoints", "{\"error\":\"The server is busy.\"}");
        int now = ship();
        look();
        browser.until("the kinds", () -> counted("Requests").equals(counts(now)));
        browser.until("why", () -> browser.texts("#notices .busy").toString().contains("The server is busy."));
        assertThat(counted("Entry points")).as("the last answer").isEqualTo(counts(before));
        assertThat(questions()).as("what is seen first").containsSubsequence("applications", "kinds", "entrypoints");
        browser.run("location.hash = '/requests?application=orders&last=1h'");
        browser.until("of another range", () -> counted("Entry points").isEmpty());
        assertThat(counted("Requests")).isEqualTo(counts(now));
        answerAll();
        look();
        browser.until("both again", () -> counted("Entry points").equals(counts(now)));
        browser.until("no longer", () -> browser.texts("#notices .notice").isEmpty());
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void aKindShowsItsListsWhereOnlyItsPayloadsAreRefused() throws Exception {
        ship();
        browser.open(server.address() + "#/methods?application=orders&last=15m");
        browser.until("methods", () -> !browser.all(".methods tbody tr").isEmpty());
        refuse("v1.payloads.probes", "{\"error\":\"The server is busy.\"}");
        browser.run("location.hash = '/requests?application=orders&last=15m&name=order&tag=shop'");
        browser.until("its lists", () -> browser.texts(".kind-view [aria-label=Slowest] h3").equals(
                List.of("Slowest")));
        browser.until("why", () -> browser.texts("#notices .busy").toString().contains("The server is busy."));
        answerAll();
        look();
        browser.until("no longer", () -> browser.texts("#notices .notice").isEmpty());
        assertThat(browser.console()).isEmpty();
    }

    /** Of a kind's page the slowest are refused while the failed are read: four questions are still in line. */
    @Test
    void theQuestionsOfARoundThatFailedLeaveTheLine() throws Exception {
        ship();
        browser.open(server.address() + "#/requests?application=orders&last=15m&name=order&tag=shop");
        browser.until("its lists", () -> browser.texts(".kind-view [aria-label=Slowest] h3").equals(
                List.of("Slowest")));
        hold("v1.contexts.*failed=true");
        refuse("v1.contexts.*sort=duration", "{\"error\":\"The server is busy.\"}");
        look();
        browser.until("the next round", () -> questions().filter("kinds/series"::equals).count() >= 2);
        assertThat(questions()).as("the third in line and the fourth")
                .doesNotContain("methods", "payloads/probes");
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

    /** Answers what fits a pattern with 503. */
    private static void refuse(String pattern, String answer) {
        instead(pattern, "() => Promise.resolve(new Response('%s', { status: 503 }))".formatted(answer));
    }

    /** Answers what fits a pattern when nobody waits for it any more. */
    private static void hold(String pattern) {
        instead(pattern,
                """
                        (url, { signal }) => new Promise((_, gone) => signal.addEventListener('abort', () => gone(signal.reason)))
                        """);
    }

    private static void instead(String pattern, String answer) {
        browser.run("""
                window.questions ||= [];
                window.asked ||= window.fetch;
                const before = window.fetch;
                window.fetch = (url, request) => {
                  if (before === window.asked) window.questions.push(String(url).split('?')[0].replace('api/v1/', ''));
                  return /%s/.test(url) ? (%s)(url, request) : before(url, request);
                };
                """.formatted(pattern, answer));
    }

    private static void answerAll() {
        browser.run("window.fetch = window.asked");
    }

    /** Begins a round. */
    private static void look() {
        browser.run("document.dispatchEvent(new Event('visibilitychange'))");
    }

    private static Stream<String> questions() {
        return ((List<?>) browser.run("return window.questions")).stream().map(String::valueOf);
    }

    private static List<String> counts(int all) {
        return List.of(String.valueOf(all));
    }

    /** How many there are of each row of a table. */
    private static List<String> counted(String table) {
        return browser.texts("table[aria-label='" + table + "'] tbody tr > :nth-child(9)");
    }

    /** @return how many batches there are with one order and one tick */
    private static int ship() throws Exception {
        TreeRow tick = new TreeRow(1, 1, 0, Meter.WALL.bit(), Batches.meters(MILLI), Batches.meters(MILLI),
                Batches.meters(MILLI), new long[]{Buckets.indexOf(MILLI), 1});
        KindRecord order = new KindRecord("order", "shop", 1, 0, 0, MILLI, 1, 0, Meter.WALL.bit(), Batches.meters(0),
                List.of());
        client.ship(batch(++shipped, Contents.NONE.with(Sections.ROWS, List.of(tick)).with(Sections.KINDS,
                List.of(order))));
        return shipped - 1;
    }

    private static Batch batch(long sequence, Contents contents) {
        return new Batch(sequence, Batches.now() - 9_000_000, Batches.now() - 1_000_000, contents);
    }
}

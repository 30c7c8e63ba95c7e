package sim.server.page;

import static org.assertj.core.api.Assertions.assertThat;
import static sim.server.OwnRuntime.call;
import static sim.server.OwnRuntime.spin;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import sim.metrics.probe.ProbeSite;
import sim.model.snapshot.Buckets;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.InLiveServer;
import sim.server.LiveServer;
import sim.server.OwnRuntime;
import sim.testkit.Browser;
import sim.testkit.InBrowser;
import sim.wire.Batch;

/** Means and totals of methods that were not read in full, or of which calls inside count elsewhere, as a real runtime tells them and the page shows them. */
@ExtendWith({InBrowser.class, InLiveServer.class})
class MeansPageIT {
    private static final int CALLS = 320;
    /** Each figure of each row, as the page has it: those of which the mean is more than the largest call. */
    private static final String ABOVE = "[...await (await fetch(arguments[0])).json().then((all) => all.methods || all.nodes)].flatMap((row) => "
            + "Object.keys(row.meters).filter((label) => m.reading(row, label, 'mean') > m.reading(row, label, 'max')).map((label) => row.method + ' ' + label))";

    private static Browser browser;
    private static LiveServer server;

    @BeforeAll
    static void serve(Browser shared, LiveServer live) throws Exception {
        browser = shared;
        server = live;
        OwnRuntime sampling = new OwnRuntime("meters=all");
        ProbeSite entry = sampling.site("entry");
        ProbeSite passing = sampling.sampled("passing");
        ProbeSite work = sampling.site("work");
        ProbeSite seldom = sampling.sampled("seldom");
        for (int i = 0; i < CALLS; i++) {
            call(entry, () -> call(passing, () -> call(work, () -> spin(100))));
        }
        for (int i = 0; i < 3; i++) {
            call(entry, () -> call(seldom, () -> call(work, () -> spin(100))));
        }
        server.connect(Batches.hello("sampling", "one")).ship(sampling.batch());
        OwnRuntime bent = new OwnRuntime("meters=wall,tree.nodes=200");
        bent.fill(50);
        ProbeSite serve = bent.site("serve");
        ProbeSite next = bent.site("next");
        ProbeSite filter = bent.site("filter");
        ProbeSite inside = bent.site("inside");
        for (int i = 0; i < 20; i++) {
            call(serve, () -> call(next, () -> call(filter, () -> call(next, () -> call(inside, () -> spin(2_000))))));
        }
        server.connect(Batches.hello("bent", "two")).ship(bent.batch());
        long milli = 1_000_000;
        server.connect(Batches.hello("pool", "three")).ship(new Batch(1, Batches.now() - 10_000_000,
                Batches.now() - 5_000_000, List.of(new NameEntry(1, "own.Program", "run"),
                        new NameEntry(2, "own.Program", "serve")),
                List.of(new NodeEntry(1, 0, 1), new NodeEntry(2, 1, 2)),
                List.of(row(1, 2, 3_000 * milli, 100 * milli), row(2, 10, 10_000 * milli, 10_000 * milli)),
                List.of(), List.of(), List.of(), List.of(), List.of(), List.of(), Map.of()));
    }

    private static TreeRow row(int node, long count, long total, long self) {
        return new TreeRow(node, count, 0, 1, Batches.meters(total), Batches.meters(self),
                Batches.meters(total / count), new long[]{Buckets.indexOf(total / count), count});
    }

    /** Two of a pool's threads have ended, and others go on. */
    @Test
    void aMethodOfWhichSomeCallsHaveNotEndedIsTheSameInBothViews() {
        for (String tab : new String[]{"methods", "calltree"}) {
            open(tab, "pool", "run");
            assertThat(cell(tab, "run", "total", "textContent")).as(tab).startsWith("10.1");
            String mean = tab.equals("methods") ? "mean" : "per call";
            assertThat(cell(tab, "run", mean, "textContent")).as(tab).startsWith("1.5");
            assertThat(cell(tab, "run", mean, "title")).contains("of the calls that ended");
            assertThat(browser.texts("." + tab + " .mark-of.open")).as(tab).containsExactly("not ended");
        }
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void percentilesOfSampledNamesAreMarkedAndSaysWhyWhatIsElsewhereIsNotKnown() {
        open("methods", "sampling", "passing");
        assertThat(cell("methods", "passing", "p", "className")).contains("partial");
        assertThat(cell("methods", "passing", "elsewhere", "title")).startsWith("CPU time was read in ")
                .contains("of 320 calls only");
        browser.run("location.hash = '/methods?application=sampling&last=1h&search=passing'");
        browser.until("found", () -> browser.texts(".methods tbody .member").equals(List.of("Program.passing"))
                && cell("methods", "passing", "at work", "title").contains("of the rows found"));
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void noMeanIsLargerThanTheLargestCall() {
        for (String tab : new String[]{"methods", "calltree"}) {
            open(tab, "sampling", "passing");
            assertThat(browser.run("const [shown, most] = ['mean', 'max'].map((part) => arguments[0] === 'calltree' && "
                    + "part === 'mean' ? 'per call' : part).map((part) => (" + CELL + ")(arguments[0], 'passing', part)"
                    + ".textContent); return shown !== '\\u2013' && most !== '\\u2013'", tab)).isEqualTo(true);
            assertThat(browser.promised("import('/js/meters.js').then(async (m) => " + ABOVE + ")",
                    "/api/v1/" + tab + "?application=sampling&last=1h").toString()).as(tab).isEqualTo("[]");
        }
        open("methods", "sampling", "passing");
        assertThat(browser.promised(
                "import('/js/meters.js').then(async (m) => [...await (await fetch(arguments[0])).json()"
                        + ".then((all) => all.methods)].filter((row) => row.method === 'passing').map((row) => "
                        + "m.reading(row, 'wall', 'mean') < 2 * row.meters.wall.total / row.count)[0])",
                "/api/v1/methods?application=sampling&last=1h")).as("and is not divided by the calls that were read")
                .isEqualTo(true);
        assertThat(browser.console()).isEmpty();
    }

    @Test
    void aTotalThatLacksCallsInsideSaysSoAndStandsWhereItBelongs() {
        open("methods", "bent", "filter");
        browser.run("location.hash = '/methods?application=bent&last=1h&sort=wall.total'");
        browser.until("by total", () -> browser.texts(".methods tbody .member").subList(0, 4)
                .contains("Program.filter"));
        for (String column : new String[]{"total", "mean"}) {
            assertThat(cell("methods", "filter", column, "title")).startsWith("Its calls took some ")
                    .contains("counted at another place");
            assertThat(cell("methods", "filter", column, "className")).contains("partial");
        }
        assertThat(cell("methods", "filter", "total", "textContent")).contains("ms");
        assertThat(cell("methods", "next", "total", "className")).doesNotContain("partial");
        open("calltree", "bent", "filter");
        assertThat(cell("calltree", "filter", "per call", "title")).startsWith("Its calls took some ");
        assertThat(browser.console()).isEmpty();
    }

    private static final String CELL = "(tab, method, column) => { const heads = [...document.querySelectorAll(`.${tab} thead tr:last-child th`)]; "
            + "const row = [...document.querySelectorAll(`.${tab} tbody tr`)].find((one) => one.querySelector('.member') && one.querySelector('.member').textContent === `Program.${method}`); "
            + "return row.cells[heads.findIndex((head) => head.textContent.replace(/[^a-z ]/g, '').trim() === column)]; }";

    private static void open(String tab, String application, String method) {
        browser.open(server.address() + "#/" + tab + "?application=" + application + "&last=1h");
        browser.until(tab, () -> browser.texts("." + tab + " tbody .member").contains("Program." + method));
    }

    private static String cell(String tab, String method, String column, String property) {
        return String.valueOf(browser.run(
                "return (" + CELL + ")(arguments[0], arguments[1], arguments[2])[arguments[3]]", tab, method, column,
                property));
    }
}

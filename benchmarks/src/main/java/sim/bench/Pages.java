package sim.bench;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.DoubleSupplier;
import org.openqa.selenium.Keys;
import sim.testkit.Browser;

/**
 * How long the page takes in a real browser, by the browser's own performance entries, with many applications of which one is large: from the
 * address to the first rows, from a click or a key to the next picture, and from a click on a tab to its rows. At rest and beside ingestion.
 */
final class Pages {
    static final String CASE = "page";
    private static final int TURNS = 5;
    /** Instances of the large application that ship beside, and of each other one. */
    private static final int LARGE_PEERS = 4;
    private static final int REST_SECONDS = 60;
    /** The browser tells of no event that takes less, ms. */
    private static final int SHORTEST = 16;
    /** The least that the key takes which is pressed behind an interaction, ms: more than the shortest of which the browser tells. */
    private static final int MARK = 40;
    /** Remembers how long each event took until the next picture; the browser tells of it some time after that. */
    private static final String WATCH_EVENTS = """
            window.slowest = [];
            window.marked = null;
            new PerformanceObserver((list) => {
              for (const one of list.getEntries()) {
                if (window.marked !== null && one.startTime >= window.marked) window.told = true;
                else window.slowest.push(one.duration);
              }
            }).observe({ type: 'event', durationThreshold: %d, buffered: true });
            document.addEventListener('keydown', (event) => {
              if (event.key !== 'F9') return;
              window.marked = event.timeStamp;
              for (const end = performance.now() + %d; performance.now() < end;);
            }, { capture: true });
            """
            .formatted(SHORTEST, MARK);
    /** Measures when the first row, or figure, of the view is drawn; of a request's page the first row of the work in it, which comes last. */
    private static final String WATCH = """
            const wanted = location.hash.includes('wide=true') ? "table[aria-label='Methods inside'] tbody tr" : 'main tbody tr, main dd';
            document.addEventListener('DOMContentLoaded', () => {
              const drawn = () => [...document.querySelectorAll(wanted)].some((one) => one.offsetParent);
              const seen = new MutationObserver(() => {
                if (!drawn()) return;
                seen.disconnect();
                requestAnimationFrame(() => setTimeout(() => performance.measure('first rows', { start: 0, end: performance.now() })));
              });
              seen.observe(document, { childList: true, subtree: true, attributes: true });
            });
            """;
    /** Measures from the next click on until a view has a row on display. */
    private static final String WATCH_VIEW = """
            const rows = `${arguments[0]} tbody tr`;
            document.addEventListener('click', (click) => {
              const seen = new MutationObserver(() => {
                if (![...document.querySelectorAll(rows)].some((one) => one.offsetParent)) return;
                seen.disconnect();
                requestAnimationFrame(() => setTimeout(() => performance.measure('rows of a view', { start: click.timeStamp, end: performance.now() })));
              });
              seen.observe(document, { childList: true, subtree: true, attributes: true });
            }, { once: true, capture: true });
            """;
    private static final String KIND = "&name=GET%20%2Fpart%2F500&tag=http";
    private static final Map<String, String> VIEWS = new LinkedHashMap<>();

    static {
        VIEWS.put("requests", "requests?");
        VIEWS.put("one kind of requests", "requests?" + KIND.substring(1));
        VIEWS.put("errors", "errors?");
        VIEWS.put("methods", "methods?");
        VIEWS.put("call tree", "calltree?");
        VIEWS.put("contexts", "contexts?");
        VIEWS.put("one request", "contexts?wide=true&chosen=" + ManyApplications.REQUEST);
        VIEWS.put("compare", "compare?");
        VIEWS.put("server", "server?");
    }

    private final Workshop workshop;
    private final Jdk jdk;
    private final Results results;
    private final Progress progress;

    Pages(Workshop workshop, Jdk jdk, Results results, Progress progress) {
        this.workshop = workshop;
        this.jdk = jdk;
        this.results = results;
        this.progress = progress;
    }

    void measure() throws Exception {
        if (Browser.missing() != null) {
            throw new IllegalStateException(Browser.missing());
        }
        try (SimServer server = new SimServer(workshop, jdk, Files.createTempDirectory(workshop.scratch(), "page"),
                (Path) null);
                Browser browser = new Browser()) {
            browser.inEachPage(WATCH_EVENTS + WATCH);
            browser.size(1280, 800);
            List<ManyApplications.Peer> peers = fill(server);
            progress.say(CASE + ": " + peers.size() + " instances have shipped");
            Thread.sleep(TimeUnit.SECONDS.toMillis(REST_SECONDS));
            look(server, browser, "at rest");
            AtomicBoolean over = new AtomicBoolean();
            List<Thread> beside = beside(peers, over);
            Thread.sleep(10_000);
            look(server, browser, "beside ingestion");
            over.set(true);
            for (Thread each : beside) {
                each.join();
            }
            for (ManyApplications.Peer each : peers) {
                each.close();
            }
        }
    }

    /** All instances, each with one interval; and of the large application the requests that are kept of an hour. */
    private static List<ManyApplications.Peer> fill(SimServer server) throws Exception {
        List<ManyApplications.Peer> peers = new ArrayList<>();
        for (int application = 0; application < ManyApplications.APPLICATIONS; application++) {
            for (int instance = 0; instance < ManyApplications.INSTANCES; instance++) {
                ManyApplications.Peer peer = new ManyApplications.Peer(server.port(), application, instance);
                peer.ship();
                if (application == 0) {
                    peer.shipRequests();
                }
                if (instance < (application == 0 ? LARGE_PEERS : 1)) {
                    peers.add(peer);
                } else {
                    peer.close();
                }
            }
        }
        return peers;
    }

    private List<Thread> beside(List<ManyApplications.Peer> peers, AtomicBoolean over) {
        List<Thread> threads = new ArrayList<>();
        for (ManyApplications.Peer peer : peers) {
            Thread thread = new Thread(() -> {
                try {
                    Thread.sleep((long) (Math.random() * 5_000));
                    while (!over.get()) {
                        long due = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
                        peer.ship();
                        Thread.sleep(Math.max(0, (due - System.nanoTime()) / 1_000_000));
                    }
                } catch (Exception failure) {
                    progress.say(CASE + ": a peer ended: " + failure);
                }
            });
            thread.setDaemon(true);
            thread.start();
            threads.add(thread);
        }
        return threads;
    }

    private void look(SimServer server, Browser browser, String when) {
        String page = server.page() + "#/";
        String range = "&application=" + ManyApplications.LARGE + "&last=1h";
        VIEWS.forEach((name, view) -> {
            double[] turns = new double[TURNS];
            for (int turn = 0; turn < TURNS; turn++) {
                browser.open(page + view + range);
                browser.until(name,
                        () -> number(browser, "return performance.getEntriesByName('first rows').length") > 0);
                turns[turn] = number(browser, "return performance.getEntriesByName('first rows')[0].duration");
            }
            add("first rows, " + when, name, turns);
        });
        act(browser, page + "requests?" + range.substring(1), when, "sort requests",
                () -> browser.all(".requests thead button").get(3).click());
        act(browser, page + "methods?" + range.substring(1), when, "sort methods",
                () -> browser.all(".methods thead button").get(3).click());
        act(browser, page + "methods?" + range.substring(1), when, "type into a search",
                () -> browser.find(".methods .search").sendKeys("work49"));
        act(browser, page + "calltree?" + range.substring(1), when, "open a place of the call tree",
                () -> browser.all(".calltree tbody tr button").get(0).click());
        act(browser, page + "methods?" + range.substring(1), "another tab, " + when, "requests",
                () -> toRows(browser, ".requests", () -> browser.all("#tabs .tab").get(0).click()));
    }

    private void act(Browser browser, String address, String when, String what, Runnable action) {
        act(browser, address, "interaction, " + when, what, () -> interaction(browser, what, action));
    }

    /**
     * How long the slowest event of an action took until the next picture, ms; 0 where the browser tells of none. It tells of events in their order:
     * once it has told of a key that was pressed behind them, it has told of all.
     */
    static double interaction(Browser browser, String what, Runnable action) {
        browser.run("window.slowest.length = 0; window.marked = null; window.told = false");
        action.run();
        browser.find("body").sendKeys(Keys.F9);
        browser.until(what + " is told of", () -> Boolean.TRUE.equals(browser.run("return window.told")));
        return number(browser, "return Math.max(0, ...window.slowest)");
    }

    /** What an interaction is measured by, in each page from the next one on. */
    static void watchEvents(Browser browser) {
        browser.inEachPage(WATCH_EVENTS);
    }

    private void act(Browser browser, String address, String figure, String what, DoubleSupplier turn) {
        double[] turns = new double[TURNS];
        for (int i = 0; i < TURNS; i++) {
            browser.open(address);
            browser.until(what, () -> number(browser, "return performance.getEntriesByName('first rows').length") > 0);
            turns[i] = turn.getAsDouble();
        }
        add(figure, what, turns);
    }

    /** From a click until a view that had no row has one on display, ms. */
    static double toRows(Browser browser, String view, Runnable click) {
        browser.run(WATCH_VIEW, view);
        click.run();
        browser.until("rows of " + view,
                () -> number(browser, "return performance.getEntriesByName('rows of a view').length") > 0);
        return number(browser, "return performance.getEntriesByName('rows of a view')[0].duration");
    }

    private static double number(Browser browser, String script) {
        return ((Number) browser.run(script)).doubleValue();
    }

    private void add(String figure, String what, double[] turns) {
        Arrays.sort(turns);
        results.add(turns[0] > 0
                ? Result.spread(CASE + ", " + figure, what, jdk.feature(), turns[TURNS / 2], turns[0],
                        turns[TURNS - 1], "ms", 0)
                : Result.absent(CASE + ", " + figure, what, jdk.feature(), 1, said(turns)));
        progress.say(CASE + ", " + figure + ": " + what + " " + said(turns));
    }

    /** Median, least and most of what is in order. What the browser did not tell of is no 0. */
    static String said(double... turns) {
        return millis(turns[turns.length / 2]) + " ms (" + millis(turns[0]) + " to " + millis(turns[turns.length - 1])
                + ")";
    }

    private static String millis(double duration) {
        return duration > 0 ? String.valueOf(Math.round(duration)) : "< " + SHORTEST;
    }
}

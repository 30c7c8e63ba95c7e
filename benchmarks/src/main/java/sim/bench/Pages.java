package sim.bench;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import sim.testkit.Browser;

/**
 * How long the page takes in a real browser, by the browser's own performance entries, with many applications of which one is large: from the
 * address to the first rows, and from a click or a key to the next picture. At rest and beside ingestion.
 */
final class Pages {
    static final String CASE = "page";
    private static final int TURNS = 5;
    /** Instances of the large application that ship beside, and of each other one. */
    private static final int LARGE_PEERS = 4;
    private static final int REST_SECONDS = 60;
    /** Measures when the first row, or figure, of the view is drawn, and remembers how long each event took until the next picture. */
    private static final String WATCH = """
            window.slowest = [];
            new PerformanceObserver((list) => window.slowest.push(...list.getEntries().map((one) => one.duration)))
              .observe({ type: 'event', durationThreshold: 16, buffered: true });
            document.addEventListener('DOMContentLoaded', () => {
              const drawn = () => [...document.querySelectorAll('main tbody tr, main .tiles dd')].some((one) => one.offsetParent);
              const seen = new MutationObserver(() => {
                if (!drawn()) return;
                seen.disconnect();
                requestAnimationFrame(() => setTimeout(() => performance.measure('first rows', { start: 0, end: performance.now() })));
              });
              seen.observe(document, { childList: true, subtree: true, attributes: true });
            });
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
                null);
                Browser browser = new Browser()) {
            browser.inEachPage(WATCH);
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

    /** All instances, each with one interval. */
    private static List<ManyApplications.Peer> fill(SimServer server) throws Exception {
        List<ManyApplications.Peer> peers = new ArrayList<>();
        for (int application = 0; application < ManyApplications.APPLICATIONS; application++) {
            for (int instance = 0; instance < ManyApplications.INSTANCES; instance++) {
                ManyApplications.Peer peer = new ManyApplications.Peer(server.port(), application, instance);
                peer.ship();
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
        String page = server.page() + "/#/";
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
        act(browser, page + "methods?" + range.substring(1), when, "go to another tab",
                () -> browser.all("#tabs .tab").get(0).click());
    }

    private void act(Browser browser, String address, String when, String what, Runnable action) {
        double[] turns = new double[TURNS];
        for (int turn = 0; turn < TURNS; turn++) {
            browser.open(address);
            browser.until(what, () -> number(browser, "return performance.getEntriesByName('first rows').length") > 0);
            browser.run("window.slowest.length = 0");
            action.run();
            browser.until(what, () -> number(browser, "return performance.now()") > 0);
            turns[turn] = number(browser, "return Math.max(0, ...window.slowest)");
        }
        add("interaction, " + when, what, turns);
    }

    private static double number(Browser browser, String script) {
        return ((Number) browser.run(script)).doubleValue();
    }

    private void add(String figure, String what, double[] turns) {
        Arrays.sort(turns);
        results.add(Result.spread(CASE + ", " + figure, what, jdk.feature(), turns[TURNS / 2], turns[0],
                turns[TURNS - 1], "ms", 0));
        progress.say(String.format(java.util.Locale.ROOT, "%s, %s: %s %.0f ms (%.0f to %.0f)", CASE, figure, what,
                turns[TURNS / 2], turns[0], turns[TURNS - 1]));
    }
}

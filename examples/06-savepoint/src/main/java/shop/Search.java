package shop;

import java.util.HashMap;
import java.util.Map;
import org.jinspired.probes.Probes;

/** Answers requests in batches. After each, looks at what it was busy with, and turns a cache on where that pays. */
public final class Search {
    private static final Probes.Name SEARCH = Probes.parse("shop.search");
    private static final Probes.Name RENDER = Probes.parse("shop.render");
    private static final Probes.Name TIME = Probes.parse("clock.tick");

    private final Map<String, String> cache = new HashMap<>();
    private boolean cached;

    private Search() {}

    public static void main(String[] args) {
        Search search = new Search();
        Probes.Context context = Probes.context();
        Probes.SavePoint before = context.savepoint();
        for (int batch = 1; batch <= 3; batch++) {
            for (int i = 0; i < 1_000; i++) {
                search.answer("query " + i % 10);
            }
            search.reflect(batch, context.compare(before));
            before = context.savepoint(before);
        }
    }

    private void reflect(int batch, Probes.ChangeSet gained) {
        Probes.Change searching = gained.changepoint(SEARCH).change(TIME);
        long all = gained.change(TIME).getInherentTotal();
        long share = 100 * searching.getInherentTotal() / all;
        System.out.println("batch " + batch + ": " + searching.getCount() + " searches, " + share + " % of the time");
        if (share > 50 && !cached) {
            cached = true;
            System.out.println("searching is what takes long: the cache goes on");
        }
    }

    private void answer(String query) {
        Probes.Probe probe = Probes.begin(SEARCH);
        String found = cached ? cache.computeIfAbsent(query, Search::find) : find(query);
        probe.end();
        probe = Probes.begin(RENDER);
        work(30_000 + found.length());
        probe.end();
    }

    private static String find(String query) {
        work(200_000);
        return "found by " + query;
    }

    private static void work(long nanos) {
        for (long until = System.nanoTime() + nanos; System.nanoTime() < until;) {
            Thread.onSpinWait();
        }
    }
}

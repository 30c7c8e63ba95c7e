package extended;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import sim.context.Context;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.TreeRow;

/**
 * Threads that work in contexts with many places and long values, and keep some open, while nobody drains: {@code THREADS
 * CONTEXTS}. Prints what their kinds came to in the end, and the counters.
 */
public final class ManyContexts {
    private static final int PLACES = 64;

    private ManyContexts() {}

    public static void main(String[] arguments) throws Exception {
        Metering metering = Metering.runtime();
        ProbeSite[] sites = new ProbeSite[PLACES];
        for (int i = 0; i < PLACES; i++) {
            sites[i] = metering.site("many.Step", "step" + i);
        }
        String text = "x".repeat(500);
        int contexts = Integer.parseInt(arguments[1]);
        List<Thread> threads = new ArrayList<>();
        for (int t = 0; t < Integer.parseInt(arguments[0]); t++) {
            int kind = t % 5;
            Thread thread = new Thread(() -> {
                for (int i = 0; i < contexts; i++) {
                    Context context = metering.createContext("kind" + kind, "many");
                    for (int v = 0; v < 10; v++) {
                        context.put("key" + v, text + v);
                    }
                    for (ProbeSite site : sites) {
                        site.begin();
                        site.end();
                    }
                    if (i % 50 == 49) {
                        metering.setCurrentContext(null); // left open for good
                    } else {
                        metering.endContext(null);
                    }
                }
            });
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            thread.join();
        }
        List<KindRecord> kinds = metering.drain().kinds();
        long calls = 0;
        long atPlaces = 0;
        long ended = 0;
        for (KindRecord kind : kinds) {
            ended += kind.contexts();
            calls += kind.calls();
            atPlaces += kind.rows().stream().mapToLong(TreeRow::count).sum();
        }
        System.out.println("ended " + ended + " calls " + calls + " at places " + atPlaces);
        new TreeMap<>(metering.counters())
                .forEach((kind, count) -> System.out.println("counter " + kind + " " + count));
    }
}

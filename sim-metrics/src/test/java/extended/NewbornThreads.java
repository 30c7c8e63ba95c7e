package extended;

import java.util.ArrayList;
import java.util.List;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;
import sim.model.snapshot.TreeRow;

/**
 * Threads that live for a few calls, some at a time: how many, how deep, and after how many numbers are drained, as by a
 * collector. Prints what all drains came to.
 */
public final class NewbornThreads {
    private static final int AT_A_TIME = 4;

    private NewbornThreads() {}

    public static void main(String[] args) throws Exception {
        int many = Integer.parseInt(args[0]);
        int depth = Integer.parseInt(args[1]);
        int drainedAfter = Integer.parseInt(args[2]);
        Metering metering = Metering.runtime();
        ProbeSite site = metering.site("newborn", "call");
        long counted = 0;
        for (int begun = 0; begun < many; begun += AT_A_TIME) {
            List<Thread> threads = new ArrayList<>();
            for (int i = 0; i < AT_A_TIME; i++) {
                Thread thread = new Thread(() -> call(site, depth));
                threads.add(thread);
                thread.start();
            }
            for (Thread thread : threads) {
                thread.join();
            }
            if (begun % drainedAfter == 0) {
                counted += drained(metering);
            }
        }
        counted += drained(metering);
        System.out.println("calls " + counted);
        metering.counters().forEach((kind, count) -> System.out.println("counter " + kind + " " + count));
    }

    private static void call(ProbeSite site, int deeper) {
        Object begun = site.begin();
        if (deeper > 1) {
            call(site, deeper - 1);
        }
        site.end(begun, null);
    }

    private static long drained(Metering metering) {
        long counted = 0;
        for (TreeRow row : metering.drain().rows()) {
            counted += row.count();
        }
        return counted;
    }
}

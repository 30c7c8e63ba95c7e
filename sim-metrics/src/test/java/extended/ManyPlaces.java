package extended;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;
import sim.model.snapshot.HistogramRow;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;

/**
 * Many threads that all call many places, and live to the end: how many threads, how many places, how deep the call stands
 * that all others are made in, how often. Drained meanwhile, as by a collector. Prints what all drains came to.
 */
public final class ManyPlaces {
    /** No node's number. */
    private static final int IN_HISTOGRAMS = -1;

    private ManyPlaces() {}

    public static void main(String[] args) throws Exception {
        int threads = Integer.parseInt(args[0]);
        int places = Integer.parseInt(args[1]);
        int depth = Integer.parseInt(args[2]);
        int rounds = Integer.parseInt(args[3]);
        Metering metering = Metering.runtime();
        ProbeSite around = metering.site("many", "around");
        ProbeSite[] sites = new ProbeSite[places];
        for (int i = 0; i < places; i++) {
            sites[i] = metering.site("many", "place" + i);
        }
        CountDownLatch done = new CountDownLatch(threads);
        CountDownLatch over = new CountDownLatch(1);
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        List<Thread> all = new ArrayList<>();
        for (int t = 0; t < threads; t++) {
            Thread thread = new Thread(() -> {
                for (int round = 0; round < rounds; round++) {
                    inside(around, sites, depth);
                }
                done.countDown();
                try {
                    over.await();
                } catch (InterruptedException stop) {
                    Thread.currentThread().interrupt();
                }
            });
            thread.setUncaughtExceptionHandler((ignored, failure) -> {
                thrown.set(failure);
                done.countDown();
            });
            all.add(thread);
            thread.start();
        }
        Map<Integer, Long> calls = new HashMap<>();
        while (done.getCount() > 0) {
            drain(metering, calls);
            Thread.sleep(50);
        }
        drain(metering, calls);
        System.gc();
        Runtime runtime = Runtime.getRuntime();
        System.out.println("used " + (runtime.totalMemory() - runtime.freeMemory()));
        over.countDown();
        for (Thread thread : all) {
            thread.join();
        }
        drain(metering, calls);
        System.out.println("thrown " + thrown.get());
        print(metering, calls);
        metering.counters().forEach((kind, count) -> System.out.println("counter " + kind + " " + count));
    }

    private static void inside(ProbeSite around, ProbeSite[] sites, int depth) {
        if (depth > 0) {
            Object begun = around.begin();
            inside(around, sites, depth - 1);
            around.end(begun, null);
            return;
        }
        for (ProbeSite site : sites) {
            Object begun = site.begin();
            site.end(begun, null);
        }
    }

    private static void drain(Metering metering, Map<Integer, Long> calls) {
        Snapshot snapshot = metering.drain();
        for (TreeRow row : snapshot.rows()) {
            calls.merge(row.node(), row.count(), Long::sum);
        }
        for (HistogramRow row : snapshot.histograms()) {
            for (int i = 1; i < row.buckets().length; i += 2) {
                calls.merge(IN_HISTOGRAMS, row.buckets()[i], Long::sum);
            }
        }
    }

    private static void print(Metering metering, Map<Integer, Long> calls) {
        Map<Integer, String> names = new HashMap<>();
        metering.namesAfter(0).forEach(name -> names.put(name.id(), name.member()));
        long inner = 0;
        long outer = 0;
        for (NodeEntry node : metering.nodesAfter(0)) {
            long count = calls.getOrDefault(node.id(), 0L);
            boolean isOuter = names.get(node.name()).equals("around");
            outer += isOuter ? count : 0;
            inner += isOuter ? 0 : count;
        }
        System.out.println("calls " + inner);
        System.out.println("outer " + outer);
        System.out.println("in histograms " + calls.getOrDefault(IN_HISTOGRAMS, 0L));
    }
}

package extended;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;

/**
 * Meters so many calls on a virtual thread while not one object more fits into the heap, and others have all the contexts there are: as the
 * {@code first} such thread, after another one had {@code light} calls, or with calls of a {@code folded} recursion. Prints what was counted, and how many
 * collections the calls took.
 */
public final class FullHeapOnVirtualThread {
    /** As many virtual threads have a context at a time. */
    private static final int OTHERS = 256;
    /** Calls at places of their own: they take a quarter of a small tree. */
    private static final int FILLERS = 15;

    private static Method start;
    private static int thrown;
    private static long collections;

    private FullHeapOnVirtualThread() {}

    public static void main(String[] args) throws Exception {
        int many = Integer.parseInt(args[0]);
        boolean isFirst = args[1].equals("first");
        boolean isFolded = args[1].equals("folded");
        start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        GarbageCollectorMXBean[] collectors = ManagementFactory.getGarbageCollectorMXBeans()
                .toArray(new GarbageCollectorMXBean[0]);
        Metering metering = Metering.runtime();
        ProbeSite waiting = metering.site("full", "waiting");
        ProbeSite outer = metering.site("full", "outer");
        ProbeSite inner = metering.site("full", "inner");
        while (Thread.getAllStackTraces().keySet().stream().anyMatch(each -> each.getName().equals("sim-rehearsal"))) {
            Thread.sleep(10);
        }
        for (int i = 0; isFolded && i < FILLERS; i++) {
            ProbeSite filler = metering.site("full", "filler" + i);
            filler.end(filler.begin(), null);
        }
        takeContexts(waiting, OTHERS);
        if (!isFirst) {
            start(() -> {
                Object begun = outer.begin();
                inner.end(inner.begin(), null);
                if (isFolded) {
                    outer.end(outer.begin(), null); // with this the thread has a context
                }
                outer.end(begun, null);
            }).join();
        }
        if (isFolded) {
            takeContexts(waiting, 1);
        }
        Thread main = Thread.currentThread();
        CountDownLatch ended = new CountDownLatch(1);
        start(() -> {
            Object begun = isFolded ? outer.begin() : null;
            if (isFolded) {
                inner.end(inner.begin(), null); // leaves one for later
            }
            while (main.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
            }
            Object[] held = FullHeap.fill(null, 1 << 20);
            long before = FullHeap.collections(collectors);
            for (int i = 0; i < many; i++) {
                try {
                    outer.end(outer.begin(), null);
                } catch (OutOfMemoryError full) {
                    thrown++;
                }
            }
            collections = FullHeap.collections(collectors) - before;
            thrown += held == null ? 1 : 0;
            held = null;
            if (isFolded) {
                outer.end(begun, null);
            }
            ended.countDown();
        });
        ended.await();
        print(metering);
    }

    private static void takeContexts(ProbeSite site, int many) throws Exception {
        CountDownLatch all = new CountDownLatch(many);
        CountDownLatch never = new CountDownLatch(1);
        for (int i = 0; i < many; i++) {
            start(() -> {
                Object begun = site.begin();
                all.countDown();
                try {
                    never.await();
                } catch (InterruptedException stop) {
                    throw new AssertionError(stop);
                }
                site.end(begun, null);
            });
        }
        all.await();
    }

    private static Thread start(Runnable runnable) throws Exception {
        return (Thread) start.invoke(null, runnable);
    }

    private static void print(Metering metering) {
        Snapshot drained = metering.drain();
        System.out.println("thrown " + thrown);
        System.out.println("collections " + collections);
        System.out.println("calls " + drained.rows().stream().mapToLong(TreeRow::count).sum());
        System.out.println("untimed " + drained.rows().stream().mapToLong(row -> row.unread().time()).sum());
        for (Map.Entry<String, Long> counter : metering.counters().entrySet()) {
            if (counter.getValue() != 0) {
                System.out.println("counter " + counter.getKey() + " " + counter.getValue());
            }
        }
    }
}

package extended;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;

/**
 * Meters so many calls while not one object more fits into the heap, and lets SIM fail there; a second number of calls before, and a third one after that. Prints how often SIM threw, what
 * was counted, and how many collections the last ones took.
 */
public final class FullHeap {
    private FullHeap() {}

    public static void main(String[] args) throws InterruptedException {
        int many = Integer.parseInt(args[0]);
        int warm = Integer.parseInt(args[1]);
        int again = Integer.parseInt(args[2]);
        GarbageCollectorMXBean[] collectors = ManagementFactory.getGarbageCollectorMXBeans()
                .toArray(new GarbageCollectorMXBean[0]);
        Metering metering = Metering.runtime();
        ProbeSite site = metering.site("full", "heap");
        while (Thread.getAllStackTraces().keySet().stream().anyMatch(each -> each.getName().equals("sim-rehearsal"))) {
            Thread.sleep(10);
        }
        OutOfMemoryError failure = new OutOfMemoryError("made before");
        int thrown = 0;
        for (int i = 0; i < warm; i++) {
            site.end(site.begin(), null);
        }
        Object[] held = fill(null, 1 << 20);
        for (int i = 0; i < many; i++) {
            held = fill(held, 16); // where a collection found something
            try {
                site.end(site.begin(), null);
            } catch (OutOfMemoryError full) {
                thrown++;
            }
            try {
                metering.failed(failure);
            } catch (OutOfMemoryError full) {
                thrown++;
            }
        }
        long before = collections(collectors);
        for (int i = 0; i < again; i++) {
            try {
                site.end(site.begin(), null);
            } catch (OutOfMemoryError full) {
                thrown++;
            }
        }
        long collections = collections(collectors) - before;
        int kept = held == null ? 0 : 1;
        held = null;
        metering.failed(failure);
        Snapshot drained = metering.drain();
        System.out.println("thrown " + thrown);
        System.out.println("kept " + kept);
        System.out.println("collections " + collections);
        System.out.println("calls " + drained.rows().stream().mapToLong(TreeRow::count).sum());
        for (Map.Entry<String, Long> counter : metering.counters().entrySet()) {
            if (counter.getValue() != 0) {
                System.out.println("counter " + counter.getKey() + " " + counter.getValue());
            }
        }
    }

    static long collections(GarbageCollectorMXBean[] collectors) {
        long all = 0;
        for (int i = 0; i < collectors.length; i++) { // makes no object
            all += collectors[i].getCollectionCount();
        }
        return all;
    }

    /** A chain of arrays, the smallest last, before what there is. */
    static Object[] fill(Object[] before, int largest) {
        Object[] held = before;
        int size = largest;
        while (true) {
            try {
                Object[] next = new Object[size];
                next[0] = held;
                held = next;
            } catch (OutOfMemoryError full) {
                size /= 2;
                if (size < 1) {
                    return held;
                }
            }
        }
    }
}

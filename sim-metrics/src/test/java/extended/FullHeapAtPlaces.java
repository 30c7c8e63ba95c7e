package extended;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.util.Map;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;

/**
 * Meters so many calls inside another while not one object more fits into the heap: each at a {@code new} place, which the tree knows and no book, or of a {@code folded} recursion, the first of its
 * thread, and before each the heap is filled again. Prints what was counted of calls that ended since, and how many collections the calls took.
 */
public final class FullHeapAtPlaces {
    /** Calls at places of their own: they take a quarter of a small tree, and an eighth of the tallies' part in a small heap. */
    private static final int FILLERS = 100;

    private final Metering metering = Metering.runtime();
    private final ProbeSite outer = metering.site("full", "outer");
    private final ProbeSite inner = metering.site("full", "inner");
    private final ProbeSite[] each;
    private final boolean isFolded;
    private int thrown;

    private FullHeapAtPlaces(int many, boolean isFolded) {
        this.each = new ProbeSite[many];
        this.isFolded = isFolded;
        for (int i = 0; i < many; i++) {
            each[i] = isFolded ? outer : metering.site("full", "new" + i);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        GarbageCollectorMXBean[] collectors = ManagementFactory.getGarbageCollectorMXBeans()
                .toArray(new GarbageCollectorMXBean[0]);
        FullHeapAtPlaces program = new FullHeapAtPlaces(Integer.parseInt(args[0]), args[1].equals("folded"));
        while (Thread.getAllStackTraces().keySet().stream().anyMatch(each -> each.getName().equals("sim-rehearsal"))) {
            Thread.sleep(10);
        }
        program.prepare();
        FullHeap.collections(collectors); // makes objects the first time
        Object first = program.outer.begin();
        Object second = program.isFolded ? program.inner.begin() : null;
        Object[] held = FullHeap.fill(null, 1 << 20);
        long before = FullHeap.collections(collectors);
        held = program.call(held);
        long collections = FullHeap.collections(collectors) - before;
        program.thrown += held == null ? 1 : 0;
        held = null;
        program.inner.end(second, null);
        program.outer.end(first, null);
        program.print(collections);
    }

    private void prepare() throws InterruptedException {
        for (int i = 0; i < FILLERS; i++) {
            ProbeSite filler = metering.site("full", "filler" + i);
            filler.end(filler.begin(), null);
        }
        Object begun = outer.begin();
        inner.end(inner.begin(), null);
        outer.end(begun, null);
        if (isFolded) {
            Thread another = new Thread(this::recur);
            another.start();
            another.join();
        } else {
            for (ProbeSite site : each) {
                begun = outer.begin();
                site.begin(); // its end is lost
                outer.end(begun, null);
            }
        }
        metering.drain();
    }

    /** The tree knows it then. */
    private void recur() {
        Object first = outer.begin();
        Object second = inner.begin();
        outer.end(outer.begin(), null);
        inner.end(second, null);
        outer.end(first, null);
    }

    private Object[] call(Object[] before) {
        Object[] held = before;
        for (int i = 0; i < each.length; i++) { // makes no object
            held = isFolded ? FullHeap.fill(held, 16) : held; // where a collection found something
            try {
                each[i].end(each[i].begin(), null);
            } catch (OutOfMemoryError full) {
                thrown++;
            }
        }
        return held;
    }

    private void print(long collections) {
        Snapshot drained = metering.drain();
        System.out.println("thrown " + thrown);
        System.out.println("collections " + collections);
        System.out.println("calls " + drained.rows().stream().mapToLong(TreeRow::count).sum());
        for (Map.Entry<String, Long> counter : metering.counters().entrySet()) {
            if (counter.getValue() != 0) {
                System.out.println("counter " + counter.getKey() + " " + counter.getValue());
            }
        }
    }
}

package extended;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import javax.management.ObjectName;
import sim.metrics.probe.ClassLoading;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;

/**
 * Virtual threads that all wait inside a call at a time, and make one more inside it as they go on: how many, and {@code bare},
 * {@code metered}, {@code contexts}, {@code recursive} or {@code loading}. Prints the live heap for each of them while they wait, and what was counted.
 */
public final class WaitingThreads {
    /** Calls at places of their own, before a recursion: they take a quarter of a small tree. */
    public static final int FILLERS = 15;

    private WaitingThreads() {}

    public static void main(String[] args) throws Exception {
        int many = Integer.parseInt(args[0]);
        boolean metered = !args[1].equals("bare");
        boolean contexts = args[1].equals("contexts");
        boolean recursive = args[1].equals("recursive");
        boolean loading = args[1].equals("loading");
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        Metering metering = metered ? Metering.runtime() : null;
        ProbeSite outer = metered ? metering.site("waiting", "outer") : null;
        ProbeSite inner = metered ? metering.site("waiting", "inner") : null;
        for (int i = 0; recursive && i < FILLERS; i++) {
            ProbeSite filler = metering.site("waiting", "filler" + i);
            filler.end(filler.begin(), null);
        }
        CountDownLatch all = new CountDownLatch(many);
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        long before = used();
        for (int i = 0; i < many; i++) {
            threads.add((Thread) start.invoke(null, (Runnable) () -> {
                if (contexts) {
                    metering.createContext("waiting", "");
                }
                Object begun = metered ? outer.begin() : null;
                Object again = recursive ? outer.begin() : null;
                if (loading) {
                    ClassLoading.end(ClassLoading.begin());
                    ClassLoading.endOwn(ClassLoading.beginOwn());
                    metering.innermostCall();
                }
                all.countDown();
                await(go);
                if (recursive) {
                    outer.end(again, null);
                }
                if (metered) {
                    inner.end(inner.begin(), null);
                    outer.end(begun, null);
                }
                if (contexts) {
                    metering.endContext(null);
                }
            }));
        }
        all.await();
        System.out.println("heap " + (used() - before) / many);
        System.out.println("own " + own() / many);
        long began = System.nanoTime();
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("ended " + (System.nanoTime() - began) / 1_000_000);
        if (metered) {
            print(metering);
        }
    }

    private static void print(Metering metering) {
        Snapshot drained = metering.drain();
        long calls = 0;
        long untimed = 0;
        for (TreeRow row : drained.rows()) {
            calls += row.count();
            untimed += row.unread().time();
        }
        System.out.println("calls " + calls);
        System.out.println("untimed " + untimed);
        System.out.println("contexts " + drained.kinds().stream().mapToLong(kind -> kind.contexts()).sum());
        for (Map.Entry<String, Long> counter : metering.counters().entrySet()) {
            if (counter.getValue() != 0) {
                System.out.println("counter " + counter.getKey() + " " + counter.getValue());
            }
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stop) {
            throw new AssertionError(stop);
        }
    }

    /** What objects of SIM and arrays of longs take, after a collection. Stacks of waiting threads vary with what is compiled, so the heap does. */
    private static long own() throws Exception {
        String histogram = (String) ManagementFactory.getPlatformMBeanServer().invoke(
                new ObjectName("com.sun.management:type=DiagnosticCommand"), "gcClassHistogram",
                new Object[]{new String[0]}, new String[]{String[].class.getName()});
        return histogram.lines().map(line -> line.trim().split("\\s+"))
                .filter(row -> row.length > 3 && (row[3].contains("sim.metrics.probe.") || row[3].equals("[J")))
                .mapToLong(row -> Long.parseLong(row[2])).sum();
    }

    /** What is live after collections. */
    private static long used() throws InterruptedException {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            Thread.sleep(50);
            least = Math.min(least, Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory());
        }
        return least;
    }
}

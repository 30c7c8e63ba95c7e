package recorded;

import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import javax.management.ObjectName;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;
import sim.model.payload.PayloadRow;
import sim.model.snapshot.TreeRow;
import sim.payload.embedded.Payload;
import sim.payload.embedded.PayloadProbe;
import sim.payload.embedded.Split;
import sim.payload.embedded.SplitProbe;

/**
 * Virtual threads that all wait inside a call, a payload and a split at a time. Prints what SIM's objects take for each of them while they wait, and
 * what was counted.
 */
public final class WaitingPayloads {
    private WaitingPayloads() {}

    /** What a driver asks that waits for its database. */
    public static final class Queries extends PayloadProbe {
        @Override
        public String getName() {
            return "Queries";
        }
    }

    /** And what is below it. */
    public static final class Splits extends SplitProbe {
        @Override
        public String getName() {
            return "Splits";
        }

        @Override
        public boolean isPayloads() {
            return false;
        }
    }

    public static void main(String[] args) throws Exception {
        int many = Integer.parseInt(args[0]);
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        Metering metering = Metering.runtime();
        ProbeSite outer = metering.site("waiting", "outer");
        ProbeSite inner = metering.site("waiting", "inner");
        CountDownLatch all = new CountDownLatch(many);
        CountDownLatch go = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < many; i++) {
            threads.add((Thread) start.invoke(null, (Runnable) () -> {
                Object begun = outer.begin();
                Payload.enter(Queries.class);
                Split.enter(Splits.class, "waiting");
                all.countDown();
                await(go);
                Split.exit();
                Payload.exit("waiting");
                inner.end(inner.begin(), null);
                outer.end(begun, null);
            }));
        }
        all.await();
        System.out.println("own " + own() / many);
        go.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println("payloads " + metering.drainFeatures(0, 0).of(PayloadRow.class).stream()
                .mapToLong(row -> row.sum().count()).sum());
        System.out.println("calls " + metering.drain().rows().stream().mapToLong(TreeRow::count).sum());
        metering.counters().forEach((kind, count) -> {
            if (count != 0) {
                System.out.println("counter " + kind + " " + count);
            }
        });
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
                .filter(row -> row.length > 3 && (row[3].contains("sim.metrics.probe.")
                        || row[3].contains("sim.payload.") || row[3].equals("[J")))
                .mapToLong(row -> Long.parseLong(row[2])).sum();
    }
}

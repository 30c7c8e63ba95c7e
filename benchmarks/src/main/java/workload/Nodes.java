package workload;

import java.lang.management.ManagementFactory;
import com.sun.management.ThreadMXBean;
import java.util.concurrent.locks.LockSupport;
import sim.instrumentation.data.MethodProbe;
import sim.instrumentation.data.Probe;

/**
 * Keeps a number of places in the call tree active: {@code NODES INTERVALS}, the interval being 1 s in these runs. Prints
 * what SIM's own threads used for each interval.
 */
public final class Nodes {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final long SECOND = 1_000_000_000;

    private Nodes() {}

    public static void main(String[] arguments) {
        MethodProbe[] probes = new MethodProbe[Integer.parseInt(arguments[0])];
        for (int i = 0; i < probes.length; i++) {
            // a hundred classes of many methods, as programs have
            probes[i] = Probe.createMethodProbe("shop.generated.Class" + i % 100, "method" + i);
        }
        int intervals = Integer.parseInt(arguments[1]);
        // the dictionary goes with the first batches; the JIT needs some more
        activate(probes, 5);
        long[] before = ofSim();
        activate(probes, intervals);
        long[] after = ofSim();
        Figures.print("cpu.ns.per.interval", (double) (after[0] - before[0]) / intervals);
        Figures.print("bytes.per.interval", (double) (after[1] - before[1]) / intervals);
    }

    private static void activate(MethodProbe[] probes, int intervals) {
        long end = System.nanoTime() + intervals * SECOND;
        while (System.nanoTime() < end) {
            for (MethodProbe each : probes) {
                each.start();
                each.end();
            }
            LockSupport.parkNanos(SECOND / 5);
        }
    }

    /** CPU time and allocated bytes of SIM's threads. */
    private static long[] ofSim() {
        long[] sums = new long[2];
        for (Thread thread : Thread.getAllStackTraces().keySet()) {
            if (thread.getName().startsWith("sim-")) {
                sums[0] += THREADS.getThreadCpuTime(thread.getId());
                sums[1] += THREADS.getThreadAllocatedBytes(thread.getId());
            }
        }
        return sums;
    }
}

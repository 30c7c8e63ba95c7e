package workload;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.util.concurrent.locks.LockSupport;
import sim.metrics.probe.Metering;
import sim.metrics.probe.ProbeSite;

/**
 * What a flow context for every request adds to the request: {@code PLACES RUNS MILLIS}. A request is one call of each of so
 * many methods inside another; it is metered with and without a context around it, in turns, and the difference is printed: CPU
 * time and bytes of the requesting thread, and of the thread that drains and has the records, which stands for the collector's.
 */
public final class ContextPerRequest {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final Metering METERING = Metering.runtime();
    private static final ProbeSite REQUEST = METERING.site("bench.Request", "handle");
    private static final int WARM_UPS = 5;
    private static final int BATCH = 100;
    private static final long INTERVAL_NANOS = 100_000_000;

    private static volatile boolean over;
    private static volatile long drained;

    private ContextPerRequest() {}

    public static void main(String[] arguments) throws InterruptedException {
        ProbeSite[] sites = new ProbeSite[Integer.parseInt(arguments[0])];
        for (int i = 0; i < sites.length; i++) {
            sites[i] = METERING.site("bench.Step", "step" + i);
        }
        int runs = Integer.parseInt(arguments[1]);
        long nanos = Long.parseLong(arguments[2]) * 1_000_000;
        Thread collector = new Thread(ContextPerRequest::collect, "sim-bench-collector");
        collector.setDaemon(true);
        collector.start();
        for (int i = 0; i < WARM_UPS; i++) {
            run(sites, true, nanos, collector);
            run(sites, false, nanos, collector);
        }
        for (int i = 0; i < runs; i++) {
            double[] with = run(sites, true, nanos, collector);
            double[] without = run(sites, false, nanos, collector);
            Figures.print("ns." + i, with[0] - without[0]);
            Figures.print("ns.without." + i, without[0]);
            Figures.print("collector.ns." + i, with[2]);
            if (i == runs - 1) {
                Figures.print("bytes", with[1] - without[1]);
                Figures.print("collector.bytes", with[3]);
            }
        }
        over = true;
        collector.join();
        Figures.print("contexts.dropped", METERING.counters().get("contexts.dropped"));
    }

    /** CPU time and bytes for a request, of its thread and of the collector's. */
    private static double[] run(ProbeSite[] sites, boolean inContext, long nanos, Thread collector)
            throws InterruptedException {
        long before = drained;
        while (drained == before) {
            Thread.sleep(1);
        }
        long thread = Thread.currentThread().getId();
        long drain = collector.getId();
        long drainCpu = THREADS.getThreadCpuTime(drain);
        long drainBytes = THREADS.getThreadAllocatedBytes(drain);
        long bytes = THREADS.getThreadAllocatedBytes(thread);
        long cpu = THREADS.getCurrentThreadCpuTime();
        long begin = System.nanoTime();
        long done = 0;
        do {
            for (int i = 0; i < BATCH; i++) {
                if (inContext) {
                    METERING.createContext("request", "bench");
                    request(sites);
                    METERING.endContext(null);
                } else {
                    request(sites);
                }
            }
            done += BATCH;
        } while (System.nanoTime() - begin < nanos);
        double[] result = new double[4];
        result[0] = (double) (THREADS.getCurrentThreadCpuTime() - cpu) / done;
        result[1] = (double) (THREADS.getThreadAllocatedBytes(thread) - bytes) / done;
        before = drained;
        while (drained == before) {
            Thread.sleep(1);
        }
        result[2] = (double) (THREADS.getThreadCpuTime(drain) - drainCpu) / done;
        result[3] = (double) (THREADS.getThreadAllocatedBytes(drain) - drainBytes) / done;
        return result;
    }

    private static void request(ProbeSite[] sites) {
        REQUEST.begin();
        for (ProbeSite site : sites) {
            site.begin();
            site.end();
        }
        REQUEST.end();
    }

    private static void collect() {
        while (!over) {
            METERING.drain();
            drained++;
            LockSupport.parkNanos(INTERVAL_NANOS);
        }
    }
}

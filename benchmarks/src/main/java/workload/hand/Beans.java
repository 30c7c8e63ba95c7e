package workload.hand;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.util.List;
import workload.Shape;

/** All 14 measures the straightforward way: the platform's beans, asked at the begin and at the end of every call. */
public final class Beans extends Shape {
    private static final com.sun.management.ThreadMXBean THREADS = (com.sun.management.ThreadMXBean) ManagementFactory
            .getThreadMXBean();
    private static final com.sun.management.OperatingSystemMXBean SYSTEM = (com.sun.management.OperatingSystemMXBean) ManagementFactory
            .getOperatingSystemMXBean();
    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();
    private static final int MEASURES = 14;

    static {
        THREADS.setThreadContentionMonitoringEnabled(true);
    }

    private final long[] sums = new long[MEASURES];

    @Override
    public long call(int depth) {
        long[] begin = read();
        try {
            return depth > 1 ? call(depth - 1) : work();
        } finally {
            long[] end = read();
            for (int i = 0; i < MEASURES; i++) {
                sums[i] += end[i] - begin[i];
            }
        }
    }

    @Override
    public String toString() {
        return "Beans " + java.util.Arrays.toString(sums);
    }

    private static long[] read() {
        long thread = Thread.currentThread().getId();
        long[] now = new long[MEASURES];
        now[0] = System.nanoTime();
        now[1] = System.currentTimeMillis() * 1000;
        now[2] = THREADS.getCurrentThreadCpuTime();
        now[3] = THREADS.getCurrentThreadUserTime();
        now[4] = now[2] - now[3];
        now[5] = SYSTEM.getProcessCpuTime();
        now[6] = THREADS.getTotalStartedThreadCount();
        ThreadInfo info = THREADS.getThreadInfo(thread);
        now[7] = info.getBlockedCount();
        now[8] = info.getBlockedTime();
        now[9] = info.getWaitedCount();
        now[10] = info.getWaitedTime();
        for (GarbageCollectorMXBean collector : COLLECTORS) {
            now[11] += collector.getCollectionCount();
            now[12] += collector.getCollectionTime();
        }
        now[13] = THREADS.getCurrentThreadAllocatedBytes();
        return now;
    }
}

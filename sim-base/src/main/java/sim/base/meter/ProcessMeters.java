package sim.base.meter;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.OperatingSystemMXBean;
import java.lang.management.ThreadMXBean;
import java.util.Arrays;
import java.util.List;
import sim.model.snapshot.Meter;

/**
 * The meters of the whole process: collections, threads started, CPU time. Every metered thread reads them, so threads share slow
 * readings: the beans are read at most once a millisecond, and the CPU time at most once in 100 us. A reader may get a value that is that
 * old, but never a smaller one than it or another reader got before.
 */
final class ProcessMeters {
    /** The resolution of {@code process.cpu}: a read costs 350 to 570 ns. */
    private static final long CPU_AGE_NANOS = 100_000;
    /** The resolution of the beans, used where the JVM publishes no counters. */
    private static final long BEAN_AGE_NANOS = 1_000_000;

    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();
    private static final com.sun.management.OperatingSystemMXBean PROCESS = process();
    private static final PerfData PERF = PerfData.open();
    private static final int STARTED = find("java.threads.started");
    private static final int CONTENDED = find("sun.rt._sync_ContendedLockAttempts");
    private static final int[] COLLECTIONS = collectors(".invocations");
    private static final int[] COLLECTION_TIMES = collectors(".time");
    private static final double NANOS_PER_HRT = PERF == null || find("sun.os.hrt.frequency") < 0
            ? 1
            : 1e9 / PERF.read(find("sun.os.hrt.frequency"));
    private static final boolean COLLECTORS_PUBLISHED = published();

    /** The meters that ask the system, and those that ask beans, on this JVM. */
    private static final int SYSTEMS = PROCESS == null ? 0 : Meter.PROCESS_CPU.bit();
    private static final int BEANS = (STARTED >= 0 ? 0 : Meter.THREADS_STARTED.bit())
            | (COLLECTORS_PUBLISHED ? 0 : Meter.GC_COUNT.bit() | Meter.GC_TIME.bit());

    private static final Highest CPU = new Highest();
    private static final Highest BEAN_COUNT = new Highest();
    private static final Highest BEAN_TIME = new Highest();
    private static final Highest BEAN_STARTED = new Highest();
    private static volatile long cpuAt = System.nanoTime() - CPU_AGE_NANOS;
    private static volatile long beansAt = System.nanoTime() - BEAN_AGE_NANOS;

    private ProcessMeters() {}

    /**
     * Whether a look now at these meters asks the system or a bean, which takes 1 us and more. Another thread may do it first.
     *
     * @param meters the bit set of those that are looked at: nobody may keep the others young
     */
    static boolean isOld(long nowNanos, int meters) {
        return (meters & SYSTEMS) != 0 && isCpuOld(nowNanos) || (meters & BEANS) != 0 && areBeansOld(nowNanos);
    }

    private static boolean isCpuOld(long nowNanos) {
        return nowNanos - cpuAt > CPU_AGE_NANOS || nowNanos < cpuAt;
    }

    private static boolean areBeansOld(long nowNanos) {
        return nowNanos - beansAt > BEAN_AGE_NANOS || nowNanos < beansAt;
    }

    /** CPU time of the process in ns, at most 100 us old; -1 if the JVM has none. */
    static long cpu(long nowNanos) {
        if (PROCESS == null) {
            return -1;
        }
        if (isCpuOld(nowNanos)) {
            cpuAt = nowNanos;
            CPU.raise(PROCESS.getProcessCpuTime());
        }
        return CPU.get();
    }

    /** Threads started since the JVM started. */
    static long threadsStarted(long nowNanos) {
        if (STARTED >= 0) {
            return PERF.read(STARTED);
        }
        refreshBeans(nowNanos);
        return BEAN_STARTED.get();
    }

    /** Collections since the JVM started. */
    static long collections(long nowNanos) {
        if (COLLECTORS_PUBLISHED) {
            long sum = 0;
            for (int offset : COLLECTIONS) {
                sum += PERF.read(offset);
            }
            return sum;
        }
        refreshBeans(nowNanos);
        return BEAN_COUNT.get();
    }

    /** Time in collections since the JVM started, ns. */
    static long collectionTime(long nowNanos) {
        if (COLLECTORS_PUBLISHED) {
            long sum = 0;
            for (int offset : COLLECTION_TIMES) {
                sum += PERF.read(offset);
            }
            return (long) (sum * NANOS_PER_HRT);
        }
        refreshBeans(nowNanos);
        return BEAN_TIME.get();
    }

    /** Contended monitor entries of all threads, a cheap sign of change; 0 if the JVM does not count them. */
    static long contended() {
        return CONTENDED < 0 ? 0 : PERF.read(CONTENDED);
    }

    private static void refreshBeans(long nowNanos) {
        if (areBeansOld(nowNanos)) {
            beansAt = nowNanos;
            BEAN_COUNT.raise(beanCount());
            long time = 0;
            for (GarbageCollectorMXBean collector : COLLECTORS) {
                time += Math.max(0, collector.getCollectionTime());
            }
            BEAN_TIME.raise(time * 1_000_000);
            BEAN_STARTED.raise(THREADS.getTotalStartedThreadCount());
        }
    }

    private static long beanCount() {
        long count = 0;
        for (GarbageCollectorMXBean collector : COLLECTORS) {
            count += Math.max(0, collector.getCollectionCount());
        }
        return count;
    }

    private static com.sun.management.OperatingSystemMXBean process() {
        OperatingSystemMXBean inside = JvmInside.process();
        OperatingSystemMXBean bean = inside != null ? inside : ManagementFactory.getOperatingSystemMXBean();
        return bean instanceof com.sun.management.OperatingSystemMXBean
                ? (com.sun.management.OperatingSystemMXBean) bean
                : null;
    }

    private static int find(String name) {
        return PERF == null ? -1 : PERF.find(name);
    }

    private static int[] collectors(String counter) {
        int[] found = new int[COLLECTORS.size()];
        int count = 0;
        // the JVM publishes one counter more than it has beans if a concurrent cycle does not count as a collection
        while (count < found.length && find("sun.gc.collector." + count + counter) >= 0) {
            found[count] = find("sun.gc.collector." + count + counter);
            count++;
        }
        return Arrays.copyOf(found, count);
    }

    /** Whether the published counters can be used: there is one for each bean, and they agree now. Some collectors publish none. */
    private static boolean published() {
        if (COLLECTIONS.length == 0 || COLLECTIONS.length != COLLECTORS.size()
                || COLLECTION_TIMES.length != COLLECTIONS.length) {
            return false;
        }
        for (int attempt = 0; attempt < 3; attempt++) {
            long sum = 0;
            for (int offset : COLLECTIONS) {
                sum += PERF.read(offset);
            }
            if (sum == beanCount()) {
                return true;
            }
        }
        return false;
    }
}

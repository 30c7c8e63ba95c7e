package sim.collector.platform;

import java.io.File;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.lang.management.RuntimeMXBean;
import java.lang.management.ThreadMXBean;
import java.util.LinkedHashMap;
import java.util.Map;
import sim.collector.wire.PlatformMeasure;
import sim.collector.wire.PlatformSample;

/** Reads the platform's measures from the MXBeans and /proc. The collector's thread only. */
public final class Platform {
    private final RuntimeMXBean jvm = ManagementFactory.getRuntimeMXBean();
    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
    private final java.lang.management.OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    private final File disk = new File(System.getProperty("user.dir"));
    private long lastCpu = -1;
    private long lastNanos;

    public Platform() {}

    /** One sample; a measure that cannot be read is absent, never 0. */
    public PlatformSample sample(long timeMicros) {
        Map<String, Double> values = new LinkedHashMap<>();
        readCollections(values);
        put(values, PlatformMeasure.UPTIME, jvm.getUptime() * 1e6);
        readMemory(values);
        put(values, PlatformMeasure.THREADS_LIVE, threads.getThreadCount());
        put(values, PlatformMeasure.THREADS_DAEMON, threads.getDaemonThreadCount());
        put(values, PlatformMeasure.THREADS_PEAK, threads.getPeakThreadCount());
        put(values, PlatformMeasure.THREADS_STARTED, threads.getTotalStartedThreadCount());
        put(values, PlatformMeasure.CLASSES_LOADED, classes.getLoadedClassCount());
        put(values, PlatformMeasure.SYSTEM_LOAD, system.getSystemLoadAverage());
        if (system instanceof com.sun.management.OperatingSystemMXBean bean) {
            readCpu(values, bean);
            readHost(values, bean);
        }
        if (system instanceof com.sun.management.UnixOperatingSystemMXBean unix) {
            put(values, PlatformMeasure.FILES_OPEN, unix.getOpenFileDescriptorCount());
            put(values, PlatformMeasure.FILES_MAX, unix.getMaxFileDescriptorCount());
        }
        put(values, PlatformMeasure.DISK_TOTAL, disk.getTotalSpace());
        put(values, PlatformMeasure.DISK_FREE, disk.getUsableSpace());
        long[] network = Network.bytes();
        if (network != null) {
            put(values, PlatformMeasure.NET_RECEIVED, network[0]);
            put(values, PlatformMeasure.NET_SENT, network[1]);
        }
        return new PlatformSample(timeMicros, values);
    }

    private void readCollections(Map<String, Double> values) {
        long count = 0;
        long millis = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            count += Math.max(0, collector.getCollectionCount());
            millis += Math.max(0, collector.getCollectionTime());
        }
        put(values, PlatformMeasure.GC_COUNT, count);
        put(values, PlatformMeasure.GC_TIME, millis * 1e6);
    }

    private void readMemory(Map<String, Double> values) {
        MemoryUsage heap = memory.getHeapMemoryUsage();
        MemoryUsage other = memory.getNonHeapMemoryUsage();
        put(values, PlatformMeasure.HEAP_USED, heap.getUsed());
        put(values, PlatformMeasure.HEAP_COMMITTED, heap.getCommitted());
        put(values, PlatformMeasure.HEAP_FREE, heap.getCommitted() - heap.getUsed());
        put(values, PlatformMeasure.HEAP_MAX, heap.getMax());
        if (heap.getMax() >= 0) {
            put(values, PlatformMeasure.HEAP_UNALLOCATED, heap.getMax() - heap.getCommitted());
        }
        put(values, PlatformMeasure.NON_HEAP_USED, other.getUsed());
        put(values, PlatformMeasure.NON_HEAP_COMMITTED, other.getCommitted());
        put(values, PlatformMeasure.MEMORY_USED, heap.getUsed() + other.getUsed());
    }

    private void readCpu(Map<String, Double> values, com.sun.management.OperatingSystemMXBean bean) {
        long cpu = bean.getProcessCpuTime();
        if (cpu < 0) {
            return;
        }
        int processors = Runtime.getRuntime().availableProcessors();
        put(values, PlatformMeasure.CPU_TIME, cpu);
        put(values, PlatformMeasure.CPU_AVERAGE, 100.0 * cpu / (Math.max(1, jvm.getUptime()) * 1e6) / processors);
        long now = System.nanoTime();
        if (lastCpu >= 0 && now > lastNanos) {
            put(values, PlatformMeasure.CPU_USAGE, 100.0 * (cpu - lastCpu) / (now - lastNanos) / processors);
        }
        lastCpu = cpu;
        lastNanos = now;
    }

    private static void readHost(Map<String, Double> values, com.sun.management.OperatingSystemMXBean bean) {
        put(values, PlatformMeasure.HOST_CPU, 100 * bean.getCpuLoad());
        put(values, PlatformMeasure.HOST_MEMORY_TOTAL, bean.getTotalMemorySize());
        put(values, PlatformMeasure.HOST_MEMORY_FREE, bean.getFreeMemorySize());
        put(values, PlatformMeasure.HOST_SWAP_TOTAL, bean.getTotalSwapSpaceSize());
        put(values, PlatformMeasure.HOST_SWAP_FREE, bean.getFreeSwapSpaceSize());
    }

    /** The beans say "unknown" by a negative number. */
    private static void put(Map<String, Double> values, PlatformMeasure measure, double value) {
        if (value >= 0) {
            values.put(measure.label(), value);
        }
    }
}

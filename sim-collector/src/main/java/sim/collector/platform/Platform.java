package sim.collector.platform;

import java.io.File;
import java.lang.management.ClassLoadingMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.MemoryUsage;
import java.lang.management.RuntimeMXBean;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import sim.metrics.spi.Telemetry;
import sim.wire.PlatformMeasure;

/**
 * The platform's measures, from the MXBeans and /proc, each a telemetry. Heap, network and threads are read once for all measures of a sample, so
 * that these belong together. Only the collector's thread uses it.
 */
final class Platform {
    /** A JVM that is no older has been metered from its start. */
    private static final long YOUNG_NANOS = 30_000_000_000L;

    private final RuntimeMXBean jvm = ManagementFactory.getRuntimeMXBean();
    private final MemoryMXBean memory = ManagementFactory.getMemoryMXBean();
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final ClassLoadingMXBean classes = ManagementFactory.getClassLoadingMXBean();
    private final java.lang.management.OperatingSystemMXBean system = ManagementFactory.getOperatingSystemMXBean();
    /** The bean of HotSpot; null on another JVM. */
    private final com.sun.management.OperatingSystemMXBean host = system instanceof com.sun.management.OperatingSystemMXBean bean
            ? bean
            : null;
    private final com.sun.management.UnixOperatingSystemMXBean unix = system instanceof com.sun.management.UnixOperatingSystemMXBean bean
            ? bean
            : null;
    private final File disk = new File(System.getProperty("user.dir"));
    private final ThreadGroups groups;
    private MemoryUsage heap;
    private MemoryUsage other;
    private long[] network;
    private long cpu = -1;
    private long cpuBefore = -1;
    private long nanos;
    private long nanosBefore;

    /** @param failed is told of what cannot be read now, though it could be before */
    Platform(Consumer<String> failed) {
        groups = new ThreadGroups(failed);
    }

    List<Telemetry> telemetries() {
        List<Telemetry> all = new ArrayList<>();
        for (PlatformMeasure each : PlatformMeasure.values()) {
            all.add(new Own(each));
        }
        return all;
    }

    /** Begins a sample. */
    void look() {
        heap = memory.getHeapMemoryUsage();
        other = memory.getNonHeapMemoryUsage();
        network = Network.bytes();
        groups.look();
        cpuBefore = cpu;
        nanosBefore = nanos;
        cpu = host == null ? -1 : host.getProcessCpuTime();
        nanos = System.nanoTime();
    }

    /** Reads a measure. A negative number means unknown, as in the beans. */
    private double read(PlatformMeasure measure) {
        return switch (measure) {
            case GC_COUNT -> collections();
            case GC_TIME -> collecting() * 1e6;
            case CPU_TIME -> cpu;
            case UPTIME -> jvm.getUptime() * 1e6;
            case CPU_AVERAGE -> percent(cpu, jvm.getUptime() * 1e6);
            case CPU_USAGE -> usage();
            case CPU_JIT -> groups.nanos(ThreadGroups.Group.JIT);
            case CPU_GC -> groups.nanos(ThreadGroups.Group.GC);
            case CPU_SIM -> groups.nanos(ThreadGroups.Group.SIM);
            case CPU_JVM -> groups.nanos(ThreadGroups.Group.VM);
            case MEMORY_USED -> heap.getUsed() + other.getUsed();
            case HEAP_USED -> heap.getUsed();
            case HEAP_COMMITTED -> heap.getCommitted();
            case HEAP_FREE -> heap.getCommitted() - heap.getUsed();
            case HEAP_MAX -> heap.getMax();
            case HEAP_UNALLOCATED -> heap.getMax() - heap.getCommitted();
            case NON_HEAP_USED -> other.getUsed();
            case NON_HEAP_COMMITTED -> other.getCommitted();
            case THREADS_LIVE -> threads.getThreadCount();
            case THREADS_DAEMON -> threads.getDaemonThreadCount();
            case THREADS_PEAK -> threads.getPeakThreadCount();
            case THREADS_STARTED -> threads.getTotalStartedThreadCount();
            case CLASSES_LOADED -> classes.getLoadedClassCount();
            case FILES_OPEN -> unix == null ? -1 : unix.getOpenFileDescriptorCount();
            case FILES_MAX -> unix == null ? -1 : unix.getMaxFileDescriptorCount();
            case SYSTEM_LOAD -> system.getSystemLoadAverage();
            case HOST_CPU -> host == null ? -1 : 100 * host.getCpuLoad();
            case HOST_MEMORY_TOTAL -> host == null ? -1 : host.getTotalMemorySize();
            case HOST_MEMORY_FREE -> host == null ? -1 : host.getFreeMemorySize();
            case HOST_SWAP_TOTAL -> host == null ? -1 : host.getTotalSwapSpaceSize();
            case HOST_SWAP_FREE -> host == null ? -1 : host.getFreeSwapSpaceSize();
            case DISK_TOTAL -> disk.getTotalSpace();
            case DISK_FREE -> disk.getUsableSpace();
            case NET_RECEIVED -> network == null ? -1 : network[0];
            case NET_SENT -> network == null ? -1 : network[1];
            case CPU_QUEUED -> groups.queued();
        };
    }

    private static double percent(double cpuNanos, double ofNanos) {
        return cpuNanos < 0 ? -1 : 100 * cpuNanos / Math.max(1, ofNanos) / Runtime.getRuntime().availableProcessors();
    }

    /** Since the sample before. The first one is of the time since the start, in a JVM that has just begun: a short program has no other. */
    private double usage() {
        long uptime = jvm.getUptime() * 1_000_000;
        if (cpuBefore >= 0) {
            return percent(cpu - cpuBefore, nanos - nanosBefore);
        }
        return uptime < YOUNG_NANOS ? percent(cpu, uptime) : -1;
    }

    private static long collections() {
        long count = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            count += Math.max(0, collector.getCollectionCount());
        }
        return count;
    }

    private static long collecting() {
        long millis = 0;
        for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans()) {
            millis += Math.max(0, collector.getCollectionTime());
        }
        return millis;
    }

    private final class Own implements Telemetry {
        private final PlatformMeasure measure;

        Own(PlatformMeasure measure) {
            this.measure = measure;
        }

        @Override
        public String name() {
            return measure.label();
        }

        @Override
        public String unit() {
            return measure.unit();
        }

        @Override
        public double read() {
            double value = Platform.this.read(measure);
            return value < 0 ? Double.NaN : value;
        }
    }
}

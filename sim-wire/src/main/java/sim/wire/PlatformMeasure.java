package sim.wire;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The platform's measures, taken by the collector at every drain. Of a process, those that only grow have a number: what the process used since its
 * start. They are told as gains, and as counters where an exporter has a name for them. What the network carried is no such measure: it counts from the host's start, and for each process of the
 * host again.
 */
public enum PlatformMeasure {
    GC_COUNT("gc.count", "count", 5),
    GC_TIME("gc.time", "ns", 6),
    CPU_TIME("cpu.time", "ns", 0),
    UPTIME("uptime", "ns"),
    /** CPU time over uptime, of all processors. */
    CPU_AVERAGE("cpu.average", "percent"),
    /** CPU time since the last sample over the time since, of all processors. */
    CPU_USAGE("cpu.usage", "percent"),
    /** CPU time of the threads that compile, that collect garbage, that are SIM's, and of the JVM's other threads. */
    CPU_JIT("cpu.jit", "ns", 1),
    CPU_GC("cpu.gc", "ns", 2),
    CPU_SIM("cpu.sim", "ns", 3),
    CPU_JVM("cpu.jvm", "ns", 4),
    MEMORY_USED("memory.used", "bytes"),
    HEAP_USED("heap.used", "bytes"),
    HEAP_COMMITTED("heap.committed", "bytes"),
    HEAP_FREE("heap.free", "bytes"),
    HEAP_MAX("heap.max", "bytes"),
    HEAP_UNALLOCATED("heap.unallocated", "bytes"),
    NON_HEAP_USED("nonheap.used", "bytes"),
    NON_HEAP_COMMITTED("nonheap.committed", "bytes"),
    THREADS_LIVE("threads.live", "count"),
    THREADS_DAEMON("threads.daemon", "count"),
    THREADS_PEAK("threads.peak", "count"),
    THREADS_STARTED("threads.started", "count", 7),
    CLASSES_LOADED("classes.loaded", "count"),
    FILES_OPEN("files.open", "count"),
    FILES_MAX("files.max", "count"),
    /** The system's run queue over the last minute. */
    SYSTEM_LOAD("system.load", "count"),
    HOST_CPU("host.cpu", "percent"),
    HOST_MEMORY_TOTAL("host.memory.total", "bytes"),
    HOST_MEMORY_FREE("host.memory.free", "bytes"),
    HOST_SWAP_TOTAL("host.swap.total", "bytes"),
    HOST_SWAP_FREE("host.swap.free", "bytes"),
    DISK_TOTAL("disk.total", "bytes"),
    DISK_FREE("disk.free", "bytes"),
    NET_RECEIVED("net.received", "bytes"),
    NET_SENT("net.sent", "bytes"),
    /** How long threads of the application were ready to run and had no processor. */
    CPU_QUEUED("cpu.queued", "ns", 8);

    private final String label;
    private final String unit;
    /** Its place among the totals that the store keeps; negative for one that does not only grow. */
    private final int position;

    PlatformMeasure(String label, String unit) {
        this(label, unit, -1);
    }

    /** @param position of one that only grows, its place among the totals that the store keeps: the next free one, which never changes */
    PlatformMeasure(String label, String unit, int position) {
        this.label = label;
        this.unit = unit;
        this.position = position;
    }

    public String label() {
        return label;
    }

    /** {@code ns}, {@code count}, {@code bytes} or {@code percent}. */
    public String unit() {
        return unit;
    }

    /** Whether it only grows from the start of the process on. */
    public boolean isGrowing() {
        return position >= 0;
    }

    /** Those that only grow, in the order in which the store keeps their totals. */
    public static List<PlatformMeasure> growing() {
        return Arrays.stream(values()).filter(PlatformMeasure::isGrowing)
                .sorted(Comparator.comparingInt(each -> each.position)).toList();
    }

    /** The measure of that label, or null. */
    public static PlatformMeasure labelled(String label) {
        for (PlatformMeasure measure : values()) {
            if (measure.label.equals(label)) {
                return measure;
            }
        }
        return null;
    }
}

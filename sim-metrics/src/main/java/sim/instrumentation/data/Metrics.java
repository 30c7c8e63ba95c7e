package sim.instrumentation.data;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import sim.base.meter.Clock;
import sim.base.meter.ThreadMeters;
import sim.model.snapshot.Meter;

/**
 * Single readings, cumulative, for the calling thread or the process. Times are nanoseconds. A reading that the JVM does not have
 * (such as CPU time of a virtual thread) is -1. Each call reads anew; woven code shares one reading among its meters and is far
 * cheaper.
 */
public final class Metrics {
    private Metrics() {}

    /** A monotonic clock. */
    public static long wallClockTime() {
        return Clock.nanosAt(Clock.ticks());
    }

    /** CPU time of the calling thread in the program's own code and its libraries. */
    public static long threadUserCpuTime() {
        return read(Meter.CPU_USER);
    }

    /** CPU time of the calling thread in the operating system, on its behalf. */
    public static long threadSystemCpuTime() {
        return read(Meter.CPU_SYSTEM);
    }

    /** CPU time of the calling thread, user and system. */
    public static long threadTotalCpuTime() {
        return read(Meter.CPU);
    }

    /** CPU time of the process: all threads, the JVM's own included. */
    public static long processTotalCpuTime() {
        return read(Meter.PROCESS_CPU);
    }

    /** Threads started since the JVM started. */
    public static long threadCount() {
        return read(Meter.THREADS_STARTED);
    }

    /** How often the calling thread was blocked at a monitor. */
    public static long threadBlockCount() {
        return read(Meter.BLOCK_COUNT);
    }

    /** How long it was blocked, since the first call of such a method: the JVM then begins to measure it, in whole milliseconds. */
    public static long threadBlockTime() {
        return read(Meter.BLOCK_TIME);
    }

    /** How often the calling thread waited, parked or slept. */
    public static long threadWaitCount() {
        return read(Meter.WAIT_COUNT);
    }

    /** How long it waited, since the first call of such a method: the JVM then begins to measure it, in whole milliseconds. */
    public static long threadWaitTime() {
        return read(Meter.WAIT_TIME);
    }

    /** Collections that ended since the JVM started, of the whole process. */
    public static long gcCount() {
        return read(Meter.GC_COUNT);
    }

    /** How long these took. */
    public static long gcTime() {
        return read(Meter.GC_TIME);
    }

    /** The same as {@link #gcCount}, for the whole process, under its published name. */
    public static long threadGccCount() {
        return gcCount();
    }

    /** The same as {@link #gcTime}, for the whole process, under its published name. */
    public static long threadGccTime() {
        return gcTime();
    }

    /** Bytes of heap that the JVM has taken from the system. */
    public static long allocatedMemory() {
        return heap().getCommitted();
    }

    /** Bytes of heap in use. */
    public static long usedMemory() {
        return heap().getUsed();
    }

    /** Bytes of heap that the JVM has taken and does not use. */
    public static long freeMemory() {
        MemoryUsage heap = heap();
        return heap.getCommitted() - heap.getUsed();
    }

    /** Bytes of heap that the JVM may still take from the system; -1 if there is no bound. */
    public static long unallocatedMemory() {
        MemoryUsage heap = heap();
        return heap.getMax() < 0 ? -1 : heap.getMax() - heap.getCommitted();
    }

    /** Bytes the calling thread allocated on the heap. */
    public static long threadAllocatedBytes() {
        return read(Meter.ALLOC);
    }

    private static MemoryUsage heap() {
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage();
    }

    private static long read(Meter meter) {
        return ThreadMeters.readOnce(meter);
    }
}

package sim.base.meter;

import com.sun.management.OperatingSystemMXBean;
import java.nio.ByteBuffer;

/**
 * What the agent finds inside the JVM for the meters of the process. The published ways to the same map a file, or read the container's limits by
 * {@code java.nio}: that loads the JDK's network library, and what a program sets in {@code main} about the network would come too late. Given
 * before the first meter is read. Where it is not given, the published ways are taken.
 */
public final class JvmInside {
    private static volatile ByteBuffer counters;
    private static volatile OperatingSystemMXBean process;

    private JvmInside() {}

    /** The memory in which the JVM has the counters that it publishes. */
    public static void giveCounters(ByteBuffer memory) {
        counters = memory.asReadOnlyBuffer(); // the JVM writes it
    }

    /** A bean that tells the CPU time of the process, and perhaps nothing else. */
    public static void giveProcess(OperatingSystemMXBean bean) {
        process = bean;
    }

    /** Null if it was not found. */
    static ByteBuffer counters() {
        return counters;
    }

    /** Null if it was not found. */
    static OperatingSystemMXBean process() {
        return process;
    }
}

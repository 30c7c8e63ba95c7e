package sim.server.loop;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * How many connections there may be: the process may have so many files and sockets open at a time, and who takes the last
 * one stops everybody. Any thread.
 */
public final class Descriptors {
    /** The store's, its spill files, jars, standard streams, and connections that are just being turned away. */
    private static final long OWN = 150;
    private static final int LEAST = 8;

    private Descriptors() {}

    /** So many connections, or fewer where {@code quarters} of what the process may open are not enough for them. */
    public static int atMost(int connections, int quarters) {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? of(connections, quarters, system.getMaxFileDescriptorCount())
                : connections;
    }

    static int of(int connections, int quarters, long descriptors) {
        return (int) Math.max(LEAST, Math.min(connections, (descriptors - OWN) * quarters / 4));
    }
}

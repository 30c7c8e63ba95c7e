package sim.store.loop;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;

/**
 * How many connections the server may accept. The process has a limit of open files and sockets, and when the last one is taken,
 * everything stops. Any thread.
 */
public final class Descriptors {
    /** The store's, its spill files, jars, standard streams, and connections that are just being turned away. */
    private static final long OWN = 150;
    private static final int LEAST = 8;

    private Descriptors() {}

    /** That many connections, or fewer if {@code quarters} quarters of what the process may open are not enough for them. */
    public static int atMost(int connections, int quarters) {
        return ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean system
                ? of(connections, quarters, system.getMaxFileDescriptorCount())
                : connections;
    }

    static int of(int connections, int quarters, long descriptors) {
        return (int) Math.max(LEAST, Math.min(connections, (descriptors - OWN) * quarters / 4));
    }
}

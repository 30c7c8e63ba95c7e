package sim.collector.platform;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Bytes that the host's network devices, except loopback, have received and sent, from /proc/net/dev. */
final class Network {
    private static final Path DEVICES = Path.of("/proc/net/dev");

    private Network() {}

    /** Bytes received and bytes sent since the host started; null if they cannot be read. */
    static long[] bytes() {
        long[] sums = new long[2];
        try {
            for (String line : Files.readAllLines(DEVICES)) {
                int colon = line.indexOf(':');
                if (colon > 0 && !line.substring(0, colon).trim().equals("lo")) {
                    String[] numbers = line.substring(colon + 1).trim().split("\\s+");
                    sums[0] += Long.parseLong(numbers[0]);
                    sums[1] += Long.parseLong(numbers[8]);
                }
            }
            return sums;
        } catch (IOException | RuntimeException unreadable) {
            return null;
        }
    }
}

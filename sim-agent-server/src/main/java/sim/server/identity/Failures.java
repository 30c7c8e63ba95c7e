package sim.server.identity;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;

/** Counts failed sign-ins by address and by name, in windows of a minute. Bounded. Any thread. */
final class Failures {
    /** Failures of one address or name that a minute may have before it is told to wait. */
    static final int MOST = 10;
    static final int WAIT_SECONDS = 60;
    private static final int KEYS = 4_000;

    private final LongSupplier nanos;
    private final Map<String, long[]> counts = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, long[]> eldest) {
            return size() > KEYS;
        }
    };

    Failures(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /** Whose failures are counted together: an address, or the 64 bits that one subscriber of IPv6 has as their own. */
    static String block(InetAddress from) {
        return from instanceof Inet6Address
                ? HexFormat.of().formatHex(from.getAddress(), 0, 8) + "/64"
                : from.getHostAddress();
    }

    /** Counts one; whether there were too many of that key. */
    synchronized boolean add(String key) {
        long now = nanos.getAsLong();
        long[] known = counts.computeIfAbsent(key, any -> new long[]{now, 0});
        if (now - known[0] >= WAIT_SECONDS * 1_000_000_000L) {
            known[0] = now;
            known[1] = 0;
        }
        return ++known[1] > MOST;
    }
}

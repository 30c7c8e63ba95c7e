package sim.store;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.HashMap;
import java.util.Map;

/**
 * Whether collectors agree with the wall clock, while that is in doubt. Each host has one vote, however many collectors are there and however often
 * they ship: the last it gave. Collectors on the server's own machine have no vote, because their clock is the one that jumped. Guarded by its clock.
 */
final class Votes {
    /** More hosts than ever report; others past it have no vote. */
    private static final int MOST = 10_000;

    private final Map<InetAddress, Boolean> byHost = new HashMap<>();
    private int agree;

    /** A host that is not {@linkplain #isOwn the server's own} said what time it is there; {@code agrees} says whether that is the wall clock's. */
    void add(InetAddress host, boolean agrees) {
        if (byHost.size() >= MOST && !byHost.containsKey(host)) {
            return;
        }
        Boolean before = byHost.put(host, agrees);
        agree += (agrees ? 1 : 0) - (Boolean.TRUE.equals(before) ? 1 : 0);
    }

    /** Whether more hosts agree than do not. */
    boolean agree() {
        return agree > byHost.size() - agree;
    }

    void forget() {
        byHost.clear();
        agree = 0;
    }

    /** One that cannot be told is taken for the server's own. */
    static boolean isOwn(InetAddress host) {
        try {
            return host.isLoopbackAddress() || host.isAnyLocalAddress()
                    || NetworkInterface.getByInetAddress(host) != null;
        } catch (SocketException unknown) {
            return true;
        }
    }
}

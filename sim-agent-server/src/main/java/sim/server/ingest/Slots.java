package sim.server.ingest;

import java.net.InetAddress;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Decides who gives way when all connections are taken: a peer that does not say hello, then the most idle one of an address
 * that has more connections than the newcomer's would, then one that has been idle for long. Any thread.
 */
final class Slots {
    /** How long a peer may take for its hello before it is the first to give way. */
    private static final long HELLO_NANOS = 1_000_000_000;
    /** Three intervals of a collector. */
    private static final long IDLE_NANOS = 15_000_000_000L;

    private Slots() {}

    /** The peer that gives way to one from that address, or null if nobody does. */
    static Peer victim(Collection<Peer> peers, InetAddress newcomer, long now) {
        Map<InetAddress, Integer> counts = new HashMap<>();
        for (Peer peer : peers) {
            counts.merge(peer.address(), 1, Integer::sum);
        }
        int own = counts.getOrDefault(newcomer, 0) + 1;
        Peer unknown = null;
        Peer crowd = null;
        Peer idle = null;
        for (Peer peer : peers) {
            if (peer.isGivingWay()) {
                continue;
            }
            if (peer.instance() == null && now - peer.heardNanos() > HELLO_NANOS) {
                unknown = idler(unknown, peer);
            }
            int others = counts.get(peer.address());
            if (others > own && (crowd == null || others >= counts.get(crowd.address()))) {
                crowd = crowd != null && others > counts.get(crowd.address()) ? peer : idler(crowd, peer);
            }
            if (now - peer.heardNanos() > IDLE_NANOS) {
                idle = idler(idle, peer);
            }
        }
        return unknown != null ? unknown : crowd != null ? crowd : idle;
    }

    private static Peer idler(Peer one, Peer other) {
        return one == null || other.heardNanos() - one.heardNanos() < 0 ? other : one;
    }
}

package sim.server.ingest;

import java.util.Map;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Peers that were turned away: counted by kind, logged in one line each, up to a rate. Any thread. */
public final class Refusals {
    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);
    private static final long LINES_A_MINUTE = 60;

    private final Map<String, Long> counts = new TreeMap<>();
    private long minute;
    private long lines;

    public Refusals() {}

    /** Counts one and says so. */
    public synchronized void add(String kind, String peer, String reason) {
        counts.merge(kind, 1L, Long::sum);
        long now = System.nanoTime() / 60_000_000_000L;
        if (now != minute) {
            minute = now;
            lines = 0;
        }
        if (++lines <= LINES_A_MINUTE) {
            LOG.warn("refused {}: {}", peer, reason);
        } else if (lines == LINES_A_MINUTE + 1) {
            LOG.warn("more peers are refused; until the minute is over they are only counted");
        }
    }

    /** How many by kind. */
    public synchronized Map<String, Long> counts() {
        return new TreeMap<>(counts);
    }
}

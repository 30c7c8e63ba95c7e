package sim.server.ingest;

import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sim.wire.OneLine;

/**
 * Counts refused peers and skipped sections by kind, and logs each in one line, up to a rate. A peer's own words are logged as
 * one line of printable characters. Any thread.
 */
public final class Refusals {
    private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);
    private static final long LINES_A_MINUTE = 60;
    private static final int LINE = 500;
    private static final int SECTIONS = 100;

    private final Map<String, Long> counts = new TreeMap<>();
    private final Set<String> sections = new HashSet<>();
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
            LOG.warn("refused {}: {}", peer, OneLine.of(reason, LINE));
        } else if (lines == LINES_A_MINUTE + 1) {
            LOG.warn("further peers that are refused in this minute are only counted");
        }
    }

    /** Counts a section that a newer agent sent and this server does not know; the first of a name is logged. */
    public synchronized void skipped(String section) {
        counts.merge("sections", 1L, Long::sum);
        if (sections.size() < SECTIONS && sections.add(section)) {
            LOG.warn("skipped the section {} of a newer agent: this server does not know it",
                    OneLine.of(section, LINE));
        }
    }

    /** How many by kind. */
    public synchronized Map<String, Long> counts() {
        return new TreeMap<>(counts);
    }
}

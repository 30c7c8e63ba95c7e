package sim.server.cli;

import java.util.Locale;

/** How {@code sim probes} shows a probe: the six tabs of the page, and who asked for one description. */
enum ProbeView {
    CALLTREE("nodes", 100),
    HOTSPOTS("payloads", 20),
    BACKTRACES("nodes", 100),
    EVENTS("events", 20),
    OBJECTS("objects", 20),
    /** Its limit is of spans, not of lines. */
    TIMELINE("lines", 5_000),
    TELEMETRIES("series", 0);

    /** What the answer calls its rows. */
    final String rows;
    /** So many of them, unless somebody says how many; 0 for all, whatever they say. */
    final int limit;

    ProbeView(String rows, int limit) {
        this.rows = rows;
        this.limit = limit;
    }

    String path() {
        return "payloads/" + this;
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}

package sim.collector;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import sim.collector.wire.OneLine;

/** SIM's few words to the user, on stderr: each kind once until it is over, in one line of printable characters. */
final class Notices {
    private static final int LONGEST = 2_000;

    private final Set<String> said = ConcurrentHashMap.newKeySet();

    void say(String kind, String line) {
        if (said.add(kind)) {
            System.err.println("sim: " + OneLine.of(line, LONGEST));
        }
    }

    /** The kind is over and may be said again; returns whether it had been said. */
    boolean over(String kind) {
        return said.remove(kind);
    }
}

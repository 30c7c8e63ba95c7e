package sim.collector;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** SIM's few words to the user, on stderr: each kind once until it is over. */
final class Notices {
    private final Set<String> said = ConcurrentHashMap.newKeySet();

    void say(String kind, String line) {
        if (said.add(kind)) {
            System.err.println("sim: " + line);
        }
    }

    /** The kind is over and may be said again; returns whether it had been said. */
    boolean over(String kind) {
        return said.remove(kind);
    }
}

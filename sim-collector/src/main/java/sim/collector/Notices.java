package sim.collector;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import sim.collector.wire.OneLine;

/**
 * SIM's few words to the user, on stderr: each kind once until it is over, in one line of printable characters; what comes and
 * goes all the time is said a few times. Any thread.
 */
final class Notices {
    /** So often a kind is said, once it was over in between. */
    static final int MOST = 5;
    private static final int LONGEST = 2_000;

    private final Set<String> said = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> times = new ConcurrentHashMap<>();

    void say(String kind, String line) {
        if (said.add(kind)) {
            int now = times.merge(kind, 1, Integer::sum);
            if (now <= MOST) {
                System.err.println("sim: " + OneLine.of(line, LONGEST)
                        + (now == MOST ? ". It comes and goes: this is said no more" : ""));
            }
        }
    }

    /** The kind is over and may be said again; returns whether to say so. */
    boolean over(String kind) {
        return said.remove(kind) && times.get(kind) < MOST;
    }
}

package sim.collector;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import sim.model.text.Text;
import sim.wire.OneLine;

/**
 * Prints SIM's messages to the user on standard error: each kind once until it is over, in one line of printable characters. A
 * kind that begins and ends again and again is printed a few times. Any thread.
 */
final class Notices {
    /** How often a kind is printed, if it was over in between. */
    static final int MOST = 5;
    /** Characters of a line. */
    static final int LONGEST = 2_000;

    private static final String ENOUGH = ". This happened several times, and is no longer reported";

    private final Set<String> said = ConcurrentHashMap.newKeySet();
    private final Map<String, Integer> times = new ConcurrentHashMap<>();

    void say(String kind, String line) {
        if (said.add(kind)) {
            int now = times.merge(kind, 1, Integer::sum);
            if (now <= MOST) {
                System.err.println("sim: " + (now < MOST
                        ? OneLine.of(line, LONGEST)
                        : OneLine.of(line, Text.LONGEST_LINE - ENOUGH.length()) + ENOUGH));
            }
        }
    }

    /** Notes that a kind is over, so that it may be printed again. Returns whether to print that it is over. */
    boolean over(String kind) {
        return said.remove(kind) && times.get(kind) < MOST;
    }
}

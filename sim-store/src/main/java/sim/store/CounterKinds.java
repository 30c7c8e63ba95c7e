package sim.store;

import java.util.Map;
import java.util.TreeMap;
import sim.wire.Wire;

/**
 * The kinds of counters that an instance may have. A program with SIM has some seventy of 20 characters, and at most about 150. With more, a forged
 * collector could make each list of instances megabytes long. Which kinds stay does not depend on their order in a batch, so they are the same in the
 * next one. The committer's thread.
 */
final class CounterKinds {
    static final int MOST = 200;
    static final int LONGEST = 50;
    /** Characters of all kinds of an instance. */
    static final int CHARACTERS = 5_000;
    /** The sum of what the kinds past these bounds counted. */
    static final String OTHER = "other";
    /** How many kinds that are. A program has a counter {@code counters.folded} of its own. */
    static final String FOLDED = "counters.kinds.folded";

    private CounterKinds() {}

    /** The counters as they are stored. */
    static Map<String, Long> bounded(Map<String, Long> counters) {
        if (isWithin(counters)) {
            return counters;
        }
        Map<String, Long> bounded = new TreeMap<>();
        int characters = 0;
        long folded = 0;
        long other = 0;
        for (Map.Entry<String, Long> counter : new TreeMap<>(counters).entrySet()) {
            String kind = counter.getKey();
            if (kind.equals(Wire.ENDED) || !isOurs(kind) && kind.length() <= LONGEST && bounded.size() < MOST
                    && characters + kind.length() <= CHARACTERS) {
                bounded.put(kind, counter.getValue());
                characters += kind.length();
            } else {
                folded++;
                long sum = other + counter.getValue();
                other = sum < 0 ? Long.MAX_VALUE : sum;
            }
        }
        bounded.put(OTHER, other);
        bounded.put(FOLDED, folded);
        return bounded;
    }

    /** What the server says is never what a program says under its name. */
    private static boolean isOurs(String kind) {
        return kind.equals(OTHER) || kind.equals(FOLDED);
    }

    private static boolean isWithin(Map<String, Long> counters) {
        int characters = 0;
        for (String kind : counters.keySet()) {
            if (kind.length() > LONGEST || isOurs(kind)) {
                return false;
            }
            characters += kind.length();
        }
        return counters.size() <= MOST && characters <= CHARACTERS;
    }
}

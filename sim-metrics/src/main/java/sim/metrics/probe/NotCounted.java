package sim.metrics.probe;

import java.util.Map;

/**
 * The reasons why a call is at no place of the tree, or not in the sums of its flow context, with the position of each counter in
 * an array. Each call is counted there once, or in the tree.
 */
final class NotCounted {
    /** They could not be counted, mostly because the stack overflowed: see {@link ProbeSite}. */
    static final int LOST = 0;
    /** There was no room for their frame. */
    static final int TOO_DEEP = 1;
    /** Their ends never came. They were given up at the end of an outer call. */
    static final int HEALED = 2;
    /** Their names were switched while they were in progress. */
    static final int SWITCHED = 3;
    /** They are at their place in the tree, and missing in the sums of their flow context or of its kind. */
    static final int NOT_IN_CONTEXT = 4;
    /** How many reasons are reported. */
    static final int KINDS = 5;
    /** They are counted elsewhere, or nobody wants them metered. Not reported. */
    static final int ELSEWHERE = KINDS;

    private NotCounted() {}

    /** Adds the counts of a context. Called under the lock of {@code to}'s owner, so that readers see both sums before or both after. */
    static void add(long[] counted, long[] to) {
        for (int i = 0; i < KINDS; i++) {
            to[i] += counted[i];
        }
    }

    static void name(long[] counted, Map<String, Long> counters) {
        counters.put("calls.lost", counted[LOST]);
        counters.put("calls.too.deep", counted[TOO_DEEP]);
        counters.put("probes.healed", counted[HEALED]);
        counters.merge("calls.switched", counted[SWITCHED], Long::sum);
        counters.merge("context.calls.lost", counted[NOT_IN_CONTEXT], Long::sum);
    }
}

package sim.metrics.tree;

import java.util.Arrays;
import java.util.function.Consumer;
import java.util.function.IntConsumer;
import java.util.function.IntPredicate;

/**
 * The places at which no call has ended for four drains: of methods that ran at the start alone, and below callers that were switched off since. They stay places and lose
 * nothing, but make room for others. Only the collector's thread uses it.
 */
final class UnusedPlaces {
    private static final int DRAINS = 4;

    /** By place: the drain that last found calls there, or met it. */
    private int[] usedAt = {};
    private int met;
    private int drains;

    /**
     * @param gained shows the places that gained in a drain
     * @param places how many there are, including those under {@code [other]}
     * @return how many are unused, leaving out those under {@code [other]}
     */
    int count(Consumer<IntConsumer> gained, int places, IntPredicate isOther) {
        drains++;
        if (usedAt.length <= places) {
            usedAt = Arrays.copyOf(usedAt, places + places / 2 + 1);
        }
        while (met < places) {
            usedAt[++met] = drains;
        }
        gained.accept(place -> usedAt[place] = drains);
        int unused = 0;
        for (int place = 1; place <= met; place++) {
            unused += drains - usedAt[place] >= DRAINS && !isOther.test(place) ? 1 : 0;
        }
        return unused;
    }
}

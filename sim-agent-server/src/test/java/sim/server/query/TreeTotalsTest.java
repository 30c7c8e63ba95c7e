package sim.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import sim.model.snapshot.Meter;

/** Calls in calls that have not ended, by the heap that adding them up reserves. */
class TreeTotalsTest {
    private static final int DEPTH = 1_000;

    private final QueryGate gate = new QueryGate(
            new QueryGate.Limits(1, 1, Duration.ofSeconds(1), Duration.ofMinutes(10), 256 << 20), () -> 0);
    private final Turn turn = gate.turn(() -> {});
    private final Question question = new Question(null, null, turn);
    private final Forest forest = new Forest(question, true);
    private final PlaceSums.Figures[] figures = new PlaceSums.Figures[DEPTH];
    private final int[] callers = new int[DEPTH];

    @AfterEach
    void close() {
        gate.close();
    }

    @Test
    void whatACallLacksThatHasNotEndedIsReserved() {
        chain(0);
        long before = turn.reserved();
        long[][] lacking = TreeTotals.lacking(question, forest, figures, callers);
        for (int place = 0; place < DEPTH - 1; place++) {
            assertThat(lacking[place][Meter.WALL.ordinal()]).as("of place " + place).isEqualTo(7);
        }
        assertThat(lacking[DEPTH - 1]).as("the innermost call, which has ended").isNull();
        assertThat(turn.reserved() - before).isGreaterThanOrEqualTo((DEPTH - 1L) * TreeTotals.BYTES);
    }

    @Test
    void callsThatHaveEndedLackNothingAndTakeNoArrayEach() {
        chain(7);
        long before = turn.reserved();
        assertThat(Arrays.stream(TreeTotals.lacking(question, forest, figures, callers))).containsOnlyNulls();
        assertThat(turn.reserved() - before).isBetween(1L, DEPTH * (long) TreeTotals.BYTES / 2);
    }

    /** Each calls the next; the innermost took 7 ns, the others have that total. */
    private void chain(long total) {
        for (int place = 0; place < DEPTH; place++) {
            forest.add("i", place + 1, place, "a.A", Integer.toString(place), false);
            figures[place] = new PlaceSums.Figures();
            figures[place].total[Meter.WALL.ordinal()] = place == DEPTH - 1 ? 7 : total;
            callers[place] = place - 1;
            assertThat(forest.caller(place)).isEqualTo(place - 1);
        }
    }
}

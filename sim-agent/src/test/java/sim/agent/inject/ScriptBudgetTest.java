package sim.agent.inject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class ScriptBudgetTest {
    private static final long MILLI = 1_000_000;

    private long nanos;
    private long bytes;
    private int looks;

    private final ScriptBudget budget = new ScriptBudget(() -> {
        looks++;
        return nanos;
    }, () -> bytes);

    @Test
    void roundsAreCountedEachAndTheClockIsReadAtOneInSixtyFour() {
        budget.begin();
        for (int i = 0; i < ScriptBudget.STEPS; i++) {
            budget.take();
        }
        assertThat(looks).isBetween(ScriptBudget.STEPS / ScriptBudget.MOST_UNSEEN,
                ScriptBudget.STEPS / ScriptBudget.MOST_UNSEEN + 10);
        assertThatThrownBy(budget::take).isInstanceOf(ScriptStopped.class)
                .hasMessage("it went round more than 1000000 times");
        assertThatThrownBy(budget::take).as("it stays spent").isInstanceOf(ScriptStopped.class);
    }

    @Test
    void slowRoundsEndWithTheFirstThatIsTooLate() {
        budget.begin();
        for (int i = 0; i < 5; i++) {
            nanos += 1_000 * MILLI;
            budget.take();
        }
        nanos++;
        assertThatThrownBy(budget::take).isInstanceOf(ScriptStopped.class).hasMessage("it took longer than 5 s");
    }

    @Test
    void roundsThatAllocateEndWithTheFirstThatHasTooMuch() {
        budget.begin();
        for (int i = 0; i < 64; i++) {
            bytes += 1 << 20;
            budget.take();
        }
        bytes++;
        assertThatThrownBy(budget::take).isInstanceOf(ScriptStopped.class).hasMessage("it allocated more than 64 MB");
    }

    /** As a text does that is added to itself in each round. */
    @Test
    void whatDoublesIsSeenBeforeItFillsTheHeap() {
        budget.begin();
        assertThatThrownBy(() -> {
            for (long size = 1; size < 1L << 40; size *= 2) {
                bytes += size;
                budget.take();
            }
        }).isInstanceOf(ScriptStopped.class);
        assertThat(bytes).isLessThan(256 << 20);
    }

    /** What changes its ways is seen after as many rounds as it was not looked at. */
    @Test
    void whatBecomesSlowIsSeenSoon() {
        budget.begin();
        for (int i = 0; i < 1_000; i++) {
            budget.take();
        }
        int rounds = 0;
        try {
            for (; rounds < 1_000; rounds++) {
                nanos += 100 * MILLI;
                budget.take();
            }
        } catch (ScriptStopped expected) {
            assertThat(rounds).isBetween(50, ScriptBudget.MOST_UNSEEN);
            return;
        }
        throw new AssertionError("it was not ended");
    }
}

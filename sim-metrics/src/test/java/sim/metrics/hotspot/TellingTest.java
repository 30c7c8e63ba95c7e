package sim.metrics.hotspot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.base.name.Names;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.Level;
import sim.model.snapshot.Standing;

/** Names whose calls are shorter than their probe, and that explain something all together. The balance alone would switch them off. */
class TellingTest {
    private static final long SECOND = 1_000_000_000;
    private static final long CALLS = 1_000_000;
    /** What a call takes of which everything is read, only time, and nothing, ns. */
    private static final Prices PRICES = new Prices(200, 100, 25, 100);

    private final Names names = new Names(1_000);
    private long now = 1_000_000_000_000L;
    private final Hotspot hotspot = new Hotspot(Options.load("", new Properties()), () -> {}) {
        @Override
        long micros() {
            return now;
        }

        @Override
        long nanos() {
            return now * 1_000;
        }
    };
    private final Scorecard often = hotspot.open(names.parse("shop.Cart").name("often"), 1);

    @BeforeEach
    void pricesAreKnownAndTheProgramHasStarted() {
        hotspot.quickTakes(100);
        now += 10_000_000;
    }

    @Test
    void whoExplainsNextToNothingIsSwitchedOff() {
        usesUp(often);
        assertThat(often.standing()).isEqualTo(Standing.DISABLED);
        note(10, 0, 999);
        assertThat(often.standing()).isEqualTo(Standing.DISABLED);
    }

    @Test
    void whoAllocatesAHundredthIsSampled() {
        note(10, 10, 990);
        usesUp(often);
        assertThat(often.level()).isEqualTo(Level.SAMPLED);
        assertThat(DrainedTest.verdicts(hotspot)).singleElement().asString()
                .contains("its calls explain 1.00 % of allocation together");
    }

    /** A name of a million calls a second is off before an interval is over. */
    @Test
    void whatWasSwitchedOffBeforeItsShareWasKnownIsCountedAgain() {
        usesUp(often);
        assertThat(often.standing()).isEqualTo(Standing.DISABLED);
        note(10, 10, 990);
        assertThat(often.level()).isEqualTo(Level.SAMPLED);
        usesUp(often);
        assertThat(often.level()).isEqualTo(Level.SAMPLED);
    }

    @Test
    void theTimeCountsOfCallsThatTakeHalfOfATimedOne() {
        note(49, 0, 0);
        usesUp(often);
        assertThat(often.standing()).isEqualTo(Standing.DISABLED);
        note(50, 0, 0);
        assertThat(often.level()).isEqualTo(Level.SAMPLED);
    }

    @Test
    void whoToldSomethingIsSampledUntilItIsClearlyLess() {
        note(10, 10, 990);
        note(10, 6, 994);
        usesUp(often);
        assertThat(often.level()).isEqualTo(Level.SAMPLED);
        note(10, 4, 996);
        usesUp(often);
        assertThat(often.standing()).isEqualTo(Standing.DISABLED);
    }

    /** The twelfth to the twentieth by allocation of a service woven whole explained less than a hundredth each, and were off: nobody saw them in a table sorted by allocation. */
    @Test
    void whoIsAmongTheFirstByAllocationIsSampledHoweverLittleItExplains() {
        List<Firings> names = new ArrayList<>(List.of(read(1, 10, 3)));
        for (int i = 0; i < 28; i++) {
            names.add(read(10 + i, 5_000, 1_000));
        }
        noteAll(names);
        usesUp(often);
        assertThat(often.standing()).as("one of 29: its share decides").isEqualTo(Standing.DISABLED);
        names.add(read(50, 5_000, 2));
        noteAll(names);
        assertThat(often.level()).as("the 29th of 30").isEqualTo(Level.SAMPLED);
        names.add(read(51, 5_000, 4));
        names.add(read(52, 5_000, 4));
        noteAll(names);
        usesUp(often);
        assertThat(often.standing()).as("the 31st").isEqualTo(Standing.DISABLED);
    }

    /** A lock that was contended in one interval was off in the next ones, and its waits of the minutes after were seen by nobody. */
    @Test
    void whoExplainsWaitsTellsOnForTwoMinutes() {
        Firings waits = new Firings(1, CALLS, CALLS / 16, CALLS / 16, CALLS / 16, 0, 10 * CALLS / 16, 10 * CALLS / 16,
                1_000_000, 0, 0, 0,
                0, 0);
        noteAll(List.of(waits, read(2, 5_000, 1_000)));
        for (int interval = 0; interval < 23; interval++) {
            noteAll(List.of(read(1, 10, 0), read(2, 5_000, 1_000)));
            usesUp(often);
            assertThat(often.level()).as("interval " + interval).isEqualTo(Level.SAMPLED);
        }
        noteAll(List.of(read(1, 10, 0), read(2, 5_000, 1_000)));
        usesUp(often);
        assertThat(often.standing()).isEqualTo(Standing.DISABLED);
    }

    /** They are set in the run: from then on the balance alone decides, and nobody notes any more who tells something. */
    @Test
    void whereThresholdsAreSetNobodyTells() {
        note(10, 10, 990);
        assertThat(often.tells()).isNotNull();
        hotspot.handle(new HotspotControl(HotspotControl.Action.THRESHOLDS, "", "", 10_000, 2_000));
        note(10, 10, 990);
        assertThat(often.tells()).isNull();
    }

    @Test
    void theBudgetSamplesWhoTellsSomethingAndSwitchesOffWhoDoesNot() {
        Scorecard little = hotspot.open(names.parse("shop.Cart").name("little"), 3);
        for (int i = 0; i < ProbeBudget.FEW; i++) {
            hotspot.open(names.parse("shop.Other").name("other" + i), 100 + i);
        }
        long used = SECOND;
        hotspot.keepBudget(PRICES, used, new Interval(5 * SECOND, List.of()));
        for (int interval = 0; interval < 20; interval++) {
            List<Firings> all = List.of(read(1, 10, 10), read(3, 10, 1), read(2, 5_000, 500));
            used += SECOND;
            now += 5_000_000;
            hotspot.noteTelling(new Interval(5 * SECOND, all));
            hotspot.keepBudget(PRICES, used, new Interval(5 * SECOND, all));
        }
        assertThat(often.level()).isEqualTo(Level.SAMPLED);
        assertThat(little.standing()).isEqualTo(Standing.DISABLED);
    }

    /** The cost of metering is a mean, so what is left of a short call may be less than nothing. */
    @Test
    void noReasonHasASelfTimeBelowZero() {
        often.settleTotal(100_000, 3_000_000);
        often.settle(-3_000, 100_000, 3_000_000, 5_400, -92);
        assertThat(DrainedTest.verdicts(hotspot)).singleElement().asString().contains("5.4us, 0ns self time")
                .doesNotContain("-92");
    }

    /** One call of 16 was read. */
    private static Firings read(int id, long mean, long bytes) {
        return new Firings(id, CALLS, CALLS / 16, CALLS / 16, CALLS / 16, 0, mean * CALLS / 16, mean * CALLS / 16, 0, 0,
                bytes * CALLS / 16, 0, 0, 0);
    }

    /** One call of 16 was read; the program does something else for the rest of five seconds. */
    private void note(long mean, long bytes, long others) {
        Firings calls = read(1, mean, bytes);
        Firings other = new Firings(2, CALLS, CALLS, CALLS, CALLS, 0, SECOND, SECOND, 0, 0, others * CALLS, 0, 0, 0);
        noteAll(List.of(calls, other));
    }

    private void noteAll(List<Firings> names) {
        now += 5_000_000;
        hotspot.noteTelling(new Interval(5 * SECOND, names));
    }

    private static void usesUp(Scorecard card) {
        card.settleTotal(100_000, 3_000_000);
        card.settle(-3_000, 100_000, 3_000_000, 30, 30);
    }
}

package sim.metrics.hotspot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sim.metrics.config.Options;
import sim.metrics.name.Names;
import sim.metrics.snapshot.HotspotControl;
import sim.metrics.snapshot.Score;
import sim.metrics.snapshot.Standing;
import sim.metrics.snapshot.Verdict;

/** How much probes may take, and which names give way. The budget here is a twentieth. */
class ProbeBudgetTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;

    private final Names names = new Names(1_000);
    private final Hotspot hotspot = hotspot("hotspot.budget=50");
    private long used = SECOND;

    @BeforeEach
    void manyNames() {
        for (int i = 0; i < Hotspot.FEW - 1; i++) {
            open("other" + i, 100 + i);
        }
    }

    @Test
    void nothingIsTooMuchBeforeAnIntervalHasPassed() {
        ProbeBudget budget = new ProbeBudget(50);
        assertThat(budget.overrun(SECOND, SECOND)).as("since an unknown time").isZero();
        assertThat(budget.overrun(SECOND, 2 * SECOND)).as("the first above").isZero();
        assertThat(budget.overrun(SECOND, 3 * SECOND)).isPositive();
    }

    @Test
    void twoIntervalsInARowMustBeAboveIt() {
        ProbeBudget budget = new ProbeBudget(50);
        assertThat(budget.overrun(0, 0)).isZero();
        assertThat(budget.overrun(60 * MILLI, SECOND)).as("the first above").isZero();
        assertThat(budget.overrun(50 * MILLI, 2 * SECOND)).as("as much as it may be").isZero();
        assertThat(budget.overrun(60 * MILLI, 3 * SECOND)).as("the first above").isZero();
        assertThat(budget.overrun(60 * MILLI, 4 * SECOND)).as("down to four fifths").isEqualTo(20 * MILLI);
        assertThat(budget.overrun(60 * MILLI, 5 * SECOND)).as("what was done shows in the next one").isZero();
    }

    @Test
    void aProcessThatDoesLittleIsLeftAlone() {
        ProbeBudget budget = new ProbeBudget(50);
        long now = 0;
        for (int i = 0; i < 10; i++) {
            now += ProbeBudget.LEAST - 1;
            assertThat(budget.overrun(SECOND, now)).isZero();
        }
    }

    @Test
    void withoutABudgetOrCpuTimeNothingIsTooMuch() {
        ProbeBudget none = new ProbeBudget(0);
        ProbeBudget unknown = new ProbeBudget(50);
        for (int i = 0; i < 10; i++) {
            assertThat(none.overrun(SECOND, i * SECOND)).isZero();
            assertThat(unknown.overrun(SECOND, -1)).isZero();
        }
    }

    /** Less than 0 says that it is not known; it is no number to subtract. */
    @Test
    void anIntervalWithoutCpuTimeIsNotAboveIt() {
        ProbeBudget budget = new ProbeBudget(50);
        budget.overrun(0, SECOND);
        assertThat(budget.overrun(SECOND, 5 * SECOND)).as("the first above").isZero();
        assertThat(budget.overrun(SECOND, -1)).as("not known").isZero();
        assertThat(budget.overrun(SECOND, 5 * SECOND)).as("since an unknown time").isZero();
        assertThat(budget.overrun(SECOND, 6 * SECOND)).as("the first above").isZero();
        assertThat(budget.overrun(SECOND, 7 * SECOND)).isPositive();
    }

    @Test
    void shortFiringsGiveWayFirst() {
        Scorecard brief = open("brief", 1);
        Scorecard middle = open("middle", 2);
        Scorecard lasting = open("lasting", 3);
        overrun(70 * MILLI, new Firings(3, 100, 900_000, 900_000), new Firings(1, 100, 200_000, 200_000),
                new Firings(2, 100, 300_000, 300_000));
        assertThat(List.of(brief.standing(), middle.standing(), lasting.standing()))
                .containsExactly(Standing.DISABLED, Standing.DISABLED, Standing.MANAGED);
        assertThat(hotspot.drainVerdicts()).extracting(Verdict::reason)
                .contains("probes took 70 ms of CPU time in the last interval, more than hotspot.budget allows; "
                        + "a firing takes 2us self time on average, its probe 233.3us");
    }

    /** Each call of the first waits for 1 ms, reads slowly at its end, and uses 4 us of CPU itself; those of the others compute. */
    @Test
    void whatWaitsLongGivesWayBeforeWhatComputes() {
        Scorecard waiting = open("waiting", 1);
        Scorecard[] computing = {open("brief", 2), open("lasting", 3)};
        used = overrun(hotspot, 20 * MILLI, () -> waiting.readSlowly(50 * MILLI),
                new Firings(1, 20_000, 20_000 * MILLI, 80 * MILLI), new Firings(2, 190_000, 570 * MILLI, 570 * MILLI),
                new Firings(3, 10_000, 300 * MILLI, 300 * MILLI));
        assertThat(waiting.standing()).isEqualTo(Standing.DISABLED);
        assertThat(computing).extracting(Scorecard::standing).containsOnly(Standing.MANAGED);
        assertThat(hotspot.drainVerdicts()).extracting(Verdict::reason)
                .containsExactly("probes took 70 ms of CPU time in the last interval, more than hotspot.budget allows; "
                        + "a firing takes 1ms self time on average, its probe 2.6us");
    }

    /** What slow readings took is taken once an interval, whether it was too much or not. */
    @Test
    void slowReadingsCountForTheirIntervalAlone() {
        Scorecard card = open("waiting", 1);
        card.readSlowly(10 * SECOND);
        used = overrun(hotspot, 0, () -> {}, new Firings(1, 100, SECOND, SECOND));
        assertThat(card.standing()).isEqualTo(Standing.MANAGED);
        assertThat(card.takeSlow()).isZero();
    }

    @Test
    void whereNothingIsKnownOfProbesButSlowReadingsTheseDecide() {
        Scorecard waiting = open("waiting", 1);
        Scorecard computing = open("computing", 2);
        used = overrun(hotspot, 0, () -> waiting.readSlowly(70 * MILLI), new Firings(1, 100, SECOND, SECOND),
                new Firings(2, 1_000_000, 1_000, 1_000));
        assertThat(waiting.standing()).isEqualTo(Standing.DISABLED);
        assertThat(computing.standing()).isEqualTo(Standing.MANAGED);
    }

    @Test
    void aNameThatIsCalledSeldomStays() {
        Scorecard seldom = open("seldom", 1);
        Scorecard often = open("often", 2);
        overrun(SECOND / 10, new Firings(1, 10, 10, 10), new Firings(2, 1_000_000, SECOND, SECOND));
        assertThat(seldom.standing()).isEqualTo(Standing.MANAGED);
        assertThat(often.standing()).isEqualTo(Standing.DISABLED);
    }

    @Test
    void aNameThatIsNoLongerJudgedGivesWayToo() {
        Scorecard card = open("often", 1);
        card.settle(3_000, 1_500, 1, 1, 1);
        card.settle(200_000, 100_000, 1, 1, 1);
        assertThat(card.standing()).isEqualTo(Standing.UNMANAGED);
        overrun(SECOND / 10, new Firings(1, 100, 100, 100));
        assertThat(card.standing()).isEqualTo(Standing.DISABLED);
    }

    @Test
    void whatIsPinnedStaysAndWhatIsJudgedAnewDoesNot() {
        Scorecard card = open("often", 1);
        control(HotspotControl.Action.PIN);
        overrun(SECOND / 10, new Firings(1, 100, 100, 100));
        assertThat(card.standing()).isEqualTo(Standing.PINNED);
        control(HotspotControl.Action.RESET);
        overrun(SECOND / 10, new Firings(1, 100, 100, 100));
        assertThat(card.standing()).isEqualTo(Standing.DISABLED);
    }

    @Test
    void fewNamesWereChosenByAPerson() {
        Hotspot few = hotspot("hotspot.budget=50");
        for (int i = 1; i < Hotspot.FEW; i++) {
            few.open(names.parse("shop.Cart").name("few" + i), i);
        }
        used = overrun(few, SECOND / 10, new Firings(1, 100, 100, 100));
        assertThat(few.drainVerdicts()).isEmpty();
        few.open(names.parse("shop.Cart").name("more"), Hotspot.FEW);
        overrun(few, SECOND / 10, new Firings(1, 100, 100, 100));
        assertThat(few.drainVerdicts()).extracting(Verdict::to).containsExactly(Standing.DISABLED);
    }

    @Test
    void thresholdsOfNothingSwitchItOff() {
        hotspot.handle(new HotspotControl(HotspotControl.Action.THRESHOLDS, "", "", 0, 0));
        Scorecard card = open("often", 1);
        overrun(SECOND / 10, new Firings(1, 100, 100, 100));
        assertThat(card.standing()).isEqualTo(Standing.MANAGED);
    }

    /** It has not failed a trial: the page shows how often a name was tried again. */
    @Test
    void aNameThatGaveWayKeepsItsBalanceAndWasNotTriedAgain() {
        Scorecard card = open("often", 1);
        card.settle(100, 50, 1, 1, 1);
        overrun(SECOND / 10, new Firings(1, 100, 100, 100));
        assertThat(card.changed()).isEqualTo(new Score(1, Standing.DISABLED, 1_100, 0));
        assertThat(hotspot.drainVerdicts()).extracting(Verdict::balance).containsExactly(1_100L);
    }

    @Test
    void whatDoesNotGiveWaySavesNothing() {
        Scorecard pinned = open("pinned", 1);
        Scorecard off = open("off", 2);
        pinned.control(HotspotControl.Action.PIN);
        off.control(HotspotControl.Action.DISABLE);
        Scorecard often = open("often", 3);
        long balance = pinned.changed().balance();
        overrun(SECOND / 10, new Firings(1, 100, 100, 100), new Firings(2, 100, 100, 100),
                new Firings(3, 100, 200, 200));
        assertThat(often.standing()).isEqualTo(Standing.DISABLED);
        assertThat(pinned.giveWay("")).isFalse();
        assertThat(off.giveWay("")).isFalse();
        assertThat(often.giveWay("")).as("it is off already").isFalse();
        assertThat(pinned.changed()).as("nothing of it has changed").isNull();
        assertThat(balance).isPositive();
    }

    @Test
    void eachTimeItRestsTwiceAsLong() {
        Scorecard card = open("often", 1);
        for (int minutes = 8; minutes <= 64; minutes *= 2) {
            long before = System.currentTimeMillis() * 1_000;
            assertThat(card.giveWay("too much")).isTrue();
            assertThat(card.rested(before + minutes * 60_000_000L - 1)).isFalse();
            assertThat(card.rested(System.currentTimeMillis() * 1_000 + minutes * 60_000_000L + 1_000_000)).isTrue();
            card.retry(100);
        }
    }

    /** It would pass a trial, so it rests for eight minutes where another rests for one. */
    @Test
    void aNameThatGaveWayRestsLonger() {
        Scorecard card = open("often", 1);
        long before = System.currentTimeMillis() * 1_000;
        overrun(SECOND / 10, new Firings(1, 100, 100, 100));
        assertThat(card.rested(before + 8 * 60_000_000L - 1)).isFalse();
        assertThat(card.rested(System.currentTimeMillis() * 1_000 + 8 * 60_000_000L + 1_000_000)).isTrue();
    }

    private Scorecard open(String member, int id) {
        return hotspot.open(names.parse("shop.Cart").name(member), id);
    }

    /** Intervals of a second of CPU time each, until the budget has to decide. */
    private void overrun(long taken, Firings... firings) {
        used = overrun(hotspot, taken, firings);
    }

    private long overrun(Hotspot judging, long taken, Firings... firings) {
        return overrun(judging, taken, () -> {}, firings);
    }

    /** @param before called in each interval */
    private long overrun(Hotspot judging, long taken, Runnable before, Firings... firings) {
        long now = used;
        for (int i = 0; i <= ProbeBudget.INTERVALS; i++) {
            now += SECOND;
            before.run();
            judging.keepBudget(taken, now, () -> List.of(firings));
        }
        return now;
    }

    private void control(HotspotControl.Action action) {
        hotspot.handle(new HotspotControl(action, "", "", -1, -1));
    }

    private static Hotspot hotspot(String options) {
        return new Hotspot(Options.load(options, new Properties()), () -> {});
    }
}

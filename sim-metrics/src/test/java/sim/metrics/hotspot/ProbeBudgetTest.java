package sim.metrics.hotspot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.base.name.Names;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.Level;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;
import sim.model.snapshot.Verdict;

/** How much probes may take, and which names lose readings. The budget here is a twentieth of the CPU time, and a hundredth of a processor. */
class ProbeBudgetTest {
    private static final long SECOND = 1_000_000_000;
    private static final long MILLI = 1_000_000;
    private static final long MICRO = 1_000;
    /** A call with CPU time takes 100 ns to be metered, one without 60, one that sampling leaves out 10. */
    private static final Prices PRICES = new Prices(100, 60, 10, 60);
    private static final int TIME = MeasureGroup.TIME.bit();
    private static final int CPU = MeasureGroup.CPU.bit();

    /** The played time, microseconds. Static, because the judge looks at it while it is made. */
    private static long now;

    private final Names names = new Names(1_000);
    private final Hotspot hotspot = hotspot("hotspot.budget=50");
    private long used = SECOND;

    @BeforeEach
    void manyNames() {
        for (int i = 0; i < ProbeBudget.FEW - 1; i++) {
            open("other" + i, 100 + i);
        }
    }

    @Test
    void nothingIsTooMuchBeforeAnIntervalHasPassed() {
        ProbeBudget budget = new ProbeBudget(50, 10);
        assertThat(budget.overrun(SECOND, SECOND, SECOND)).as("since an unknown time").isZero();
        assertThat(budget.overrun(SECOND, 2 * SECOND, SECOND)).as("the first above").isZero();
        assertThat(budget.overrun(SECOND, 3 * SECOND, SECOND)).isPositive();
    }

    @Test
    void twoIntervalsInARowMustBeAboveIt() {
        ProbeBudget budget = new ProbeBudget(50, 10);
        assertThat(budget.overrun(0, 0, SECOND)).isZero();
        assertThat(budget.overrun(60 * MILLI, SECOND, SECOND)).as("the first above").isZero();
        assertThat(budget.overrun(50 * MILLI, 2 * SECOND, SECOND)).as("as much as it may be").isZero();
        assertThat(budget.overrun(60 * MILLI, 3 * SECOND, SECOND)).as("the first above").isZero();
        assertThat(budget.overrun(60 * MILLI, 4 * SECOND, SECOND)).as("down to four fifths").isEqualTo(20 * MILLI);
        assertThat(budget.overrun(60 * MILLI, 5 * SECOND, SECOND)).as("what was done shows in the next one").isZero();
    }

    /** 40 ms of 60 in five seconds are two thirds of the program's CPU time, and less than a hundredth of a processor. */
    @Test
    void anIdleServiceNeverReachesIt() {
        ProbeBudget budget = new ProbeBudget(50, 10);
        for (int i = 0; i < 10; i++) {
            assertThat(budget.overrun(40 * MILLI, i * 60 * MILLI, 5 * SECOND)).isZero();
        }
        assertThat(budget.overrun(51 * MILLI, 660 * MILLI, 5 * SECOND)).as("the first above").isZero();
        assertThat(budget.overrun(51 * MILLI, 720 * MILLI, 5 * SECOND)).as("down to four fifths of 50 ms")
                .isEqualTo(11 * MILLI);
    }

    @Test
    void withoutABudgetOrCpuTimeNothingIsTooMuch() {
        ProbeBudget none = new ProbeBudget(0, 10);
        ProbeBudget unknown = new ProbeBudget(50, 10);
        for (int i = 0; i < 10; i++) {
            assertThat(none.overrun(SECOND, i * SECOND, SECOND)).isZero();
            assertThat(unknown.overrun(SECOND, -1, SECOND)).isZero();
        }
    }

    /** Less than 0 says that it is not known; it is no number to subtract. */
    @Test
    void anIntervalWithoutCpuTimeIsNotAboveIt() {
        ProbeBudget budget = new ProbeBudget(50, 10);
        budget.overrun(0, SECOND, SECOND);
        assertThat(budget.overrun(SECOND, 5 * SECOND, SECOND)).as("the first above").isZero();
        assertThat(budget.overrun(SECOND, -1, SECOND)).as("not known").isZero();
        assertThat(budget.overrun(SECOND, 5 * SECOND, SECOND)).as("since an unknown time").isZero();
        assertThat(budget.overrun(SECOND, 6 * SECOND, SECOND)).as("the first above").isZero();
        assertThat(budget.overrun(SECOND, 7 * SECOND, SECOND)).isPositive();
    }

    /** Of 1 s probes take 100 ms where 50 are allowed. The calls of "little" are short and explain 0.5 % of it, those of "much" the rest, for half of that price. */
    @Test
    void whatExplainsLittleForWhatItTakesGoesDownFirstOneLevelAtATime() {
        Scorecard little = open("little", 1);
        Scorecard much = open("much", 2);
        Firings rest = computing(2, 10_000, 950 * MILLI);
        overrun(computing(1, 1_000_000, 5 * MILLI), rest);
        assertThat(little.level()).isEqualTo(Level.QUICK);
        assertThat(little.reading()).as("wall time and allocation of each, all of one call in 16")
                .isEqualTo(quick(TIME));
        overrun(quick(1, 1_000_000, 5 * MILLI), rest);
        assertThat(little.level()).isEqualTo(Level.SAMPLED);
        assertThat(little.reading()).as("all of one call in 16").isEqualTo(MeasureGroup.EVERY | 15 << Scorecard.GROUPS);
        assertThat(little.standing()).as("its calls are counted").isEqualTo(Standing.MANAGED);
        overrun(new Firings(1, 10_000_000, 625_000, 0, 0, 312_500, 312_500, 0, 0, 0, 0, 0, 0, 0), rest);
        assertThat(little.level()).isEqualTo(Level.OFF);
        assertThat(little.standing()).isEqualTo(Standing.DISABLED);
        assertThat(much.level()).isEqualTo(Level.ALL);
        assertThat(DrainedTest.verdicts(hotspot)).extracting(Verdict::fromLevel, Verdict::toLevel).containsExactly(
                org.assertj.core.groups.Tuple.tuple(Level.ALL, Level.QUICK),
                org.assertj.core.groups.Tuple.tuple(Level.QUICK, Level.SAMPLED),
                org.assertj.core.groups.Tuple.tuple(Level.SAMPLED, Level.OFF));
    }

    @Test
    void theVerdictSaysWhatTheNameExplainsAndWhatItsProbeTakes() {
        Scorecard card = open("little", 1);
        overrun(computing(1, 1_000_000, 5 * MILLI), computing(2, 10_000, 995 * MILLI));
        assertThat(DrainedTest.verdicts(hotspot)).extracting(Verdict::reason)
                .containsExactly(
                        "probes took 101 ms of CPU time in the last interval, more than hotspot.budget allows; "
                                + "the name explains 0.50 % of wall time; a call takes 5ns self time on average, its probe 100ns");
        assertThat(card.changed()).isEqualTo(new Score(1, Standing.MANAGED, 1_000, 0, Level.QUICK,
                card.levelMicros(), TIME, 1));
    }

    /** A call of 10.7 ms and a probe of 39 us, as a busy machine had it: it kept nothing before. */
    @Test
    void whatTakesAHundredTimesItsProbeIsAlwaysTimed() {
        Scorecard load = open("PriceCache.load", 1);
        Firings waits = new Firings(1, 300, 300, 300, 300, 3_210 * MILLI, 3_210 * MILLI, MILLI, 0, 3_209 * MILLI, 0, 0,
                0,
                0);
        for (int i = 0; i < 4; i++) {
            overrun(() -> load.readSlowly(300 * 390 * MICRO), waits);
        }
        assertThat(load.level()).as("it explains what was waited").isEqualTo(Level.ALL);
        Firings others = new Firings(2, 100, 100, 100, 100, 1, 1, 1, 0, 600 * SECOND, 0, 0, 0, 0);
        Firings more = new Firings(3, 100, 100, 100, 100, 1, 1, 200 * MILLI, 0, 0, 0, 0, 0, 0);
        Scorecard brief = open("PriceCache.price", 4);
        Firings little = new Firings(4, 300, 300, 300, 300, 3 * MILLI, 3 * MILLI, MILLI, 0, MILLI, 0, 0, 0, 0);
        for (int i = 0; i < 4; i++) {
            overrun(() -> brief.readSlowly(300 * 390 * MICRO), little, others, more);
        }
        assertThat(brief.level()).as("10 us a call are 166 times 60 ns").isEqualTo(Level.QUICK);
    }

    /** A call downstream waits for a lock of its socket now and then, a millionth of its time: that is looked for too. */
    @Test
    void whatTakesAHundredTimesItsOwnProbeLosesNoReading() {
        Scorecard reserve = open("WarehouseClient.reserve", 1);
        Scorecard handle = open("OrderHandler.handle", 2);
        Scorecard brief = open("brief", 3);
        Firings waits = new Firings(1, 10_000, 10_000, 10_000, 10_000, 60 * SECOND, 60 * SECOND, MILLI, 0, MILLI, 0, 0,
                0, 0);
        Firings enters = new Firings(2, 10_000, 10_000, 10_000, 10_000, 6 * SECOND, MILLI, MILLI, 0, 0, 0, 0, 10_000,
                SECOND);
        Firings others = new Firings(3, 10_000, 10_000, 10_000, 10_000, SECOND / 2, SECOND / 2, MILLI, 0, 0, 0, 0, 0,
                0);
        Firings more = new Firings(4, 100, 100, 100, 100, 1, 1, SECOND, 0, 600 * SECOND, 0, 0, 0, 0);
        for (int i = 0; i < 4; i++) {
            overrun(() -> List.of(reserve, handle, brief).forEach(card -> card.readSlowly(10_000 * 5 * MICRO)), waits,
                    enters, others, more);
        }
        assertThat(List.of(reserve.level(), handle.level())).as("1,200 and 20 times 5 us").containsOnly(Level.ALL);
        assertThat(brief.level()).as("50 us are ten times 5 us").isEqualTo(Level.QUICK);
    }

    @Test
    void anEntryPointIsAlwaysTimed() {
        Scorecard byPlace = open("handle", 1);
        Scorecard byContext = open("order", 2);
        byContext.enters(600);
        Firings enters = new Firings(1, 1_000_000, 1_000_000, 1_000_000, 1_000_000, 5 * MILLI, 5 * MILLI, MILLI, 0, 0,
                0, 0, 1_000,
                600_000);
        for (int i = 0; i < 4; i++) {
            overrun(enters, computing(2, 1_000_000, 5 * MILLI), computing(3, 10_000, 950 * MILLI));
        }
        assertThat(List.of(byPlace.level(), byContext.level())).containsOnly(Level.QUICK);
    }

    @Test
    void aNameKeepsEachMeasureOfWhichItExplainsAHundredth() {
        Scorecard computes = open("computes", 1);
        Scorecard waits = open("waits", 2);
        Scorecard neither = open("neither", 3);
        overrun(() -> List.of(computes, waits, neither).forEach(card -> card.readSlowly(100 * MILLI)),
                new Firings(1, 10_000, 10_000, 10_000, 10_000, 100 * MILLI, 100 * MILLI, 100 * MILLI, 0, 0, 0, 0, 0, 0),
                new Firings(2, 10_000, 10_000, 10_000, 10_000, 100 * MILLI, 100 * MILLI, 0, 0, 100 * MILLI, 0, 0, 0, 0),
                new Firings(3, 10_000, 10_000, 10_000, 10_000, 100 * MILLI, 100 * MILLI, 0, 0, 0, 0, 0, 0, 0));
        assertThat(computes.reading()).isEqualTo(quick(TIME | CPU));
        assertThat(waits.reading()).isEqualTo(MeasureGroup.EVERY);
        assertThat(neither.reading()).isEqualTo(quick(TIME));
    }

    /** A lock for which threads wait in one interval of many: its name is quick, and the interval in which one of 16 calls would be read is not the one in which they wait. */
    @Test
    void whoBlockedOnceIsReadForItEverAfter() {
        Scorecard locks = open("locks", 1);
        Scorecard computes = open("computes", 2);
        locks.lower(Level.QUICK, 0, "");
        Firings free = new Firings(1, 10_000, 10_000, 625, 625, 100 * MILLI, 100 * MILLI, 0, 0, 0, 0, 0, 0, 0);
        Firings waits = new Firings(2, 10_000, 10_000, 10_000, 10_000, SECOND, SECOND, 0, SECOND / 2, 0, 0, 0, 0, 0);
        hotspot.keepBudget(PRICES, used, new Interval(SECOND, List.of(free, waits)));
        assertThat(locks.reading()).as("never blocked").isEqualTo(quick(TIME));
        Firings blocked = new Firings(1, 10_000, 10_000, 625, 625, 100 * MILLI, 100 * MILLI, 0, MILLI, 0, 0, 0, 0, 0);
        hotspot.keepBudget(PRICES, used, new Interval(SECOND, List.of(blocked, waits)));
        assertThat(locks.level()).isEqualTo(Level.QUICK);
        assertThat(locks.reading()).isEqualTo(quick(TIME | CPU | MeasureGroup.CONTENTION.bit()));
        overrun(() -> List.of(locks, computes).forEach(card -> card.readSlowly(100 * MILLI)), free, waits);
        assertThat(locks.reading()).as("after intervals without").isEqualTo(
                quick(TIME | CPU | MeasureGroup.CONTENTION.bit()));
    }

    /** A tenth of the CPU time, and of the blocked time, each read in one call of 16; less than a hundredth of the wall time. */
    @Test
    void whatIsReadInFewerCallsExplainsAsMuchForThat() {
        Scorecard computes = open("computes", 1);
        Scorecard blocks = open("blocks", 2);
        List<Scorecard> cards = List.of(computes, blocks);
        cards.forEach(card -> card.lower(Level.QUICK, 0, ""));
        List<Firings> all = new java.util.ArrayList<>();
        all.add(new Firings(1, 100_000, 100_000, 6_250, 6_250, 70 * MILLI, 70 * MILLI, 70 * MILLI / 16, 0, 0, 0, 0, 0,
                0));
        all.add(new Firings(2, 100_000, 100_000, 6_250, 6_250, 70 * MILLI, 70 * MILLI, 0, 70 * MILLI / 16, 0, 0, 0, 0,
                0));
        for (int id = 3; id < 12; id++) {
            all.add(new Firings(id, 100, 100, 100, 100, SECOND, SECOND, 70 * MILLI, 70 * MILLI, 0, 0, 0, 0, 0));
        }
        overrun(() -> cards.forEach(card -> card.readSlowly(100 * MILLI)), all.toArray(new Firings[0]));
        assertThat(cards).extracting(Scorecard::level).containsOnly(Level.QUICK);
    }

    /** They would explain all of the rest, and are switched off only if they fail less than once in ten thousand calls. */
    @Test
    void whatFailsIsCounted() {
        Scorecard parse = open("CouponService.parse", 1);
        parse.lower(Level.SAMPLED, 0, "");
        Firings fails = new Firings(1, 50_000_000, 3_000_000, 0, 0, 100_000, 100_000, 0, 0, 0, 0, 5_000, 0, 0);
        overrun(fails, computing(2, 10_000, 950 * MILLI));
        assertThat(parse.level()).isEqualTo(Level.SAMPLED);
        overrun(new Firings(1, 50_000_001, 3_000_000, 0, 0, 100_000, 100_000, 0, 0, 0, 0, 5_000, 0, 0),
                computing(2, 10_000, 950 * MILLI));
        assertThat(parse.level()).isEqualTo(Level.OFF);
    }

    /** What slow readings took is taken once an interval, whether it was too much or not. */
    @Test
    void slowReadingsCountForTheirIntervalAlone() {
        Scorecard card = open("waiting", 1);
        card.readSlowly(10 * SECOND);
        overrun(computing(1, 100, MILLI));
        assertThat(card.level()).isEqualTo(Level.ALL);
        assertThat(card.takeSlow()).isZero();
    }

    @Test
    void aNameThatIsCalledSeldomStays() {
        Scorecard seldom = open("seldom", 1);
        Scorecard often = open("often", 2);
        overrun(computing(1, 10, 10), computing(2, 1_000_000, 5 * MILLI), computing(3, 10_000, SECOND));
        assertThat(seldom.level()).isEqualTo(Level.ALL);
        assertThat(often.level()).isEqualTo(Level.QUICK);
    }

    @Test
    void aNameThatIsNoLongerJudgedLosesReadingsToo() {
        Scorecard card = open("often", 1);
        card.settle(3_000, 1_500, 1, 1, 1);
        card.settle(200_000, 100_000, 1, 1, 1);
        assertThat(card.standing()).isEqualTo(Standing.UNMANAGED);
        overrun(LITTLE);
        assertThat(card.level()).isEqualTo(Level.QUICK);
        assertThat(card.standing()).isEqualTo(Standing.UNMANAGED);
    }

    @Test
    void whatIsPinnedStaysAndWhatIsJudgedAnewDoesNot() {
        Scorecard card = open("often", 1);
        overrun(LITTLE);
        control(HotspotControl.Action.PIN);
        assertThat(card.level()).as("whatever it had").isEqualTo(Level.ALL);
        overrun(LITTLE);
        assertThat(card.level()).isEqualTo(Level.ALL);
        control(HotspotControl.Action.RESET);
        overrun(LITTLE);
        assertThat(card.level()).isEqualTo(Level.QUICK);
        control(HotspotControl.Action.ENABLE);
        assertThat(card.level()).as("somebody wants to see all of it").isEqualTo(Level.ALL);
    }

    @Test
    void fewNamesWereChosenByAPerson() {
        Hotspot few = hotspot("hotspot.budget=50");
        for (int i = 1; i < ProbeBudget.FEW; i++) {
            few.open(names.parse("shop.Cart").name("few" + i), i);
        }
        overrun(few, () -> {}, LITTLE);
        assertThat(DrainedTest.verdicts(few)).isEmpty();
        few.open(names.parse("shop.Cart").name("more"), ProbeBudget.FEW);
        overrun(few, () -> {}, LITTLE);
        assertThat(DrainedTest.verdicts(few)).extracting(Verdict::toLevel).containsExactly(Level.QUICK);
    }

    @Test
    void thresholdsOfNothingSwitchItOff() {
        hotspot.handle(new HotspotControl(HotspotControl.Action.THRESHOLDS, "", "", 0, 0));
        Scorecard card = open("often", 1);
        overrun(LITTLE);
        assertThat(card.level()).isEqualTo(Level.ALL);
    }

    /** It rests for a minute at first, and twice as long each time. */
    @Test
    void aLoweredNameRisesOneLevelAfterItsRest() {
        Scorecard card = open("often", 1);
        assertThat(card.lower(Level.SAMPLED, 0, "")).isTrue();
        assertThat(card.lower(Level.QUICK, 0, "")).as("that is no way down").isFalse();
        assertRests(card, 1);
        card.rise(150);
        assertThat(card.level()).isEqualTo(Level.QUICK);
        assertRests(card, 2);
        card.rise(150);
        assertThat(card.level()).isEqualTo(Level.ALL);
        assertThat(card.changed().trials()).isEqualTo(2);
        card.told();
        assertThat(card.changed()).isNull();
    }

    private static void assertRests(Scorecard card, int minutes) {
        long now = System.currentTimeMillis() * 1_000;
        assertThat(card.mayRise(now + minutes * 60_000_000L - 5_000_000)).isFalse();
        assertThat(card.mayRise(now + minutes * 60_000_000L + 5_000_000)).isTrue();
    }

    /** It was lowered because its probes are dear, and its balance is used up because its calls are short: its balance does not bring it back in seconds. */
    @Test
    void whatTheBudgetLoweredRestsAlthoughItsBalanceIsUsedUp() {
        Scorecard card = open("often", 1);
        card.lower(Level.QUICK, 0, "");
        card.settleTotal(1_000, 200_000);
        card.settle(-3_000, 1_000, 200_000, 200, 200);
        assertThat(card.level()).isEqualTo(Level.SAMPLED);
        assertRests(card, 1);
        hotspot.allowSeldom(new Interval(SECOND, List.of(computing(1, 10, 2_000))));
        assertThat(card.level()).as("called seldom now").isEqualTo(Level.SAMPLED);
        card.rise(150);
        assertThat(card.level()).as("one level at a time").isEqualTo(Level.QUICK);
    }

    /** All names went down in a peak, and their rests are over at the same time. There is room for what two of them take. */
    @Test
    void asManyRiseAsThereIsRoomFor() {
        List<Scorecard> cards = new java.util.ArrayList<>();
        Hotspot played = played("hotspot.budget=50");
        List<Firings> all = new java.util.ArrayList<>();
        for (int i = 0; i < 10; i++) {
            cards.add(played.open(names.parse("shop.Cart").name("often" + i), 1_000 + i));
            cards.get(i).lower(Level.QUICK, 0, "");
            // QUICK takes 6 ms of them, ALL 6 + 3.9 ms
            all.add(quick(1_000 + i, 100_000, MILLI));
        }
        all.add(quick(2_000, 10_000, SECOND));
        now += 61_000_000;
        for (int i = 0; i < 2; i++) {
            used += 3 * SECOND; // of which probes may take 150 ms, and names rise up to 90
            played.keepBudget(PRICES, used, new Interval(SECOND, all));
        }
        assertThat(cards.stream().filter(card -> card.level() == Level.ALL).count()).isEqualTo(7);
        used += SECOND;
        played.keepBudget(PRICES, used, new Interval(SECOND, List.of()));
        assertThat(cards).extracting(Scorecard::level).as("nobody calls them").containsOnly(Level.ALL);
    }

    /** Its calls are as many as may just be read in each call, now some more and now some less. */
    @Test
    void aNameThatIsCalledAsOftenAsMayJustBeDoesNotGoUpAndDown() {
        Hotspot played = played("hotspot.budget=50");
        played.quickTakes(50);
        Scorecard card = played.open(names.parse("shop.Cart").name("often"), 1_000);
        int verdicts = 0;
        for (int i = 0; i < 120; i++) {
            now += 5_000_000;
            card.settleTotal(1_000, 30_000);
            card.settle(-3_000, 1_000, 30_000, 30, 30);
            card.settle(-3_000, 1_000, 30_000, 30, 30);
            played.retry(now * 1_000, now);
            // 2,500 calls in 5 s may all be read
            played.allowSeldom(new Interval(5 * SECOND, List.of(computing(1_000, i % 2 == 0 ? 2_400 : 2_600, 30_000))));
            verdicts += DrainedTest.verdicts(played).size();
        }
        assertThat(verdicts).as("level changes in ten minutes").isLessThan(12);
    }

    /** Really seldom in one interval and often in the next: it rises, but ever later. */
    @Test
    void aNameThatIsCalledInBurstsRisesEverMoreSeldom() {
        Hotspot played = played("hotspot.budget=50");
        played.quickTakes(50);
        Scorecard card = played.open(names.parse("shop.Cart").name("often"), 1_000);
        int verdicts = 0;
        for (int i = 0; i < 720; i++) {
            now += 5_000_000;
            for (int more = 0; more < 4 && i % 2 == 1; more++) {
                card.settleTotal(1_000, 30_000);
                card.settle(-3_000, 1_000, 30_000, 30, 30);
            }
            played.retry(now * 1_000, now);
            played.allowSeldom(new Interval(5 * SECOND, List.of(computing(1_000, i % 2 == 0 ? 10 : 100_000, 30_000))));
            verdicts += DrainedTest.verdicts(played).size();
        }
        assertThat(card.level()).isIn(Level.ALL, Level.SAMPLED);
        assertThat(verdicts).as("level changes in an hour").isBetween(4, 50);
    }

    /** A pool's borrow waits once in thousands of calls. One call of 16 would miss that again; a long call says that there may be something to read. */
    @Test
    void aLongCallWakesBlockingAndWaiting() {
        Hotspot played = played("hotspot.budget=50,hotspot.retrial=10h");
        Scorecard borrow = played.open(names.parse("shop.Pool").name("borrow"), 1_000);
        Scorecard other = played.open(names.parse("shop.Pool").name("requite"), 1_001);
        List.of(borrow, other).forEach(card -> card.lower(Level.QUICK, 0, ""));
        Firings calls = quick(1_000, 1_000, MILLI);
        Firings waits = new Firings(1_000, 1_000, 1_000, 1_000, 1_000, MILLI, MILLI, 0, 0, MILLI, 0, 0, 0, 0);
        intervals(played, 3, calls);
        assertThat(borrow.reading()).as("no call took long").isEqualTo(quick(TIME));
        borrow.tookLong();
        intervals(played, 1, calls);
        assertThat(borrow.reading()).isEqualTo(quick(MeasureGroup.EVERY));
        assertThat(other.reading()).isEqualTo(quick(TIME));
        intervals(played, 20, waits);
        intervals(played, 23, calls);
        assertThat(borrow.reading()).as("within two minutes after it waited last").isEqualTo(
                quick(MeasureGroup.EVERY));
        intervals(played, 2, calls);
        assertThat(borrow.reading()).as("it waits no more").isEqualTo(quick(TIME));
        borrow.tookLong();
        intervals(played, 12, calls);
        assertThat(borrow.reading()).as("it was awake for nothing a moment ago").isEqualTo(quick(TIME));
        intervals(played, 13, calls);
        borrow.tookLong();
        intervals(played, 1, calls);
        assertThat(borrow.reading()).isEqualTo(quick(MeasureGroup.EVERY));
    }

    /** Ten threads on one processor: each name has long calls. They must not all be read for that. */
    @Test
    void asManyWakeAsThereIsRoomFor() {
        Hotspot played = played("hotspot.budget=50,hotspot.retrial=10h");
        List<Scorecard> cards = new java.util.ArrayList<>();
        Firings[] all = new Firings[10];
        for (int i = 0; i < all.length; i++) {
            cards.add(played.open(names.parse("shop.Pool").name("borrow" + i), 1_000 + i));
            cards.get(i).lower(Level.QUICK, 0, "");
            all[i] = quick(1_000 + i, 50_000, MILLI); // 3 ms, 5 if they are read whole
        }
        cards.forEach(Scorecard::tookLong);
        intervals(played, 1, all);
        assertThat(cards.stream().filter(card -> card.reading() == quick(MeasureGroup.EVERY)).count())
                .as("a tenth of 50 ms").isEqualTo(2);
        for (int i = 0; i < 2; i++) {
            all[i] = computing(1_000 + i, 50_000, MILLI);
        }
        cards.forEach(Scorecard::tookLong);
        intervals(played, 1, all);
        assertThat(cards.stream().filter(card -> card.reading() == quick(MeasureGroup.EVERY)).count())
                .as("these take it").isEqualTo(2);
    }

    /** It was short when it lost readings, and waits for a disk now. Probes take more than the budget all the time: there is never room. */
    @Test
    void whatTakesLongNowGetsReadingsBackThoughThereIsNoRoom() {
        Hotspot played = played("hotspot.budget=50");
        Scorecard load = played.open(names.parse("shop.Cart").name("load"), 1_000);
        Scorecard brief = played.open(names.parse("shop.Cart").name("brief"), 1_001);
        Scorecard often = played.open(names.parse("shop.Cart").name("often"), 1_002);
        List.of(load, brief, often).forEach(card -> card.lower(Level.SAMPLED, 0, ""));
        Firings[] others = {sampled(1_001, 1_600_000, 50), sampled(1_002, 80_000, 1_500),
                computing(2_000, 10_000_000, SECOND)};
        tooMuch(played, sampled(1_000, 800, 11_999), others);
        assertThat(load.level()).as("it was not that short either").isEqualTo(Level.SAMPLED);
        tooMuch(played, sampled(1_000, 800, 12_000), others);
        assertThat(load.level()).as("twice 100 times 60 ns").isEqualTo(Level.QUICK);
        Firings timed = new Firings(1_000, 800, 800, 50, 50, 16 * MILLI, 16 * MILLI, 1, 0, 0, 0, 0, 0, 0);
        tooMuch(played, timed, others);
        assertThat(load.level()).as("it rose a moment ago").isEqualTo(Level.QUICK);
        now += 10_000_000;
        tooMuch(played, timed, others);
        assertThat(load.level()).as("20 us are twice 100 times the 100 ns that it takes when all is read")
                .isEqualTo(Level.ALL);
        now += 10_000_000;
        tooMuch(played, timed, others);
        tooMuch(played, timed, others);
        assertThat(load.level()).isEqualTo(Level.ALL);
        assertThat(brief.level()).isIn(Level.SAMPLED, Level.OFF);
        assertThat(often.level()).as("it explains a tenth, and its balance would lower it again in a moment")
                .isEqualTo(Level.SAMPLED);
    }

    /** It takes just as much as keeps it timed. What is about there goes up and down, so it rests before. */
    @Test
    void whatTheBudgetWouldNotTakeNeedsItsRestAndNoRoom() {
        Hotspot played = played("hotspot.budget=50");
        Scorecard load = played.open(names.parse("shop.Cart").name("load"), 1_000);
        load.lower(Level.SAMPLED, 0, "");
        Firings much = computing(2_000, 10_000_000, SECOND);
        for (int i = 0; i < 2; i++) {
            tooMuch(played, sampled(1_000, 800, 6_000), much);
            assertThat(load.level()).isEqualTo(Level.SAMPLED);
        }
        now += 61_000_000;
        for (int i = 0; i < 2; i++) {
            tooMuch(played, sampled(1_000, 800, 5_999), much);
            assertThat(load.level()).isEqualTo(Level.SAMPLED);
        }
        for (int i = 0; i < 2; i++) {
            tooMuch(played, sampled(1_000, 800, 6_000), much);
        }
        assertThat(load.level()).isEqualTo(Level.QUICK);
    }

    /** It explained nothing when it lost the reading of CPU time, and a tenth of it now. */
    @Test
    void aQuickNameIsReadForWhatItComesToExplain() {
        Hotspot played = played("hotspot.budget=50");
        Scorecard computes = played.open(names.parse("shop.Cart").name("computes"), 1_000);
        computes.lower(Level.QUICK, 0, "");
        Firings calls = new Firings(1_000, 100_000, 100_000, 6_250, 6_250, 100 * MILLI, 100 * MILLI, 100 * MILLI / 16,
                0, 0, 0, 0, 0, 0);
        used += SECOND;
        played.keepBudget(PRICES, used, new Interval(SECOND, List.of(calls, computing(2_000, 100, SECOND))));
        assertThat(computes.reading()).as("it rises once it has rested").isEqualTo(quick(TIME));
        tooMuch(played, calls, computing(2_000, 10_000_000, SECOND));
        assertThat(computes.reading()).isEqualTo(quick(TIME | CPU));
        assertThat(computes.level()).isEqualTo(Level.QUICK);
    }

    /** The budget switched it off, so it rests for eight minutes. A storm of exceptions does not wait for that, unless it was looked at a moment ago. */
    @Test
    void whatBeginsToFailIsCountedAlthoughTheBudgetLetsItRest() {
        Hotspot played = played("hotspot.budget=50");
        Scorecard parse = played.open(names.parse("shop.CouponService").name("parse"), 1_000);
        for (int seconds = 10; seconds < 100; seconds *= 2) {
            parse.giveWay("too much");
            fails(played, parse);
            assertThat(parse.level()).isEqualTo(Level.SAMPLED);
            parse.giveWay("too much again");
            now += seconds * 1_000_000L - 1;
            fails(played, parse);
            assertThat(parse.level()).as("looked at %d s ago", seconds).isEqualTo(Level.OFF);
            now++;
        }
    }

    private static void fails(Hotspot judging, Scorecard card) {
        card.failedUnmetered();
        judging.reviewFailures();
    }

    /** An interval in which probes take all of the CPU time, so that there is no room. The first is what the test is about. */
    private void tooMuch(Hotspot played, Firings first, Firings... others) {
        List<Firings> all = new java.util.ArrayList<>(List.of(others));
        all.add(first);
        used += SECOND;
        played.keepBudget(PRICES, used, new Interval(SECOND, all));
    }

    /** One call in 16 is read. */
    private static Firings sampled(int id, long calls, long each) {
        long read = calls / 16;
        return new Firings(id, calls, read, read, read, read * each, read * each, 1, 0, 0, 0, 0, 0, 0);
    }

    /** So many intervals of five seconds, in each a second of CPU time. */
    private void intervals(Hotspot played, int many, Firings... firings) {
        for (int i = 0; i < many; i++) {
            now += 5_000_000;
            used += SECOND;
            played.keepBudget(PRICES, used, new Interval(5 * SECOND, List.of(firings)));
        }
    }

    @Test
    void whatTheBudgetSwitchedOffComesBackOneLevelUp() {
        Scorecard card = open("often", 1);
        card.lower(Level.SAMPLED, 0, "");
        card.lower(Level.OFF, 0, "");
        card.retry(100);
        assertThat(card.level()).isEqualTo(Level.SAMPLED);
        assertThat(card.isLowered()).isTrue();
    }

    @Test
    void whatABusyMachineAddsToACalibrationIsNoPrice() {
        Hotspot hotspot = hotspot("hotspot.share=5");
        hotspot.probeTakes(100);
        hotspot.probeTakes(1_000);
        assertThat(hotspot.isWorthIt(1_000, 150_000, SECOND / 100)).isTrue();
        assertThat(hotspot.isWorthIt(1_000, 149_000, SECOND / 100)).isFalse();
    }

    @Test
    void eachTimeADisabledNameRestsTwiceAsLong() {
        Scorecard card = open("often", 1);
        for (int minutes = 8; minutes <= 64; minutes *= 2) {
            long before = System.currentTimeMillis() * 1_000;
            assertThat(card.giveWay("too much")).isTrue();
            assertThat(card.rested(before + minutes * 60_000_000L - 1)).isFalse();
            assertThat(card.rested(System.currentTimeMillis() * 1_000 + minutes * 60_000_000L + 1_000_000)).isTrue();
            card.retry(100);
        }
    }

    /** A pool of 200 threads that wait for work is not 200 times as much as a thread that works. */
    @Test
    void waitingThreadsDoNotMakeWorkLookSmall() {
        Firings waits = new Firings(1, 10, 10, 10, 10, 200 * SECOND, 200 * SECOND, 0, 0, 200 * SECOND, 0, 0, 0, 0);
        Firings works = new Firings(2, 10, 10, 10, 10, SECOND / 10, SECOND / 10, 1, 0, 0, 0, 0, 0, 0);
        Firings computes = new Firings(3, 10, 10, 10, 10, 0, 0, SECOND, 0, 0, 0, 0, 0, 0);
        Explained explained = new Explained(List.of(waits, works, computes), SECOND);
        assertThat(explained.most(works)).isEqualTo(0.1 / 1.1);
        assertThat(explained.text(works)).isEqualTo("9.09 % of wall time");
        assertThat(explained.isContention(waits)).isTrue();
        assertThat(explained.isContention(works)).isFalse();
        assertThat(explained.isContention(computes)).isFalse();
    }

    private static final Firings LITTLE = computing(1, 1_000_000, 5 * MILLI);

    private Scorecard open(String member, int id) {
        return hotspot.open(names.parse("shop.Cart").name(member), id);
    }

    /** Calls that use the CPU all the time. */
    private static Firings computing(int id, long calls, long nanos) {
        return new Firings(id, calls, calls, calls, calls, nanos, nanos, nanos, 0, 0, 0, 0, 0, 0);
    }

    /** The same without CPU time. */
    private static Firings quick(int id, long calls, long nanos) {
        return new Firings(id, calls, calls, 0, 0, nanos, nanos, 0, 0, 0, 0, 0, 0, 0);
    }

    /** What is read of the calls of a quick name: some groups of each, and all of one in 16. */
    private static int quick(int groups) {
        return MeasureGroup.EVERY | 15 << Scorecard.GROUPS | groups << Scorecard.OTHERS;
    }

    private void overrun(Firings... firings) {
        overrun(() -> {}, firings);
    }

    private void overrun(Runnable before, Firings... firings) {
        overrun(hotspot, before, firings);
    }

    /**
     * Intervals of a second of CPU time each, until the budget has to decide.
     *
     * @param before called in each interval
     */
    private void overrun(Hotspot judging, Runnable before, Firings... firings) {
        // a name that takes and explains a lot, so that what is asked about explains a part of it
        List<Firings> all = new java.util.ArrayList<>(List.of(firings));
        if (firings.length == 1) {
            all.add(computing(3, 10_000, SECOND));
        }
        for (int i = 0; i < ProbeBudget.INTERVALS; i++) {
            used += SECOND;
            before.run();
            judging.keepBudget(PRICES, used, new Interval(SECOND, all));
        }
    }

    private void control(HotspotControl.Action action) {
        hotspot.handle(new HotspotControl(action, "", "", -1, -1));
    }

    private Hotspot played(String options) {
        now = 1_000_000_000_000L;
        Hotspot hotspot = new Hotspot(Options.load(options, new Properties()), () -> {}) {
            @Override
            long micros() {
                return now;
            }

            @Override
            long nanos() {
                return now * 1_000;
            }
        };
        for (int i = 0; i < ProbeBudget.FEW; i++) {
            hotspot.open(names.parse("shop.Other").name("other" + i), 100 + i);
        }
        hotspot.keepBudget(PRICES, used, new Interval(SECOND, List.of()));
        return hotspot;
    }

    private static Hotspot hotspot(String options) {
        Hotspot hotspot = new Hotspot(Options.load(options, new Properties()), () -> {});
        hotspot.keepBudget(PRICES, SECOND, new Interval(SECOND, List.of()));
        return hotspot;
    }
}

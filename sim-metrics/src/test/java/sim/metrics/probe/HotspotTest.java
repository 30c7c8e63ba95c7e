package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.jinspired.probes.Probes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.base.config.Option;
import sim.base.config.OptionException;
import sim.base.config.Options;
import sim.base.name.Label;
import sim.base.name.Name;
import sim.metrics.hotspot.Hotspot;
import sim.metrics.hotspot.Scorecard;
import sim.model.snapshot.HotspotControl;
import sim.model.snapshot.Level;
import sim.model.snapshot.Score;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.Standing;
import sim.model.snapshot.Verdict;

/** The scorecards: what a firing adds, what a balance decides, and what people ask for. */
class HotspotTest {
    /** Every firing is below these thresholds and costs 3. */
    private static final String COLD = "meters=wall,hotspot.threshold=1h,hotspot.threshold.inherent=1h";
    /** Every firing is above these and earns 2. */
    private static final String HOT = "meters=wall,hotspot.threshold=0,hotspot.threshold.inherent=0";

    /** What is judged is the same whatever else the machine does. */
    private static final String BYTES = "meters=wall+alloc.bytes,hotspot.meter=alloc.bytes";
    static volatile Object sink;

    private final List<Verdict> verdicts = new ArrayList<>();
    private final List<Score> scores = new ArrayList<>();

    @Test
    void theWorkedExampleHolds() {
        Hotspot hotspot = new Hotspot(Options.load("", new Properties()), () -> {});
        assertThat(hotspot.adjustment(20_000, 1_000)).isEqualTo(1 - 2);
    }

    @Test
    void aFiringIsJudgedByBothThresholds() {
        Hotspot hotspot = new Hotspot(Options.load("", new Properties()), () -> {});
        assertThat(hotspot.adjustment(10_000, 2_000)).isEqualTo(1 + 1);
        assertThat(hotspot.adjustment(9_999, 2_000)).isEqualTo(-1 + 1);
        assertThat(hotspot.adjustment(9_999, 1_999)).isEqualTo(-1 - 2);
        assertThat(hotspot.adjustment(10_000, 1_999)).isEqualTo(1 - 2);
    }

    @Test
    void thresholdsOfNothingAreReachedByAFiringThatSeemsToTakeLess() {
        Hotspot hotspot = new Hotspot(
                Options.load("hotspot.threshold=0,hotspot.threshold.inherent=0", new Properties()),
                () -> {});
        assertThat(hotspot.adjustment(0, -50)).isEqualTo(1 + 1);
        assertThat(hotspot.adjustment(0, 0)).isEqualTo(1 + 1);
    }

    /** Whatever metering was found to take. */
    @Test
    void thresholdsOfNothingSwitchPruningOff() {
        Runs runs = new Runs(HOT + ",hotspot.initial=3");
        runs.metering.threads.cost.inside = 1_000_000_000L;
        fire(runs, "free", 10_000);
        drain(runs);
        assertThat(verdicts).extracting(Verdict::to).doesNotContain(Standing.DISABLED);
        assertThat(runs.row("free").count()).isEqualTo(10_000);
    }

    @Test
    void aTrialDoesNotMakeAHotspotOfANameWhereLittleWould() {
        Runs runs = new Runs(COLD + ",hotspot.initial=10,hotspot.lower=50,hotspot.upper=100,hotspot.retrial=1ms");
        fire(runs, "cold", 10);
        await().pollInterval(Duration.ofMillis(1)).until(() -> {
            drain(runs);
            return !runs.name("test.cold").isDisabled();
        });
        fire(runs, "cold", 50);
        drain(runs);
        assertThat(verdicts).extracting(Verdict::to).containsExactly(Standing.DISABLED, Standing.MANAGED,
                Standing.DISABLED);
    }

    @Test
    void creditsAndDebitsAreAsSet() {
        Hotspot hotspot = new Hotspot(Options.load(
                "hotspot.credit=5,hotspot.debit=7,hotspot.inherent.credit=11,hotspot.inherent.debit=13",
                new Properties()), () -> {});
        assertThat(hotspot.adjustment(20_000, 3_000)).isEqualTo(5 + 11);
        assertThat(hotspot.adjustment(20_000, 1_000)).isEqualTo(5 - 13);
        assertThat(hotspot.adjustment(1_000, 1_000)).isEqualTo(-7 - 13);
    }

    @Test
    void atBalanceZeroANameIsDisabled() {
        Runs runs = new Runs(COLD + ",hotspot.initial=9");
        Name name = runs.name("test.cold");
        fire(runs, "cold", 2);
        assertThat(name.isDisabled()).isFalse();
        fire(runs, "cold", 1);
        assertThat(name.isDisabled()).isTrue();
        assertThat(name.contains(Label.DISABLED)).isTrue();
        fire(runs, "cold", 10);
        drain(runs);
        assertThat(runs.row("cold").count()).isEqualTo(3);
        assertThat(verdicts).singleElement().satisfies(verdict -> {
            assertThat(verdict.sequence()).isEqualTo(1);
            assertThat(verdict.from()).isEqualTo(Standing.MANAGED);
            assertThat(verdict.to()).isEqualTo(Standing.DISABLED);
            assertThat(verdict.balance()).isZero();
            assertThat(verdict.reason())
                    .matches("the last firing took \\S+[mnu]?s, \\S+[mnu]?s self time; thresholds 3600s and 3600s");
        });
        assertThat(scores).last().satisfies(score -> assertThat(score.standing()).isEqualTo(Standing.DISABLED));
    }

    @Test
    void aDisabledNamesProbesAreNotMetered() {
        Runs runs = new Runs(COLD + ",hotspot.initial=3");
        fire(runs, "cold", 1);
        Probes.Probe probe = runs.metering.context().begin(runs.name("test.cold"));
        assertThat(probe.getState()).isNegative();
        assertThat(probe.readings().hasNext()).isFalse();
        probe.end();
        assertThat(probe.getState()).isZero();
    }

    @Test
    void handMadeProbesAreJudgedToo() {
        Runs runs = new Runs(COLD + ",hotspot.initial=9");
        for (int i = 0; i < 5; i++) {
            runs.metering.context().begin(runs.name("test.cold")).end();
        }
        drain(runs);
        assertThat(runs.row("cold").count()).isEqualTo(3);
    }

    @Test
    void aParentsSelfTimeIncludesTheDisabledChilds() {
        Runs runs = new Runs("meters=wall,probes.counters=work,hotspot.enabled=true");
        runs.metering.control(new HotspotControl(HotspotControl.Action.DISABLE, "test", "child", -1, -1));
        ProbeSite parent = runs.site("parent");
        ProbeSite child = runs.site("child");
        ProbeSite grandchild = runs.site("grandchild");
        runs.metering.control(new HotspotControl(HotspotControl.Action.DISABLE, "test", "child", -1, -1));
        Probes.Counter work = runs.metering.context().counter(runs.name("work"));
        parent.begin();
        work.inc(1);
        child.begin();
        work.inc(10);
        grandchild.begin();
        work.inc(100);
        grandchild.end();
        child.end();
        parent.end();
        drain(runs);
        assertThat(runs.sums("test.parent", sim.model.snapshot.Meter.COUNT)).containsExactly(1, 111, 11);
        assertThat(runs.row("parent/grandchild").count()).isEqualTo(1);
    }

    @Test
    void aboveTheLowerBoundANameIsAHotspotAndBelowAgainItIsNot() {
        Runs runs = new Runs(HOT + ",hotspot.initial=10,hotspot.lower=100,hotspot.upper=1000");
        Name name = runs.name("test.hot");
        fire(runs, "hot", 100);
        assertThat(name.contains(Label.HOTSPOT)).isTrue();
        assertThat(name.isDisabled()).isFalse();
        thresholds(runs, Long.MAX_VALUE, Long.MAX_VALUE);
        fire(runs, "hot", 60);
        assertThat(name.contains(Label.HOTSPOT)).isFalse();
        assertThat(name.isDisabled()).isFalse();
        fire(runs, "hot", 60);
        assertThat(name.isDisabled()).isTrue();
        drain(runs);
        assertThat(verdicts).extracting(Verdict::to).containsExactly(Standing.HOTSPOT, Standing.MANAGED,
                Standing.DISABLED);
    }

    /** The label comes above the bound and goes below it: at exactly the bound a name is what it was. */
    @Test
    void atExactlyTheLowerBoundANameIsWhatItWas() {
        Runs runs = new Runs(HOT + ",hotspot.initial=10,hotspot.lower=14,hotspot.upper=1000,hotspot.debit=1,"
                + "hotspot.inherent.debit=1");
        Hotspot hotspot = runs.metering.threads.sites.hotspot;
        Name name = runs.name("test.bound");
        Scorecard card = hotspot.open(name, 1);
        card.settle(4, 1, 0, 0, 0);
        assertThat(name.contains(Label.HOTSPOT)).as("at the bound from below").isFalse();
        card.settle(1, 1, 0, 0, 0);
        assertThat(name.contains(Label.HOTSPOT)).as("above").isTrue();
        card.settle(-1, 1, 0, 0, 0);
        assertThat(name.contains(Label.HOTSPOT)).as("at the bound from above").isTrue();
        card.settle(-1, 1, 0, 0, 0);
        assertThat(name.contains(Label.HOTSPOT)).as("below").isFalse();
    }

    @Test
    void aboveTheUpperBoundItIsLetGoForGood() {
        Runs runs = new Runs(HOT + ",hotspot.initial=10,hotspot.lower=100,hotspot.upper=200");
        Name name = runs.name("test.hot");
        fire(runs, "hot", 200);
        assertThat(name.contains(Label.UNMANAGED)).isTrue();
        thresholds(runs, Long.MAX_VALUE, Long.MAX_VALUE);
        fire(runs, "hot", 10_000);
        assertThat(name.contains(Label.UNMANAGED)).isTrue();
        assertThat(name.isDisabled()).isFalse();
        drain(runs);
        assertThat(runs.row("hot").count()).isEqualTo(10_200);
        assertThat(verdicts).extracting(Verdict::to).containsExactly(Standing.HOTSPOT, Standing.UNMANAGED);
    }

    @Test
    void withThresholdsOfZeroNothingIsEverDisabled() {
        Runs runs = new Runs(HOT + ",hotspot.initial=1");
        for (int name = 0; name < 20; name++) {
            fire(runs, "n" + name, 5_000);
        }
        drain(runs);
        assertThat(verdicts).extracting(Verdict::to).doesNotContain(Standing.DISABLED);
        assertThat(runs.row("n7").count()).isEqualTo(5_000);
    }

    @Test
    void anotherMeterIsJudged() {
        Runs runs = new Runs("meters=wall+alloc.bytes,hotspot.meter=alloc.bytes,hotspot.threshold=1000,"
                + "hotspot.threshold.inherent=1000,hotspot.initial=30");
        ProbeSite thrifty = runs.site("thrifty");
        ProbeSite lavish = runs.site("lavish");
        Object[] kept = new Object[1];
        for (int i = 0; i < 200; i++) {
            thrifty.begin();
            thrifty.end();
            lavish.begin();
            kept[0] = new byte[5_000];
            lavish.end();
        }
        assertThat(runs.name("test.thrifty").isDisabled()).isTrue();
        assertThat(runs.name("test.lavish").isDisabled()).isFalse();
    }

    @Test
    void aDisabledNameIsTriedAgainAfterRestsThatDouble() {
        Runs runs = new Runs(COLD + ",hotspot.initial=3,hotspot.retrial=5ms");
        await().atMost(Duration.ofSeconds(10)).pollInterval(Duration.ofMillis(1)).until(() -> {
            fire(runs, "cold", 60);
            drain(runs);
            return verdicts.size() >= 9;
        });
        for (int i = 0; i < 9; i++) {
            assertThat(verdicts.get(i).sequence()).isEqualTo(i + 1);
            assertThat(verdicts.get(i).to()).isEqualTo(i % 2 == 0 ? Standing.DISABLED : Standing.MANAGED);
            if (i % 2 == 1) {
                assertThat(verdicts.get(i).timeMicros() - verdicts.get(i - 1).timeMicros())
                        .isGreaterThanOrEqualTo(5_000L << i / 2);
                assertThat(verdicts.get(i).reason()).contains("tried again");
            }
        }
        assertThat(scores).last().satisfies(score -> assertThat(score.trials()).isEqualTo(4));
    }

    @Test
    void aTrialLastsFiftyFirings() {
        Runs runs = new Runs(COLD + ",hotspot.initial=3,hotspot.retrial=1ms");
        fire(runs, "cold", 1);
        await().pollInterval(Duration.ofMillis(1)).until(() -> {
            drain(runs);
            return !runs.name("test.cold").isDisabled();
        });
        long before = runs.row("cold").count();
        fire(runs, "cold", 200);
        drain(runs);
        assertThat(runs.row("cold").count() - before).isEqualTo(50);
    }

    @Test
    void aNameThatTurnedSlowStaysOnAfterItsTrial() {
        Runs runs = new Runs(COLD + ",hotspot.initial=3,hotspot.retrial=1ms");
        fire(runs, "cold", 1);
        thresholds(runs, 0, 0);
        await().pollInterval(Duration.ofMillis(1)).until(() -> {
            drain(runs);
            return !runs.name("test.cold").isDisabled();
        });
        fire(runs, "cold", 5_000);
        assertThat(runs.name("test.cold").isDisabled()).isFalse();
        assertThat(runs.name("test.cold").contains(Label.HOTSPOT)).isTrue();
    }

    /** On each new thread, and at each new place, a name of this kind has only short calls at first. */
    @Test
    void aNameThatIsDearOnAverageStaysOnHoweverItsCallsAreSpreadOverThreads() throws InterruptedException {
        Runs runs = new Runs("meters=wall+alloc.bytes,hotspot.meter=alloc.bytes,hotspot.threshold=1000,"
                + "hotspot.threshold.inherent=1000,hotspot.initial=30");
        ProbeSite rarelyLavish = runs.site("lavish");
        Object[] kept = new Object[1];
        for (int t = 0; t < 40; t++) {
            int lavishAt = t == 0 ? 0 : 24;
            Thread thread = new Thread(() -> {
                for (int i = 0; i < 49; i++) {
                    rarelyLavish.begin();
                    kept[0] = i == lavishAt ? new byte[100_000] : kept[0];
                    rarelyLavish.end();
                }
            });
            thread.start();
            thread.join();
        }
        drain(runs);
        assertThat(verdicts).isEmpty();
        assertThat(runs.row("lavish").count()).isEqualTo(40 * 49);
        ProbeSite thrifty = runs.site("thrifty");
        for (int i = 0; i < 200; i++) {
            thrifty.begin();
            kept[0] = i == 0 ? new byte[100_000] : kept[0];
            thrifty.end();
        }
        assertThat(runs.name("test.thrifty").isDisabled()).as("dear once, and cheap on average").isTrue();
    }

    @Test
    void fewNamesAreTriedAtATime() {
        Runs runs = new Runs(COLD + ",hotspot.initial=3,hotspot.retrial=1ms");
        for (int i = 0; i < 1_200; i++) {
            fire(runs, "n" + i, 1);
        }
        await().pollInterval(Duration.ofMillis(1)).until(() -> {
            Snapshot snapshot = runs.drain();
            long retried = snapshot.verdicts().stream().filter(verdict -> verdict.to() == Standing.MANAGED).count();
            assertThat(retried).isLessThanOrEqualTo(1_000);
            return retried == 1_000;
        });
    }

    @Test
    void aNameIsSwitchedOffAndOnByHand() {
        Runs runs = new Runs(HOT);
        fire(runs, "n", 1);
        assertThat(control(runs, HotspotControl.Action.DISABLE, "test", "n")).isEqualTo(1);
        assertThat(runs.name("test.n").isDisabled()).isTrue();
        fire(runs, "n", 5);
        control(runs, HotspotControl.Action.ENABLE, "test", "n");
        assertThat(runs.name("test.n").isDisabled()).isFalse();
        fire(runs, "n", 2);
        drain(runs);
        assertThat(runs.row("n").count()).isEqualTo(3);
        assertThat(verdicts).extracting(Verdict::to).containsExactly(Standing.OFF, Standing.MANAGED);
        assertThat(verdicts).extracting(Verdict::reason).allMatch(reason -> reason.contains("asked for"));
    }

    @Test
    void aNameSwitchedOffByHandIsNotTriedAgain() {
        Runs runs = new Runs(COLD + ",hotspot.retrial=1ms");
        fire(runs, "n", 1);
        control(runs, HotspotControl.Action.DISABLE, "test", "n");
        fire(runs, "other", 1_000);
        await().pollInterval(Duration.ofMillis(1)).until(() -> {
            drain(runs);
            return !runs.name("test.other").isDisabled();
        });
        assertThat(runs.name("test.n").isDisabled()).isTrue();
    }

    @Test
    void aPinnedNameIsJudgedNoMore() {
        Runs runs = new Runs(COLD + ",hotspot.initial=9");
        fire(runs, "n", 1);
        control(runs, HotspotControl.Action.PIN, "test", "n");
        fire(runs, "n", 1_000);
        assertThat(runs.name("test.n").isDisabled()).isFalse();
        drain(runs);
        assertThat(runs.row("n").count()).isEqualTo(1_001);
    }

    @Test
    void aResetNameBeginsAfresh() {
        Runs runs = new Runs(COLD + ",hotspot.initial=9");
        fire(runs, "n", 3);
        assertThat(runs.name("test.n").isDisabled()).isTrue();
        control(runs, HotspotControl.Action.RESET, "test", "n");
        fire(runs, "n", 2);
        assertThat(runs.name("test.n").isDisabled()).isFalse();
        fire(runs, "n", 1);
        assertThat(runs.name("test.n").isDisabled()).isTrue();
    }

    @Test
    void aControlConcernsANameAPrefixOrAll() {
        Runs runs = new Runs(HOT);
        fire(runs, "a", 1);
        fire(runs, "b", 1);
        runs.metering.site("test.deeper", "c").begin();
        runs.metering.site("tester", "d").begin();
        assertThat(control(runs, HotspotControl.Action.DISABLE, "test", "a")).isEqualTo(1);
        assertThat(control(runs, HotspotControl.Action.DISABLE, "test", "")).isEqualTo(3);
        assertThat(runs.name("tester.d").isDisabled()).isFalse();
        assertThat(control(runs, HotspotControl.Action.ENABLE, "", "")).isEqualTo(4);
        assertThat(runs.name("test.deeper.c").isDisabled()).isFalse();
        assertThat(control(runs, HotspotControl.Action.DISABLE, "no.such", "name")).isZero();
    }

    @Test
    void newThresholdsJudgeTheNextFirings() {
        Runs runs = new Runs(HOT + ",hotspot.initial=30");
        fire(runs, "n", 10);
        thresholds(runs, Long.MAX_VALUE, -1);
        assertThat(runs.metering.options().quantity(Option.HOTSPOT_THRESHOLD)).isZero();
        fire(runs, "n", 200);
        assertThat(runs.name("test.n").isDisabled()).isFalse();
        thresholds(runs, -1, Long.MAX_VALUE);
        fire(runs, "n", 200);
        assertThat(runs.name("test.n").isDisabled()).isTrue();
    }

    /** A hundred calls that do nothing, in one of 2 ms: their probes take more than a thousandth of it, on any machine. */
    @ParameterizedTest
    @ValueSource(strings = {"wall", "all"})
    void probesThatTakeMoreThanTheirBudgetLoseReadingsAndAtLastAreOff(String meters) {
        Runs runs = new Runs("meters=" + meters
                + ",hotspot.budget=1,hotspot.budget.least=1,hotspot.threshold=1ns,hotspot.threshold.inherent=0");
        runs.metering.calibrate();
        for (int i = 0; i < 200; i++) {
            runs.site("other" + i);
        }
        ProbeSite work = runs.site("work");
        ProbeSite brief = runs.site("brief");
        await().atMost(Duration.ofMinutes(1)).pollInSameThread().pollDelay(Duration.ZERO).until(() -> {
            for (int i = 0; i < 50; i++) {
                work.begin();
                for (int j = 0; j < 100; j++) {
                    brief.begin();
                    brief.end();
                }
                spin(2_000_000);
                work.end();
            }
            drain(runs);
            return runs.name("test.brief").isDisabled();
        });
        assertThat(verdicts).last().extracting(Verdict::reason).asString().contains("more than hotspot.budget allows");
        assertThat(verdicts).extracting(Verdict::toLevel).containsSubsequence(Level.SAMPLED, Level.OFF);
        assertThat(work.card().level()).as("an entry point, which is what takes the time").isIn(Level.ALL, Level.QUICK);
    }

    private static void spin(long nanos) {
        long begun = System.nanoTime();
        while (System.nanoTime() - begun < nanos) {
            Thread.onSpinWait();
        }
    }

    @Test
    void withoutTheExtensionNothingIsJudgedButPeopleAreObeyed() {
        Runs runs = new Runs(COLD + ",hotspot.enabled=false,hotspot.initial=3");
        fire(runs, "n", 1_000);
        drain(runs);
        assertThat(verdicts).isEmpty();
        assertThat(runs.name("test.n").contains(Label.UNMANAGED)).isFalse();
        control(runs, HotspotControl.Action.DISABLE, "test", "n");
        assertThat(runs.name("test.n").isDisabled()).isTrue();
        control(runs, HotspotControl.Action.ENABLE, "test", "n");
        fire(runs, "n", 1_000);
        drain(runs);
        assertThat(runs.row("n").count()).isEqualTo(2_000);
        assertThat(runs.name("test.n").contains(Label.UNMANAGED)).isFalse();
    }

    @Test
    void theOlderSpellingIsUnderstood() {
        Properties properties = new Properties();
        properties.setProperty("j.s.p.hotspot.threshold", "7us");
        properties.setProperty("j.s.p.hotspot.enabled", "false");
        properties.setProperty("j.s.p.hotspot.meter", "thread.cpu");
        Options options = Options.load("", properties);
        assertThat(options.quantity(Option.HOTSPOT_THRESHOLD)).isEqualTo(7_000);
        assertThat(options.isOn(Option.HOTSPOT)).isFalse();
        assertThat(options.meter(Option.HOTSPOT_METER)).isEqualTo(sim.model.snapshot.Meter.CPU);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hotspot.threshold=-1", "hotspot.threshold=10 parsecs", "hotspot.threshold=",
            "hotspot.threshold=99999999999999999us", "hotspot.threshold=9999999999h",
            "hotspot.threshold.inherent=1.5us", "hotspot.retrial=99999999999d", "hotspot.credit=-1",
            "hotspot.debit=1001", "hotspot.inherent.credit=one", "hotspot.initial=0", "hotspot.lower=10",
            "hotspot.upper=2000", "hotspot.meter=no.such.meter", "hotspot.meter=thread.cpu",
            "hotspot.enabled=maybe", "hotspot.initial=3000"})
    void whatCannotBeUsedIsSaidInOneLine(String setting) {
        assertThatThrownBy(() -> new Metering(Options.load("meters=wall," + setting, new Properties())))
                .isInstanceOf(OptionException.class)
                .hasMessageContaining(setting)
                .message().doesNotContain("\n");
    }

    /** Of its own each firing allocates less than the thresholds; one in 500 seems to have taken a thousand times as much. */
    @ParameterizedTest
    @ValueSource(strings = {"", ",hotspot.mean=false"})
    void outliersDoNotKeepANameAlive(String rule) {
        Runs runs = new Runs(BYTES + ",hotspot.threshold=2000,hotspot.threshold.inherent=2000" + rule);
        ProbeSite site = runs.site("short");
        for (int i = 1; i <= 5_000; i++) {
            allocate(site, i % 500 == 0 ? 2_100_000 : 1_900);
        }
        assertThat(runs.name("test.short").isDisabled()).isTrue();
        drain(runs);
        assertThat(runs.row("short").count()).isBetween(330L, 400L);
    }

    /** One in four takes as much as five thresholds: the name is worth its probe, though its balance is gone. */
    @Test
    void whatIsReallySlowNowAndThenStaysUnlessTheBalanceAloneDecides() {
        for (boolean mean : new boolean[]{true, false}) {
            Runs runs = new Runs(
                    BYTES + ",hotspot.threshold=2000,hotspot.threshold.inherent=2000,hotspot.mean=" + mean);
            ProbeSite site = runs.site("mixed");
            for (int i = 1; i <= 5_000; i++) {
                allocate(site, i % 4 == 0 ? 10_000 : 100);
            }
            assertThat(runs.name("test.mixed").isDisabled()).isEqualTo(!mean);
        }
    }

    /** 20 in all and 1 of its own, in thousands of bytes, which are to the byte: 1 - 2 a firing, so it is off after ten. */
    @Test
    void theWorkedExampleFromTheProbesOn() {
        Runs runs = new Runs(BYTES + ",hotspot.threshold=10000,hotspot.threshold.inherent=2000,hotspot.initial=10");
        ProbeSite a = runs.site("a");
        ProbeSite b = runs.site("b");
        for (int i = 1; i <= 10; i++) {
            assertThat(runs.name("test.a").isDisabled()).as("before firing " + i).isFalse();
            a.begin();
            sink = new byte[900];
            allocate(b, 19_000);
            a.end();
        }
        assertThat(runs.name("test.a").isDisabled()).isTrue();
        assertThat(runs.name("test.b").isDisabled()).isFalse();
        drain(runs);
        assertThat(runs.row("a").count()).isEqualTo(10);
        assertThat(scores).filteredOn(score -> score.standing() == Standing.DISABLED).singleElement()
                .extracting(Score::balance).isEqualTo(0L);
    }

    private static void allocate(ProbeSite site, int bytes) {
        site.begin();
        sink = new byte[bytes];
        site.end();
    }

    private static void fire(Runs runs, String member, int times) {
        ProbeSite site = runs.site(member);
        for (int i = 0; i < times; i++) {
            site.begin();
            site.end();
        }
    }

    private void drain(Runs runs) {
        Snapshot snapshot = runs.drain();
        verdicts.addAll(snapshot.verdicts());
        scores.addAll(snapshot.scores());
    }

    private static int control(Runs runs, HotspotControl.Action action, String owner, String member) {
        return runs.metering.control(new HotspotControl(action, owner, member, -1, -1));
    }

    private static void thresholds(Runs runs, long threshold, long inherent) {
        runs.metering.control(new HotspotControl(HotspotControl.Action.THRESHOLDS, "", "", threshold, inherent));
    }
}

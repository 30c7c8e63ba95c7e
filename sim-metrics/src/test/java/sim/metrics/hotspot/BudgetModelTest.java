package sim.metrics.hotspot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.base.config.Options;
import sim.base.name.Names;
import sim.model.snapshot.Level;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Verdict;

/**
 * A service woven whole, played: 240 names, an interval of five seconds at a time, with balances, budget and rests together. Rates and prices are never twice the same. What probes take comes
 * down to the budget and stays there, names do not go up and down, and what people look for keeps its readings.
 */
class BudgetModelTest {
    private static final long SECOND = 1_000_000_000;
    private static final long INTERVAL = 5 * SECOND;
    /** A call is settled in so many parts of an interval. */
    private static final int SLICES = 5;
    private static final int A_MINUTE = 12;
    private static final long QUICK_PRICE = 60;

    private static long micros;

    private final Names names = new Names(1_000);
    private final List<Called> program = new ArrayList<>();
    private Random random;
    private Hotspot hotspot;
    private long used = SECOND;
    /** What probes took in the last interval, and what they may take, ns. */
    private double taken;
    private double allowed;
    private final List<Verdict> verdicts = new ArrayList<>();

    /** One name. Times of a call in ns. */
    private final class Called {
        final Scorecard card;
        final int id = program.size() + 1;
        /** Calls a second. */
        final double rate;
        final long self;
        final long cpu;
        final long inside;
        final boolean isEntry;
        /** What a call that is read whole takes in slow readings. */
        final long slow;
        /** Of the present interval: how many there are, and how many of them are counted, timed and read whole. */
        double calls;
        double counted;
        double timed;
        double whole;

        Called(String kind, double rate, long self, long cpu, long inside, boolean isEntry, long slow) {
            this.card = hotspot.open(names.parse("shop").name(kind + id), id);
            this.rate = rate;
            this.self = self;
            this.cpu = cpu;
            this.inside = inside;
            this.isEntry = isEntry;
            this.slow = slow;
            program.add(this);
        }

        boolean mustStay() {
            return self >= 100 * (QUICK_PRICE + slow) || isEntry && self + inside >= 10 * (QUICK_PRICE + slow);
        }

        /** What part of its calls is read at its level: of all, CPU time too. */
        double timed() {
            return card.level() == Level.OFF ? 0 : card.level() == Level.SAMPLED ? 1.0 / Scorecard.ONE_IN : 1;
        }

        double whole() {
            boolean isEach = (card.reading() >>> Scorecard.OTHERS & MeasureGroup.CPU.bit()) != 0;
            return card.level() == Level.QUICK ? isEach ? 1 : 1.0 / Scorecard.ONE_IN : timed();
        }

        void begin(double load) {
            calls = rate * load * (0.7 + 0.6 * random.nextDouble()) * INTERVAL / SECOND;
            counted = 0;
            timed = 0;
            whole = 0;
            if (isEntry) {
                card.enters(self + inside);
            }
        }

        void playSlice() {
            double some = calls / SLICES;
            counted += card.level() == Level.OFF ? 0 : some;
            timed += some * timed();
            whole += some * whole();
            long read = Math.round(some * timed());
            if (read > 0 && card.isJudged()) {
                card.settleTotal(Math.round(some), Math.round(some * (self + inside)));
                card.settle((int) (hotspot.adjustment(self + inside, self) * read), read, self * read, self + inside,
                        self);
            }
        }

        Firings end() {
            card.readSlowly(Math.round(whole * slow));
            taken += whole * slow;
            used += Math.round(calls * cpu);
            return new Firings(id, Math.round(counted), Math.round(timed), Math.round(whole), Math.round(whole),
                    Math.round(counted * (self + inside)), Math.round(timed * self), Math.round(whole * cpu), 0,
                    Math.round(whole * (self - cpu)), 0, 0, isEntry ? Math.round(timed) : 0,
                    isEntry ? Math.round(timed * (self + inside)) : 0);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = 1)
    void probesKeepTheirBudgetAndNamesKeepTheirLevels(long seed) {
        start(seed);
        int most = 0;
        for (int minute = 0; minute < 20; minute++) {
            Map<Integer, Integer> changes = new HashMap<>();
            double sum = 0;
            double may = 0;
            for (int i = 0; i < A_MINUTE; i++) {
                play(1);
                verdicts.forEach(verdict -> changes.merge(verdict.name(), 1, Integer::sum));
                sum += taken;
                may += allowed;
            }
            int more = changes.values().stream().mapToInt(Integer::intValue).max().orElse(0);
            int all = changes.values().stream().mapToInt(Integer::intValue).sum();
            assertThat(more).as("changes of one name in minute %d: %s", minute, changes)
                    .isLessThanOrEqualTo(minute == 0 ? 8 : 4);
            if (minute >= 5) {
                most = Math.max(most, all);
                assertThat(sum).as("what probes took in minute %d", minute).isLessThan(1.2 * may);
            }
        }
        assertThat(most).as("changes in a minute, after five").isLessThan(program.size() / 10);
    }

    /** Every other minute there is nothing to do: names rise while it is so, and the next peak finds them. */
    @ParameterizedTest
    @ValueSource(longs = 1)
    void namesDoNotFollowPeaks(long seed) {
        start(seed);
        int changes = 0;
        for (int minute = 0; minute < 20; minute++) {
            for (int i = 0; i < A_MINUTE; i++) {
                play(minute % 2 == 0 ? 1 : 0.01);
                changes += minute >= 12 ? verdicts.size() : 0;
            }
        }
        assertThat(changes / 8.0).as("changes in a minute").isLessThan(program.size() / 3.0);
    }

    /** What was lowered in a peak that never comes back is read whole again. */
    @ParameterizedTest
    @ValueSource(longs = 1)
    void afterAPeakEachNameComesBack(long seed) {
        start(seed);
        for (int i = 0; i < 3 * A_MINUTE; i++) {
            play(1);
        }
        assertThat(program.stream().filter(called -> called.card.isLowered()).count()).isGreaterThan(10);
        for (int i = 0; i < 12 * A_MINUTE; i++) {
            play(0.001);
        }
        assertThat(program.stream().filter(called -> called.card.isLowered() && called.card.level() != Level.OFF))
                .isEmpty();
    }

    private void start(long seed) {
        random = new Random(seed);
        micros = 1_000_000_000_000L;
        hotspot = new Hotspot(Options.load("hotspot.latch=false", new Properties()), () -> {}) {
            @Override
            long micros() {
                return micros;
            }

            @Override
            long nanos() {
                return micros * 1_000;
            }
        };
        hotspot.probeTakes(100);
        hotspot.quickTakes(QUICK_PRICE);
        for (int i = 0; i < 4; i++) {
            new Called("entry", 100, 20_000, 15_000, 5_000_000, true, 4_000);
        }
        for (int i = 0; i < 6; i++) {
            new Called("waits", 100, 3_000_000, 20_000, 0, false, 5_000);
        }
        for (int i = 0; i < 10; i++) {
            new Called("computes", 6_000, 20_000, 20_000, 0, false, 300);
        }
        for (int i = 0; i < 40; i++) {
            new Called("passes", 1_000, 500, 500, 50_000, false, 1_500);
        }
        for (int i = 0; i < 80; i++) {
            new Called("seldom", 120 + 4 * i, 300, 300, 2_000, false, 1_500);
        }
        for (int i = 0; i < 100; i++) {
            long self = 20 + random.nextInt(300);
            new Called("brief", Math.pow(10, 2 + 2.5 * random.nextDouble()), self, self, 0, false, 50);
        }
        play(0);
    }

    private void play(double load) {
        hotspot.retry(micros * 1_000, micros);
        long before = used;
        List<Firings> all = new ArrayList<>();
        taken = 0;
        program.forEach(called -> called.begin(load));
        for (int slice = 0; slice < SLICES; slice++) {
            micros += INTERVAL / SLICES / 1_000;
            program.forEach(Called::playSlice);
        }
        for (Called called : program) {
            Firings firings = called.end();
            if (firings.calls() > 0) {
                all.add(firings);
            }
        }
        // what a busy machine adds to prices is no twice the same
        double busy = 0.9 + 0.2 * random.nextDouble();
        Prices prices = new Prices(300 * busy, 120 * busy, 20 * busy, QUICK_PRICE);
        taken += all.stream().mapToDouble(prices::of).sum();
        used += (long) taken;
        allowed = Math.max((used - before) * 0.05, INTERVAL * 0.01);
        Interval interval = new Interval(INTERVAL, all);
        hotspot.allowSeldom(interval);
        hotspot.noteTelling(interval);
        hotspot.keepBudget(prices, used, interval);
        verdicts.clear();
        hotspot.drainVerdicts(verdicts);
        for (Called called : program) {
            if (called.mustStay()) {
                assertThat(called.card.level()).as("%s is what people look for", called.card.name())
                        .isEqualTo(Level.ALL);
            }
        }
    }
}

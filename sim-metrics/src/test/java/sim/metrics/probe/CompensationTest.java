package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import sim.base.meter.Readings;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;

/** What metering itself takes is left out of self times, to the nanosecond of what was found, and of nothing else. */
class CompensationTest {
    private static final int CALLS = 50;

    @Test
    void selfTimesAreWithoutWhatMeteringTakes() {
        Runs runs = new Runs("meters=wall+thread.cpu");
        runs.metering.calibrate();
        Threads threads = runs.metering.threads;
        assertThat(threads.cost.inside).isPositive();
        assertThat(threads.cost.outside).isPositive();

        Map<Meter, Long> dearReadings = callAndCalled(runs);

        assertThat(dearReadings.values()).allSatisfy(spent -> assertThat(spent).isPositive());
        for (Meter meter : new Meter[]{Meter.WALL, Meter.CPU}) {
            int at = meter.ordinal();
            TreeRow caller = runs.row("caller");
            TreeRow called = runs.row("caller/called");
            assertThat(called.self()[at]).as(meter.label())
                    .isEqualTo(called.total()[at] - CALLS * threads.cost.inside);
            assertThat(caller.self()[at]).as(meter.label()).isEqualTo(caller.total()[at] - called.total()[at]
                    - CALLS * threads.cost.outside - threads.cost.inside - dearReadings.get(meter));
        }
    }

    @Test
    void aCallShorterThanItsMeteringHasNoSelfTimeAndNeverLess() {
        Runs runs = new Runs("meters=wall");
        runs.metering.calibrate();
        Threads threads = runs.metering.threads;
        threads.cost.inside = 1_000_000_000L;
        ProbeSite site = runs.site("short");
        for (int i = 0; i < CALLS; i++) {
            site.begin();
            site.end();
        }
        runs.drain();
        assertThat(runs.row("short").self()[0]).isZero();
        assertThat(runs.row("short").total()[0]).isPositive();
    }

    /** Cut off call by call at 0, what is too much for one call would never make up for what is too little for another. */
    @Test
    void whatIsTooMuchForOneCallMakesUpForWhatIsTooLittleForAnother() {
        Runs runs = new Runs("meters=wall");
        runs.metering.calibrate();
        long inside = 100_000;
        runs.metering.threads.cost.inside = inside;
        ProbeSite site = runs.site("uneven");
        runs.metering.createContext("order", "");
        for (int i = 0; i < CALLS; i++) {
            site.begin();
            if (i % 2 == 0) {
                spin();
            }
            site.end();
        }
        runs.metering.endContext(null);
        Snapshot snapshot = runs.drain();
        TreeRow all = runs.row("uneven");
        assertThat(all.self()[0]).isPositive().isEqualTo(all.total()[0] - CALLS * inside);
        ContextRecord context = snapshot.contexts().get(snapshot.contexts().size() - 1);
        assertThat(context.rows()).singleElement().satisfies(row -> assertThat(row.self()).isEqualTo(all.self()));
    }

    @Test
    void whatItTakesIsFoundOutAgainAndIsNotItsOwnRemainder() {
        Runs runs = new Runs("meters=wall");
        runs.metering.calibrate();
        Threads threads = runs.metering.threads;
        threads.cost.outside = 1_000_000;
        threads.cost.inside = 1_000_000;
        runs.metering.calibrate();
        assertThat(threads.cost.inside).isBetween(1L, 999_999L);
        assertThat(threads.cost.outside).isBetween(1L, 999_999L);
    }

    @Test
    void switchedOffAndBeforeItIsFoundOutSelfIsTotalLessInner() {
        Runs runs = new Runs("meters=wall,compensation=false");
        runs.metering.calibrate();
        callAndCalled(runs);
        assertThat(runs.row("caller").self()[0])
                .isEqualTo(runs.row("caller").total()[0] - runs.row("caller/called").total()[0]);
        assertThat(runs.row("caller/called").self()[0]).isEqualTo(runs.row("caller/called").total()[0]);
    }

    @Test
    void nothingOfItIsSeen() {
        Runs runs = new Runs("meters=wall");
        runs.metering.calibrate();
        runs.drain();
        assertThat(runs.rows()).isEmpty();
        assertThat(runs.metering.namesAfter(0)).noneMatch(name -> name.owner().contains("calibration"));
    }

    /** Returns what dear readings took inside the caller. */
    private static Map<Meter, Long> callAndCalled(Runs runs) {
        ProbeSite caller = runs.site("caller");
        ProbeSite called = runs.site("called");
        caller.begin();
        Readings readings = runs.metering.threads.current().readings.source;
        long spent = readings.spent();
        long spentCpu = readings.spentCpu();
        for (int i = 0; i < CALLS; i++) {
            spin();
            called.begin();
            spin();
            called.end();
        }
        Map<Meter, Long> took = Map.of(Meter.WALL, readings.spent() - spent, Meter.CPU,
                readings.spentCpu() - spentCpu);
        caller.end();
        runs.drain();
        return took;
    }

    /** Longer than any metering takes. */
    private static void spin() {
        long until = System.nanoTime() + 200_000;
        while (System.nanoTime() < until) {
            Thread.onSpinWait();
        }
    }
}

package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.base.meter.Readings;
import sim.metrics.hotspot.Scorecard;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;

/** What metering itself takes is left out of self times, to the nanosecond of what was found, and of nothing else. */
class CompensationTest {
    private static final int CALLS = 50;
    /** What the level of a name says of which next to no call is read. */
    private static final int NEVER = MeasureGroup.TIME.bit() | (1 << 24) - 1 << Scorecard.GROUPS;

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

    /** Of a sampled name most calls are not read. What their probes take is no work of their caller's either, nor of one that is not read itself; in the short way of such an end, and in that of a failed call. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatProbesTakeThatReadNothingIsLeftOutToo(boolean fails) {
        Runs runs = new Runs("meters=wall");
        runs.metering.calibrate();
        Threads threads = runs.metering.threads;
        assertThat(threads.leastLeftOut).isBetween(1L, threads.leftOutCost.price());
        threads.leastLeftOut = 7;
        ProbeSite caller = runs.site("caller");
        List<ProbeSite> leftOut = List.of(runs.site("outer"), runs.site("inner"));
        leftOut.forEach(site -> site.card().read(NEVER));
        Object begun = caller.begin();
        for (int i = 0; i < CALLS; i++) {
            Object outer = leftOut.get(0).begin();
            leftOut.get(1).end(leftOut.get(1).begin(), fails ? new IllegalStateException() : null);
            leftOut.get(0).end(outer, null);
        }
        caller.end(begun, null);
        runs.drain();
        long asked = fails ? runs.row("caller/outer").total()[0] - CALLS * 7L : 0;
        assertThat(asked).as("what the texts of failures took").isNotNegative();
        assertThat(runs.row("caller/outer").total()[0]).isEqualTo(CALLS * 7L + asked);
        assertThat(runs.row("caller").self()[0])
                .isEqualTo(runs.row("caller").total()[0] - 2 * CALLS * 7L - threads.cost.inside - asked);
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

package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Properties;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.base.config.Options;
import sim.base.meter.Clock;
import sim.base.meter.Readings;
import sim.model.snapshot.Meter;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;

/** What probes take where they are is found out there, to the nanosecond: here a clock read takes as long as the test says. */
class SampledCostTest {
    private static final int CALLS = 20_000;

    private final StepClock clock = new StepClock();

    /** With wall time alone, and with all meters. */
    @ParameterizedTest
    @ValueSource(strings = {"meters=wall", ""})
    void aProgramInWhichProbesTakeMoreThanInTheCalibrationsLoopLosesAllOfIt(String meters) {
        Metering metering = metering(meters);
        // a thread believes its samples once it has enough of them
        run(metering);
        Snapshot snapshot = run(metering);
        assertThat(self(snapshot, 2)).isZero();
        // what is left of the caller's are the clock reads of the samples themselves
        assertThat(self(snapshot, 1)).isBetween(0L, 4L * clock.step * (CALLS / SampledCost.EVERY + 2));
    }

    /** With one mean for all, the caller of the dear probes would keep a part of what they take, call by call. */
    @Test
    void whereProbesTakeMoreThanElsewhereMoreIsLeftOut() {
        Metering metering = metering("meters=wall");
        long dear = 4L * clock.step;
        long cheap = clock.step;
        for (int round = 0; round < 20; round++) {
            clock.step = dear;
            call(metering, "dear", "called");
            clock.step = cheap;
            call(metering, "cheap", "called");
            if (round == 9) {
                metering.drain();
            }
        }
        Snapshot snapshot = metering.drain();
        long samples = 10L * CALLS / SampledCost.EVERY + 10;
        assertThat(self(snapshot, 1)).isBetween(0L, 4 * Clock.nanos(dear) * samples);
        assertThat(self(snapshot, 3)).isBetween(0L, 4 * Clock.nanos(cheap) * samples);
    }

    @Test
    void ofCpuTimeToo() {
        Metering metering = metering("");
        run(metering);
        Snapshot snapshot = run(metering);
        for (Meter meter : new Meter[]{Meter.CPU, Meter.CPU_USER}) {
            assertThat(self(snapshot, 2, meter)).as(meter.label()).isZero();
            assertThat(self(snapshot, 1, meter)).as(meter.label())
                    .isBetween(0L, 4L * clock.step * (CALLS / SampledCost.EVERY + 2));
        }
        assertThat(snapshot.rows().get(0).total()[Meter.CPU.ordinal()]).isGreaterThan(2L * CALLS * clock.step);
    }

    /** At one end in seven, which no mean tells from the others. */
    @Test
    void whatDearReadingsTakeIsLeftOutWhereTheyAreMade() {
        Metering metering = metering("");
        clock.dearEvery = 7;
        run(metering);
        Snapshot snapshot = run(metering);
        TreeRow caller = row(snapshot, 1);
        for (Meter meter : new Meter[]{Meter.WALL, Meter.CPU, Meter.CPU_USER}) {
            assertThat(self(snapshot, 2, meter)).as(meter.label()).isZero();
            assertThat(self(snapshot, 1, meter)).as(meter.label())
                    .isBetween(0L, 4L * clock.step * (CALLS / SampledCost.EVERY + 2));
            assertThat(caller.total()[meter.ordinal()])
                    .isGreaterThan(2L * CALLS * clock.step + 2L * CALLS / 7 * StepClock.DEAR * clock.step);
        }
    }

    @Test
    void switchedOffTheyAreTheCallersToo() {
        Metering metering = metering("compensation=false");
        clock.dearEvery = 7;
        Snapshot snapshot = run(metering);
        TreeRow caller = row(snapshot, 1);
        TreeRow called = row(snapshot, 2);
        for (Meter meter : new Meter[]{Meter.WALL, Meter.CPU, Meter.CPU_USER}) {
            assertThat(caller.self()[meter.ordinal()])
                    .isEqualTo(caller.total()[meter.ordinal()] - called.total()[meter.ordinal()]);
        }
    }

    @Test
    void withoutCompensationNothingIsSampled() {
        Metering metering = metering("meters=wall,compensation=false");
        run(metering);
        long read = clock.reads;
        Snapshot snapshot = run(metering);
        assertThat(clock.reads - read).isEqualTo(2L * CALLS + 2);
        assertThat(self(snapshot, 2)).isEqualTo(CALLS * Clock.nanos(clock.step));
    }

    @Test
    void beforeTheCalibrationNothingIsBelieved() {
        SampledCost cost = new SampledCost();
        ProbeCost none = new ProbeCost();
        for (int i = 0; i < 1_000; i++) {
            cost.add(40, 40, 20, none);
        }
        assertThat(cost.isKnown()).isFalse();
    }

    @Test
    void aSampleThatAnotherProgramTookPartInDoesNotCount() {
        SampledCost cost = new SampledCost();
        for (int i = 0; i < 1_000; i++) {
            cost.add(40, 40, 20, calibrated());
            cost.add(40, 3_000_000, 20, calibrated());
            cost.add(5, 5, 3_000_000, calibrated());
        }
        assertThat(cost.isKnown()).isTrue();
        assertThat(cost.outside).isEqualTo(60);
        assertThat(cost.inside).isEqualTo(20);
    }

    @Test
    void whatWasLongAgoFades() {
        SampledCost cost = new SampledCost();
        for (int i = 0; i < 100_000; i++) {
            cost.add(40, 40, 20, calibrated());
        }
        for (int i = 0; i < 10_000; i++) {
            cost.add(90, 90, 30, calibrated());
        }
        assertThat(cost.outside).isBetween(149L, 150L);
        assertThat(cost.inside).isBetween(29L, 30L);
    }

    private Metering metering(String options) {
        Properties properties = new Properties();
        properties.setProperty("sim.hotspot.enabled", "false");
        Metering metering = new Metering(Options.load(options, properties), (thread, virtual) -> clock, false);
        clock.step = 10_000;
        metering.calibrate();
        clock.step = 30_000;
        return metering;
    }

    /** A caller and its calls, which do nothing: whatever they take is the clock's. */
    private static Snapshot run(Metering metering) {
        call(metering, "caller", "called");
        return metering.drain();
    }

    private static void call(Metering metering, String by, String what) {
        ProbeSite caller = metering.site("test", by);
        ProbeSite called = metering.site("test", what);
        caller.begin();
        for (int i = 0; i < CALLS; i++) {
            called.begin();
            called.end();
        }
        caller.end();
    }

    /** The caller's place is the first, the called one's the second. */
    private static long self(Snapshot snapshot, int node) {
        return self(snapshot, node, Meter.WALL);
    }

    private static long self(Snapshot snapshot, int node, Meter meter) {
        return row(snapshot, node).self()[meter.ordinal()];
    }

    private static TreeRow row(Snapshot snapshot, int node) {
        return snapshot.rows().stream().filter(each -> each.node() == node).findFirst().orElseThrow();
    }

    private static ProbeCost calibrated() {
        ProbeCost cost = new ProbeCost();
        cost.inside = 20;
        cost.outside = 30;
        return cost;
    }

    /** Moves on by a step at each reading, and by nothing else; the thread runs all the while. */
    private static final class StepClock extends Readings {
        /** Steps a dear reading takes. */
        static final int DEAR = 40;

        long step;
        long reads;
        long now;
        /** At so many ends one makes a dear reading; 0: none does. */
        int dearEvery;
        private int ends;

        @Override
        public int present() {
            return Meter.WALL.bit() | Meter.CPU.bit() | Meter.CPU_USER.bit() | Meter.CPU_SYSTEM.bit();
        }

        @Override
        public long tick() {
            reads++;
            now += step;
            return now;
        }

        @Override
        public long begin(long[] into) {
            readDearly();
            cpu = tick();
            fill(into);
            return now;
        }

        @Override
        public void end(long tick) {
            cpu = tick;
            readDearly();
        }

        private void readDearly() {
            if (dearEvery > 0 && ++ends % dearEvery == 0) {
                now += DEAR * step;
                spend(DEAR * step, DEAR * step);
            }
        }

        @Override
        public void fill(long[] into) {
            into[Meter.CPU.ordinal()] = cpu;
            into[Meter.CPU_USER.ordinal()] = cpu;
        }

        @Override
        public void disownSince(long allocated) {}
    }
}

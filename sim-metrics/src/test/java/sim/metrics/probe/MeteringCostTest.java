package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.base.config.Options;
import sim.base.meter.Readings;
import sim.metrics.tree.Gathering;
import sim.model.snapshot.InvocationPacker;
import sim.model.snapshot.Meter;

/** What metering took is known thread by thread, and what slow readings took name by name: that is compared with the probe budget. */
class MeteringCostTest {
    /** So many calls give a thread the samples it needs. */
    private static final int MANY = 10_000;
    private static final int SLOW = 2_000;

    private final List<StepClock> clocks = new ArrayList<>();
    /** How far the clocks of new threads go at each reading, ns. */
    private long step = 10;
    private Metering metering;

    @BeforeEach
    void calibrated() {
        meter("");
    }

    @Test
    void beforeAThreadHasSamplesItsCallsCostWhatTheCalibrationTook() {
        call("few", 50);
        assertThat(drain()).isPositive().isEqualTo(50 * each(metering.threads.cost));
        assertThat(drain()).as("each call counts once").isZero();
    }

    @Test
    void aThreadsOwnSamplesAreItsPrice() {
        clock().step = 3 * step;
        call("many", MANY);
        drain();
        ProbeCost own = metering.threads.current().cost;
        call("many", 100);
        assertThat(drain()).isEqualTo(100 * each(own)).isGreaterThan(100 * each(metering.threads.cost));
    }

    @Test
    void aThreadWithoutSamplesPaysTheMeanOfThoseThatHaveThem() throws Exception {
        clock().step = 3 * step;
        call("many", MANY);
        drain();
        run(new Thread(() -> call("few", 50)));
        assertThat(drain()).isEqualTo(50 * each(metering.threads.current().cost));
    }

    @Test
    void theCallsOfAThreadThatDiedCountOnce() throws Exception {
        run(new Thread(() -> call("few", 50)));
        assertThat(drain()).isPositive().isEqualTo(50 * each(metering.threads.cost));
        call("few", 1);
        assertThat(drain()).isEqualTo(each(metering.threads.cost));
    }

    @Test
    void theCallsOfVirtualThreadsCountToo() throws Exception {
        assumeTrue(VirtualThreads.AVAILABLE, "needs Java 21");
        run(VirtualThreads.unstarted(() -> call("virtual", 50)));
        assertThat(drain()).isPositive().isEqualTo(50 * each(metering.threads.cost));
        clock().step = 3 * step;
        call("many", MANY);
        drain();
        run(VirtualThreads.unstarted(() -> call("virtual", 50)));
        assertThat(drain()).isEqualTo(50 * each(metering.threads.current().cost));
    }

    @Test
    void withoutCompensationOnlySlowReadingsCount() {
        meter("compensation=false");
        ProbeSite site = metering.site("test", "waiting");
        call("waiting", MANY);
        clock().slowNext = true;
        call("waiting", 1);
        assertThat(drain()).isZero();
        assertThat(site.card().takeSlow()).isEqualTo(SLOW);
    }

    /** In the quick way, and in the general one: a histogram of CPU time needs the latter. */
    @ParameterizedTest
    @ValueSource(strings = {"", "histograms=thread.cpu"})
    void aSlowReadingCountsForTheNameAtWhoseEndItWasMade(String options) {
        meter(options);
        ProbeSite outer = metering.site("test", "outer");
        ProbeSite inner = metering.site("test", "inner");
        Object out = outer.begin();
        clock().slowNext = true;
        Object in = inner.begin();
        assertThat(slow(outer, inner)).as("a begin").containsExactly(0L, (long) SLOW);
        clock().slowNext = true;
        inner.end(in, null);
        assertThat(slow(outer, inner)).as("an end").containsExactly(0L, (long) SLOW);
        clock().slowNext = true;
        outer.end(out, new IllegalStateException());
        assertThat(slow(outer, inner)).as("an end with an error").containsExactly((long) SLOW, 0L);
        drain();
        assertThat(slow(outer, inner)).as("each one once").containsExactly(0L, 0L);
    }

    @Test
    void aSlowReadingOfAThreadThatDiedCounts() throws Exception {
        ProbeSite site = metering.site("test", "waiting");
        run(new Thread(() -> {
            metering.threads.current();
            clocks.get(clocks.size() - 1).slowNext = true;
            call("waiting", 1);
        }));
        drain();
        assertThat(site.card().takeSlow()).isEqualTo(SLOW);
    }

    private void meter(String options) {
        Properties properties = new Properties();
        properties.setProperty("sim.hotspot.enabled", "false");
        metering = new Metering(Options.load(options, properties), (thread, virtual) -> {
            StepClock clock = new StepClock(step);
            clocks.add(clock);
            return clock;
        }, false);
        metering.calibrate();
    }

    private void call(String name, int times) {
        ProbeSite site = metering.site("test", name);
        for (int i = 0; i < times; i++) {
            site.begin();
            site.end();
        }
    }

    private static void run(Thread thread) throws InterruptedException {
        thread.start();
        thread.join();
    }

    private StepClock clock() {
        return (StepClock) metering.threads.current().readings.source;
    }

    private long drain() {
        return metering.threads.drain(new Gathering(metering.threads.plan.width), new InvocationPacker());
    }

    private static long each(ProbeCost cost) {
        return cost.price();
    }

    private static List<Long> slow(ProbeSite... sites) {
        List<Long> slow = new ArrayList<>();
        for (ProbeSite site : sites) {
            slow.add(site.card().takeSlow());
        }
        return slow;
    }

    /** Moves on by a step at each reading, and by nothing else; the thread runs all the while. */
    private static final class StepClock extends Readings {
        long step;
        boolean slowNext;
        private long now;

        StepClock(long step) {
            this.step = step;
        }

        @Override
        public int present() {
            return Meter.WALL.bit() | Meter.CPU.bit() | Meter.CPU_USER.bit() | Meter.CPU_SYSTEM.bit();
        }

        @Override
        public long tick() {
            now += step;
            return now;
        }

        @Override
        public long begin(long[] into) {
            readSlowly();
            cpu = tick();
            fill(into);
            return now;
        }

        @Override
        public void end(long tick) {
            cpu = tick;
            readSlowly();
        }

        private void readSlowly() {
            if (slowNext) {
                slowNext = false;
                now += SLOW;
                spend(SLOW, SLOW);
                price(SLOW);
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

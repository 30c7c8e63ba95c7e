package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import java.util.Properties;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.base.config.Options;
import sim.base.meter.PlayedMeters;
import sim.model.snapshot.Snapshot;
import sim.model.snapshot.TreeRow;

/** A thread that loses its processor in a slow reading: the wait is no cost of metering, and stays in self time: at an end in that of the call that ends, at a begin in the caller's. */
class InterruptedReadingTest {
    private static final long LOST = 10_000_000;
    private static final long INSIDE = 20;
    private static final long OUTSIDE = 30;
    private static final long MEDIAN_MOVES = 50;

    private final PlayedMeters clock = new PlayedMeters();
    private final Metering metering = metering(clock);
    private final ProbeSite outer = metering.site("test", "outer");
    private final ProbeSite inner = metering.site("test", "inner");

    /** In the quick way, and in the general one, which an error takes. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aReadingAtAnEndThatTakesTenMillisecondsLeavesOutWhatItUsuallyTakes(boolean fails) {
        Object out = outer.begin();
        clock.works(100_000);
        Object in = inner.begin();
        clock.works(1_000_000);
        clock.losesProcessorInNextReading(LOST);
        inner.end(in, fails ? new IllegalStateException() : null);
        clock.works(100_000);
        outer.end(out, null);

        assertSplit(1_000_000 + LOST - INSIDE, 200_000);
    }

    @Test
    void soDoesOneAtABegin() {
        Object out = outer.begin();
        clock.works(100_000);
        clock.losesProcessorInNextReading(LOST);
        Object in = inner.begin();
        clock.works(1_000_000);
        inner.end(in, null);
        clock.works(100_000);
        outer.end(out, null);

        assertSplit(1_000_000 - INSIDE, 200_000 + LOST);
    }

    @Test
    void oneThatIsNotInterruptedIsLeftOutWhole() {
        Object out = outer.begin();
        clock.works(100_000);
        Object in = inner.begin();
        clock.works(1_000_000);
        inner.end(in, null);
        clock.works(100_000);
        outer.end(out, null);

        assertSplit(1_000_000 - INSIDE, 200_000);
    }

    /** It is the call that used up the thread's slice. */
    @Test
    void anOutermostCallHasItToo() {
        Object in = inner.begin();
        clock.works(1_000_000);
        clock.losesProcessorInNextReading(LOST);
        inner.end(in, null);

        Snapshot snapshot = metering.drain();
        TreeRow row = snapshot.rows().get(0);
        assertThat(row.total()[0]).isCloseTo(1_000_000 + LOST, offset(MEDIAN_MOVES));
        assertThat(row.self()[0]).isEqualTo(row.total()[0] - INSIDE);
    }

    /** However calls and waits come: what is in no self time is the calibrated cost and the usual one of readings, and no wait. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8})
    void selfTimesAndWhatReadingsUsuallyTakeAreTheTotalOfTheEntry(int seed) {
        Random random = new Random(seed);
        Object out = outer.begin();
        long spent = clock.spent();
        long spentCpu = clock.spentCpu();
        long lost = clock.lost;
        long worked = 0;
        int depth = 0;
        int calls = 0;
        Object[] open = new Object[20];
        for (int i = 0; i < 2_000 || depth > 0; i++) {
            int work = random.nextInt(random.nextInt(10) == 0 ? 200_000 : 4_000);
            clock.works(work);
            worked += work;
            if (random.nextInt(5) == 0) {
                clock.losesProcessorInNextReading(random.nextInt(20_000_000));
            }
            if (i < 2_000 && depth < open.length && random.nextBoolean()) {
                open[depth++] = inner.begin();
                calls++;
            } else if (depth > 0) {
                inner.end(open[--depth], random.nextInt(20) == 0 ? new IllegalStateException() : null);
            }
        }
        lost = clock.lost - lost;
        spent = clock.spent() - spent;
        spentCpu = clock.spentCpu() - spentCpu;
        outer.end(out, null);

        long selfs = 0;
        long total = 0;
        long cpuSelfs = 0;
        long cpuTotal = 0;
        for (TreeRow row : metering.drain().rows()) {
            selfs += row.self()[0];
            cpuSelfs += row.self()[1];
            total = Math.max(total, row.total()[0]);
            cpuTotal = Math.max(cpuTotal, row.total()[1]);
        }
        long costs = INSIDE + calls * (INSIDE + OUTSIDE);
        assertThat(lost).as("ns without a processor").isGreaterThan(100_000_000);
        assertThat(total).isEqualTo(selfs + costs + spent);
        assertThat(cpuTotal).isEqualTo(cpuSelfs + costs + spentCpu);
        assertThat(selfs).as("work and waits").isBetween(worked + lost - costs - 1_000_000, worked + lost);
        assertThat(spent).isEqualTo(spentCpu).isLessThanOrEqualTo(2 * PlayedMeters.USUAL * clock.reads);
    }

    private void assertSplit(long ofInner, long ofOuter) {
        TreeRow[] rows = metering.drain().rows().toArray(new TreeRow[0]);
        TreeRow whole = rows[0].total()[0] > rows[1].total()[0] ? rows[0] : rows[1];
        TreeRow part = whole == rows[0] ? rows[1] : rows[0];
        assertThat(part.self()[0]).isEqualTo(part.total()[0] - INSIDE).isCloseTo(ofInner, offset(MEDIAN_MOVES));
        long spent = 2 * PlayedMeters.USUAL;
        assertThat(whole.self()[0]).isCloseTo(ofOuter - INSIDE - OUTSIDE, offset(MEDIAN_MOVES));
        assertThat(whole.total()[0] - whole.self()[0] - part.total()[0]).as("metering of the outer call")
                .isCloseTo(spent + INSIDE + OUTSIDE, offset(MEDIAN_MOVES));
    }

    private static Metering metering(PlayedMeters clock) {
        Properties properties = new Properties();
        properties.setProperty("sim.hotspot.enabled", "false");
        Metering metering = new Metering(Options.load("", properties), (thread, virtual) -> clock, false);
        ThreadContext context = metering.threads.current();
        context.sampleAt = Long.MAX_VALUE; // the clock stands still while SIM works
        metering.threads.cost.inside = INSIDE;
        metering.threads.cost.outside = OUTSIDE;
        return metering;
    }
}

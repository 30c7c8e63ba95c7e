package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Properties;
import org.junit.jupiter.api.Test;
import sim.base.config.Options;
import sim.base.meter.PlayedMeters;
import sim.base.meter.Readings;
import sim.model.snapshot.Meter;

/** A reading that is told not to ask for blocking and waiting fails: the thread's later readings ask again. */
class UnaskedReadingTest {
    private final Failing source = new Failing();
    private final CallReadings readings = new CallReadings(new Runs("").metering.threads.plan, source);

    @Test
    void anEndThatFailsAsksAgain() {
        assertThatThrownBy(() -> readings.endBuiltIn(1, CallReadings.CPU_GROUP)).hasMessage("false");
        assertThat(source.asks()).isTrue();
    }

    @Test
    void aBeginThatFailsAsksAgain() {
        Frame frame = new Frame(null, Meter.COUNT);
        assertThatThrownBy(() -> readings.beginUnasked(frame)).hasMessage("false");
        assertThat(source.asks()).isTrue();
    }

    /** Each thread counts for itself: at each begin and end all of them wrote one number. */
    @Test
    void howOftenNothingIsAskedIsTheSumOfAllThreadsAndOfThoseThatDied() throws InterruptedException {
        Properties properties = new Properties();
        properties.setProperty("sim.hotspot.enabled", "false");
        Metering metering = new Metering(Options.load("", properties), (thread, virtual) -> {
            PlayedMeters meters = new PlayedMeters();
            meters.isNotAsked(thread == Thread.currentThread() ? 2 : 0);
            return meters;
        }, false);
        ProbeSite site = metering.site("test", "work");
        Runnable works = () -> site.end(site.begin(), null);
        assertThat(metering.counters()).doesNotContainKey("contention.unread");
        works.run();
        Thread other = new Thread(works);
        other.start();
        other.join();
        assertThat(metering.counters()).containsEntry("contention.unread", 4L);
        for (int i = 0; i < 2; i++) {
            metering.drain();
            assertThat(metering.counters()).containsEntry("contention.unread", 4L);
        }
    }

    /** Fails as where the stack is full, and says whether it was to ask. */
    private static final class Failing extends Readings {
        boolean asks() {
            return asks;
        }

        @Override
        public int present() {
            return (1 << Meter.COUNT) - 1;
        }

        @Override
        public long tick() {
            return 1;
        }

        @Override
        public long begin(long[] into) {
            throw new IllegalStateException("" + asks);
        }

        @Override
        public void end(long tick) {
            throw new IllegalStateException("" + asks);
        }

        @Override
        public void fill(long[] into) {
            // nothing is read
        }

        @Override
        public void disownSince(long allocated) {
            // nothing is read
        }
    }
}

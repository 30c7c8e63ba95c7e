package sim.metrics.probe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
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

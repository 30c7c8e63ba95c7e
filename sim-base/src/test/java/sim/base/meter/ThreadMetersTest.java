package sim.base.meter;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import sim.model.snapshot.MeasureGroup;
import sim.model.snapshot.Meter;

class ThreadMetersTest {
    private static final long UNREAD = Long.MIN_VALUE;

    /** What one of the two ends does not read has wrong sums. Wall time is the clock, which the caller reads. */
    @ParameterizedTest
    @EnumSource(Meter.class)
    void aMeterIsReadAtBothEndsAsItsGroupSays(Meter meter) {
        ThreadMeters readings = new ThreadMeters(Thread.currentThread(), (1 << Meter.COUNT) - 1, false, 0, true);
        boolean isAlways = MeasureGroup.of(meter) == MeasureGroup.TIME && meter != Meter.WALL;
        long[] into = new long[Meter.COUNT];
        Arrays.fill(into, UNREAD);
        readings.beginQuick(into);
        assertThat(into[meter.ordinal()] != UNREAD).as("at a begin of which only time is wanted").isEqualTo(isAlways);
        Arrays.fill(into, UNREAD);
        readings.begin(into);
        assertThat(into[meter.ordinal()] != UNREAD).as("at a begin").isEqualTo(meter != Meter.WALL);
        Arrays.fill(into, UNREAD);
        readings.end(readings.tick());
        readings.fill(into);
        assertThat(into[meter.ordinal()] != UNREAD).as("at an end").isEqualTo(meter != Meter.WALL);
    }
}

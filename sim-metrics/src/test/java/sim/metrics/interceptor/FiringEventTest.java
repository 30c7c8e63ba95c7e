package sim.metrics.interceptor;

import static org.assertj.core.api.Assertions.assertThatCode;

import org.junit.jupiter.api.Test;
import sim.model.snapshot.Meter;

class FiringEventTest {
    /** A new meter needs a field here; without one the interceptor would fail in the application. */
    @Test
    void everyMeterHasAField() {
        for (Meter meter : Meter.values()) {
            assertThatCode(() -> new FiringEvent().set(meter.ordinal(), 1)).as(meter.label())
                    .doesNotThrowAnyException();
        }
    }
}

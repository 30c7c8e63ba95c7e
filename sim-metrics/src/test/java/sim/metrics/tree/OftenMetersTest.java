package sim.metrics.tree;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;
import sim.model.snapshot.Meter;

/** What is told of the meters that change at nearly every call. */
class OftenMetersTest {
    /** One that is missing is right too, but each call that reads it then ends by a loop over all meters. */
    @Test
    void eachOfSimsOwnStandsInTheOnePlaceThatNamesThem() {
        assertThat(Arrays.stream(Meter.values()).filter(each -> !OftenMeters.areAllOf(each.bit())))
                .as("meters that say that most calls change them, and are not in OftenMeters").isEmpty();
    }

    /** Forgotten, it had 85 of 1,000 calls: see {@code AddedMeterTest}. */
    @Test
    void aMeterThatIsAddedIsNone() {
        assertThat(OftenMeters.areAllOf(1 << Meter.COUNT | Meter.WALL.bit())).isFalse();
    }
}

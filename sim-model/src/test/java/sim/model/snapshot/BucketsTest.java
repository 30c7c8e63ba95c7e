package sim.model.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class BucketsTest {
    @Test
    void bucketsFollowOneAnotherWithoutGap() {
        for (int bucket = 1; bucket < Buckets.COUNT - Buckets.PER_OCTAVE; bucket++) {
            long lowest = Buckets.lowest(bucket);
            assertThat(Buckets.indexOf(lowest)).isEqualTo(bucket);
            assertThat(Buckets.indexOf(lowest - 1)).isEqualTo(bucket - 1);
        }
    }

    @Test
    void middleIsWithinThreePointTwoPercentOfEveryValue() {
        SplittableRandom random = new SplittableRandom(42);
        for (int i = 0; i < 1_000_000; i++) {
            long value = random.nextLong() >>> random.nextInt(1, 64);
            long middle = Buckets.middle(Buckets.indexOf(value));
            assertThat(Math.abs(middle - value)).isLessThanOrEqualTo((long) (value * 0.032));
        }
    }

    @Test
    void takesTheExtremes() {
        assertThat(Buckets.indexOf(-5)).isZero();
        assertThat(Buckets.indexOf(Long.MAX_VALUE)).isLessThan(Buckets.COUNT);
    }
}

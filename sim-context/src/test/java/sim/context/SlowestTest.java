package sim.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Which contexts are the slowest of their kind between two drains. */
class SlowestTest {
    private static final long MICRO = 1_000;

    private final Slowest slowest = new Slowest(10);

    @Test
    void inAnyOrderTheSlowestAreAmongThoseThatCount() {
        for (int seed = 0; seed < 20; seed++) {
            List<Long> durations = new ArrayList<>(LongStream.range(1, 50_001).map(i -> i * MICRO).boxed().toList());
            Collections.shuffle(durations, new Random(seed));
            List<Long> counted = new ArrayList<>();
            for (long nanos : durations) {
                if (slowest.isOne(nanos, seed)) {
                    counted.add(nanos);
                }
            }
            assertThat(counted).as("seed %d", seed).hasSizeBetween(10, 160)
                    .containsAll(LongStream.range(49_991, 50_001).map(i -> i * MICRO).boxed().toList());
        }
    }

    /** Each is slower than all before it. From the 160th on those count that are a sixteenth longer. */
    @Test
    void whereEachTakesLongerThanTheOneBeforeNotAllCount() {
        int counted = 0;
        for (int i = 1; i <= 50_000; i++) {
            counted += slowest.isOne(MICRO * i, 0) ? 1 : 0;
        }
        assertThat(counted).isBetween(160, 160 + 10 * 16 * 10);
        assertThat(slowest.isOne(MICRO * 100_000, 0)).isTrue();
    }

    @Test
    void aDrainBeginsAnew() {
        for (int i = 0; i < 20; i++) {
            assertThat(slowest.isOne(1_000_000, 1)).isEqualTo(i < 10);
        }
        assertThat(slowest.isOne(5_000, 2)).isTrue();
        assertThat(new Slowest(0).isOne(1L << 40, 0)).as("none is asked for").isFalse();
    }
}

package sim.jfr.reader;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NumbersTest {
    @Test
    void holdsWhatAMapHolds() {
        Random random = new Random(4711);
        Numbers numbers = new Numbers();
        Map<Long, Long> map = new HashMap<>();
        for (int i = 0; i < 100_000; i++) {
            long key = i % 3 == 0 ? random.nextLong() : random.nextInt(50_000) - 10;
            numbers.put(key, i);
            map.put(key, (long) i);
        }
        map.forEach((key, value) -> assertThat(numbers.get(key)).isEqualTo(value));
        for (long key = 50_000; key < 60_000; key++) {
            assertThat(numbers.get(key)).isEqualTo(map.getOrDefault(key, Numbers.NONE));
        }
    }
}

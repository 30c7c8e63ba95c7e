package sim.recording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import org.junit.jupiter.api.Test;
import sim.model.packed.PackedReader;

class RingTest {
    /** Far enough to go round the ring twice. */
    @Test
    void numbersOfAnySizeComeBackWhereverTheRingWraps() {
        long[] numbers = {0, 1, -1, 63, 64, -64, -65, 1L << 40, Long.MAX_VALUE, Long.MIN_VALUE};
        Ring ring = new Ring();
        for (int written = 0; written < 2 * Ring.CAPACITY;) {
            for (long number : numbers) {
                ring.putSigned(number);
            }
            ring.publish();
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            ring.drain(bytes);
            written += bytes.size();
            PackedReader reader = new PackedReader(bytes.toByteArray());
            for (long number : numbers) {
                assertThat(reader.nextSigned()).isEqualTo(number);
            }
            assertThat(reader.hasNext()).isFalse();
            assertThat(ring.free()).isEqualTo(Ring.CAPACITY);
        }
    }
}

package sim.model.packed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class PackedTest {
    private static final long[] NUMBERS = {0, 1, -1, 63, 64, -64, -65, 127, 128, 16_383, 16_384, 1L << 40,
            Long.MAX_VALUE, Long.MIN_VALUE};

    @Test
    void numbersOfAnySizeComeBack() {
        byte[] bytes = new byte[2 * Packed.LONGEST * NUMBERS.length];
        int at = 0;
        for (long number : NUMBERS) {
            at = Packed.put(number, bytes, at);
            at = Packed.putSigned(number, bytes, at);
        }
        PackedReader reader = new PackedReader(bytes, 0, at);
        for (long number : NUMBERS) {
            assertThat(reader.next()).isEqualTo(number);
            assertThat(reader.nextSigned()).isEqualTo(number);
        }
        assertThat(reader.hasNext()).isFalse();
    }

    @Test
    void smallNumbersTakeOneByte() {
        assertThat(Packed.put(127, new byte[10], 0)).isEqualTo(1);
        assertThat(Packed.put(128, new byte[10], 0)).isEqualTo(2);
        assertThat(Packed.putSigned(-64, new byte[10], 0)).isEqualTo(1);
        assertThat(Packed.putSigned(64, new byte[10], 0)).isEqualTo(2);
        assertThat(Packed.put(-1, new byte[10], 0)).isEqualTo(Packed.LONGEST);
    }

    @Test
    void whatIsCutOffOrDoesNotEndIsSaid() {
        assertThatThrownBy(() -> new PackedReader(new byte[]{(byte) 0x80}).next()).isInstanceOf(PackedException.class)
                .hasMessage("a number is cut off");
        byte[] endless = new byte[11];
        Arrays.fill(endless, (byte) 0x80);
        assertThatThrownBy(() -> new PackedReader(endless).next()).isInstanceOf(PackedException.class)
                .hasMessage("a number is longer than 64 bits");
    }
}

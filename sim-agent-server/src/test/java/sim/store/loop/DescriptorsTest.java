package sim.store.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class DescriptorsTest {
    @Test
    void connectionsOfBothSidesLeaveSomeDescriptors() {
        for (long descriptors : new long[]{300, 1_024, 4_096, 65_536}) {
            int collectors = Descriptors.of(4_000, 3, descriptors);
            int readers = Descriptors.of(512, 1, descriptors);
            assertThat(collectors + readers).isBetween(16, (int) descriptors - 150);
        }
        assertThat(Descriptors.of(4_000, 3, 65_536)).isEqualTo(4_000);
        assertThat(Descriptors.of(512, 1, 65_536)).isEqualTo(512);
    }
}

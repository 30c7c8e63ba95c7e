package sim.base.name;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Identifiers nobody can guess, in the form of random ones. */
class ChanceTest {
    @Test
    void noTwoAreAlikeAndAllAreRandomOnesByTheirForm() {
        Set<UUID> seen = new HashSet<>();
        long ones = 0;
        for (int i = 0; i < 1_000; i++) {
            UUID each = Chance.uuid();
            assertThat(each.version()).isEqualTo(4);
            assertThat(each.variant()).isEqualTo(2);
            seen.add(each);
            ones += Long.bitCount(each.getMostSignificantBits()) + Long.bitCount(each.getLeastSignificantBits());
        }
        assertThat(seen).hasSize(1_000);
        assertThat(ones).isBetween(61_000L, 64_000L); // 122 of 128 by chance, and two of the others set
    }
}

package sim.payload.common;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ByIdentityTest {
    @Test
    void equalObjectsAreTwo() {
        ByIdentity<String> kept = new ByIdentity<>(2);
        List<Integer> one = new ArrayList<>();
        List<Integer> other = new ArrayList<>();
        kept.put(one, "one");
        assertThat(kept.putIfAbsent(one, "again")).isFalse();
        assertThat(kept.get(other)).isNull();
        kept.put(other, "other");
        one.add(1);
        assertThat(kept.get(one)).isEqualTo("one");
        kept.put(new Object(), "past the bound");
        assertThat(kept.remove(other)).isEqualTo("other");
        assertThat(kept.get(other)).isNull();
    }

    @Test
    void whatIsGoneIsForgottenAndSaid() {
        List<String> forgotten = new ArrayList<>();
        ByIdentity<String> kept = new ByIdentity<>(10, forgotten::add);
        kept.put(new Object(), "gone");
        Awaitility.await().until(() -> {
            System.gc();
            kept.forgetGone();
            return forgotten.equals(List.of("gone"));
        });
    }
}

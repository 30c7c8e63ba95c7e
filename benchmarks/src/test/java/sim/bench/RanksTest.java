package sim.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Ranks of methods by two ways to look at them. */
class RanksTest {
    private static final Map<String, Double> ONE = Map.of("a", 50.0, "b", 40.0, "c", 30.0, "d", 20.0, "e", 10.0);

    @Test
    void sameAndReversedOrders() {
        assertThat(Spearman.of(ONE, Map.of("a", 9.0, "b", 8.0, "c", 7.0, "d", 6.0, "e", 5.0), 30)).isEqualTo(1);
        assertThat(Spearman.of(ONE, Map.of("a", 1.0, "b", 2.0, "c", 3.0, "d", 4.0, "e", 5.0), 30)).isEqualTo(-1);
    }

    @Test
    void equalTimesShareARankAndUnknownOnesAreNone() {
        // ranks 0 to 4 beside 0, 1, 3, 3, 3
        assertThat(Spearman.of(ONE, Map.of("a", 2.0, "b", 1.0, "x", 7.0), 30)).isEqualTo(0.894, within(0.001));
        // d and e are not among the dearest three
        assertThat(Spearman.of(ONE, Map.of("a", 3.0, "b", 2.0, "c", 1.0, "e", 9.0), 3)).isEqualTo(1);
    }

    @Test
    void aStackIsTheInnermostMeteredMethods() {
        Stacks stacks = new Stacks(List.of(List.of("leaf", "walk", "main"), List.of("walk", "main"), List.of("main"),
                List.of("leaf", Stacks.LOADING), List.of()));

        assertThat(stacks.own(Set.of("walk", "main"), 1)).containsOnly(Map.entry("walk", 2.0), Map.entry("main", 1.0));
        assertThat(stacks.own(Set.of("walk", "main"), 2)).containsOnly(Map.entry("walk", 1.0), Map.entry("main", 1.0));
    }
}

package sim.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import sim.model.snapshot.Buckets;

class FiguresTest {
    /** The product of these is below zero as a long, and has no higher half: 500 threads that wait in one bucket for seven months. */
    @Test
    void whatCallsTookIsNeverBelowZero() {
        PlaceSums.Figures figures = new PlaceSums.Figures();
        figures.longest = Long.MAX_VALUE;
        figures.calls = 4_000_000_000L;
        figures.addTimed(Buckets.indexOf(4_000_000_000L), 4_000_000_000L);
        assertThat(figures.timedOfAll()).isEqualTo((double) Long.MAX_VALUE);
        figures.addTimed(Buckets.indexOf(0), 0);
        assertThat(figures.timedOfAll()).isEqualTo((double) Long.MAX_VALUE);
    }
}

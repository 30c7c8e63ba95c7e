package sim.campaign;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** What a soak calls flat. */
class LineTest {
    @Test
    void whatStaysIsFlatHoweverMuchItIsAtTheStart() {
        assertThat(line(4, 1, 9, 30, 100, 101, 99, 100, 101, 100, 102, 99).isFlat()).isTrue();
    }

    @Test
    void whatGrowsALittleWithEachLookIsNot() {
        assertThat(line(4, LongStream.rangeClosed(1, 60).map(look -> 100 + look).toArray()).isFlat()).isFalse();
    }

    @Test
    void aLittleOfNearlyNothingIsAllowed() {
        assertThat(line(4, 10, 10, 10, 10, 10, 10, 13, 13, 13).isFlat()).isTrue();
        assertThat(line(4, 10, 10, 10, 10, 10, 10, 15, 15, 15).isFlat()).isFalse();
    }

    @Test
    void sawTeethAreFlat() {
        assertThat(line(4, LongStream.range(0, 60).map(look -> 100 + look % 5 * 10).toArray()).isFlat()).isTrue();
    }

    @Test
    void objectsOfSimAreFoundInAHistogram() {
        assertThat(Look.ofSim("""
                 num     #instances         #bytes  class name (module)
                -------------------------------------------------------
                   1:         28413        2415320  [B (java.base@17.0.1)
                   2:           100           2400  sim.metrics.probe.Tally
                   3:             2             64  [Lsim.model.Name;
                   4:             7            700  simple.Thing
                Total       28522        2418484
                """)).isEqualTo(2464);
    }

    private static Line line(long allowance, long... values) {
        Line line = new Line("line", 1, allowance, false);
        LongStream.of(values).forEach(line::add);
        return line;
    }
}

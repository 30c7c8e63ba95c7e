package sim.metrics.hotspot;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PricesTest {
    /** A calibration on a busy machine may find nothing, or less: what was found before stays, and nothing stays nothing. */
    @Test
    void onlyWhatIsMoreThanNothingIsAPrice() {
        assertThat(Prices.least(0, 0)).isZero();
        assertThat(Prices.least(0, -3)).isZero();
        assertThat(Prices.least(0, 9)).isEqualTo(9);
        assertThat(Prices.least(9, 0)).isEqualTo(9);
        assertThat(Prices.least(9, -3)).isEqualTo(9);
        assertThat(Prices.least(9, 12)).isEqualTo(9);
        assertThat(Prices.least(9, 7)).isEqualTo(7);
    }
}

package sim.model.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DecimalsTest {
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.05, 1.25, -3.14159, 999.95, 12_345_678.9, 1e15, 4.9e-324, 0.005})
    void saysWhatTheFormatterSays(double value) {
        for (int places = 0; places < 3; places++) {
            assertThat(Decimals.of(value, places)).isEqualTo(String.format(Locale.ROOT, "%." + places + "f", value));
        }
    }

    @Test
    void whatIsNoNumberHasItsName() {
        assertThat(Decimals.of(Double.NaN, 1)).isEqualTo("NaN");
        assertThat(Decimals.of(Double.POSITIVE_INFINITY, 1)).isEqualTo("Infinity");
    }
}

package sim.context;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Readers take an exception's class from in front of the first colon of its text, whatever the exception says of itself. */
class ErrorTextTest {
    private static final String TYPE = Told.class.getName();

    @Test
    void theClassIsInFrontWhateverTheExceptionSays() {
        assertThat(text("code 7")).isEqualTo(TYPE + ": code 7");
        assertThat(text("code: 7")).isEqualTo(TYPE + ": code: 7");
        assertThat(text(TYPE + "; line 3: wrong")).as("as an exception of the JDK's XML parser does")
                .isEqualTo(TYPE + ": " + TYPE + "; line 3: wrong");
        assertThat(text(TYPE + "OrSo: 7")).isEqualTo(TYPE + ": " + TYPE + "OrSo: 7");
    }

    @Test
    void aTextThatBeginsWithItStaysAsItIs() {
        assertThat(ErrorText.of(new IllegalStateException("no: money"), 100))
                .isEqualTo("java.lang.IllegalStateException: no: money");
        assertThat(ErrorText.of(new IllegalStateException(), 100)).isEqualTo("java.lang.IllegalStateException");
        assertThat(text(TYPE + ": 7")).isEqualTo(TYPE + ": 7");
    }

    @Test
    void oneThatSaysNothingIsItsClass() {
        assertThat(text(null)).isEqualTo(TYPE);
        assertThat(text("")).isEqualTo(TYPE);
        assertThat(text(TYPE)).isEqualTo(TYPE);
    }

    @Test
    void oneThatFailsWhenItIsAskedIsToldByItsClass() {
        assertThat(ErrorText.of(new Told(() -> {
            throw new UnsupportedOperationException();
        }), 200)).isEqualTo(TYPE + ": (its toString threw java.lang.UnsupportedOperationException)");
    }

    @Test
    void longTextsAreCut() {
        assertThat(ErrorText.of(new Told(() -> "x".repeat(1_000)), 60)).hasSize(60).startsWith(TYPE + ": xx");
    }

    private static String text(String said) {
        return ErrorText.of(new Told(() -> said), 500);
    }

    @SuppressWarnings("serial")
    private static final class Told extends RuntimeException {
        private final transient Supplier<String> said;

        Told(Supplier<String> said) {
            this.said = said;
        }

        @Override
        public String toString() {
            return said.get();
        }
    }
}

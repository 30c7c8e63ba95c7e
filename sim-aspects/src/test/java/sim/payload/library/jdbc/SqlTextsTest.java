package sim.payload.library.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SqlTextsTest {
    private static final long MOST = 1 << 20;

    private final SqlTexts texts = new SqlTexts(MOST);

    @Test
    void aTextThatWasMetBeforeIsReadOnce() {
        String known = texts.of("SELECT name FROM item WHERE id = 4711");
        assertThat(known).isEqualTo("SELECT name FROM item WHERE id = ?");
        assertThat(texts.of(new String("SELECT name FROM item WHERE id = 4711"))).isSameAs(known);
        assertThat(texts.of(null)).isEqualTo("null");
    }

    @Test
    void textsOfOneHashAreToldApart() {
        assertThat("Aa".hashCode()).isEqualTo("BB".hashCode());
        for (int i = 0; i < 3; i++) {
            assertThat(texts.of("SELECT Aa")).isEqualTo("SELECT Aa");
            assertThat(texts.of("SELECT BB")).isEqualTo("SELECT BB");
        }
    }

    @Test
    void twoOfOneHashThatTakeTurnsAreReadOnce() {
        String first = texts.of("SELECT Aa");
        String second = texts.of("SELECT BB");
        for (int i = 0; i < 3; i++) {
            assertThat(texts.of("SELECT Aa")).isSameAs(first);
            assertThat(texts.of("SELECT BB")).isSameAs(second);
        }
    }

    @Test
    void theBoundIsOnBytesWhateverComes() {
        for (int i = 0; i < 20_000; i++) {
            String text = "x".repeat(1 + i % 3_000);
            assertThat(texts.of("SELECT " + i + " FROM " + text)).isEqualTo("SELECT ? FROM " + text);
            assertThat(texts.taken()).isLessThanOrEqualTo(MOST);
        }
        assertThat(texts.taken()).isPositive();
    }

    @Test
    void oneThatWouldTakeAllIsNotKept() {
        assertThat(texts.of("SELECT 1 FROM a, " + "x, ".repeat(500_000))).startsWith("SELECT ? FROM a, x, ");
        assertThat(texts.taken()).isZero();
    }
}

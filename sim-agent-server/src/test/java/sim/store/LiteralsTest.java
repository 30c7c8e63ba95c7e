package sim.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LiteralsTest {
    @ParameterizedTest
    @ValueSource(strings = {"", "a'b", "''", "'; DROP TABLE x; --", "a\\", "\\'", "\"?\"", "?", "a\0b", "\0", "\n\t\r",
            "gr\u00fc\u00df", "\ud83d\ude00\uff5e", "$$a$$", "E'a'", "%_*["})
    void aTextIsWhatItWas(String text) throws Exception {
        assertThat(value("SELECT ?", text)).isEqualTo(text);
        assertThat(value("SELECT '?' || ?", text)).isEqualTo("?" + text);
        assertThat(value("SELECT count(*) FROM (SELECT ? AS a) WHERE a = ?", text, text)).isEqualTo(1L);
    }

    /** Each was two levels of an expression, of which the library allows a thousand. */
    @Test
    void aTextHasAsManyCharacters0AsAnAddressMayBring() throws Exception {
        String text = "a\0".repeat(8_000);
        assertThat(value("SELECT ?", text)).isEqualTo(text);
        assertThat(value("SELECT contains(?, ?)", "x" + text, text)).isEqualTo(true);
    }

    @Test
    void numbersAndTruthsAreWhatTheyWere() throws Exception {
        for (Long number : new Long[]{0L, 5L, -1L, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 40}) {
            assertThat(value("SELECT ?", number)).isEqualTo(number);
        }
        assertThat(value("SELECT ?", 7)).isEqualTo(7);
        assertThat(value("SELECT ?", 0.1)).isEqualTo(0.1);
        assertThat(value("SELECT ?", Double.MIN_VALUE)).isEqualTo(Double.MIN_VALUE);
        assertThat(value("SELECT ?", true)).isEqualTo(true);
        assertThat(value("SELECT ? IS NULL AND coalesce(?, true)", null, null)).isEqualTo(true);
        assertThat(value("SELECT a FROM range(10) r(a) LIMIT ? OFFSET ?", 1L, 3L)).isEqualTo(3L);
    }

    @Test
    void eachQuestionMarkHasItsValue() {
        assertThatThrownBy(() -> Literals.in("SELECT ?, '?'", 1, 2)).hasMessageContaining("2 values for 1");
        assertThatThrownBy(() -> Literals.in("SELECT ?", new Object())).hasMessageContaining("java.lang.Object");
    }

    private static Object value(String sql, Object... values) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(Literals.in(sql, values))) {
            row.next();
            return row.getObject(1);
        }
    }
}

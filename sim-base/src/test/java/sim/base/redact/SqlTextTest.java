package sim.base.redact;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SqlTextTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
            "SELECT * FROM item WHERE id = 17|SELECT * FROM item WHERE id = ?",
            "SELECT 'it''s' , 1.5e-3, .5, 0xFF, -7 FROM t1|SELECT ? , ?, ?, ?, -? FROM t1",
            "SELECT \"a 1\", `b 2` FROM x2y|SELECT \"a 1\", `b 2` FROM x2y",
            "SELECT a -- 1 'x'|SELECT a", "SELECT /* 'x' 1 */ a|SELECT a",
            "SELECT $$ it's 1 $$, $tag$ 2 $tag$, $1|SELECT ?, ?, $1",
            "DELETE FROM a WHERE b IN (1, 2,3 , 'x')|DELETE FROM a WHERE b IN (?)",
            "INSERT INTO a VALUES (1, 2)|INSERT INTO a VALUES (?, ?)", "SELECT   1  ;  |SELECT ?",
            "UPDATE a SET b = ? WHERE c = ?|UPDATE a SET b = ? WHERE c = ?", "SELECT 'open|SELECT ?",
            "SELECT \"open|SELECT \"open", "SELECT /* open|SELECT", "SELECT $$ open|SELECT ?",
            "SELECT min(a) FROM margin WHERE b=1|SELECT min(a) FROM margin WHERE b=?"})
    void literalsAreQuestionMarks(String sql, String text) {
        assertThat(SqlText.of(sql)).isEqualTo(text);
    }

    /** Databases differ about where such a literal ends: what follows may be part of it. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', value = {
            "SELECT a FROM b WHERE c = 'it\\'s secret' AND d = 'x'|SELECT a FROM b WHERE c = ? ...",
            "SELECT a FROM b WHERE c = E'a\\'secret'|SELECT a FROM b WHERE c = E? ...",
            "SELECT a FROM b WHERE c = 'C:\\' AND d = 'secret'|SELECT a FROM b WHERE c = ? ...",
            "SELECT q'[it's secret]' FROM dual|SELECT q? ...", "SELECT nq'{it's secret}' FROM dual|SELECT nq? ...",
            "SELECT a FROM b WHERE pw = \"hunter2\"|SELECT a FROM b WHERE pw = ?",
            "SELECT a FROM b WHERE c LIKE \"x%\" ORDER BY \"a\"|SELECT a FROM b WHERE c LIKE ? ORDER BY \"a\"",
            "INSERT INTO \"t\" (\"a\", \"b\") VALUES (\"secret\", \"x\")|INSERT INTO \"t\" (\"a\", \"b\") VALUES (?, ?)",
            "SELECT \"a\", \"b\" FROM t JOIN u ON \"t\".\"x\" = \"u\".\"y\"|SELECT \"a\", \"b\" FROM t JOIN u ON \"t\".\"x\" = \"u\".\"y\""})
    void noValueLeavesWhateverTheDatabasesQuotesAre(String sql, String text) {
        assertThat(SqlText.of(sql)).isEqualTo(text).doesNotContain("secret");
    }

    @Test
    void whiteSpaceIsOneSpaceAndNothingIsNull() {
        assertThat(SqlText.of("SELECT\n\t a\r\n FROM b")).isEqualTo("SELECT a FROM b");
        assertThat(SqlText.of(null)).isEqualTo("null");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " \n", ";", "-- alive?", "/* alive? */ ;"})
    void aStatementThatSaysNothingHasAName(String sql) {
        assertThat(SqlText.of(sql)).isEqualTo("(an empty statement)");
    }

    @Test
    void aStatementOfMegabytesIsReadToABound() {
        assertThat(SqlText.of("SELECT '" + "x".repeat(10 << 20) + "'")).isEqualTo("SELECT ?");
        assertThat(SqlText.of("SELECT " + "a,".repeat(10 << 20)).length()).isLessThanOrEqualTo(4_000);
    }
}

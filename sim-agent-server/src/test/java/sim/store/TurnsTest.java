package sim.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** What one table's work keeps others from when it fails. */
class TurnsTest {
    private static final SQLException MEMORY = new SQLException("Out of Memory Error: could not allocate block");

    private long nanos = 1;
    private final Turns turns = new Turns(() -> nanos);
    private final List<String> ran = new ArrayList<>();

    /** Runs a round of two, the first of which fails so. */
    private void round(Exception failure) throws SQLException {
        ran.clear();
        turns.begin();
        turns.run("one", () -> {
            ran.add("one");
            if (failure instanceof SQLException sql) {
                throw sql;
            } else if (failure != null) {
                throw (RuntimeException) failure;
            }
        });
        turns.run("other", () -> ran.add("other"));
        turns.end();
    }

    @Test
    void whatFailsKeepsNoOtherFromItsTurnAndIsTriedInTheNextRound() throws Exception {
        for (Exception failure : List.of(new SQLException("Binder Error"), new IllegalStateException("Binder Error"))) {
            assertThatThrownBy(() -> round(failure)).isInstanceOf(SQLException.class)
                    .hasMessageContaining("Binder Error");
            assertThat(ran).containsExactly("one", "other");
        }
        round(null);
        assertThat(ran).containsExactly("one", "other");
    }

    /** Each try reads all its rows again. */
    @Test
    void whatFindsNoMemoryRestsForAMinuteAndSaysWhy() throws Exception {
        assertThatThrownBy(() -> round(MEMORY)).isSameAs(MEMORY);
        assertThat(ran).containsExactly("one", "other");
        nanos += TimeUnit.SECONDS.toNanos(59);
        assertThatThrownBy(() -> round(null)).isSameAs(MEMORY);
        assertThat(ran).containsExactly("other");
        nanos += TimeUnit.SECONDS.toNanos(1);
        round(null);
        assertThat(ran).containsExactly("one", "other");
    }

    @Test
    void nothingElseIsTriedWhereItWouldFailToo() throws Exception {
        for (Exception failure : List.of(new SQLException("IO Error: No space left on device"),
                new StoreException("the store is away", null))) {
            assertThatThrownBy(() -> round(failure)).isSameAs(failure);
            assertThat(ran).containsExactly("one");
        }
    }
}

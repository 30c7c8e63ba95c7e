package sim.server.query;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.store.DuckDbStore;

class DuckDbAnswersTest {
    @TempDir
    Path folder;

    /** The store looks for a damaged segment by the failure. */
    @Test
    void whatAQuestionFailedAtIsToldAlsoWhereItCannotBeRolledBack() {
        QueryGate.Limits limits = new QueryGate.Limits(1, 1, Duration.ofSeconds(60), Duration.ofMinutes(10), 1 << 20);
        try (DuckDbStore store = new DuckDbStore(folder); QueryGate gate = new QueryGate(limits, () -> 0)) {
            assertThatThrownBy(() -> new DuckDbAnswers(store).askRaw(gate.turn(() -> {}), question -> {
                question.run("ROLLBACK");
                question.each("SELECT * FROM read_parquet('none.parquet')", row -> {});
                return null;
            })).hasMessageContaining("none.parquet");
        }
    }
}

package sim.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.server.Batches;
import sim.store.DuckDbStore;
import sim.wire.Batch;

/** Methods and the call tree ask nothing more once a row leaves: what takes too long is refused, and not an answer that is cut. */
class WholeBeforeRowsTest {
    private static final TreePart ALL = new TreePart(null, null, false);

    @TempDir
    Path folder;

    private DuckDbStore store;

    @BeforeEach
    void open() {
        store = new DuckDbStore(folder);
        store.open(Batches.hello("shop", "one"));
        store.append("one", new Batch(1, Batches.now() - 10_000_000, Batches.now() - 5_000_000,
                List.of(new NameEntry(1, "a.A", "pay")), List.of(new NodeEntry(1, 0, 1)),
                List.of(Batches.row(1, 1, 1, 1)), List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
                Map.of()));
    }

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void theCallTree() throws Exception {
        assertThat(endedAtTheFirstRow((questions, answer) -> questions.callTree(range(), ALL, false, 100, answer)))
                .containsKeys("leftOut", "explained");
    }

    @Test
    void methods() throws Exception {
        assertThat(endedAtTheFirstRow((questions, answer) -> questions.methods(range(), ALL,
                Sort.named("wall.total"), "", Page.first(100), answer))).containsKeys("leftOut", "explained");
    }

    private static Range range() {
        return new Range("shop", null, Batches.now() - 60_000_000, Batches.now());
    }

    /** What stands behind the rows of an answer whose turn ends when the first row leaves: asking then throws. */
    private Map<String, Object> endedAtTheFirstRow(Asked asked) throws Exception {
        QueryGate.Limits limits = new QueryGate.Limits(1, 1, Duration.ofSeconds(60), Duration.ofSeconds(60), 1 << 20);
        Map<String, Object> behind = new LinkedHashMap<>();
        try (QueryGate gate = new QueryGate(limits, () -> 0); Turn turn = gate.turn(() -> {})) {
            turn.enter();
            new DuckDbAnswers(store).ask(turn, questions -> {
                asked.ask(questions, new Answer(OutputStream.nullOutputStream()).to(new Answer.Reader() {
                    @Override
                    public void row(Map<String, Object> row) {
                        turn.clientGone();
                    }

                    @Override
                    public void end(Map<String, Object> after) {
                        behind.putAll(after);
                    }
                }));
                return null;
            });
        }
        return behind;
    }

    private interface Asked {
        void ask(Questions questions, Answer answer);
    }
}

package sim.server.query;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.ContextRecord;
import sim.server.Batches;
import sim.store.DuckDbStore;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;

/** Which contexts are looked at where one is asked for: of a store with those of a week, those of its time. */
class InsideTest {
    private final long then = Batches.now() - 5L * 3_600 * 1_000_000;
    private static final int OTHERS = 500;

    @TempDir
    Path folder;

    private DuckDbStore store;

    /** A request of five hours ago with one inside, of no trace; and many of now. */
    @BeforeEach
    void open() {
        store = new DuckDbStore(folder);
        store.open(Batches.hello("shop", "a"));
        ship(1, then + 1_000_000, List.of(context(100, 0, then), context(101, 100, then + 10)));
        List<ContextRecord> others = new ArrayList<>();
        for (int i = 0; i < OTHERS; i++) {
            others.add(context(1_000 + i, 0, Batches.now() - 2_000_000));
        }
        ship(2, Batches.now() - 1_000_000, others);
    }

    @AfterEach
    void close() {
        store.close();
    }

    private void ship(long sequence, long to, List<ContextRecord> contexts) {
        assertThat(store.append("a",
                new Batch(sequence, to - 1_000_000, to, Contents.NONE.with(Sections.CONTEXTS, contexts)))).isNotNull();
    }

    private static ContextRecord context(long id, long parent, long start) {
        return new ContextRecord(id, parent, "order", "shop", "main", start, start + 100_000, null, Map.of(), 1, 0, 1,
                Batches.meters(60));
    }

    @Test
    void thoseOfItsTimeAloneAreLookedAt() throws Exception {
        assertThat(counts(then - 1_000_000, then + 60_000_000)).containsExactly(2L, 2L);
    }

    @Test
    void itIsFoundWheneverItWas() throws Exception {
        assertThat(counts(Batches.now() - 60_000_000, Batches.now())).containsExactly(2L + OTHERS, 2L);
        assertThat(counts(0, Batches.now())).containsExactly(2L + OTHERS, 2L);
        assertThat(counts(then - 9_000_000_000L, then - 8_000_000_000L)).as("before it began").containsExactly(0L, 0L);
    }

    /** How many contexts are followed, and how many are inside. */
    private List<Long> counts(long from, long to) throws Exception {
        QueryGate.Limits limits = new QueryGate.Limits(1, 1, Duration.ofSeconds(60), Duration.ofSeconds(60), 1 << 20);
        try (QueryGate gate = new QueryGate(limits, () -> 0); Turn turn = gate.turn(() -> {})) {
            turn.enter();
            return new DuckDbAnswers(store).askRaw(turn, question -> {
                Inside.find(question, new ContextFilter(100L, null, null), new Range("shop", null, from, to),
                        new Answer(OutputStream.nullOutputStream()));
                List<Long> counts = new ArrayList<>();
                for (String table : List.of("steps0", "inside_records")) {
                    question.each("SELECT count(*) FROM " + table, row -> counts.add(row.getLong(1)));
                }
                return counts;
            });
        }
    }
}

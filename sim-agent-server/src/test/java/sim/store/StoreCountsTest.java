package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.EventRecord;
import sim.server.Batches;
import sim.server.query.Range;
import sim.wire.Batch;
import sim.wire.Counter;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;

/** Times that cannot be are stored as others, and each is counted among the losses of its instance. */
class StoreCountsTest {
    private static final long HOUR = 3_600_000_000L;

    @TempDir
    Path folder;

    private final long begin = Batches.now();
    private long clock = begin;

    private DuckDbStore open() {
        return new DuckDbStore(folder, () -> clock);
    }

    @Test
    void timesThatAreMovedAreCountedByKindAndToldWhereLossesAre() throws Exception {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", at(1, clock, clock));
            assertThat(losses(store, begin - HOUR)).as("no time was moved").isEmpty();
            clock += 10_000_000;
            store.append("i", at(2, clock, clock + HOUR));
            assertThat(losses(store, begin - HOUR)).isEqualTo(Map.of("times.ahead", 1L));
            clock += 10_000_000;
            store.append("i", at(3, clock, clock + HOUR, clock + 2 * HOUR).with(Sections.COUNTERS,
                    List.of(new Counter("calls.lost", 5), new Counter("times.ahead", 1_000))));
            assertThat(losses(store, begin - HOUR)).isEqualTo(Map.of("times.ahead", 3L, "calls.lost", 5L));
            assertThat(losses(store, begin + 15_000_000)).isEqualTo(Map.of("times.ahead", 2L, "calls.lost", 5L));
        }
        try (DuckDbStore store = open()) {
            clock += 10_000_000;
            store.append("i", at(4, clock, clock + HOUR));
            clock += 10_000_000;
            // five hours ahead, as its clock is by the first hours of 1970
            store.append("i", at(5, clock + 5 * HOUR, HOUR));
            Map<String, Long> all = Map.of("times.ahead", 4L, "times.early", 1L, "calls.lost", 5L);
            assertThat(losses(store, begin - HOUR)).isEqualTo(all);
            store.upkeepNow();
            assertThat(losses(store, begin - HOUR)).as("from segments").isEqualTo(all);
            JsonNode counters = KeptTest
                    .ask(store, (questions, answer) -> questions.applications(Set.of(), 10, null, answer))
                    .path(0).path("counters");
            assertThat(counters.path("times.ahead").asLong()).isEqualTo(4);
            assertThat(counters.path("times.early").asLong()).isEqualTo(1);
        }
    }

    /** A batch that was sent at a time, with events at others. */
    private static Batch at(long sequence, long sent, long... events) {
        return RetentionTest.at(sequence, sent, 1).sentAt(sent).with(Sections.EVENTS, Arrays.stream(events)
                .mapToObj(time -> new EventRecord("e", time, 0, "main", Map.of("a", 1L, "b", 2L))).toList());
    }

    private Map<String, Long> losses(DuckDbStore store, long from) throws Exception {
        Map<String, Long> losses = new TreeMap<>();
        KeptTest.ask(store, (questions, answer) -> questions.losses(new Range("shop", null, from, clock), answer))
                .path("losses").forEach(loss -> losses.put(loss.path("kind").asString(), loss.path("count").asLong()));
        return losses;
    }
}

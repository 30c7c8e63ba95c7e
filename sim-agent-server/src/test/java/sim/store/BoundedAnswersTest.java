package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.query.ComparedPart;
import sim.server.query.ComparisonOrder;
import sim.server.query.Position;
import sim.server.query.Range;
import sim.server.query.TreePart;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;

/** Answers that read what they have, and not all that is kept. */
class BoundedAnswersTest {
    private static final long HOUR = 3_600_000_000L;
    private static final int EACH = 40;

    @TempDir
    Path folder;

    private long clock = Ladder.down(Batches.now(), 24 * HOUR) - 50 * 24 * HOUR;

    @Test
    void aPageOfInstancesReadsAsManyAsItHas() throws Exception {
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock)) {
            for (int i = 0; i < EACH; i++) {
                for (String application : List.of("a", "b", "c")) {
                    clock += 1_000_000;
                    store.open(Batches.hello(application, application + i));
                }
            }
            for (Position behind : new Position[]{null, Position.FIRST, new Position("b", "b1")}) {
                AtomicInteger read = new AtomicInteger();
                JsonNode answer = KeptTest.ask(store, any -> read.incrementAndGet() > 0,
                        (questions, into) -> questions.applications(Set.of(), 10, behind, into));
                assertThat(behind == null ? answer : answer.path("applications")).hasSize(10);
                assertThat(read.get()).as("%s", behind).isEqualTo(11);
            }
            assertThat(all(store, "a", "b", "c")).hasSize(3 * EACH).isSorted().doesNotHaveDuplicates();
            assertThat(all(store, "c")).hasSize(EACH).isSorted().allMatch(each -> each.startsWith("c"));
            JsonNode latest = KeptTest.ask(store, "a"::equals,
                    (questions, into) -> questions.applications(Set.of(), 3, null, into));
            assertThat(latest).hasSize(3);
            assertThat(latest.get(0).path("instance").asString()).isEqualTo("a" + (EACH - 1));
        }
    }

    private static List<String> all(DuckDbStore store, String... seen) throws Exception {
        List<String> all = new ArrayList<>();
        Position behind = Position.FIRST;
        while (behind != null) {
            Position from = behind;
            JsonNode page = KeptTest.ask(store, Set.of(seen)::contains,
                    (questions, into) -> questions.applications(Set.of(), 7, from, into));
            page.path("applications").forEach(row -> all.add(row.path("instance").asString()));
            behind = page.has("next") ? Position.of(page.path("next").asString()) : null;
        }
        return all;
    }

    /** The methods of the range that is compared with looked as if they were new. */
    @Test
    void aComparisonSaysWhatIsMissingOfEitherRange() throws Exception {
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock)) {
            store.keep(new Keep(Keep.FOREVER, Keep.FOREVER, List.of(HOUR, Keep.FOREVER, Keep.FOREVER, Keep.FOREVER),
                    List.of(HOUR, Keep.FOREVER, Keep.FOREVER, Keep.FOREVER, Keep.FOREVER)), Long.MAX_VALUE); // no finer rows serve
            store.open(Batches.hello("shop", "one"));
            long before = clock;
            store.append("one", RetentionTest.at(1, clock, 5));
            store.upkeepNow();
            clock += 10 * HOUR;
            store.append("one", RetentionTest.at(2, clock, 5));
            store.upkeepNow();
            store.query(connection -> {
                try (java.sql.Statement statement = connection.createStatement()) {
                    statement.execute("UPDATE segments SET damaged = 'by hand' WHERE tbl = 'tree_rows' AND level = 1 "
                            + "AND scope = 'application' AND to_micros <= " + (before + HOUR));
                    return statement.execute("UPDATE store SET manifest = manifest + 1");
                }
            });
            JsonNode answer = KeptTest.ask(store, (questions, into) -> questions.compare(
                    new ComparedPart(new Range("shop", null, clock - HOUR, clock), new TreePart(null, null, false)),
                    new ComparedPart(new Range("shop", null, before - HOUR, before), new TreePart(null, null, false)),
                    new ComparisonOrder("count", ComparisonOrder.Per.SECOND, "self"), 10, into));
            assertThat(answer.path("missing")).as("" + answer).hasSize(1);
            assertThat(answer.path("missing").get(0).path("segment").asString()).contains("tree_rows/application-1m");
        }
    }

    /** It read each instance's rows of the range, however many instances there were; and each numbers a lambda by itself, whose failed calls are its own. */
    @Test
    void failedCallsAreThoseOfTheApplicationsSums() throws Exception {
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock)) {
            for (String instance : List.of("one", "two")) {
                store.open(Batches.hello("shop", instance));
                store.append(instance, failing(1, instance));
            }
            for (int round = 0; round < 2; round++) { // from the head, and from segments
                long begin = clock - 30 * 60_000_000L;
                JsonNode rows = KeptTest.ask(store, (questions, into) -> questions.errors(
                        new Range("shop", null, begin, clock), null, "", 10, into)).path("errors");
                assertThat(rows).hasSize(2)
                        .allSatisfy(row -> assertThat(row.path("failedCalls").asLong()).as("" + row).isEqualTo(3));
                JsonNode ofOne = KeptTest.ask(store, (questions, into) -> questions.errors(
                        new Range("shop", "one", begin, clock), null, "", 10, into)).path("errors");
                assertThat(ofOne).hasSize(1)
                        .allSatisfy(row -> assertThat(row.path("failedCalls").asLong()).as("" + row).isEqualTo(3));
                store.upkeepNow();
            }
        }
    }

    private Batch failing(long sequence, String instance) {
        TreeRow row = Batches.row(1, 5, 100, 100);
        return new Batch(sequence, clock - 5_000_000, clock, Contents.NONE
                .with(Sections.NAMES,
                        List.of(new NameEntry(1, "shop.Cart$$Lambda/0x" + (instance.equals("one") ? 1 : 2),
                                "get")))
                .with(Sections.NODES, List.of(new NodeEntry(1, 0, 1)))
                .with(Sections.ROWS, List.of(new TreeRow(1, 5, 3, row.present(), row.total(), row.self(), row.max(),
                        row.buckets())))
                .with(Sections.INVOCATIONS, List.of(new Invocation(1, 0, "main", clock - 2_000_000, 1,
                        new long[Meter.COUNT], true, "java.io.IOException: " + instance))));
    }
}

package sim.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.EventRecord;
import sim.model.snapshot.HistogramRow;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Meter;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.server.query.Answer;
import sim.server.query.ContextFilter;
import sim.server.query.ContextOrder;
import sim.server.query.ContextQuery;
import sim.server.query.DuckDbAnswers;
import sim.server.query.Page;
import sim.server.query.QueryGate;
import sim.server.query.Questions;
import sim.server.query.Range;
import sim.server.query.Sort;
import sim.server.query.TreePart;
import sim.server.query.Turn;
import sim.wire.Batch;
import sim.wire.Counter;
import sim.wire.Hello;
import sim.wire.PlatformSample;
import sim.wire.Sections;
import sim.wire.Wire;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The policy holds when rows are read as when they are removed: an answer is the same before the upkeep's turn and after it. */
class KeptTest {
    private static final long HOUR = 3_600_000_000L;
    private static final long DAY = 24 * HOUR;

    @TempDir
    Path folder;

    private long clock = Ladder.down(Batches.now(), DAY) - 100 * DAY;

    private DuckDbStore open() {
        DuckDbStore store = new DuckDbStore(folder, () -> clock);
        store.keep(Keep.of("7d,notable=30d"), Long.MAX_VALUE);
        return store;
    }

    @Test
    void whatIsTooOldIsInNoAnswerBeforeTheUpkeepsTurnAndNotableContextsAreInBoth() throws Exception {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", contexts());
            store.upkeepNow();
            assertThat(contexts(store)).hasSize(30);
            assertThat(narrowed(store).path("whole").asBoolean()).isTrue();
            clock += 9 * DAY;
            List<String> before = contexts(store);
            assertThat(before).hasSize(10);
            assertThat(events(store)).isEmpty();
            JsonNode narrowed = narrowed(store);
            assertThat(narrowed.path("contextsLeftOut").asLong()).as("" + narrowed).isEqualTo(20);
            assertThat(narrowed.path("whole").asBoolean()).isFalse();
            store.upkeepNow();
            assertThat(contexts(store)).isEqualTo(before);
            assertThat(events(store)).isEmpty();
            assertThat(narrowed(store)).isEqualTo(narrowed);
        }
    }

    /** Who lets more be kept gets no contexts back: what is narrowed to contexts goes on to say that they are missing. */
    @Test
    void whatIsGoneOfContextsIsSaidAlsoOnceMoreIsKept() throws Exception {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", contexts());
            store.upkeepNow();
            clock += 9 * DAY;
            store.upkeepNow();
            JsonNode narrowed = narrowed(store);
            assertThat(narrowed.path("contextsLeftOut").asLong()).as("" + narrowed).isEqualTo(20);
            store.keep(Keep.of("60d,notable=90d"), Long.MAX_VALUE);
            assertThat(narrowed(store)).isEqualTo(narrowed);
            // what is too old by the new policy goes: that makes nothing younger less gone
            store.append("i", RetentionTest.at(2, clock - 80 * DAY, 1).sentAt(clock).with(Sections.EVENTS,
                    List.of(new EventRecord("e", clock - 80 * DAY, 0, "main", Map.of()))));
            assertThat(store.upkeepNow()).isPositive();
            assertThat(narrowed(store)).isEqualTo(narrowed);
            assertThat(contexts(store)).hasSize(10);
        }
    }

    /** A day's notable contexts went when picking them failed once, whatever the cause. */
    @Test
    void notableContextsOutliveATurnThatCannotPickThem() throws Exception {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", contexts());
            store.upkeepNow();
            clock += 9 * DAY;
            List<String> before = contexts(store);
            assertThat(before).hasSize(10);
            Path inTheWay = Files.createDirectories(folder.resolve("segments/context_records/draft.tmp/full"));
            assertThatThrownBy(store::upkeep).hasMessageContaining("ageing failed");
            assertThat(contexts(store)).isEqualTo(before);
            Files.delete(inTheWay);
            Files.delete(inTheWay.getParent());
            store.upkeep();
            assertThat(contexts(store)).isEqualTo(before);
            assertThat(store.<Long>query(connection -> Database.number(connection,
                    "SELECT count(*) FROM context_records"))).isEqualTo(10);
        }
    }

    @Test
    void whatADamagedSegmentHadIsMissingInTheAnswersOfSingleRowsToo() throws Exception {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", contexts());
            store.upkeepNow();
            JsonNode sound = ask(store, (questions, answer) -> questions.events(range(), null, Page.first(10), answer));
            assertThat(sound.has("missing")).isFalse();
            assertThat(sound.path("events")).hasSize(1);
            Path file;
            try (Stream<Path> files = Files.walk(folder.resolve("segments/events"))) {
                file = files.filter(Files::isRegularFile).findFirst().orElseThrow();
            }
            Files.write(file, new byte[(int) Files.size(file)]);
            store.upkeepNow();
            JsonNode answer = ask(store, (questions, to) -> questions.events(range(), null, Page.first(10), to));
            assertThat(answer.path("events")).isEmpty();
            assertThat(answer.path("missing")).hasSize(1);
            assertThat(answer.path("missing").path(0).path("segment").asString()).startsWith("events/");
        }
    }

    /** What was lost months ago is not lost again when the sample that told it has gone. */
    @Test
    void whatWasLostCountsOnceThoughItsFirstSampleIsGone() throws Exception {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", lost(1, 5));
            store.upkeepNow();
            clock += 20 * DAY;
            store.append("i", lost(2, 7));
            store.upkeepNow();
            assertThat(lost(store)).isEqualTo(2);
            clock += 11 * DAY; // the first sample is 31 days old
            store.upkeepNow();
            assertThat(store.<Long>query(connection -> Database.number(connection, "SELECT count(*) FROM platform")))
                    .isEqualTo(1);
            assertThat(lost(store)).isEqualTo(2);
        }
    }

    @Test
    void anApplicationOfWhichOnlySumsAreLeftIsKnownAndCanBeForgotten() throws Exception {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", RetentionTest.at(1, clock, 3));
            store.upkeepNow();
        }
        try (DuckDbStore store = open()) { // nobody connects since
            clock += 40 * DAY;
            store.upkeepNow();
            assertThat(store.<Long>query(connection -> Database.number(connection, "SELECT count(*) FROM instances")))
                    .isZero();
            JsonNode known = ask(store, (questions, answer) -> {
                assertThat(questions.isApplication("shop")).isTrue();
                assertThat(questions.applicationNames(10)).containsExactly("shop");
                assertThat(questions.names(range()).isMethod("a.A", null)).isTrue();
                questions.applications(Set.of(), 10, null, answer);
            });
            assertThat(known).hasSize(1);
            assertThat(known.path(0).path("name").asString()).isEqualTo("shop");
            assertThat(known.path(0).path("instance").isNull()).isTrue();
            JsonNode methods = ask(store, (questions, answer) -> questions.methods(range(),
                    new TreePart(null, null, false), Sort.named("count"), "", Page.first(10), answer));
            assertThat(methods.path("methods").path(0).path("count").asLong()).as("" + methods).isEqualTo(3);
            assertThat(store.forget("shop").rows()).isPositive();
            ask(store, (questions, answer) -> {
                assertThat(questions.isApplication("shop")).isFalse();
                questions.applications(Set.of(), 10, null, answer);
            });
        }
    }

    /** Whatever part of a step is at its ends. */
    @Test
    void aChartOfThePlatformHasAtMostSixHundredPoints() throws Exception {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            List<PlatformSample> samples = new ArrayList<>();
            for (int i = 0; i < 3_600; i++) {
                samples.add(new PlatformSample(clock - i * 1_000_000L, Map.of("heap.used", (double) i)));
            }
            store.append("i", RetentionTest.at(1, clock, 1).with(Sections.PLATFORM, samples));
            for (long seconds : new long[]{599, 600, 601, 905, 1_201, 3_599}) {
                for (long shift = 0; shift < 3; shift++) {
                    Range range = new Range("shop", null, clock - shift * 333_333 - seconds * 1_000_000,
                            clock - shift * 333_333);
                    JsonNode points = ask(store, (questions, answer) -> questions.platform(range, answer))
                            .path("series").path(0).path("points");
                    assertThat(points.size()).as(seconds + " s").isBetween(250, 600);
                }
            }
        }
    }

    /** Each process numbers the meters of its extensions by itself; the application's sums know them by their labels. */
    @Test
    void theApplicationsOwnMetersAndHistogramsOutliveItsInstances() throws Exception {
        try (DuckDbStore store = open()) {
            open(store, "one", "energy", "orders");
            open(store, "two", "orders");
            store.append("one", own(3, 100, 40));
            store.append("two", own(2, 7));
            store.upkeepNow();
            assertThat(meters(store)).isEqualTo("energy 100, orders 47, 5 calls of cpu");
        }
        try (DuckDbStore store = open()) { // nobody connects since
            clock += 40 * DAY;
            store.upkeepNow();
            assertThat(store.<Long>query(connection -> Database.number(connection, "SELECT count(*) FROM instances")))
                    .isZero();
            assertThat(meters(store)).isEqualTo("energy 100, orders 47, 5 calls of cpu");
        }
    }

    private static void open(DuckDbStore store, String instance, String... meters) {
        store.open(new Hello(Wire.VERSION, "shop", instance, "host", 42, "JVM", Batches.now(), false, List.of(meters)));
    }

    /** A batch with calls of so much by each meter of the process's own. */
    private Batch own(long calls, long... values) {
        Batch batch = RetentionTest.at(1, clock, calls);
        TreeRow row = batch.rows().get(0);
        long[] all = Arrays.copyOf(row.total(), Meter.COUNT + values.length);
        System.arraycopy(values, 0, all, Meter.COUNT, values.length);
        int present = row.present() | Meter.CPU.bit() | ((1 << values.length) - 1) << Meter.COUNT;
        return batch.with(Sections.ROWS, List.of(new TreeRow(1, calls, 0, present, all, all, all, row.buckets())))
                .with(Sections.HISTOGRAMS, List.of(new HistogramRow(1, Meter.CPU.ordinal(), new long[]{5, calls})));
    }

    private String meters(DuckDbStore store) throws Exception {
        JsonNode method = ask(store, (questions, answer) -> questions.methods(range(),
                new TreePart(null, null, false), Sort.named("count"), "", Page.first(10), answer)).path("methods")
                .path(0);
        JsonNode meters = method.path("meters");
        String calls = meters.path(Meter.CPU.label()).has("p50") ? method.path("count").asLong() + " calls of cpu" : "";
        return "energy " + meters.path("energy").path("self").asLong() + ", orders "
                + meters.path("orders").path("self").asLong() + ", " + calls;
    }

    private Batch lost(long sequence, long calls) {
        return RetentionTest.at(sequence, clock, 1).with(Sections.COUNTERS, List.of(new Counter("calls.lost", calls)));
    }

    private long lost(DuckDbStore store) throws Exception {
        Range range = new Range("shop", null, clock - 15 * DAY, clock);
        return ask(store, (questions, answer) -> questions.losses(range, answer)).path("losses").path(0).path("count")
                .asLong();
    }

    /** Thirty orders, an event, and their sums. */
    private Batch contexts() {
        List<ContextRecord> contexts = new ArrayList<>();
        for (int id = 1; id <= 30; id++) {
            contexts.add(new ContextRecord(id, 0, "order", "shop", "main", clock - id * 1_000_000L, clock, null,
                    Map.of("of", "all"), 2, 0, 1, Batches.meters(60)));
        }
        return RetentionTest.at(1, clock, 5).with(Sections.CONTEXTS, contexts)
                .with(Sections.KINDS, List.of(new KindRecord("order", "shop", 30, 0, 30, 1, 60, 0, 1,
                        Batches.meters(1), List.of())))
                .with(Sections.EVENTS, List.of(new EventRecord("e", clock, 0, "main", Map.of())));
    }

    private Range range() {
        return new Range("shop", null, clock - 60 * DAY, clock + HOUR);
    }

    private List<String> contexts(DuckDbStore store) throws Exception {
        JsonNode answer = ask(store, (questions, to) -> questions.contexts(range(), new ContextQuery(null, null, "",
                false, ContextQuery.Wanted.any(ContextOrder.NEWEST)), Set.of(), Page.first(100), to));
        List<String> ids = new ArrayList<>();
        answer.path("contexts").forEach(context -> ids.add(context.path("id").asString()));
        return ids;
    }

    private List<String> events(DuckDbStore store) throws Exception {
        List<String> names = new ArrayList<>();
        ask(store, (questions, answer) -> questions.events(range(), null, Page.first(10), answer)).path("events")
                .forEach(event -> names.add(event.path("name").asString()));
        return names;
    }

    private JsonNode narrowed(DuckDbStore store) throws Exception {
        Range weeks = new Range("shop", null, clock - 20 * DAY, clock + HOUR); // of all of it there are sums
        return ask(store, (questions, answer) -> questions.methods(weeks,
                new TreePart(ContextFilter.of("of:all"), null, false), Sort.named("count"), "", Page.first(10), answer))
                .path("narrowed");
    }

    static JsonNode ask(DuckDbStore store, BiConsumer<Questions, Answer> asked) throws Exception {
        return ask(store, any -> true, asked);
    }

    /** @param seen which applications who asks may see */
    static JsonNode ask(DuckDbStore store, Predicate<String> seen, BiConsumer<Questions, Answer> asked)
            throws Exception {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (QueryGate gate = new QueryGate(QueryGate.Limits.standard(), store::behindNanos);
                Turn turn = gate.turn(() -> {})) {
            turn.enter();
            Answer answer = new Answer(out, seen, () -> {});
            new DuckDbAnswers(store).ask(turn, questions -> {
                asked.accept(questions, answer);
                return null;
            });
            answer.finish();
            turn.finished();
        }
        return JsonMapper.shared().readTree(out.toString(StandardCharsets.UTF_8));
    }
}

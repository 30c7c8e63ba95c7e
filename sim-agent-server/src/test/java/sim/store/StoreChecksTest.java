package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadMinute;
import sim.model.payload.PayloadPoint;
import sim.model.payload.PayloadSum;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.EventRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.KindRecord;
import sim.model.snapshot.Level;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.Rest;
import sim.model.snapshot.Score;
import sim.model.snapshot.Standing;
import sim.model.snapshot.Stay;
import sim.model.snapshot.TreeRow;
import sim.model.snapshot.Unread;
import sim.server.Batches;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Counter;
import sim.wire.PlatformSample;
import sim.wire.Section;
import sim.wire.Sections;

/** Batches that would vanish from the views or multiply in them are kept aside, by name, and nobody else's with them. */
class StoreChecksTest {
    private static final long FAR = 1L << 31;

    @TempDir
    static Path folder;

    private static DuckDbStore store;
    private static int instances;

    /** Of each test another one. */
    private String instance;

    @BeforeAll
    static void open() {
        store = new DuckDbStore(folder);
    }

    @AfterAll
    static void close() {
        store.close();
    }

    @BeforeEach
    void introduce() {
        instance = "i" + ++instances;
        store.open(Batches.hello("shop", instance));
        store.append(instance, Batches.recursion(1));
    }

    static Stream<Arguments> wrong() {
        return Stream.of(
                wrong("name 3 comes twice", with(List.of(name(3), name(3)), List.of())),
                wrong("name 2 comes after 3", with(List.of(name(3), name(2)), List.of())),
                wrong("name 4 comes after 2: some are missing", with(List.of(name(4)), List.of())),
                wrong("name 2 was introduced with other content",
                        with(List.of(new NameEntry(2, "b.B", "other")), List.of())),
                wrong("the number of a name is 0", with(List.of(name(0)), List.of())),
                wrong("node 4 comes twice", with(List.of(), List.of(new NodeEntry(4, 1, 1), new NodeEntry(4, 1, 2)))),
                wrong("node 3 was introduced with other content", with(List.of(), List.of(new NodeEntry(3, 1, 2)))),
                wrong("the parent of node 4 is 4", with(List.of(), List.of(new NodeEntry(4, 4, 1)))),
                wrong("the parent of node 4 is -1", with(List.of(), List.of(new NodeEntry(4, -1, 1)))),
                wrong("a name that was never introduced is 9", with(List.of(), List.of(new NodeEntry(4, 1, 9)))),
                wrong("a node that was never introduced is 4", rows(Batches.row(4, 1, 1, 1))),
                wrong("a node that was never introduced is 0", rows(Batches.row(0, 1, 1, 1))),
                wrong("the calls of node 1 is -1", rows(row(-1, 0, 0))),
                wrong("the failed calls of node 1 is -5", rows(row(1, -5, 0))),
                wrong("the histogram of node 1 is -7", rows(row(1, 0, -7))),
                wrong("a node that was never introduced is 8",
                        Batches.of(2, List.of(), List.of(context(1, List.of(Batches.row(8, 1, 1, 1)))))),
                wrong("the calls of a context is -3", Batches.of(2, List.of(), List.of(context(-3, List.of())))),
                wrong("the failed calls of a context is -1", contexts(context(0, -1, List.of(), null))),
                wrong("the calls elsewhere in a context is -8",
                        contexts(context(0, 0, List.of(), new Rest(-8, 0, 1, 1)))),
                wrong("the failed calls elsewhere in a context is -1",
                        contexts(context(0, 0, List.of(), new Rest(1, -1, 1, 1)))),
                wrong("the stays of a context is -2", contexts(stayed(-2))),
                wrong("the contexts of a kind is -1", kinds(-1, 0, 0, 0, 0, List.of())),
                wrong("the failed contexts of a kind is -1", kinds(0, -1, 0, 0, 0, List.of())),
                wrong("the kept contexts of a kind is -1", kinds(0, 0, -1, 0, 0, List.of())),
                wrong("the calls of a kind is -1", kinds(0, 0, 0, -1, 0, List.of())),
                wrong("the failed calls of a kind is -1", kinds(0, 0, 0, 0, -1, List.of())),
                wrong("the time of a kind is -1",
                        told(Sections.KINDS, new KindRecord("order", "shop", 1, 0, 0, -1, 0, 0, 1,
                                Batches.meters(1), List.of()))),
                wrong("the calls of node 0 is -4", kinds(0, 0, 0, 0, 0, List.of(elsewhere(-4, 0)))),
                wrong("the failed calls of node 0 is -4", kinds(0, 0, 0, 0, 0, List.of(elsewhere(4, -4)))),
                wrong("the counter calls.lost is -1", told(Sections.COUNTERS, new Counter("calls.lost", -1))),
                wrong("the trials of name 1 is -1", told(Sections.SCORES, new Score(1, Standing.MANAGED, 0, -1))),
                wrong("the calls of which one is read of name 1 is 0", told(Sections.SCORES,
                        new Score(1, Standing.MANAGED, 0, 0, Level.SAMPLED, 0, 1, 0))),
                wrong("the groups read of name 1 is 8", told(Sections.SCORES,
                        new Score(1, Standing.MANAGED, 0, 0, Level.QUICK, 0, 8, 1))),
                wrong("the untimed calls of node 1 is 4", rows(row(3, 0, 1).without(new Unread(4, 3, 3, 0)))),
                wrong("the calls without CPU time of node 1 is -1",
                        rows(row(3, 0, 1).without(new Unread(0, -1, 3, 0)))),
                wrong("the calls without contention of node 1 is 5",
                        rows(row(3, 0, 1).without(new Unread(0, 0, 5, 0)))),
                wrong("the mixed groups of node 1 is 8", rows(row(3, 0, 1).without(new Unread(0, 0, 0, 8)))),
                wrong("the length of name 3 is 1001",
                        with(List.of(new NameEntry(3, "c".repeat(1_001), "m")), List.of())),
                wrong("the length of name 3 is 2000000",
                        with(List.of(new NameEntry(3, "c", "m".repeat(2_000_000))), List.of())),
                wrong("the number of a node is 10000001",
                        with(List.of(), List.of(new NodeEntry(10_000_001, 1, 1)))),
                wrong("a node that was never introduced is 77", calls(77)),
                wrong("the weight of the batch is 1000008", Batches.of(2,
                        Collections.nCopies(125_001, Batches.row(1, 1, 1, 1)).stream()
                                .map(row -> new TreeRow(1, 1, 0, 0, row.total(), row.self(), row.max(), new long[0]))
                                .toList(),
                        List.of())),
                wrong("a name that was never introduced is 5", scores(5)),
                wrong("after sequence 1 the sequence is " + FAR, Batches.of(FAR, List.of(), List.of())),
                wrong("when the batch was sent is " + Long.MIN_VALUE,
                        Batches.of(2, List.of(), List.of()).sentAt(Long.MIN_VALUE)),
                wrong("the time of a sample is " + Long.MAX_VALUE, told(Sections.PLATFORM,
                        new PlatformSample(Long.MAX_VALUE, Map.of("x", 1.0)))),
                wrong("the time of an event is -1",
                        told(Sections.EVENTS, new EventRecord("e", -1, 0, "main", Map.of()))),
                wrong("the beginning of a context is -9", contexts(new ContextRecord(9, 0, "order", "shop", "main", -9,
                        0, null, Map.of(), 1, 0, 1, Batches.meters(1)))),
                wrong("the end of a stay is " + Long.MAX_VALUE, contexts(new ContextRecord(9, 0, "order", "shop",
                        "main", 5, 0, null, Map.of(), 1, 0, 1, Batches.meters(1), 0, 0,
                        List.of(new Stay("main", 5, Long.MAX_VALUE, 1)), List.of()))),
                wrong("the time of a payload is " + Long.MAX_VALUE, told(Sections.PAYLOAD_EVENTS,
                        new PayloadEvent(1, 1, PayloadEvent.Kind.PAYLOAD, Long.MAX_VALUE, 1, 0, "t", 0, 0, "main", 0,
                                false))),
                wrong("the minute of payloads is " + Long.MAX_VALUE, told(Sections.PAYLOAD_MINUTES,
                        new PayloadMinute(1, 1, Long.MAX_VALUE, "t", 0, 0, new PayloadSum(1, 0, 1, 1)))),
                wrong("the time of a reading is -5",
                        told(Sections.PAYLOAD_POINTS, new PayloadPoint(1, 1, "t", "l", -5, 1))),
                wrong("the beginning of a call is " + Long.MIN_VALUE, new Batch(2, 1, 2, List.of(), List.of(),
                        List.of(),
                        List.of(new Invocation(1, 0, "main", Long.MIN_VALUE, 1, Batches.meters(1), false, null)),
                        List.of(), List.of(), List.of(), List.of(), List.of(), Map.of())),
                wrong("the end of the batch is -1",
                        new Batch(2, -1, -1, Batches.of(2, List.of(), List.of()).contents())));
    }

    @ParameterizedTest
    @MethodSource("wrong")
    void whatWouldSpoilTheViewsIsKeptAsideByName(String reason, Batch batch) throws IOException {
        StoreFigures before = store.figures();
        assertThat(store.append(instance, batch)).isEqualTo(Appended.QUARANTINED);
        assertThat(store.open(Batches.hello("shop", instance)).aside().isEmpty()).as("told at the next hello")
                .isEqualTo(batch.sequence() == FAR);
        assertThat(store.figures().quarantined()).isEqualTo(before.quarantined() + 1);
        assertThat(store.figures().quarantineFiles()).isEqualTo(before.quarantineFiles() + 1);
        assertThat(said()).startsWith("instance " + instance + ", sequence " + batch.sequence() + ": " + reason);
        assertThat(number("SELECT count(*) FROM tree_rows" + own())).isEqualTo(3);
        assertThat(number("SELECT sum(r.calls) FROM tree_rows r JOIN nodes n USING (instance, node) "
                + "JOIN names m ON m.instance = n.instance AND m.name = n.name WHERE m.instance = '" + instance + "'"))
                .isEqualTo(4);
        assertThat(store.append(instance, batch)).as("sent again").isEqualTo(
                batch.sequence() == FAR ? Appended.QUARANTINED : Appended.QUARANTINED_ALREADY);
        assertThat(store.health().canStore()).isTrue();
        assertThat(store.figures().quarantineFiles()).isEqualTo(before.quarantineFiles() + 1);
        long next = store.open(Batches.hello("shop", instance)).lastSequence() + 1;
        assertThat(store.append(instance, Batches.of(next, List.of(Batches.row(3, 1, 1, 1)), List.of())))
                .isEqualTo(Appended.STORED);
    }

    /** A clock that jumped for a moment: its segment would be kept until then. */
    @Test
    void whatSaysThatItHappensAfterItWasReceivedHappenedThen() {
        long far = Batches.now() + 1_000L * 24 * 3_600_000_000L;
        assertThat(store.append(instance, new Batch(2, Batches.now() - 5_000_000, Batches.now(), Contents.NONE
                .with(Sections.PLATFORM, List.of(new PlatformSample(far, Map.of("x", 1.0))))
                .with(Sections.EVENTS, List.of(new EventRecord("e", far, 0, "main", Map.of()))))))
                .isEqualTo(Appended.STORED);
        long latest = System.currentTimeMillis() * 1_000 + 300_000_000;
        assertThat(number("SELECT max(time_micros) FROM platform" + own() + " AND name = 'x'")).isBetween(Batches.now(),
                latest);
        assertThat(number("SELECT max(time_micros) FROM events" + own())).isBetween(Batches.now(), latest);
    }

    @Test
    void namesThatAreToldAgainAsTheyWereAreKnown() {
        assertThat(store.append(instance, Batches.recursion(2))).isEqualTo(Appended.STORED);
        assertThat(number("SELECT count(*) FROM names" + own())).isEqualTo(2);
        assertThat(number("SELECT count(*) FROM nodes" + own())).isEqualTo(3);
    }

    /** The view of contexts joins by id and batch: an id twice in one would multiply. */
    @Test
    void ofAContextToldTwiceInABatchTheLaterCounts() {
        List<ContextRecord> same = new ArrayList<>();
        for (long end = 1; end <= 200; end++) {
            same.add(Batches.context(5, 0, Batches.now() + end, Map.of("n", end)));
        }
        assertThat(store.append(instance, Batches.of(2, List.of(), same))).isEqualTo(Appended.STORED);
        assertThat(number("SELECT count(*) FROM contexts" + own() + " AND context = 5")).isEqualTo(1);
        assertThat(number("SELECT count(*) FROM context_values" + own()
                + " AND context = 5 AND value = '200'")).isEqualTo(1);
    }

    @Test
    void whoIsAtFaultInAGroupFailsAlone() throws Exception {
        int peers = 24;
        for (int i = 0; i < peers; i++) {
            store.open(Batches.hello("shop", "p" + i));
        }
        long commits = store.figures().commits();
        ExecutorService threads = Executors.newFixedThreadPool(peers);
        CountDownLatch together = new CountDownLatch(peers);
        List<Future<Appended>> answers = new ArrayList<>();
        for (int i = 0; i < peers; i++) {
            int peer = i;
            answers.add(threads.submit(() -> {
                Batch batch = peer == 7 ? poison() : Batches.recursion(1);
                together.countDown();
                together.await();
                return store.append("p" + peer, batch);
            }));
        }
        for (int i = 0; i < peers; i++) {
            assertThat(answers.get(i).get()).as("p" + i)
                    .isEqualTo(i == 7 ? Appended.QUARANTINED : Appended.STORED);
        }
        threads.shutdown();
        assertThat(number("SELECT count(*) FROM batches WHERE instance LIKE 'p%'")).isEqualTo(peers - 1);
        assertThat(number("SELECT count(*) FROM tree_rows WHERE instance LIKE 'p%'")).isEqualTo(3 * (peers - 1));
        assertThat(number("SELECT count(*) FROM names WHERE instance = 'p7'")).isEqualTo(2);
        assertThat(store.figures().commits() - commits).as("transactions").isLessThanOrEqualTo(peers + 1);
    }

    @Test
    void theQuarantineIsBounded(@TempDir Path folder) throws IOException {
        StoreFigures figures;
        try (DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", instance));
            store.append(instance, Batches.recursion(1));
            for (long sequence = 2; sequence < 2 + Quarantine.MOST_FILES + 5; sequence++) {
                assertThat(store.append(instance, Batches.of(sequence, List.of(row(-1, 0, 0)), List.of())))
                        .isEqualTo(Appended.QUARANTINED);
            }
            figures = store.figures();
        }
        assertThat(figures.quarantined()).isEqualTo(Quarantine.MOST_FILES + 5L);
        assertThat(figures.quarantineRemoved()).isEqualTo(5);
        assertThat(figures.quarantineFiles()).isEqualTo(Quarantine.MOST_FILES);
        try (Stream<Path> files = Files.list(folder.resolve("quarantine"))) {
            List<Path> there = files.toList();
            assertThat(there).hasSize(Quarantine.MOST_FILES);
            assertThat(there).noneMatch(file -> file.toString().endsWith("-2.frame")); // the oldest went first
            assertThat(there.stream().mapToLong(file -> file.toFile().length()).sum())
                    .isEqualTo(figures.quarantineBytes()).isLessThan(Quarantine.MOST_BYTES);
        }
    }

    /** What no check foresees: an array that is too short throws while it is appended. */
    private static Batch poison() {
        Batch sound = Batches.recursion(1);
        TreeRow cut = new TreeRow(1, 1, 0, 0b11, new long[]{1}, new long[]{1}, new long[]{1}, new long[0]);
        return new Batch(1, sound.fromMicros(), sound.toMicros(), sound.names(), sound.nodes(), List.of(cut), List.of(),
                List.of(), List.of(), List.of(), List.of(), List.of(), Map.of());
    }

    /** The first line of what was kept aside of the instance. */
    private String said() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("quarantine"))) {
            for (Path each : files.toList()) {
                try (BufferedReader lines = Files.newBufferedReader(each, StandardCharsets.ISO_8859_1)) {
                    String line = lines.readLine();
                    if (line.startsWith("instance " + instance + ",")) {
                        return line;
                    }
                }
            }
        }
        throw new AssertionError("nothing of " + instance + " is kept aside");
    }

    private String own() {
        return " WHERE instance = '" + instance + "'";
    }

    private long number(String sql) {
        return store.query(connection -> Database.number(connection, sql));
    }

    private static Arguments wrong(String reason, Batch batch) {
        return Arguments.of(reason, batch);
    }

    private static NameEntry name(int id) {
        return new NameEntry(id, "c.C", "n" + id);
    }

    private static Batch with(List<NameEntry> names, List<NodeEntry> nodes) {
        return new Batch(2, 1, 2, names, nodes, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of(), Map.of());
    }

    private static Batch rows(TreeRow row) {
        return Batches.of(2, List.of(row), List.of());
    }

    private static TreeRow row(long count, long errors, long inBucket) {
        return new TreeRow(1, count, errors, 1, Batches.meters(1), Batches.meters(1), Batches.meters(1),
                new long[]{3, inBucket});
    }

    private static ContextRecord context(long calls, List<TreeRow> rows) {
        return new ContextRecord(9, 0, "order", "shop", "main", 5, 0, null, Map.of(), calls, 0, 1, Batches.meters(1), 0,
                0,
                List.of(), rows);
    }

    private static ContextRecord context(long calls, long errors, List<TreeRow> rows, Rest rest) {
        return new ContextRecord(9, 0, "order", "shop", "main", 5, 0, null, Map.of(), calls, errors, 1,
                Batches.meters(1), 0, 0, List.of(), rows, rest);
    }

    private static ContextRecord stayed(long times) {
        return new ContextRecord(9, 0, "order", "shop", "main", 5, 0, null, Map.of(), 1, 0, 1, Batches.meters(1), 0, 0,
                List.of(new Stay("main", 5, 6, times)), List.of());
    }

    private static Batch contexts(ContextRecord context) {
        return Batches.of(2, List.of(), List.of(context));
    }

    private static Batch kinds(long contexts, long failed, long kept, long calls, long errors, List<TreeRow> rows) {
        return told(Sections.KINDS, new KindRecord("order", "shop", contexts, failed, kept, 1, calls, errors, 1,
                Batches.meters(1), rows));
    }

    private static <E> Batch told(Section<E> section, E element) {
        return new Batch(2, 1, 2, Contents.NONE.with(section, List.of(element)));
    }

    private static TreeRow elsewhere(long count, long errors) {
        return new TreeRow(0, count, errors, 1, Batches.meters(1), Batches.meters(1), Batches.meters(1), new long[0]);
    }

    private static Batch calls(int node) {
        return new Batch(2, 1, 2, List.of(), List.of(), List.of(),
                List.of(new Invocation(node, 0, "main", 5, 1, Batches.meters(1), false, null)), List.of(), List.of(),
                List.of(), List.of(), List.of(), Map.of());
    }

    private static Batch scores(int name) {
        return new Batch(2, 1, 2, List.of(), List.of(), List.of(), List.of(), List.of(), List.of(),
                List.of(new Score(name, Standing.values()[0], 0, 0)), List.of(), List.of(), Map.of());
    }
}

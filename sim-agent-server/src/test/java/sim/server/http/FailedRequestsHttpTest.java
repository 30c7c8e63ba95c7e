package sim.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.model.snapshot.ContextRecord;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.Meter;
import sim.model.snapshot.NameEntry;
import sim.model.snapshot.NodeEntry;
import sim.model.snapshot.StackRecord;
import sim.model.snapshot.TreeRow;
import sim.server.Batches;
import sim.store.DuckDbStore;
import sim.store.Keep;
import sim.store.StoreTools;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;
import tools.jackson.databind.JsonNode;

/** Failed requests beside the calls that failed in them. Over real HTTP. */
class FailedRequestsHttpTest {
    private static final int PAY = 1;
    private static final String LOST = "java.lang.IllegalStateException: no payment";
    private static final long SECOND = 1_000_000;

    private final long to = Batches.now() - SECOND;

    @TempDir
    Path folder;

    private DuckDbStore store;
    private AskedServer server;

    @BeforeEach
    void start() throws Exception {
        store = new DuckDbStore(folder);
        server = new AskedServer(store);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    /** All that is stored becomes segments. */
    private void seal() throws Exception {
        stop();
        try (StoreTools tools = StoreTools.open(folder)) {
            tools.compact(Keep.STANDARD, Long.MAX_VALUE);
        }
    }

    private static Batch batch(int sequence, long to, List<FailureRecord> failures, List<Invocation> calls,
            ContextRecord... contexts) {
        return new Batch(sequence, to - 5 * SECOND, to, Contents.NONE
                .with(Sections.NAMES, sequence > 1 ? List.of() : List.of(new NameEntry(PAY, "shop.Bank", "pay")))
                .with(Sections.NODES, sequence > 1 ? List.of() : List.of(new NodeEntry(PAY, 0, PAY)))
                .with(Sections.INVOCATIONS, calls).with(Sections.CONTEXTS, List.of(contexts))
                .with(Sections.FAILURES, failures));
    }

    private static Invocation failed(long context, long end) {
        return new Invocation(PAY, context, "http-1", end - 1_000, Meter.WALL.bit(), Batches.meters(SECOND), true,
                LOST);
    }

    /** A request of two seconds with a call of {@link #PAY}. */
    private static ContextRecord request(long id, long parent, long end, String error, long failedCalls) {
        long[] times = Batches.meters(SECOND);
        return new ContextRecord(id, parent, "GET /order", "http", "http-1", end - 2 * SECOND, end, error, Map.of(), 1,
                0, Meter.WALL.bit(), times, 0, id, List.of(),
                List.of(new TreeRow(PAY, 1, failedCalls, Meter.WALL.bit(), times, times, times, new long[0])));
    }

    /** Type, place or kind, how many are kept and, where it is told, of how many; then how many failures there are, and in how many rows. */
    private List<String> errors(String more) throws Exception {
        JsonNode answer = server.json("errors?application=shop&" + more);
        List<String> told = new ArrayList<>();
        for (JsonNode error : answer.path("errors")) {
            JsonNode place = error.path(error.path("method").isNull() ? "name" : "method");
            told.add(error.path("type").asString() + " " + place.asString() + " " + error.path("count").asLong()
                    + (error.has("all") ? " of " + error.path("all").asLong() : ""));
        }
        told.add(answer.path("failures").asLong() + " of " + answer.path("sorts").asLong());
        return told;
    }

    /** Where the spool was full, failed calls are missing: each request in which one had failed was a second failure beside the exact count. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRequestInWhichACallFailedThatIsNotKeptIsNoFailureOfItsOwn(boolean isSealed) throws Exception {
        store.open(Batches.hello("shop", "one"));
        store.append("one", batch(1, to, List.of(new FailureRecord("java.lang.IllegalStateException", PAY, 4)),
                List.of(failed(1, to - 2 * SECOND), failed(2, to - SECOND)), request(1, 0, to, "500", 1),
                request(2, 0, to, "500", 1), request(3, 0, to, "500", 1), request(4, 0, to, "500", 1),
                request(5, 0, to, "500", 0), request(6, 0, to, null, 0)));
        if (isSealed) {
            seal();
            store = new DuckDbStore(folder);
            server = new AskedServer(store);
        }
        assertThat(errors("last=1h")).containsExactly("java.lang.IllegalStateException pay 2 of 4",
                "500 GET /order 1", "5 of 2");
        assertThat(errors("last=1h&context=0000000000000003")).as("what is counted may have been elsewhere")
                .containsExactly("500 GET /order 1", "1 of 1");
    }

    /** With {@code events=none} no failed call says in which request it was; a stack that was read does. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void whatIsOnlyCountedNamesTheRequestsInWhichItsStackWasRead(boolean isSealed) throws Exception {
        store.open(Batches.hello("shop", "one"));
        store.append("one", batch(1, to, List.of(new FailureRecord("java.lang.IllegalStateException", PAY, 4),
                new FailureRecord("shop.Untold", PAY, 1)), List.of(), request(1, 0, to, "500", 1),
                request(2, 0, to, "500", 1), request(3, 0, to, "500", 1)));
        store.append("one", new Batch(2, to - 5 * SECOND, to, Contents.NONE.with(Sections.STACKS, List.of(
                new StackRecord(to - SECOND, "java.lang.IllegalStateException", PAY, 17, LOST, "\tat a\n", 2,
                        new long[]{1, 2}),
                new StackRecord(to - SECOND, "java.lang.IllegalStateException", PAY, 18, LOST, "\tat b\n", 1,
                        new long[]{2})))));
        if (isSealed) {
            seal();
            store = new DuckDbStore(folder);
            server = new AskedServer(store);
        }
        JsonNode errors = server.json("errors?application=shop&last=1h").path("errors");
        assertThat(errors.get(0).path("count").asLong()).isZero();
        assertThat(errors.get(0).path("contexts").asLong()).as("one of them threw twice").isEqualTo(2);
        assertThat(errors.get(0).path("kinds")).hasSize(1);
        assertThat(errors.get(0).path("kinds").get(0).path("name").asString()).isEqualTo("GET /order");
        assertThat(errors.get(0).path("kinds").get(0).path("contexts").asLong()).isEqualTo(2);
        assertThat(errors.get(1).path("kinds")).as("no stack of it was read").isEmpty();
        assertThat(errors.get(1).path("contexts").asLong()).isZero();
    }

    /** An agent of an earlier release counts no exceptions by place: its requests are all that tells of them. */
    @Test
    void aRequestOfAnApplicationThatCountsNoExceptionsIsTold() throws Exception {
        store.open(Batches.hello("shop", "one"));
        store.append("one", batch(1, to, List.of(), List.of(), request(3, 0, to, "500", 1)));
        assertThat(errors("last=1h")).containsExactly("500 GET /order 1", "1 of 1");
    }

    /** As where the batch with the counts found no room in a spool: that the instance counted at another time says nothing of these. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aRequestWhoseExceptionIsNotCountedIsTold(boolean isSealed) throws Exception {
        store.open(Batches.hello("shop", "one"));
        long before = to - 1_800 * SECOND;
        store.append("one", batch(1, before, List.of(new FailureRecord("java.lang.IllegalStateException", PAY, 1)),
                List.of(), request(1, 0, before, "500", 1)));
        store.append("one", batch(2, to, List.of(), List.of(), request(2, 0, to, "500", 1)));
        if (isSealed) {
            seal();
            store = new DuckDbStore(folder);
            server = new AskedServer(store);
        }
        assertThat(errors("last=1h")).containsExactlyInAnyOrder("java.lang.IllegalStateException pay 0 of 1",
                "500 GET /order 1", "2 of 2");
    }

    /** Sums by the hour lie at its end: what was counted early in it seems to be long after the request. */
    @Test
    void aRequestWhoseExceptionIsCountedAtTheEndOfItsStepIsNotToldTwice() throws Exception {
        store.open(Batches.hello("shop", "one"));
        long hour = 3_600 * SECOND;
        long early = to / hour * hour - 3 * hour + 605 * SECOND;
        store.append("one", batch(1, early, List.of(new FailureRecord("java.lang.IllegalStateException", PAY, 1)),
                List.of(), request(1, 0, early, "500", 1)));
        seal();
        store = new DuckDbStore(folder);
        server = new AskedServer(store);
        assertThat(errors("last=30d")).containsExactly("java.lang.IllegalStateException pay 0 of 1", "1 of 1");
    }

    /** The request and the one inside it failed by the same; the inner one ended before the range, and the outer one was told of again after its end. */
    @Test
    void whatFailedInsideBeforeTheRangeIsOneFailure() throws Exception {
        long inner = to - 60 * SECOND;
        store.open(Batches.hello("shop", "one"));
        store.append("one", batch(1, inner + SECOND, List.of(), List.of(), request(8, 7, inner, LOST, 0)));
        store.append("one", batch(2, to - 5 * SECOND, List.of(), List.of(), request(7, 0, to - 6 * SECOND, LOST, 0),
                request(9, 0, to - 6 * SECOND, LOST, 0)));
        store.append("one", batch(3, to, List.of(), List.of(), request(9, 0, to - 6 * SECOND, null, 0)));
        assertThat(errors("from=" + (to - 30 * SECOND) / 1_000 + "&to=" + to / 1_000))
                .as("7 failed by what 8 failed by, and 9 did not fail, as its last record says")
                .containsExactly("0 of 0");
        assertThat(errors("last=1h")).containsExactly("java.lang.IllegalStateException GET /order 1", "1 of 1");
    }

    /** A request may have begun before the range, and end behind it. */
    @Test
    void theKindOfARequestIsToldThatLastsLongerThanTheRange() throws Exception {
        long now = to - 20 * SECOND;
        store.open(Batches.hello("shop", "one"));
        store.append("one", batch(1, now, List.of(), List.of(failed(1, now - SECOND)), request(2, 0, now, null, 0)));
        ContextRecord lasting = new ContextRecord(1, 0, "GET /report", "http", "http-1", now - 7_200 * SECOND, to - 1,
                "500", Map.of(), 1, 0, Meter.WALL.bit(), Batches.meters(SECOND));
        store.append("one", batch(2, to, List.of(), List.of(), lasting));
        JsonNode error = server.json("errors?application=shop&from=" + (now / 1_000 - 10_000) + "&to=" + now / 1_000)
                .path("errors").get(0);
        assertThat(error.path("kinds").findValuesAsString("name")).containsExactly("GET /report");
    }

    /** Segments of another day, of which no row can be read: a question that reads one finds that it is damaged. */
    @Test
    void aQuestionAboutAnHourReadsNothingOfOtherDays() throws Exception {
        long before = to - 3 * 86_400 * SECOND;
        store.open(Batches.hello("shop", "one"));
        for (int sequence = 1; sequence <= 2; sequence++) {
            long end = before + sequence * SECOND;
            store.append("one", batch(sequence, end,
                    List.of(new FailureRecord("java.lang.IllegalStateException", PAY, 1)),
                    List.of(failed(sequence, end - SECOND)), request(sequence, 0, end, "500", 1),
                    request(10 + sequence, 0, end, "500", 0)));
        }
        seal();
        damage(folder.resolve("segments"));
        store = new DuckDbStore(folder);
        server = new AskedServer(store);
        store.open(Batches.hello("shop", "two"));
        store.append("two", batch(1, to, List.of(new FailureRecord("java.lang.IllegalStateException", PAY, 2)),
                List.of(failed(21, to - SECOND)), request(21, 0, to, "500", 1), request(22, 0, to, "500", 1),
                request(23, 0, to, "500", 0)));
        List<String> told = errors("last=1h");
        assertThat(damaged()).isEmpty();
        assertThat(told).containsExactly("java.lang.IllegalStateException pay 1 of 2", "500 GET /order 1", "3 of 2");
        assertThat(server.ask("errors?application=shop&last=7d").statusCode()).isIn(200, 503);
        assertThat(damaged()).as("one that wants them finds it").isNotEmpty();
    }

    /** The segments that questions found damaged. */
    private List<String> damaged() {
        return store.query(connection -> {
            List<String> files = new ArrayList<>();
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT file FROM segments WHERE damaged IS NOT NULL")) {
                while (row.next()) {
                    files.add(row.getString(1));
                }
            }
            return files;
        });
    }

    /** Changes all bytes before the footer. */
    private static void damage(Path segments) throws IOException {
        try (Stream<Path> all = Files.walk(segments)) {
            for (Path file : all.filter(each -> each.toString().endsWith(".parquet")).toList()) {
                byte[] bytes = Files.readAllBytes(file);
                int footer = bytes.length - 8
                        - ByteBuffer.wrap(bytes, bytes.length - 8, 4).order(ByteOrder.LITTLE_ENDIAN).getInt();
                for (int i = 4; i < footer; i++) {
                    bytes[i] ^= 0x55;
                }
                Files.write(file, bytes);
            }
        }
    }
}

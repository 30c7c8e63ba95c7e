package sim.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;
import sim.wire.Counter;
import sim.wire.Sections;

/**
 * A segment with other bytes than were written is due to be written into another one. That one would have a checksum of its own, so nobody could
 * know any more that its figures are wrong.
 */
class DamagedSourceTest {
    private static final long MINUTE = 60_000_000L;
    private static final long HOUR = 60 * MINUTE;

    @TempDir
    Path folder;

    /** So that what comes within minutes is in a step that is not over. */
    private long now = Ladder.down(Batches.now(), 24 * HOUR) - 10 * HOUR + MINUTE;

    private DuckDbStore open() {
        DuckDbStore store = new DuckDbStore(folder, () -> now);
        store.keep(Keep.all(Keep.FOREVER), Long.MAX_VALUE);
        return store;
    }

    private Database database() throws Exception {
        return new Database(folder, Ladder.STANDARD, new TrustedClock(() -> now, () -> 0));
    }

    /** One, two and three calls, in segments of their own. */
    private void fill() {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            for (int sequence = 1; sequence <= 3; sequence++) {
                store.append("i", RetentionTest.at(sequence, now, sequence).with(Sections.COUNTERS,
                        List.of(new Counter("invocations.dropped", sequence))));
                store.upkeepNow();
                now += MINUTE;
            }
        }
    }

    @Test
    void itIsRolledUpIntoNoOtherAndTheRestIs() throws Exception {
        fill();
        now += HOUR / 2;
        Path copy = folder.resolve("copy");
        Path file;
        try (Database database = database()) {
            Segment damaged = first(database, "tree_rows", 1);
            file = database.segments.resolve(damaged.file());
            Files.copy(file, copy);
            alter(file, "calls + 1000 AS calls");
            SegmentFiles files = files(database);
            new Rollups(database, files, Ladder.STANDARD, new Progress()).rollUp(now);
            assertThat(manifest(database).damaged).containsExactly(damaged);
            assertThat(calls(database, 2)).isEqualTo(5);
        }
        try (DuckDbStore store = open()) {
            assertThat(store.progress().damaged())
                    .containsExactly(folder.resolve("segments").relativize(file).toString());
            assertThat(answered(store)).as("finer rows serve").isEqualTo(6);
            Files.move(copy, file, StandardCopyOption.REPLACE_EXISTING);
            store.upkeepNow();
            assertThat(store.progress().damaged()).isEmpty();
            assertThat(answered(store)).as("it is back, and counts once").isEqualTo(6);
        }
        try (Database database = database()) {
            assertThat(calls(database, 2)).isEqualTo(6);
        }
    }

    @Test
    void itIsMergedWithNoOtherAndTheRestIs() throws Exception {
        fill();
        now += 2 * HOUR;
        try (Database database = database()) {
            Segment damaged = first(database, "tree_rows", 0);
            alter(database.segments.resolve(damaged.file()), "calls + 1000 AS calls");
            SegmentFiles files = files(database);
            Progress progress = new Progress();
            Rollups rollups = new Rollups(database, files, Ladder.STANDARD, progress);
            new Merging(rollups, files, Ladder.STANDARD, progress).merge(now, Long.MAX_VALUE, Keep.all(Keep.FOREVER));
            assertThat(manifest(database).damaged).containsExactly(damaged);
            assertThat(manifest(database).segments.stream().filter(each -> is(each, "tree_rows", 0))).hasSize(1);
            assertThat(calls(database, 0)).isEqualTo(5);
        }
    }

    /** Whatever it fails at: the tables behind it were left as they were, in each round. */
    @Test
    void whatCannotBeRolledUpOrMergedKeepsNoOtherTableFromIt() throws Exception {
        fill();
        try (Database database = database()) {
            for (int level : List.of(0, 1)) {
                Segment broken = first(database, "tree_rows", level);
                Path file = database.segments.resolve(broken.file());
                alter(file, "[calls] AS calls");
                database.inTransaction(connection -> {
                    Manifest.change(connection);
                    return database.update("UPDATE segments SET bytes = ?, checksum = ? WHERE file = ?",
                            Database.size(file), checksum(file), broken.file());
                });
            }
            SegmentFiles files = files(database);
            Progress progress = new Progress();
            Rollups rollups = new Rollups(database, files, Ladder.STANDARD, progress);
            now += HOUR / 2;
            assertThatThrownBy(() -> rollups.rollUp(now));
            assertThat(manifest(database).segments).noneMatch(each -> is(each, "tree_rows", 2))
                    .anyMatch(each -> is(each, "platform", 2));
            now += 2 * HOUR;
            Merging merging = new Merging(rollups, files, Ladder.STANDARD, progress);
            assertThatThrownBy(() -> merging.merge(now, Long.MAX_VALUE, Keep.all(Keep.FOREVER)));
            assertThat(manifest(database).segments.stream().filter(each -> is(each, "tree_rows", 0))).hasSize(3);
            assertThat(manifest(database).segments.stream().filter(each -> is(each, "platform", 0))).hasSize(1);
        }
    }

    private static long checksum(Path file) {
        try {
            return SegmentCheck.checksum(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Contexts that are kept longer than the others are written anew when the others go. */
    @Test
    void noneOfItsContextsIsKeptLongerAndItIsMissingForAsLongAsTheyWouldBe() throws Exception {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", RetentionTest.at(1, now, 1).with(Sections.CONTEXTS,
                    List.of(Batches.context(1, 0, now, Map.of("order", "4711")))));
            store.upkeepNow();
        }
        now += 3 * HOUR;
        try (Database database = database()) {
            Segment damaged = first(database, "context_records", 0);
            alter(database.segments.resolve(damaged.file()), "'another' AS name");
            SegmentFiles files = files(database);
            Progress progress = new Progress();
            Ageing ageing = new Ageing(database, new Instances(10),
                    new Rollups(database, files, Ladder.STANDARD, progress),
                    new NotableContexts(files, Ladder.STANDARD), Ladder.STANDARD, progress);
            for (int round = 1; round <= 2; round++) {
                ageing.age(Keep.of("1h,notable=30d"), now);
                assertThat(manifest(database).damaged).as("after round %d", round).containsExactly(damaged);
                assertThat(manifest(database).segments).noneMatch(each -> each.table() == ContextTables.RECORDS);
            }
            now += 31 * 24 * HOUR;
            ageing.age(Keep.of("1h,notable=30d"), now);
            assertThat(manifest(database).damaged).isEmpty();
        }
    }

    /** The server's end interrupts the upkeep, and a channel in which it writes is closed then. */
    @Test
    void whatTheServersEndCutsShortLosesNoNotableContext() throws Exception {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", RetentionTest.at(1, now, 1).with(Sections.CONTEXTS,
                    List.of(Batches.context(1, 0, now, Map.of("order", "4711")))));
            store.upkeepNow();
        }
        now += 3 * HOUR;
        try (Database database = database()) {
            SegmentFiles files = files(database);
            Progress progress = new Progress();
            Ageing ageing = new Ageing(database, new Instances(10),
                    new Rollups(database, files, Ladder.STANDARD, progress),
                    new NotableContexts(files, Ladder.STANDARD), Ladder.STANDARD, progress);
            long most = manifest(database).segments.stream()
                    .filter(each -> !each.table().isRolled() || each.scope() != Scope.INSTANCE || each.level() > 0)
                    .mapToLong(Segment::bytes).sum() - 1;
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> ageing.shrink(most, Keep.STANDARD, now))
                    .hasMessageContaining("ClosedByInterruptException");
            assertThat(Thread.interrupted()).isTrue();
            assertThat(manifest(database).segments).as("for the next round")
                    .anyMatch(each -> each.table() == ContextTables.RECORDS);
            ageing.shrink(most, Keep.STANDARD, now);
            assertThat(manifest(database).segments)
                    .anyMatch(each -> each.table() == ContextTables.RECORDS
                            && each.level() == NotableContexts.LEVEL);
        }
    }

    /** What a counter was when its oldest samples went is noted in the database. */
    @Test
    void noCounterBeginsAtWhatItSays() throws Exception {
        fill();
        now += 3 * HOUR;
        try (Database database = database()) {
            Segment damaged = first(database, "platform", 1);
            alter(database.segments.resolve(damaged.file()), "value + 1000 AS value");
            SegmentFiles files = files(database);
            Progress progress = new Progress();
            Ageing ageing = new Ageing(database, new Instances(10),
                    new Rollups(database, files, Ladder.STANDARD, progress),
                    new NotableContexts(files, Ladder.STANDARD), Ladder.STANDARD, progress);
            ageing.shrink(0, Keep.STANDARD, now);
            assertThat(manifest(database).segments).isEmpty();
            assertThat(database.<Long>query(
                    connection -> Database.number(connection, "SELECT max(value) FROM " + CounterBases.TABLE)))
                    .isEqualTo(3);
        }
    }

    /** The view over all segments of a table opens it, so nothing of the table could be written until it was found. */
    @Test
    void oneThatCannotBeOpenedKeepsNoOtherFromBeingRolledUp() throws Exception {
        fill();
        now += HOUR / 2;
        try (Database database = database()) {
            Segment damaged = first(database, "tree_rows", 0); // which is rolled up
            Files.write(database.segments.resolve(damaged.file()), new byte[(int) damaged.bytes()]);
            SegmentFiles files = files(database);
            new Rollups(database, files, Ladder.STANDARD, new Progress()).rollUp(now);
            assertThat(manifest(database).damaged).containsExactly(damaged);
            assertThat(calls(database, 2)).isEqualTo(6);
        }
    }

    /** All of the store was read at a start, to fail then. */
    @Test
    void onAFullDiskNoSegmentIsReadForWhatIsWrong() {
        for (String said : List.of("IO Error: Could not write file: No space left on device",
                "Out of Memory Error: could not allocate block")) {
            assertThatThrownBy(() -> SegmentCheck.note(folder, Map.of(), wrong -> {
                throw new SQLException(said);
            }, (failure, known) -> {
                throw new AssertionError("it is read");
            })).isInstanceOf(SQLException.class).hasMessage(said);
        }
    }

    /** Another file takes its place, which can be read as well. */
    private static void alter(Path file, String column) throws Exception {
        Path other = file.resolveSibling("other");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (SELECT * REPLACE (" + column + ") FROM read_parquet('" + file + "')) TO '" + other
                    + "' (FORMAT parquet, COMPRESSION zstd)");
        }
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static SegmentFiles files(Database database) throws SQLException {
        SegmentFiles files = new SegmentFiles(database, Ladder.STANDARD, said -> {});
        files.removeUnnamed(); // goes on with the numbers of those that are there
        return files;
    }

    private static Manifest manifest(Database database) throws SQLException {
        return database.query(database::manifest);
    }

    private static boolean is(Segment segment, String table, int level) {
        return segment.is(Tables.named(table), Scope.INSTANCE) && segment.level() == level;
    }

    private static Segment first(Database database, String table, int level) throws SQLException {
        return manifest(database).segments.stream().filter(each -> is(each, table, level)).findFirst().orElseThrow();
    }

    /** Those in segments of a level. */
    private static long calls(Database database, int level) throws SQLException {
        List<String> files = manifest(database).segments.stream().filter(each -> is(each, "tree_rows", level))
                .map(Segment::file).toList();
        return database.query(connection -> Database.number(connection,
                "SELECT sum(calls) FROM " + Pieces.files(database.segments, files)));
    }

    private long answered(DuckDbStore store) {
        return store.query(connection -> {
            connection.setAutoCommit(false);
            return Database.number(connection,
                    store.slice(connection, "shop", "i", false, now - 24 * HOUR, now, 0)
                            .narrow("SELECT sum(calls) FROM tree_rows"));
        });
    }
}

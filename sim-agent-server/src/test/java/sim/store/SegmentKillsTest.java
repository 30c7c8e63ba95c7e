package sim.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.server.Batches;
import sim.testkit.Child;
import sim.testkit.Jdks;

/** A server that is killed while it makes segments, and stores whose files are damaged behind its back. */
class SegmentKillsTest {
    private static final long HOUR = 3_600_000_000L;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"segment is drafted", "segment is written", "slot is being dropped",
            "roll-up is being committed", "merge is being committed", "manifest is committed"})
    void whereverItIsKilledEachRowIsThereOnce(String point) throws Exception {
        killed(point, Maker.class);
        long[] now = {Maker.END};
        try (DuckDbStore store = open(folder, now)) {
            long stored = store.open(Batches.hello("shop", "i")).lastSequence();
            assertThat(stored).isPositive();
            expect(store, stored);
            store.upkeepNow();
            expect(store, stored);
            now[0] += 40 * 24 * HOUR;
            store.upkeepNow();
            expect(store, stored);
            assertThat(files()).as("files that the manifest does not name are removed")
                    .hasSize((int) number(store, "SELECT count(*) FROM segments"));
        }
        assertThat(Files.exists(folder.resolve("segments.old"))).as("no database but this one made segments").isFalse();
    }

    /** Runs the program on this folder until it is killed there. */
    private void killed(String point, Class<?> program) {
        Child.Result run = Child.jvm(Jdks.own(), Child.FRUGAL, "-Dsim.store.stop=" + point, program.getName(),
                folder.toString());
        assertThat(run.exit()).as(run.all()).isEqualTo(137);
    }

    private static void expect(DuckDbStore store, long batches) {
        assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(3 * batches);
        assertThat(number(store, "SELECT count(*) FROM batches")).isEqualTo(batches);
        store.query(connection -> {
            connection.setAutoCommit(false);
            for (String instance : new String[]{"i", null}) {
                Slice slice = store.slice(connection, "shop", instance, instance == null, 0, Long.MAX_VALUE / 2, 0);
                assertThat(Database.number(connection, slice.narrow("SELECT sum(calls) FROM tree_rows")))
                        .isEqualTo(3 * batches);
            }
            return null;
        });
    }

    private List<Path> files() throws Exception {
        try (Stream<Path> files = Files.walk(folder.resolve("segments"))) {
            return files.filter(file -> file.toString().endsWith(".parquet")).toList();
        }
    }

    /** Stores some hours of batches, a segment every few; is killed on the way. */
    static final class Maker {
        static final long START = Ladder.down(Batches.now(), HOUR) - 10 * HOUR;
        static final long END = START + 9 * HOUR;

        public static void main(String[] arguments) {
            long[] now = {START};
            DuckDbStore store = open(Path.of(arguments[0]), now);
            store.open(Batches.hello("shop", "i"));
            for (long sequence = 1; sequence <= 60; sequence++) {
                now[0] += HOUR / 7;
                store.append("i", RetentionTest.at(sequence, now[0], 3).sentAt(now[0]));
                store.upkeepNow();
            }
            System.out.println("nothing stopped it");
        }
    }

    /** A file does not come back with a transaction that fails, and must not stay after one that does not. */
    @ParameterizedTest
    @ValueSource(strings = {"what is forgotten is being committed", "what is forgotten is committed"})
    void quarantinedBatchesGoWithTheRowsOfWhatIsForgotten(String point) throws Exception {
        killed(point, Forgetter.class);
        boolean isGone = point.endsWith("is committed");
        try (DuckDbStore store = new DuckDbStore(folder)) {
            assertThat(number(store, "SELECT count(*) FROM instances WHERE application = 'shop'"))
                    .isEqualTo(isGone ? 0 : 1);
            assertThat(store.figures().quarantineFiles()).isEqualTo(isGone ? 1 : 2);
            if (!isGone) {
                Silence.of(store);
                store.forget("shop");
            }
            assertThat(number(store, "SELECT count(*) FROM forgotten")).isZero();
        }
        try (Stream<Path> files = Files.list(folder.resolve("quarantine"))) {
            assertThat(files).as("another application's").hasSize(1);
        }
    }

    /** Forgets an application that has a quarantined batch, as another one has; is killed on the way. */
    static final class Forgetter {
        public static void main(String[] arguments) {
            try (DuckDbStore store = new DuckDbStore(Path.of(arguments[0]))) {
                for (String application : List.of("shop", "bank")) {
                    store.open(Batches.hello(application, application));
                    store.append(application, Batches.recursion(1));
                    store.append(application, Batches.of(2, List.of(Batches.row(99, 1, 1, 1)), List.of()));
                }
            }
            try (DuckDbStore store = new DuckDbStore(Path.of(arguments[0]))) {
                Silence.of(store); // nobody may be connected
                store.forget("shop");
            }
            System.out.println("nothing stopped it");
        }
    }

    /** As on a disk that is full: the server did not start, and what was forgotten was told as not forgotten. */
    @Test
    void whatCannotBeStruckOffTheListOfTheForgottenStopsNothing() throws Exception {
        try (DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
        }
        execute("DROP TABLE forgotten", "CREATE TABLE forgotten(instance VARCHAR PRIMARY KEY)",
                "CREATE TABLE held(instance VARCHAR REFERENCES forgotten(instance))",
                "INSERT INTO forgotten VALUES ('of old')", "INSERT INTO held VALUES ('of old')");
        try (DuckDbStore store = new DuckDbStore(folder)) {
            Silence.of(store);
            assertThat(store.forget("shop").rows()).isPositive();
            assertThat(number(store, "SELECT count(*) FROM instances")).isZero();
            assertThat(number(store, "SELECT count(*) FROM forgotten")).as("tried, and failed").isPositive();
        }
        execute("DROP TABLE held");
        try (DuckDbStore store = new DuckDbStore(folder)) {
            assertThat(number(store, "SELECT count(*) FROM forgotten")).isZero();
        }
    }

    /** While the store is closed. */
    private void execute(String... statements) throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:" + folder.resolve("sim.duckdb"));
                Statement statement = connection.createStatement()) {
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    private static DuckDbStore open(Path folder, long[] now) {
        DuckDbStore store = new DuckDbStore(folder, () -> now[0], () -> now[0] * 1_000, Ladder.STANDARD, new Figures(),
                Instances.MOST);
        store.keep(Keep.all(Keep.FOREVER), Long.MAX_VALUE);
        return store;
    }

    @Test
    void aSegmentThatIsDamagedIsSetAsideAndNamedAndTheRestAnswers() throws Exception {
        long[] now = {Batches.now()};
        try (DuckDbStore store = open(folder, now)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", RetentionTest.at(1, now[0], 3));
            store.upkeepNow();
            now[0] += 2 * HOUR;
            store.append("i", RetentionTest.at(2, now[0], 4));
        }
        for (Path file : files()) {
            if (file.getParent().endsWith("tree_rows")) {
                Files.write(file, new byte[]{1, 2, 3}, StandardOpenOption.APPEND);
            }
        }
        try (DuckDbStore store = open(folder, now)) {
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(4);
            store.query(connection -> {
                Slice slice = store.slice(connection, "shop", null, true, Batches.now() - HOUR, now[0], 0);
                assertThat(slice.missing()).isNotEmpty()
                        .allMatch(part -> part.get("segment").toString().startsWith("tree_rows/"));
                assertThat(Database.number(connection, slice.narrow("SELECT sum(calls) FROM tree_rows"))).isEqualTo(4);
                return null;
            });
        }
    }

    /** A server that was ended while it compared segments set sound ones aside for good. */
    @Test
    void whoIsInterruptedOrCannotReadASegmentSetsNoneAside() throws Exception {
        long[] now = {Batches.now()};
        try (DuckDbStore store = open(folder, now)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", RetentionTest.at(1, now[0], 3));
            store.upkeepNow();
            Thread.currentThread().interrupt();
            try {
                store.upkeep();
            } finally {
                assertThat(Thread.interrupted()).isTrue();
            }
            assertThat(number(store, "SELECT count(*) FROM segments WHERE damaged IS NOT NULL")).isZero();
            Files.move(folder.resolve("segments"), folder.resolve("away"));
            assertThatThrownBy(store::upkeep).hasMessageContaining("cannot be checked now");
            Files.move(folder.resolve("away"), folder.resolve("segments"));
            store.upkeep();
            assertThat(number(store, "SELECT count(*) FROM segments WHERE damaged IS NOT NULL")).isZero();
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(3);
        }
    }

    @Test
    void whatWasSetAsideAndIsBackIsInAnswersAgain() throws Exception {
        long[] now = {Batches.now()};
        Path rows = folder.resolve("segments/tree_rows");
        try (DuckDbStore store = open(folder, now)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", RetentionTest.at(1, now[0], 3));
            store.upkeepNow();
            Files.move(rows, folder.resolve("away"));
            store.upkeep();
            assertThat(number(store, "SELECT count(*) FROM segments WHERE damaged IS NOT NULL")).isPositive();
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isZero();
        }
        Files.move(folder.resolve("away"), rows);
        try (DuckDbStore store = open(folder, now)) {
            assertThat(number(store, "SELECT count(*) FROM segments WHERE damaged IS NOT NULL")).isZero();
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(3);
        }
    }

    /** Moving the database alone away, as was said before, removed all that was in segments. */
    @Test
    void aNewDatabaseBesideOldSegmentsMovesThemAway() throws Exception {
        long[] now = {Batches.now()};
        try (DuckDbStore store = open(folder, now)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", RetentionTest.at(1, now[0], 3));
            store.upkeepNow();
        }
        List<Path> old = files().stream().map(folder.resolve("segments")::relativize).toList();
        assertThat(old).isNotEmpty();
        Files.move(folder.resolve("sim.duckdb"), folder.resolve("moved"));
        Files.createDirectory(folder.resolve("segments.old"));
        try (DuckDbStore store = open(folder, now)) {
            assertThat(old).allMatch(file -> Files.exists(folder.resolve("segments.old2").resolve(file)));
            store.open(Batches.hello("shop", "i"));
            store.append("i", RetentionTest.at(1, now[0], 4));
            store.upkeepNow();
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(4);
        }
    }

    /** A start removed them without a word. */
    @Test
    void whatAPersonPutBesideSegmentsStays() throws Exception {
        long[] now = {Batches.now()};
        try (DuckDbStore store = open(folder, now)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", RetentionTest.at(1, now[0], 3));
            store.upkeepNow();
        }
        Path segment = files().get(0);
        Path copy = Files.copy(segment, Path.of(segment + ".bak"));
        Path other = Files.copy(segment, segment.resolveSibling("before-1.parquet"));
        Path text = Files.writeString(segment.resolveSibling("README.txt"), "a copy");
        Path left = Files.copy(segment, segment.resolveSibling("instance-batch-20200101T000000-00000001.parquet"));
        Path draft = Files.writeString(segment.resolveSibling("draft.tmp"), "of a kill");
        try (DuckDbStore store = open(folder, now)) {
            assertThat(List.of(segment, copy, other, text)).allMatch(Files::exists);
            assertThat(left).as("a segment that nothing names").doesNotExist();
            assertThat(draft).doesNotExist();
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(3);
        }
    }

    /** Nobody reached what was moved aside. */
    @Test
    void whatIsForgottenIsForgottenInSegmentsThatWereMovedAwayToo() throws Exception {
        long[] now = {Batches.now()};
        try (DuckDbStore store = open(folder, now)) {
            for (String application : List.of("shop", "bank")) {
                store.open(Batches.hello(application, application));
                store.append(application, Batches.recursion(1));
            }
            store.upkeepNow();
        }
        Files.move(folder.resolve("sim.duckdb"), folder.resolve("moved"));
        Path old = folder.resolve("segments.old");
        try (DuckDbStore store = open(folder, now)) {
            store.open(Batches.hello("cafe", "c"));
            store.append("c", Batches.recursion(1));
        }
        now[0] += HOUR; // nobody may be connected
        Path copy = Files.createDirectory(folder.resolve("copy"));
        StoreCopy.of(old, copy);
        try (DuckDbStore store = open(folder, now)) {
            assertThatThrownBy(() -> store.forget("shoq")).hasMessageContaining("no application shoq");
            assertThat(store.forget("text", "y").bytes()).isZero();
            store.forget("cafe");
            assertThat(old).as("has nothing of these").exists();
            assertThat(store.forget("shop").bytes()).isPositive();
            assertThat(old).doesNotExist();
            assertThatThrownBy(() -> store.forget("shop")).hasMessageContaining("no application shop");
            Files.move(copy, old);
            assertThat(store.forget("text", "x").bytes()).as("a value of its contexts").isPositive();
            assertThat(old).doesNotExist();
        }
    }

    /** A word that was mistyped, and a file that could not be read just then, cost the whole folder. */
    @Test
    void aFileThatCannotBeReadIsNamedAndKeepsAllFromBeingForgotten() throws Exception {
        long[] now = {Batches.now()};
        Path old = Files.createDirectories(folder.resolve("segments.old/tree_rows"));
        Path file = Files.writeString(old.resolve("application-1h-20260101T000000-00000001.parquet"), "no segment");
        Files.writeString(old.resolve("application-notes.txt"), "of somebody");
        try (DuckDbStore store = open(folder, now)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", RetentionTest.at(1, now[0], 3));
        }
        now[0] += HOUR;
        try (DuckDbStore store = open(folder, now)) { // to which nobody is connected
            for (String application : List.of("shoq", "shop")) {
                assertThatThrownBy(() -> store.forget(application)).isInstanceOf(StoreException.class)
                        .hasMessageContaining(file.toString()).hasMessageContaining("remove this file");
            }
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(3);
            Files.delete(file);
            store.forget("shop");
            assertThat(old).exists();
        }
    }

    @Test
    void aFolderOfAnotherDatabaseStaysWhereNothingIsForgotten() throws Exception {
        long[] now = {Batches.now()};
        try (DuckDbStore store = open(folder, now)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
            store.upkeepNow();
        }
        StoreCopy.of(folder.resolve("segments"), Files.createDirectory(folder.resolve("segments.old")));
        now[0] += HOUR;
        try (DuckDbStore store = open(folder, now)) {
            for (Path file : files()) {
                Files.delete(file);
                Files.createDirectory(file); // which cannot be read, so that nothing is forgotten
            }
            for (Executable forgets : List.<Executable>of(() -> store.forget("shop"),
                    () -> store.forget("text", "x"))) {
                assertThatThrownBy(forgets::execute).hasMessageContaining("nothing of the store");
                assertThat(folder.resolve("segments.old")).exists();
            }
        }
    }

    /** All that is left of what was forgotten are its files, because a question that began before may have read them: they were kept for good in a folder beside. */
    @Test
    void whatIsForgottenIsGoneAtTheNextStartThoughNothingElseIsInTheStore() throws Exception {
        long[] now = {Batches.now()};
        try (DuckDbStore store = open(folder, now)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", RetentionTest.at(1, now[0], 3));
            store.upkeepNow();
        }
        now[0] += HOUR;
        try (DuckDbStore store = open(folder, now)) {
            store.query(connection -> store.forget("shop"));
            assertThat(files()).isNotEmpty();
        }
        try (DuckDbStore store = open(folder, now)) {
            assertThat(files()).isEmpty();
            assertThat(Files.exists(folder.resolve("segments.old"))).isFalse();
        }
    }

    /** It was named as missing for ever, of a time of which nothing is kept, and what its file once had counted for the bound. */
    @Test
    void aDamagedSegmentIsMissingForAsLongAsItsRowsWouldBeKeptAndTakesNoRoomOfOthersOnceItIsGone() throws Exception {
        long[] now = {Batches.now()};
        long day = 24 * HOUR;
        try (DuckDbStore store = open(folder, now)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", RetentionTest.at(1, now[0], 3));
            store.upkeepNow();
            for (Path file : files()) {
                Files.delete(file);
            }
            store.upkeep();
            long gone = number(store, "SELECT count(*) FROM segments");
            assertThat(store.progress().damaged()).hasSize((int) gone);
            store.query(connection -> { // as if they had been large
                try (Statement statement = connection.createStatement()) {
                    return statement.execute("UPDATE segments SET bytes = 1000000000");
                }
            });
            now[0] += 20 * day;
            store.append("i", RetentionTest.at(2, now[0], 4));
            store.keep(Keep.STANDARD, 500_000_000);
            store.upkeepNow();
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(4);
            assertThat(store.progress().damaged()).as("those of steps that are kept").isNotEmpty()
                    .hasSizeLessThan((int) gone).noneMatch(file -> file.contains("instance-batch"));
            now[0] += 20 * day;
            store.upkeepNow();
            assertThat(store.progress().damaged()).isNotEmpty().allMatch(file -> file.contains("application-1"));
            store.keep(Keep.all(day), Long.MAX_VALUE);
            store.upkeepNow();
            assertThat(store.progress().damaged()).isEmpty();
        }
    }

    @Test
    void aLogThatWasCutIsSaidWithWhatIsLost() throws Exception {
        Path copy = Files.createDirectory(folder.resolve("copy"));
        try (DuckDbStore store = new DuckDbStore(folder.resolve("data"))) {
            store.open(Batches.hello("shop", "i"));
            for (int sequence = 1; sequence <= 5; sequence++) {
                store.append("i", Batches.megabyte(sequence, Batches.now()));
            }
            for (String name : List.of("sim.duckdb", "sim.duckdb.wal", "sim.duckdb.last")) { // as a kill leaves it
                Files.copy(folder.resolve("data").resolve(name), copy.resolve(name));
            }
        }
        Path log = copy.resolve("sim.duckdb.wal");
        byte[] all = Files.readAllBytes(log);
        Files.write(log, java.util.Arrays.copyOf(all, all.length - 1_000));
        try (DuckDbStore store = new DuckDbStore(copy)) {
            assertThat(number(store, "SELECT max(sequence) FROM batches")).isEqualTo(4);
            assertThat(store.health().lastError()).contains("1 batch").contains("lost").contains("sim.duckdb");
            assertThat(store.append("i", Batches.megabyte(5, Batches.now()))).isEqualTo(Appended.STORED);
        }
    }

    /** Moving the whole store away, as was said before, loses what is sound as well. */
    @Test
    void aLogThatIsDamagedInItsMiddleIsNamedAndTheRestOpensWithoutIt() throws Exception {
        Path copy = Files.createDirectory(folder.resolve("copy"));
        try (DuckDbStore store = new DuckDbStore(folder.resolve("data"))) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.megabyte(1, Batches.now()));
            store.checkpoint();
            store.append("i", Batches.megabyte(2, Batches.now()));
            store.append("i", Batches.megabyte(3, Batches.now()));
            for (String name : List.of("sim.duckdb", "sim.duckdb.wal", "sim.duckdb.last")) { // as a kill leaves it
                Files.copy(folder.resolve("data").resolve(name), copy.resolve(name));
            }
        }
        Path log = copy.resolve("sim.duckdb.wal");
        byte[] all = Files.readAllBytes(log);
        all[all.length / 3] ^= 0x55;
        Files.write(log, all);
        assertThatThrownBy(() -> new DuckDbStore(copy)).hasMessageContaining("the log of the store")
                .hasMessageContaining("move " + copy.resolve("sim.duckdb") + ".wal away");
        Files.move(log, copy.resolve("moved"));
        try (DuckDbStore store = new DuckDbStore(copy)) {
            assertThat(number(store, "SELECT max(sequence) FROM batches")).isEqualTo(1);
            assertThat(store.health().lastError()).contains("2 batches").contains("lost");
        }
    }

    /** A write that was torn, with other bytes at the end: all before it was to be moved away with it. */
    @Test
    void aLogThatIsDamagedAtItsEndOpensWithAllThatIsBeforeOnceItIsCutWhereItIsSaid() throws Exception {
        Path copy = killedWithBatches(5);
        Path log = copy.resolve("sim.duckdb.wal");
        byte[] all = Files.readAllBytes(log);
        all[all.length - 1_000] ^= 0x55;
        Files.write(log, all);
        String said = catchThrowable(() -> new DuckDbStore(copy)).getMessage();
        Matcher cut = Pattern.compile("truncate -s (\\d+) " + Pattern.quote(log.toString())).matcher(said);
        assertThat(cut.find()).as(said).isTrue();
        assertThat(said).doesNotContain("\n");
        Files.write(log, java.util.Arrays.copyOf(all, Integer.parseInt(cut.group(1))));
        try (DuckDbStore store = new DuckDbStore(copy)) {
            assertThat(number(store, "SELECT count(*) FROM batches")).isEqualTo(4);
            assertThat(store.health().lastError()).contains("1 batch that was acknowledged last is lost");
            assertThat(store.append("i", Batches.megabyte(5, Batches.now()))).isEqualTo(Appended.STORED);
        }
    }

    /** The library fills what it reserves: zeros behind the last entry. */
    @Test
    void aLogWithZerosAtItsEndLosesNothingOnceItIsCutWhereItIsSaid() throws Exception {
        Path data = folder.resolve("data");
        Path copy = Files.createDirectory(folder.resolve("copy"));
        try (DuckDbStore store = new DuckDbStore(data)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
            killed(data, copy);
        }
        Path log = copy.resolve("sim.duckdb.wal");
        byte[] all = Files.readAllBytes(log);
        Files.write(log, java.util.Arrays.copyOf(all, all.length + 4_096));
        assertThatThrownBy(() -> new DuckDbStore(copy)).hasMessageContaining("truncate -s " + all.length + " ");
        Files.write(log, all);
        try (DuckDbStore store = new DuckDbStore(copy)) {
            assertThat(number(store, "SELECT count(*) FROM batches")).isEqualTo(1);
            assertThat(store.health().lastError()).isNull();
        }
    }

    /** The number of a batch that was lost is not given again, though the database is opened once more before the next commit. */
    @Test
    void whatIsLostWithALogIsKnownUntilTheNextCommitWhateverIsOpenedAgain() throws Exception {
        Path copy = killedWithBatches(5);
        Path log = copy.resolve("sim.duckdb.wal");
        byte[] all = Files.readAllBytes(log);
        Files.write(log, java.util.Arrays.copyOf(all, all.length - 1_000));
        try (DuckDbStore store = new DuckDbStore(copy)) {
            Files.delete(log);
            org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(60))
                    .until(() -> store.figures().reopenings() > 0 && store.health().canStore());
            assertThat(store.append("i", Batches.megabyte(5, Batches.now()))).isEqualTo(Appended.STORED);
            try (LastBatch last = new LastBatch(copy.resolve("sim.duckdb"))) {
                assertThat(last.read()).isEqualTo(6);
            }
        }
    }

    /** Found by the campaign: "WAL checkpoint marker must be at the end of the WAL", and all that was acknowledged is lost. */
    @Test
    void aCheckpointWhileTheDirectoryIsAwayLeavesALogThatOpens() throws Exception {
        Path data = folder.resolve("data");
        Path away = folder.resolve("away");
        Path copy = Files.createDirectory(folder.resolve("copy"));
        try (DuckDbStore store = new DuckDbStore(data)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
            Files.move(data, away);
            store.checkpoint();
            Files.move(away, data);
            org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(60))
                    .ignoreExceptionsInstanceOf(StoreException.class)
                    .until(() -> store.append("i", Batches.recursion(2)) == Appended.STORED);
            store.checkpoint();
            store.append("i", Batches.recursion(3));
            killed(data, copy);
        }
        try (DuckDbStore store = new DuckDbStore(copy)) {
            assertThat(number(store, "SELECT count(*) FROM batches")).isEqualTo(3);
        }
    }

    @Test
    void aDirectoryThatIsRemovedStopsTheAcknowledgementsUntilItIsBack() throws Exception {
        Path data = folder.resolve("data");
        Path away = folder.resolve("away");
        List<Appended> answers = new ArrayList<>();
        try (DuckDbStore store = new DuckDbStore(data)) {
            store.open(Batches.hello("shop", "i"));
            answers.add(store.append("i", Batches.recursion(1)));
            Files.move(data, away);
            org.assertj.core.api.Assertions.assertThatThrownBy(() -> store.append("i", Batches.recursion(2)))
                    .isInstanceOf(StoreException.class).hasMessageContaining("removed or replaced");
            assertThat(store.health().canStore()).isFalse();
            assertThat(store.health().lastError()).contains("removed or replaced");
            assertThat(store.freeBytes()).as("of a disk that is not to be found").isEmpty();
            Files.move(away, data);
            org.awaitility.Awaitility.await().until(() -> store.health().canStore());
            assertThat(store.health().lastError()).as("it is back").isNull();
            assertThat(store.freeBytes()).isPresent();
            answers.add(store.append("i", Batches.recursion(2)));
        }
        assertThat(answers).containsOnly(Appended.STORED);
        try (DuckDbStore store = new DuckDbStore(data)) {
            assertThat(number(store, "SELECT count(*) FROM batches")).isEqualTo(2);
        }
    }

    /** Measured before: all that was acknowledged after it went into a log without a name, and was lost at a kill. */
    @Test
    void aLogThatIsRemovedIsMissedAndWhatItHadGoesIntoTheStore() throws Exception {
        Path data = folder.resolve("data");
        Path copy = Files.createDirectory(folder.resolve("copy"));
        try (DuckDbStore store = new DuckDbStore(data)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
            Files.delete(data.resolve("sim.duckdb.wal"));
            org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(60))
                    .ignoreExceptionsInstanceOf(StoreException.class)
                    .until(() -> store.append("i", Batches.recursion(2)) == Appended.STORED);
            assertThat(store.health().canStore()).isTrue();
            assertThat(store.figures().reopenings()).isEqualTo(1);
            assertThat(store.health().lastError()).as("it is mended").isNull();
            killed(data, copy);
        }
        try (DuckDbStore store = new DuckDbStore(copy)) {
            assertThat(number(store, "SELECT count(*) FROM batches")).isEqualTo(2);
            assertThat(store.append("i", Batches.recursion(2))).isEqualTo(Appended.ALREADY);
        }
    }

    /** Nobody sends anything: it is noticed all the same, within a second or two. */
    @Test
    void aLogThatIsRemovedWhileNothingComesIsSavedToo() throws Exception {
        Path data = folder.resolve("data");
        Path copy = Files.createDirectory(folder.resolve("copy"));
        try (DuckDbStore store = new DuckDbStore(data)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
            Files.delete(data.resolve("sim.duckdb.wal"));
            org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(60))
                    .until(() -> Files.exists(data.resolve("sim.duckdb.wal")) && store.health().canStore());
            killed(data, copy);
        }
        try (DuckDbStore store = new DuckDbStore(copy)) {
            assertThat(number(store, "SELECT count(*) FROM batches")).isEqualTo(1);
        }
    }

    /** What is written into another file than the one of its name is not acknowledged, whenever it was removed. */
    @Test
    void whatIsCommittedAfterTheLogWasRemovedWithinTheTransactionIsNotAcknowledged() throws Exception {
        Path data = folder.resolve("data");
        try (Database database = new Database(data, Ladder.STANDARD, new TrustedClock(() -> Batches.now(), () -> 0))) {
            database.inTransaction(connection -> database.update("UPDATE store SET last_batch = 1"));
            assertThat(database.hasCommitted(true)).isTrue();
            database.inTransaction(connection -> {
                database.update("UPDATE store SET last_batch = 2");
                try {
                    Files.delete(data.resolve("sim.duckdb.wal"));
                } catch (java.io.IOException failure) {
                    throw new AssertionError(failure);
                }
                return null;
            });
            assertThat(database.hasCommitted(true)).isFalse();
            assertThat(database.isInvalid()).isTrue();
            assertThat(database.save()).isTrue();
            database.reopen();
            assertThat(Database.number(database.writer(), "SELECT last_batch FROM store")).isEqualTo(2);
            assertThat(database.isThere()).isTrue();
        }
    }

    /** As {@code > sim.duckdb.wal} does, or a log rotation that copies and truncates: it is the same file, and what came later was all it had. */
    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void aLogThatIsCutIsMissedAndWhatItHadGoesIntoTheStore(boolean isBusy) throws Exception {
        Path data = folder.resolve("data");
        Path copy = Files.createDirectory(folder.resolve("copy"));
        try (DuckDbStore store = new DuckDbStore(data)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
            cut(data.resolve("sim.duckdb.wal"));
            if (isBusy) {
                org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(60))
                        .ignoreExceptionsInstanceOf(StoreException.class)
                        .until(() -> store.append("i", Batches.recursion(2)) == Appended.STORED);
            }
            org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(60))
                    .until(() -> store.figures().reopenings() == 1 && store.health().canStore());
            assertThat(store.append("i", Batches.recursion(2))).isEqualTo(isBusy ? Appended.ALREADY : Appended.STORED);
            assertThat(store.health().lastError()).as("it is mended").isNull();
            killed(data, copy);
        }
        try (DuckDbStore store = new DuckDbStore(copy)) {
            assertThat(number(store, "SELECT count(*) FROM batches")).isEqualTo(2);
            assertThat(store.health().lastError()).isNull();
        }
    }

    /** What is committed then makes it longer than it was: its length after the commit does not tell. */
    @Test
    void whatIsCommittedIntoALogThatWasCutWithinTheTransactionIsNotAcknowledged() throws Exception {
        Path data = folder.resolve("data");
        try (Database database = new Database(data, Ladder.STANDARD, new TrustedClock(() -> Batches.now(), () -> 0))) {
            long before = database.logBytes();
            database.inTransaction(connection -> {
                database.update("INSERT INTO forgotten SELECT 'instance ' || range FROM range(50000)");
                cut(data.resolve("sim.duckdb.wal"));
                return null;
            });
            assertThat(database.logBytes()).isGreaterThan(before);
            assertThat(database.hasCommitted(true)).isFalse();
            assertThat(database.save()).isTrue();
            database.reopen();
            assertThat(Database.number(database.writer(), "SELECT count(*) FROM forgotten")).isEqualTo(50_000);
            assertThat(database.isThere()).isTrue();
        }
    }

    /** All of it is in memory still: there was no checkpoint since it was opened. */
    @Test
    void aDatabaseThatIsCutIsMadeAnewOfWhatMemoryHas() throws Exception {
        Path data = folder.resolve("data");
        Path copy = Files.createDirectory(folder.resolve("copy"));
        try (DuckDbStore store = new DuckDbStore(data)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
            cut(data.resolve("sim.duckdb"));
            org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(60))
                    .ignoreExceptionsInstanceOf(StoreException.class)
                    .until(() -> store.append("i", Batches.recursion(2)) == Appended.STORED);
            assertThat(store.figures().reopenings()).isEqualTo(1);
            assertThat(store.health().canStore()).isTrue();
            assertThat(number(store, "SELECT count(*) FROM tree_rows")).isPositive();
            killed(data, copy);
        }
        try (DuckDbStore store = new DuckDbStore(copy)) {
            assertThat(number(store, "SELECT count(*) FROM batches")).isEqualTo(2);
            assertThat(number(store, "SELECT count(*) FROM tree_rows")).isPositive();
            assertThat(store.append("i", Batches.recursion(2))).isEqualTo(Appended.ALREADY);
        }
    }

    /** The library would write the log into what is left when it closes the file, and remove the log: then nothing would be left. */
    @Test
    void aDatabaseThatIsCutAndNotInMemoryKeepsItsLogAndNothingIsAcknowledged() throws Exception {
        Path data = folder.resolve("data");
        Path log = data.resolve("sim.duckdb.wal");
        try (DuckDbStore store = new DuckDbStore(data)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.megabyte(1, Batches.now()));
        } // its end writes the log into the file
        byte[] kept;
        try (DuckDbStore store = new DuckDbStore(data)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(2));
            kept = Files.readAllBytes(log);
            assertThat(kept).isNotEmpty();
            cut(data.resolve("sim.duckdb"));
            org.awaitility.Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> !store.health().canStore()
                    && store.health().lastError().contains("not in memory either"));
            assertThatThrownBy(() -> store.append("i", Batches.recursion(3))).isInstanceOf(StoreException.class)
                    .hasMessageContaining("was cut short");
        }
        assertThat(log).hasBinaryContent(kept);
        assertThat(data.resolve("rescue.tmp/sim.duckdb")).as("what was copied before that was found out")
                .doesNotExist();
        assertThatThrownBy(() -> new DuckDbStore(data)).isInstanceOf(StoreException.class)
                .hasMessageContaining("keep a copy of its directory").hasMessageContaining("alone away");
    }

    /** The advice for a database that cannot be opened: what its log has is there again. */
    @Test
    void aLogThatHasAllMakesADatabaseThatWasMovedAway() throws Exception {
        Path copy = killedWithBatches(3);
        cut(copy.resolve("sim.duckdb"));
        assertThatThrownBy(() -> new DuckDbStore(copy)).hasMessageContaining("alone away");
        Files.move(copy.resolve("sim.duckdb"), folder.resolve("cut.duckdb"));
        try (DuckDbStore store = new DuckDbStore(copy)) {
            assertThat(number(store, "SELECT count(*) FROM batches")).isEqualTo(3);
        }
    }

    /** Makes a file empty, and it stays the same file. */
    private static void cut(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** What a kill leaves of the data. */
    /** What is left of a store that was killed with so many batches in its log. */
    private Path killedWithBatches(int batches) throws Exception {
        Path data = folder.resolve("data");
        Path copy = Files.createDirectory(folder.resolve("copy"));
        try (DuckDbStore store = new DuckDbStore(data)) {
            store.open(Batches.hello("shop", "i"));
            for (int sequence = 1; sequence <= batches; sequence++) {
                store.append("i", Batches.megabyte(sequence, Batches.now()));
            }
            killed(data, copy);
        }
        return copy;
    }

    private static void killed(Path data, Path copy) throws Exception {
        for (String name : List.of("sim.duckdb", "sim.duckdb.wal", "sim.duckdb.last")) {
            Files.copy(data.resolve(name), copy.resolve(name));
        }
    }

    private static long number(DuckDbStore store, String sql) {
        return store.query(connection -> Database.number(connection, sql));
    }
}

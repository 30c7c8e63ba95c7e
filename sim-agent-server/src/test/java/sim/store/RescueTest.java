package sim.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.server.Batches;

/** A database or a log that somebody cuts while the server runs, where something else goes wrong as well. */
class RescueTest {
    @TempDir
    Path folder;

    /** The log has rows alone, of tables that the new file has already: they would be there twice. */
    @ParameterizedTest
    @ValueSource(strings = {"replaced log is away", "rescue has its name", "rescue is open", "replaced log is removed"})
    void whereverItIsKilledOnceTheNewFileIsWholeTheAnswersAreTheSame(String point) throws Exception {
        Path data = killedAt(point, "the last byte");
        try (DuckDbStore store = new DuckDbStore(data)) {
            assertThat(number(store, "SELECT count(*) FROM batches")).isEqualTo(2);
            assertThat(number(store, "SELECT count(*) FROM tree_rows")).isEqualTo(6);
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(8);
            assertThat(store.append("i", Batches.recursion(2))).isEqualTo(Appended.ALREADY);
            assertThat(store.append("i", Batches.recursion(3))).isEqualTo(Appended.STORED);
            assertThat(store.health().lastError()).isNull();
        }
        assertThat(data.resolve("rescue.tmp")).doesNotExist();
    }

    /** Nothing says that the new file is whole: the log stays, and is what the store is made of. */
    @Test
    void aKillBeforeTheNewFileIsWholeLeavesTheLog() throws Exception {
        Path data = killedAt("rescue is made", "all");
        assertThatThrownBy(() -> new DuckDbStore(data)).hasMessageContaining("alone away");
        Files.move(data.resolve("sim.duckdb"), folder.resolve("cut.duckdb"));
        try (DuckDbStore store = new DuckDbStore(data)) {
            assertThat(number(store, "SELECT count(*) FROM batches")).isEqualTo(2);
            assertThat(number(store, "SELECT count(*) FROM tree_rows")).isEqualTo(6);
        }
        assertThat(data.resolve("rescue.tmp")).doesNotExist();
    }

    /** As of a command beside a server that waits for its queries to end: the file that the server has open would lose its name. */
    @Test
    void whileAnotherProcessHasTheFileItIsNotReplaced() throws Exception {
        Path data = killedAt("replaced log is away", "the last byte");
        Process server = child("", Holder.class, data.resolve("sim.duckdb").toString());
        try (BufferedReader said = new BufferedReader(new InputStreamReader(server.getInputStream()))) {
            assertThat(said.readLine()).isEqualTo("locked");
            assertThatThrownBy(() -> new DuckDbStore(data)).hasMessageContaining("is in use by another process");
            assertThat(data.resolve("rescue.tmp/sim.duckdb")).exists();
        } finally {
            server.destroyForcibly().waitFor();
        }
        try (DuckDbStore store = new DuckDbStore(data)) {
            assertThat(number(store, "SELECT count(*) FROM batches")).isEqualTo(2);
        }
    }

    /** Has a file as the database's library has it. */
    static final class Holder {
        public static void main(String[] arguments) throws Exception {
            try (FileChannel channel = FileChannel.open(Path.of(arguments[0]), StandardOpenOption.WRITE);
                    FileLock lock = channel.lock()) {
                System.out.println(lock.isValid() ? "locked" : "not locked");
                Thread.sleep(60_000);
            }
        }
    }

    private Path killedAt(String point, String cut) throws Exception {
        Path data = folder.resolve("data");
        Process child = child(point, Rescued.class, data.toString(), cut);
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(child.waitFor()).as(said).isEqualTo(137);
        return data;
    }

    private static Process child(String point, Class<?> program, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Dsim.store.stop=" + point,
                        "-cp", System.getProperty("java.class.path"), program.getName()));
        command.addAll(List.of(arguments));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    /** Stores two batches; the database is cut, and the process killed on the way to a new one. */
    static final class Rescued {
        public static void main(String[] arguments) throws Exception {
            Path database = Path.of(arguments[0]).resolve("sim.duckdb");
            DuckDbStore store = new DuckDbStore(database.getParent());
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
            boolean isAll = arguments[1].equals("all");
            if (!isAll && !store.checkpoint()) {
                throw new IllegalStateException("no checkpoint");
            }
            store.append("i", Batches.recursion(2));
            cut(database, isAll ? 0 : Files.size(database) - 1);
            Thread.sleep(60_000);
            System.out.println("nothing stopped it: " + store.health());
            System.exit(0);
        }
    }

    /** Whatever fails but the reading: it was given up for good, and at the end memory with it. */
    @Test
    void whatFailsForAWhileIsTriedAgainUntilItSucceeds() throws Exception {
        Path data = folder.resolve("data");
        Path copy = Files.createDirectory(folder.resolve("copy"));
        try (DuckDbStore store = new DuckDbStore(data)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
            Path inTheWay = Files.createFile(data.resolve("rescue.tmp"));
            cut(data.resolve("sim.duckdb"), 0);
            soon().until(() -> !store.health().canStore()
                    && store.health().lastError().contains("so far that failed: IO Error"));
            assertThat(store.health().lastError()).contains("rescue.tmp").contains("was cut short");
            assertThatThrownBy(() -> store.append("i", Batches.recursion(2))).isInstanceOf(StoreException.class);
            Files.delete(inTheWay);
            soon().until(() -> store.health().canStore());
            assertThat(store.append("i", Batches.recursion(2))).isEqualTo(Appended.STORED);
            killed(data, copy);
        }
        try (DuckDbStore store = new DuckDbStore(copy)) {
            assertThat(number(store, "SELECT count(*) FROM batches")).isEqualTo(2);
        }
    }

    /** A checkpoint or a copy that runs out of disk would take what is in memory with it. */
    @ParameterizedTest
    @ValueSource(strings = {"sim.duckdb", "sim.duckdb.wal"})
    void onAFullDiskItWaitsForRoom(String file) throws Exception {
        try (SmallDisk disk = new SmallDisk(folder.resolve("disk"), 40);
                DuckDbStore store = new DuckDbStore(disk.path)) {
            store.open(Batches.hello("shop", "i"));
            for (int sequence = 1; sequence <= 5; sequence++) {
                assertThat(store.append("i", Batches.megabyte(sequence, Batches.now()))).isEqualTo(Appended.STORED);
            }
            disk.fillBut(300 << 10);
            Path path = disk.path.resolve(file);
            cut(path, Files.size(path) - 1);
            soon().until(() -> !store.health().canStore()
                    && store.health().lastError().contains("so far that failed: No space left"));
            assertThat(store.health().lastError()).contains("bytes free on its disk");
            assertThat(disk.path.resolve("rescue.tmp")).doesNotExist();
            disk.free();
            soon().until(() -> store.health().canStore());
            assertThat(number(store, "SELECT count(*) FROM invocations")).isEqualTo(5L * Batches.MEGABYTE_CALLS);
            assertThat(store.append("i", Batches.megabyte(6, Batches.now()))).isEqualTo(Appended.STORED);
            assertThat(store.health().lastError()).as("nothing is lost").isNull();
        }
    }

    /** Neither the log nor memory has it. Until now nobody said so, and what came next referred to names that were lost. */
    @Test
    void aLogThatIsCutWhileTheDatabaseFailsIsSaidWithWhatIsLost() throws Exception {
        Path log = folder.resolve("sim.duckdb.wal");
        try (DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.megabyte(1, Batches.now()));
            store.append("i", Batches.recursion(2));
            assertThatThrownBy(() -> store.query(connection -> failing(connection, log, 1_000)))
                    .hasStackTraceContaining("FATAL");
            soon().until(() -> store.figures().reopenings() > 0 && store.health().canStore());
            assertThat(store.health().lastError()).contains("1 batch that was acknowledged last is lost");
            assertThat(store.append("i", Batches.of(3, List.of(Batches.row(3, 1, 1, 1)), List.of())))
                    .isEqualTo(Appended.UNKNOWN_INSTANCE);
            assertThat(store.open(Batches.hello("shop", "i"))).isEqualTo(new Known(1, 1, 1));
            assertThat(store.append("i", Batches.recursion(2))).isEqualTo(Appended.STORED);
            assertThat(store.append("i", Batches.of(3, List.of(Batches.row(3, 1, 1, 1)), List.of())))
                    .isEqualTo(Appended.STORED);
            assertThat(number(store, "SELECT count(*) FROM tree_rows")).isEqualTo(5);
            assertThat(number(store, "SELECT count(*) FROM places")).as("the lost ones again").isEqualTo(3);
        }
    }

    /** It was opened as it was, and batches were acknowledged into what is left. */
    @Test
    void aDatabaseThatIsCutWhileItFailsIsNotOpenedAgain() throws Exception {
        Path log = folder.resolve("sim.duckdb.wal");
        byte[] kept;
        try (DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.megabyte(1, Batches.now()));
            assertThat(store.checkpoint()).isTrue();
            store.append("i", Batches.recursion(2));
            assertThatThrownBy(() -> store.query(connection -> failing(connection, folder.resolve("sim.duckdb"), 1)))
                    .hasStackTraceContaining("FATAL");
            kept = Files.readAllBytes(log);
            soon().until(() -> !store.health().canStore()
                    && store.health().lastError().contains("not in memory either"));
            assertThatThrownBy(() -> store.append("i", Batches.recursion(3))).isInstanceOf(StoreException.class);
        }
        assertThat(log).hasBinaryContent(kept);
    }

    /** Cuts a file once the database has failed. It is not opened again before this question has ended. */
    private static Void failing(Connection connection, Path file, int bytes) throws SQLException {
        long before = Database.size(file); // a checkpoint writes to both
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET GLOBAL debug_checkpoint_abort = 'before_header'");
            statement.execute("CHECKPOINT");
            return null;
        } finally {
            cut(file, before - bytes);
        }
    }

    /** The file is shorter after the checkpoint that saves the log: nobody has cut it. */
    @Test
    void aFileThatTheSavingOfALogMakesShorterIsNotTakenForCut() throws Exception {
        try (Database database = new Database(folder, Ladder.STANDARD,
                new TrustedClock(() -> Batches.now(), () -> 0))) {
            assertThat(database.checkpoint()).isTrue(); // what comes now is at the end of the file
            execute(database, "CREATE TABLE large AS SELECT random() AS r FROM range(2_000_000)");
            assertThat(database.checkpoint()).isTrue();
            execute(database, "DROP TABLE large");
            long before = Database.size(database.file);
            assertThat(database.hasCommitted(true)).isTrue();
            cut(database.log(), database.logBytes() - 1);
            assertThat(database.isThere()).isFalse();
            assertThat(database.save()).isTrue();
            assertThat(Database.size(database.file)).isLessThan(before);
            OwnFiles.empty(database.log()); // a file system may give it the number of the one that the checkpoint has removed
            assertThat(database.isThere()).as("the log was cut").isFalse();
            assertThat(database.gone()).hasMessageContaining("the log " + database.log());
            assertThat(database.save()).isTrue();
            database.reopen();
            assertThat(database.isThere()).isTrue();
        }
    }

    private static void execute(Database database, String sql) throws SQLException {
        database.inTransaction(connection -> {
            database.execute(sql);
            return null;
        });
    }

    private static ConditionFactory soon() {
        return await().atMost(Duration.ofSeconds(60));
    }

    private static void cut(Path file, long bytes) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.truncate(bytes);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void killed(Path data, Path copy) throws IOException {
        for (String name : List.of("sim.duckdb", "sim.duckdb.wal", "sim.duckdb.last")) {
            Files.copy(data.resolve(name), copy.resolve(name));
        }
    }

    private static long number(DuckDbStore store, String sql) {
        return store.query(connection -> Database.number(connection, sql));
    }
}

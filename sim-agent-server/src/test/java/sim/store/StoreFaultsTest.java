package sim.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.util.AbstractMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.ContextRecord;
import picocli.CommandLine;
import sim.server.Batches;
import sim.server.LiveServer;
import sim.server.SimHere;
import sim.server.WireClient;
import sim.server.cli.DoctorCommand;
import sim.server.identity.Role;
import sim.server.identity.TokenFile;
import sim.wire.Batch;
import sim.wire.PlatformSample;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The store on disks that fill up, in processes that are killed, and with what throws in the middle of a transaction. */
class StoreFaultsTest {
    @TempDir
    Path folder;

    @Test
    void afterAFullDiskItStoresAgainByItselfAndHasAllItAcknowledged() throws Exception {
        try (SmallDisk disk = new SmallDisk(folder.resolve("disk"), 40)) {
            List<Long> acknowledged = new ArrayList<>();
            try (DuckDbStore store = new DuckDbStore(disk.path)) {
                store.open(Batches.hello("shop", "i"));
                disk.fill(20);
                long sequence = untilFull(store, acknowledged);
                assertThat(store.health().canStore()).isFalse();
                assertThat(store.health().lastError()).contains("No space left");
                disk.free();
                await().atMost(Duration.ofSeconds(20)).until(() -> store.health().canStore());
                for (int i = 0; i < 3; i++) {
                    // the one that failed is sent again
                    assertThat(store.append("i", Batches.megabyte(sequence, Batches.now()))).isEqualTo(Appended.STORED);
                    acknowledged.add(sequence++);
                }
                assertThat(sequences(store)).containsExactlyElementsOf(acknowledged);
                assertThat(store.figures().failures()).isPositive();
                // as a kill would leave it: what is acknowledged is in the files
                Path copy = Files.createDirectory(folder.resolve("copy"));
                for (String name : List.of("sim.duckdb", "sim.duckdb.wal")) {
                    Files.copy(disk.path.resolve(name), copy.resolve(name));
                }
                try (DuckDbStore again = new DuckDbStore(copy)) {
                    assertThat(sequences(again)).containsExactlyElementsOf(acknowledged);
                    assertThat(count(again, "SELECT count(*) FROM invocations"))
                            .isEqualTo((long) acknowledged.size() * Batches.MEGABYTE_CALLS);
                }
            }
        }
    }

    /** It took the room that the next try wanted, until the next segment of the same table. */
    @Test
    void aSegmentThatFindsNoRoomLeavesNothingBehind() throws Exception {
        try (SmallDisk disk = new SmallDisk(folder.resolve("disk"), 60);
                DuckDbStore store = new DuckDbStore(disk.path)) {
            store.open(Batches.hello("shop", "i"));
            for (long sequence = 1; sequence <= 8; sequence++) {
                store.append("i", Batches.megabyte(sequence, Batches.now()));
            }
            disk.fillBut(2 << 20);
            assertThatThrownBy(store::upkeepNow).hasMessageContaining("No space left");
            try (Stream<Path> files = Files.walk(disk.path.resolve("segments"))) {
                assertThat(files.filter(file -> file.toString().endsWith(".tmp"))).isEmpty();
            }
            disk.free();
        }
    }

    @Test
    void aQuestionThatFindsNoRoomOnTheDiskSaysSo() throws Exception {
        try (SmallDisk disk = new SmallDisk(folder.resolve("disk"), 60);
                DuckDbStore store = new DuckDbStore(disk.path)) {
            disk.fillBut(1 << 20);
            assertThatThrownBy(() -> store.query(connection -> {
                try (Statement statement = connection.createStatement()) {
                    statement.execute("SET memory_limit = '60MB'");
                    return statement
                            .execute("CREATE TEMP TABLE large AS SELECT i, md5(CAST(i AS VARCHAR)) AS text FROM "
                                    + "range(3000000) t(i) ORDER BY text");
                }
            })).isInstanceOf(NotNow.class).hasMessageContaining("no room on the server's disk");
            disk.free();
        }
    }

    /** Before, such a server stored and was not ready: a supervisor restarts what works. */
    @Test
    void aServerWithLittleRoomThatStoresIsReadyAndIsOnlyLookedAt() throws Exception {
        try (SmallDisk disk = new SmallDisk(folder.resolve("disk"), 60);
                LiveServer server = new LiveServer(disk.path);
                WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "i"))) {
            client.ship(Batches.recursion(1));
            HttpResponse<String> ready = HttpClient.newHttpClient().send(
                    HttpRequest.newBuilder(URI.create(server.address() + "health/ready")).build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(ready.statusCode()).as(ready.body()).isEqualTo(200);
            JsonNode said = JsonMapper.shared().readTree(ready.body());
            assertThat(said.path("diskFreeBytes").asLong()).isLessThan(said.path("diskLeastBytes").asLong());
            assertThat(said.path("canStore").asBoolean()).isTrue();
            assertThat(new CommandLine(new DoctorCommand()).execute("--server", server.address())).isZero();
        }
    }

    /** Until a batch failed, a server with no byte left was ready: who asked before sent it batches. */
    @Test
    void aStoreWithoutAByteLeftSaysSoBeforeABatchFails() throws Exception {
        try (SmallDisk disk = new SmallDisk(folder.resolve("disk"), 20);
                DuckDbStore store = new DuckDbStore(disk.path)) {
            store.open(Batches.hello("shop", "i"));
            disk.fillBut(0);
            await().atMost(Duration.ofSeconds(20)).until(() -> !store.health().canStore());
            assertThat(store.health().lastError()).contains("No space left");
            disk.free();
            await().atMost(Duration.ofSeconds(20)).until(() -> store.health().canStore());
            assertThat(store.append("i", Batches.recursion(1))).isEqualTo(Appended.STORED);
        }
    }

    /** Each batch that found room made it well, and the next one that found none ill. */
    @Test
    void aFullDiskIsSaidUntilThereIsRoomThoughSmallBatchesAreStored() throws Exception {
        try (SmallDisk disk = new SmallDisk(folder.resolve("disk"), 40);
                DuckDbStore store = new DuckDbStore(disk.path)) {
            store.open(Batches.hello("shop", "i"));
            disk.fillBut(600 << 10);
            assertThatThrownBy(() -> store.append("i", Batches.megabyte(1, Batches.now())))
                    .isInstanceOf(StoreException.class);
            for (int sequence = 1; sequence <= 5; sequence++) {
                assertThat(store.append("i", Batches.recursion(sequence))).isEqualTo(Appended.STORED);
                assertThat(store.health().canStore()).as("after batch %d", sequence).isFalse();
            }
            assertThat(store.health().lastError())
                    .matches("the disk is full: [0-9]+ bytes are free where .*No space left.*; free room there, or .*")
                    .contains("where " + disk.path + " is (");
            disk.free();
            await().atMost(Duration.ofSeconds(20)).until(() -> store.health().canStore());
            assertThat(store.health().lastError()).isNull();
            assertThat(store.append("i", Batches.megabyte(6, Batches.now()))).isEqualTo(Appended.STORED);
            assertThat(store.health().canStore()).isTrue();
        }
    }

    /** It said that batches are stored until the disk is full. */
    @Test
    void theDoctorSaysOfAFullDiskWhichFolderWhatIsFreeAndTheCure() throws Exception {
        try (SmallDisk disk = new SmallDisk(folder.resolve("disk"), 60);
                LiveServer server = new LiveServer(disk.path)) {
            disk.fillBut(0);
            List<String> doctor = List.of("doctor", "--server", server.address());
            await().atMost(Duration.ofSeconds(20)).until(() -> SimHere.run(doctor).out().contains("ILL   disk: "));
            SimHere said = SimHere.run(doctor);
            assertThat(said.exit()).isEqualTo(1);
            assertThat(said.out()).contains("ILL   store: ",
                    "the disk is full: 0 bytes are free where " + disk.path + " is (",
                    "; free room there, or keep less",
                    "ILL   disk: 0 bytes free, and nothing can be stored; free 67 MB");
            disk.free();
        }
    }

    /** Its bytes were said to be removed. */
    @Test
    void aQuarantinedBatchThatCannotBeRemovedCountsOn() throws Exception {
        try (SmallDisk disk = new SmallDisk(folder.resolve("disk"), 8)) {
            Quarantine quarantine = new Quarantine(disk.path);
            quarantine.keep("i", Batches.of(1, List.of(),
                    List.of(Batches.context(1, 0, Batches.now(), Map.of("order", "4711")))), false, "of the test");
            long bytes = quarantine.bytes();
            assertThat(bytes).isPositive();
            disk.readOnly();
            List<String> remarks = new ArrayList<>();
            assertThat(quarantine.forget(new ContextValue("order", "4711"), remarks)).isZero();
            assertThat(remarks).singleElement().asString().contains("cannot be read or removed");
            assertThat(quarantine.forget("i")).isFalse();
            assertThat(quarantine.bytes()).isEqualTo(bytes);
            assertThat(quarantine.files()).isEqualTo(1);
        }
    }

    /** The log alone would fill it: nothing could be removed any more, for what removes is written into the log too. */
    @Test
    @Tag("long")
    void aSmallDiskIsNeverFilledByTheLogWhileTheOldestGo() throws Exception {
        try (SmallDisk disk = new SmallDisk(folder.resolve("disk"), 60);
                DuckDbStore store = new DuckDbStore(disk.path)) {
            store.open(Batches.hello("shop", "i"));
            for (long sequence = 1; sequence <= 120; sequence++) {
                assertThat(store.append("i", Batches.megabyte(sequence, Batches.now()))).isEqualTo(Appended.STORED);
                if (sequence % 10 == 0) {
                    store.keep(Keep.STANDARD, 15L << 20);
                    store.upkeep();
                }
            }
        }
    }

    /** A checkpoint that finds the disk full invalidates the database: it is opened again. */
    @Test
    void aDatabaseThatAFailedCheckpointInvalidatedIsOpenedAgain() throws Exception {
        try (SmallDisk disk = new SmallDisk(folder.resolve("disk"), 40)) {
            List<Long> acknowledged = new ArrayList<>();
            try (DuckDbStore store = new DuckDbStore(disk.path)) {
                store.open(Batches.hello("shop", "old"));
                store.append("old", Batches.megabyte(1, Batches.now()));
                acknowledged.add(1L);
                store.open(Batches.hello("shop", "i"));
                long sequence = 1;
                for (; sequence <= 10; sequence++) {
                    assertThat(store.append("i", Batches.megabyte(sequence, Batches.now()))).isEqualTo(Appended.STORED);
                    acknowledged.add(sequence);
                }
                disk.fillBut(300 << 10);
                store.checkpoint();
                await().atMost(Duration.ofSeconds(20)).until(() -> store.figures().reopenings() > 0);
                disk.free();
                await().atMost(Duration.ofSeconds(20)).until(() -> store.health().canStore());
                assertThat(store.append("i", Batches.megabyte(sequence, Batches.now()))).isEqualTo(Appended.STORED);
                acknowledged.add(sequence);
                assertThat(sequences(store)).containsExactlyElementsOf(acknowledged);
            }
        }
    }

    /** Upkeep tried a checkpoint all the same, which failed the database, and the files that it had removed before stayed until the next start. */
    @Test
    void onAFullDiskUpkeepMakesNoCheckpointAndWhatItRemovesMakesRoom() throws Exception {
        AtomicLong now = new AtomicLong(Batches.now());
        try (SmallDisk disk = new SmallDisk(folder.resolve("disk"), 80);
                DuckDbStore store = new DuckDbStore(disk.path, now::get)) {
            store.open(Batches.hello("shop", "i"));
            for (long sequence = 1; sequence <= 10; sequence++) {
                store.append("i", Batches.megabyte(sequence, now.get()));
            }
            store.upkeepNow();
            store.checkpoint();
            now.addAndGet(TimeUnit.HOURS.toMicros(3));
            for (long sequence = 11; sequence <= 16; sequence++) {
                store.append("i", Batches.megabyte(sequence, now.get()));
            }
            Path calls = disk.path.resolve("segments/invocations_full");
            assertThat(files(calls)).isEqualTo(1);
            disk.fillBut(1 << 20);
            store.keep(Keep.STANDARD, 6 << 20);
            assertThatThrownBy(store::upkeep).hasMessageContaining("No space left");
            assertThat(files(calls)).as("old calls are removed, and their file with them").isZero();
            store.upkeep();
            assertThat(count(store, "SELECT count(*) FROM batches WHERE sequence > 10")).isPositive();
            assertThat(store.figures().reopenings()).as("the database has not failed").isZero();
        }
    }

    /** Segments of some tables can be written and those of others cannot: nothing stays of the former, and what is old goes all the same. */
    @Test
    void whatUpkeepMadeBeforeItFailedIsRemovedAndEveryOtherPartIsDone() throws Exception {
        AtomicLong now = new AtomicLong(Batches.now());
        try (DuckDbStore store = new DuckDbStore(folder, now::get)) {
            store.keep(Keep.all(TimeUnit.DAYS.toMicros(2)), Long.MAX_VALUE);
            store.open(Batches.hello("shop", "i"));
            store.append("i", RetentionTest.at(1, now.get(), 1));
            store.upkeepNow();
            assertThat(count(store, "SELECT count(*) FROM segments WHERE file LIKE 'tree_rows/%'")).isPositive();
            Path rows = folder.resolve("segments/tree_rows");
            Path events = Files.createFile(folder.resolve("segments/events"));
            long before = files(rows);
            store.append("i", Batches.recursion(2));
            for (int round = 0; round < 3; round++) {
                Throwable said = catchThrowable(store::upkeepNow);
                assertThat(files(rows)).as("after round " + round).isEqualTo(before);
                assertThat(said).isInstanceOf(StoreException.class).hasMessageContaining("sealing failed")
                        .hasMessageContaining(events.toString())
                        .hasMessageContaining("read and written by the server").hasMessageNotContaining("\n");
            }
            now.addAndGet(TimeUnit.DAYS.toMicros(4));
            store.open(Batches.hello("shop", "j"));
            store.append("j", RetentionTest.at(1, now.get(), 1));
            assertThatThrownBy(store::upkeepNow).hasMessageContaining("sealing");
            assertThat(files(rows)).as("what was old went").isZero();
            Files.delete(events);
            store.upkeepNow();
            assertThat(count(store, "SELECT sum(calls) FROM tree_rows WHERE instance = 'j'")).isEqualTo(1);
        }
    }

    private static long files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(".parquet")).count();
        }
    }

    @Test
    void nothingIsFetchedFromTheNetworkForAStatement() {
        try (DuckDbStore store = new DuckDbStore(folder)) {
            for (String setting : List.of("autoinstall_known_extensions", "autoload_known_extensions")) {
                assertThat(count(store, "SELECT CAST(current_setting('" + setting + "') AS INTEGER)")).isZero();
            }
            assertThat(count(store, "SELECT count(*) FROM duckdb_extensions() WHERE loaded AND extension_name IN "
                    + "('parquet', 'json')")).isEqualTo(2);
        }
    }

    @Test
    void aDirectoryThatCannotBeWrittenIsNamedWithTheCure() throws Exception {
        try (SmallDisk disk = new SmallDisk(folder.resolve("disk"), 8)) {
            disk.readOnly();
            assertThatThrownBy(() -> new DuckDbStore(disk.path)).isInstanceOf(StoreException.class)
                    .hasMessageContaining(disk.path.toString()).hasMessageContaining("--data")
                    .hasMessageNotContaining("in use").hasMessageNotContaining("\n");
        }
    }

    /** Its log was said to be damaged, and was to be moved away. */
    @Test
    void aStoreOnADiskThatIsMountedReadOnlyStaysWhereItIs() throws Exception {
        try (SmallDisk disk = new SmallDisk(folder.resolve("disk"), 40)) {
            try (DuckDbStore store = new DuckDbStore(disk.path)) {
                store.open(Batches.hello("shop", "i"));
                store.append("i", Batches.recursion(1));
            }
            disk.readOnly();
            assertThatThrownBy(() -> new DuckDbStore(disk.path)).hasMessageContainingAll("Read-only file system",
                    "mount it read-write").hasMessageNotContainingAny("move ", "chown", "damaged");
            assertThatThrownBy(() -> new TokenFile(disk.path).add("one", Role.LOOK, List.of(), null))
                    .hasMessageContainingAll("tokens.lock", "no token was changed", "mount it read-write");
        }
    }

    /** It was in the log alone, every ten seconds. */
    @Test
    void upkeepThatFailsIsSaidUntilItWorksAgain() throws Exception {
        try (SmallDisk disk = new SmallDisk(folder.resolve("segments"), 20);
                DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
            disk.readOnly();
            assertThatThrownBy(store::upkeepNow).hasMessageContaining("cannot be tidied");
            assertThat(store.health().canStore()).isTrue();
            assertThat(store.health().lastError()).contains("cannot be tidied: sealing failed", "segments");
            disk.writable();
            store.upkeepNow();
            assertThat(store.health().lastError()).isNull();
        }
    }

    @Test
    void theDoctorSaysThatUpkeepFails() throws Exception {
        try (SmallDisk disk = new SmallDisk(folder.resolve("segments"), 20);
                LiveServer server = new LiveServer(folder);
                WireClient client = WireClient.connect(server.collectorPort(), Batches.hello("shop", "i"))) {
            client.ship(Batches.recursion(1));
            disk.readOnly();
            assertThatThrownBy(() -> server.upkeep(1 << 10)).hasMessageContaining("cannot be tidied");
            SimHere said = SimHere.run(List.of("doctor", "--server", server.address()));
            assertThat(said.out().lines()).as(said.out())
                    .anyMatch(line -> line.startsWith("look  store: ") && line.contains("MB, stores, but: the store "
                            + folder.resolve("sim.duckdb") + " cannot be tidied: "));
            disk.writable();
        }
    }

    /** As after a chown of the files alone: it stored until the first checkpoint, and then nothing more. */
    @Test
    void aDirectoryThatCannotBeWrittenThoughItsFilesCanIsRefusedAtTheStart() throws Exception {
        try (DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
        }
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("r-xr-xr-x"));
        List<String> command = new ArrayList<>();
        if (Files.isWritable(folder)) { // by root, who keeps to permissions only without its privileges
            command.addAll(List.of("setpriv", "--bounding-set=-all", "--inh-caps=-all"));
            assumeTrue(canRun(command), "root cannot do without its privileges here");
        }
        command.addAll(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
                "sim.server.Sim", "store", "--data", folder.toString()));
        Process child = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        int exit = child.waitFor();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
        assertThat(said).contains("cannot be opened", "AccessDeniedException", "its directory and all files in it",
                "chown").doesNotContain("move ");
        assertThat(exit).isEqualTo(2);
    }

    private static boolean canRun(List<String> prefix) throws Exception {
        List<String> command = new ArrayList<>(prefix);
        command.add("true");
        try {
            return new ProcessBuilder(command).redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD).start().waitFor() == 0;
        } catch (IOException noSuchCommand) {
            return false;
        }
    }

    @Test
    void aKilledServersStoreHasEveryBatchItAcknowledgedAndNoneInParts() throws Exception {
        Process child = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-cp", System.getProperty("java.class.path"),
                Appender.class.getName(), folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT).start();
        Map<String, Long> acknowledged = new HashMap<>();
        try (BufferedReader said = new BufferedReader(new InputStreamReader(child.getInputStream()))) {
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                String[] words = line.split(" ");
                acknowledged.merge(words[0], Long.valueOf(words[1]), Math::max);
                if (acknowledged.values().stream().mapToLong(Long::longValue).sum() == 100) {
                    child.toHandle().destroyForcibly(); // what it said before it died is read on
                }
            }
        } finally {
            child.destroyForcibly();
        }
        assertThat(acknowledged).hasSize(Appender.THREADS);
        try (DuckDbStore store = new DuckDbStore(folder)) {
            acknowledged.forEach((instance, last) -> {
                long stored = store.open(Batches.hello("shop", instance)).lastSequence();
                assertThat(stored).as(instance).isBetween(last, last + 1);
                assertThat(count(store, "SELECT count(*) FROM batches WHERE instance = '" + instance + "'"))
                        .isEqualTo(stored);
                assertThat(count(store, "SELECT count(*) FROM tree_rows WHERE instance = '" + instance + "'"))
                        .isEqualTo(3 * stored);
                assertThat(store.append(instance, Batches.recursion(stored + 1))).isEqualTo(Appended.STORED);
            });
        }
    }

    /** Several collectors' batches; says each that was acknowledged. */
    static final class Appender {
        static final int THREADS = 4;

        public static void main(String[] arguments) {
            DuckDbStore store = new DuckDbStore(Path.of(arguments[0]));
            for (int i = 0; i < THREADS; i++) {
                String instance = "i" + i;
                store.open(Batches.hello("shop", instance));
                new Thread(() -> {
                    for (long sequence = 1; true; sequence++) {
                        store.append(instance, Batches.recursion(sequence));
                        System.out.println(instance + " " + sequence);
                    }
                }).start();
            }
        }
    }

    @Test
    void anErrorInATransactionIsRolledBackAndBlamedOnNoBatch() {
        try (DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            Batch batch = Batches.recursion(1);
            assertThatThrownBy(() -> store.append("i", with(batch, throwing(new OutOfMemoryError("of the test")))))
                    .isInstanceOf(StoreException.class).hasMessageContaining("of the test");
            assertThat(count(store, "SELECT count(*) FROM names")).isZero();
            assertThat(count(store, "SELECT count(*) FROM tree_rows")).isZero();
            assertThat(store.append("i", batch)).isEqualTo(Appended.STORED);
            assertThat(store.health().canStore()).isTrue();
            assertThat(store.figures().quarantined()).isZero();
        }
    }

    /** What fails behind the COMMIT is stored, and refused: it comes again. */
    @Test
    void aBatchThatIsCommittedAndRefusedIsNotStoredTwice() {
        AtomicInteger failures = new AtomicInteger(1);
        Figures failing = new Figures() {
            @Override
            synchronized void committed(Group group, long nanos) {
                if (group.count(Appended.STORED) > 0 && failures.getAndDecrement() > 0) {
                    throw new OutOfMemoryError("of the test");
                }
                super.committed(group, nanos);
            }
        };
        try (DuckDbStore store = new DuckDbStore(folder, () -> Batches.now(), failing, Instances.MOST)) {
            store.open(Batches.hello("shop", "i"));
            assertThatThrownBy(() -> store.append("i", Batches.recursion(1))).isInstanceOf(StoreException.class)
                    .hasMessageContaining("of the test");
            assertThat(store.append("i", Batches.recursion(1))).isEqualTo(Appended.ALREADY);
            assertThat(store.append("i", Batches.of(2, List.of(Batches.row(3, 1, 1, 1)), List.of())))
                    .isEqualTo(Appended.STORED);
            assertThat(store.open(Batches.hello("shop", "i"))).isEqualTo(new Known(2, 2, 3));
            assertThat(count(store, "SELECT count(*) FROM tree_rows")).isEqualTo(4);
            assertThat(count(store, "SELECT count(*) FROM names")).isEqualTo(2);
            assertThat(count(store, "SELECT count(*) FROM nodes")).isEqualTo(3);
        }
    }

    /** On a heap that is full what handles the failure fails as well, and what handles that. */
    @Test
    void whoeverWaitsIsAnsweredWhateverElseFailsAndTheStoreGoesOn() throws Exception {
        AtomicBoolean full = new AtomicBoolean(true);
        Figures failing = new Figures() {
            @Override
            synchronized void failed() {
                if (full.get()) {
                    throw new OutOfMemoryError("while it is handled");
                }
                super.failed();
            }

            @Override
            synchronized boolean failed(String error) {
                if (full.getAndSet(false)) {
                    throw new OutOfMemoryError("while that is said");
                }
                return super.failed(error);
            }
        };
        try (DuckDbStore store = new DuckDbStore(folder, () -> Batches.now(), failing, Instances.MOST)) {
            List<String> instances = List.of("i", "j", "k");
            instances.forEach(instance -> store.open(Batches.hello("shop", instance)));
            Batch batch = with(Batches.recursion(1), throwing(new OutOfMemoryError("of the test")));
            List<CompletableFuture<Appended>> waiting = instances.stream().map(instance -> CompletableFuture
                    .supplyAsync(() -> store.append(instance, batch), work -> new Thread(work).start())).toList();
            for (CompletableFuture<Appended> one : waiting) {
                assertThatThrownBy(() -> one.get(30, TimeUnit.SECONDS)).cause().isInstanceOf(StoreException.class);
            }
            await().until(() -> store.health().canStore());
            instances.forEach(
                    instance -> assertThat(store.append(instance, Batches.recursion(1))).isEqualTo(Appended.STORED));
        }
    }

    @Test
    void aBatchThatThrowsAlwaysIsQuarantinedAndItsNamesAreKept() {
        try (DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            Batch batch = Batches.recursion(1);
            assertThat(store.append("i", with(batch, throwing(new StackOverflowError("of the test")))))
                    .isEqualTo(Appended.QUARANTINED);
            assertThat(count(store, "SELECT count(*) FROM tree_rows")).isZero();
            assertThat(store.open(Batches.hello("shop", "i"))).satisfies(known -> {
                assertThat(known).isEqualTo(new Known(1, 2, 3, known.aside()));
                assertThat(known.aside()).isNotEmpty();
            });
            assertThat(store.append("i", batch)).isEqualTo(Appended.QUARANTINED_ALREADY);
            assertThat(store.append("i", Batches.of(2, List.of(Batches.row(3, 1, 1, 1)), List.of())))
                    .isEqualTo(Appended.STORED);
            assertThat(store.health().canStore()).isTrue();
            assertThat(store.figures().quarantined()).isEqualTo(1);
        }
    }

    /** The bound of memory is one for writers and queries: a dear query is no batch's fault. */
    @Test
    void aBatchThatFindsNoMemoryIsTriedAgainUntilThereIsSome() throws Exception {
        try (DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            store.open(Batches.hello("shop", "j"));
            limitMemory(store, "4MB");
            List<CompletableFuture<Appended>> appending = Stream.of("i", "j").map(instance -> CompletableFuture
                    .supplyAsync(() -> store.append(instance, large()), work -> new Thread(work).start())).toList();
            await().until(() -> store.figures().failures() > 2);
            assertThat(appending).noneMatch(CompletableFuture::isDone);
            limitMemory(store, "1GB");
            assertThat(appending).extracting(CompletableFuture::join).containsOnly(Appended.STORED);
            assertThat(store.figures().quarantined()).isZero();
            assertThat(count(store, "SELECT count(*) FROM batches")).isEqualTo(2);
        }
    }

    @Test
    void aBatchThatFindsNoMemoryForLongIsRefusedAndMayBeSentAgain() throws Exception {
        try (DuckDbStore store = new DuckDbStore(folder)) {
            store.open(Batches.hello("shop", "i"));
            limitMemory(store, "4MB");
            assertThatThrownBy(() -> store.append("i", large()))
                    .isInstanceOf(StoreException.class).hasMessageContaining("could not allocate");
            limitMemory(store, "1GB");
            assertThat(store.append("i", large())).isEqualTo(Appended.STORED);
            assertThat(store.figures().quarantined()).isZero();
        }
    }

    /** Some 20 MB in the database's memory until it is committed. */
    private static Batch large() {
        List<ContextRecord> contexts = new ArrayList<>();
        for (int i = 1; i <= 60_000; i++) {
            contexts.add(Batches.context(i, 0, Batches.now(), Map.of("order", "a value of its own " + i * 31L)));
        }
        return Batches.of(1, List.of(), contexts);
    }

    private static void limitMemory(DuckDbStore store, String bytes) {
        store.query(connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute("SET GLOBAL memory_limit = '" + bytes + "'");
            }
        });
    }

    @Test
    void whoeverComesAsTheStoreClosesIsAnswered() throws Exception {
        for (int round = 0; round < 5; round++) {
            DuckDbStore store = new DuckDbStore(folder);
            store.open(Batches.hello("shop", "i"));
            CyclicBarrier start = new CyclicBarrier(9);
            List<Thread> appending = Stream.generate(() -> new Thread(() -> untilClosed(store, start))).limit(8)
                    .toList();
            appending.forEach(thread -> thread.setDaemon(true));
            appending.forEach(Thread::start);
            start.await();
            store.close();
            for (Thread thread : appending) {
                thread.join(30_000);
                assertThat(thread.isAlive()).as("one waits for ever").isFalse();
            }
            store.close(); // twice harms nobody
        }
    }

    private static void untilClosed(DuckDbStore store, CyclicBarrier start) {
        try {
            start.await();
            while (true) {
                store.append("unknown", Batches.recursion(1));
            }
        } catch (StoreException closed) {
            assertThat(closed).hasMessageContaining("is closed");
        } catch (Exception failure) {
            throw new IllegalStateException(failure);
        }
    }

    @Test
    void whatIsStoredIsTheOwnersAlone() throws IOException {
        Path data = folder.resolve("data");
        try (DuckDbStore store = new DuckDbStore(data)) {
            store.open(Batches.hello("shop", "i"));
            store.append("i", Batches.recursion(1));
            store.upkeepNow(); // a checkpoint: the next log is another file
            store.append("i", Batches.recursion(2));
            store.append("i", Batches.of(3, List.of(Batches.row(99, 1, 1, 1)), List.of()));
            try (Stream<Path> files = Files.walk(data)) {
                for (Path file : files.toList()) {
                    assertThat(Files.getPosixFilePermissions(file)).as(file.toString()).isEqualTo(PosixFilePermissions
                            .fromString(Files.isDirectory(file) ? "rwx------" : "rw-------"));
                }
            }
            assertThat(data.resolve("sim.duckdb.wal")).exists();
            assertThat(data.resolve("quarantine")).isDirectoryContaining("glob:**.frame");
        }
    }

    /** As a service's directory is made: whoever opened a file before it was restricted would keep it. */
    @Test
    void inADirectoryForAllToReadNoFileIsForAllToReadForAMoment() throws Exception {
        Path data = Files.createDirectory(folder.resolve("data"));
        Files.setPosixFilePermissions(data, PosixFilePermissions.fromString("rwxr-xr-x"));
        Set<String> open = ConcurrentHashMap.newKeySet();
        AtomicBoolean over = new AtomicBoolean();
        Thread spy = new Thread(() -> {
            while (!over.get()) {
                for (String name : List.of("sim.duckdb", "sim.duckdb.wal", "sim.duckdb.tmp", "new.tmp")) {
                    try {
                        if (Files.getPosixFilePermissions(data.resolve(name))
                                .contains(PosixFilePermission.OTHERS_READ)) {
                            open.add(name);
                        }
                    } catch (IOException notThere) {
                        // not yet, or not any more
                    }
                }
            }
        });
        spy.start();
        try {
            for (int round = 0; round < 2; round++) {
                try (DuckDbStore store = new DuckDbStore(data)) {
                    long sequence = store.open(Batches.hello("shop", "i")).lastSequence();
                    for (int i = 0; i < 4; i++) {
                        assertThat(store.append("i", Batches.recursion(++sequence))).isEqualTo(Appended.STORED);
                        store.upkeepNow(); // a checkpoint: the next log is another file
                    }
                }
            }
        } finally {
            over.set(true);
            spy.join();
        }
        assertThat(open).isEmpty();
        assertThat(Files.getPosixFilePermissions(data.resolve("sim.duckdb.tmp")))
                .isEqualTo(PosixFilePermissions.fromString("rwx------"));
        assertThat(data.resolve("new.tmp")).doesNotExist();
    }

    private static long untilFull(DuckDbStore store, List<Long> acknowledged) {
        for (long sequence = 1; sequence < 100; sequence++) {
            try {
                assertThat(store.append("i", Batches.megabyte(sequence, Batches.now()))).isEqualTo(Appended.STORED);
                acknowledged.add(sequence);
            } catch (StoreException full) {
                assertThat(full).hasMessageContaining("disk full");
                return sequence;
            }
        }
        throw new AssertionError("the disk is never full");
    }

    private static Batch with(Batch b, Map<String, Double> measures) {
        return new Batch(b.sequence(), b.fromMicros(), b.toMicros(), b.names(), b.nodes(), b.rows(), b.invocations(),
                b.contexts(), b.events(), b.scores(), b.verdicts(), List.of(new PlatformSample(b.toMicros(), measures)),
                b.counters());
    }

    private static Map<String, Double> throwing(Error error) {
        return new AbstractMap<>() {
            @Override
            public boolean isEmpty() {
                return false;
            }

            @Override
            public Set<Entry<String, Double>> entrySet() {
                throw error;
            }
        };
    }

    private static List<Long> sequences(DuckDbStore store) {
        return store.query(connection -> {
            List<Long> sequences = new ArrayList<>();
            try (Statement statement = connection.createStatement();
                    ResultSet row = statement.executeQuery("SELECT sequence FROM batches ORDER BY sequence")) {
                while (row.next()) {
                    sequences.add(row.getLong(1));
                }
            }
            return sequences;
        });
    }

    private static long count(DuckDbStore store, String sql) {
        return store.query(connection -> Database.number(connection, sql));
    }
}

package sim.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.Invocation;
import sim.model.snapshot.StackRecord;
import sim.server.Batches;
import sim.wire.Batch;
import sim.wire.Contents;
import sim.wire.Sections;

/** What {@code sim store} and {@code sim forget} do with a store whose server is down. */
class StoreToolsTest {
    private static final long HOUR = 3_600_000_000L;

    @TempDir
    static Path filled;

    private static long begun;

    @TempDir
    Path folder;

    private long now = begun;

    private DuckDbStore open() {
        return open(folder, () -> now);
    }

    private static DuckDbStore open(Path folder, LongSupplier now) {
        DuckDbStore store = new DuckDbStore(folder, now);
        store.keep(Keep.all(Keep.FOREVER), Long.MAX_VALUE);
        return store;
    }

    /** Two days of two applications, rolled up. */
    @BeforeAll
    static void fillOnce() {
        begun = Ladder.down(Batches.now(), 24 * HOUR) - 50 * HOUR;
        long[] now = {begun};
        try (DuckDbStore store = open(filled, () -> now[0])) {
            store.open(Batches.hello("shop", "a"));
            store.open(Batches.hello("bank", "b"));
            for (int sequence = 1; sequence <= 6; sequence++) {
                now[0] += 8 * HOUR;
                store.append("a", RetentionTest.at(sequence, now[0], 2));
                store.append("b", RetentionTest.at(sequence, now[0], 3));
                store.upkeepNow();
            }
        }
    }

    private void fill() {
        StoreCopy.of(filled, folder);
        now += 49 * HOUR; // nobody may be connected
    }

    @Test
    void sizesAreByKindStepAndApplicationAndAddUpToTheFiles() throws Exception {
        fill();
        try (StoreTools tools = StoreTools.open(folder)) {
            List<Integer> steps = new ArrayList<>();
            List<StoreTools.Size> sizes = tools.sizes((done, of) -> steps.add(of - done));
            assertThat(sizes).anyMatch(each -> each.table().equals("tree_rows") && each.step().equals("1d")
                    && each.application().equals("shop") && each.scope().equals("application"))
                    .anyMatch(each -> each.table().equals("tree_rows") && each.step().equals("batch")
                            && each.application().equals("bank") && each.rows() == 6);
            assertThat(sizes.stream().mapToLong(StoreTools.Size::bytes).sum())
                    .isBetween(bytes() - sizes.size() * 10L, bytes());
            assertThat(steps.get(steps.size() - 1)).isZero();
            StoreTools.Verified verified = tools.verify((done, of) -> {});
            assertThat(verified.wrong()).isEmpty();
            assertThat(verified.segments()).isEqualTo(steps.size());
            assertThat(verified.sums()).isGreaterThan(20);
            assertThat(verified.hasDamaged()).isFalse();
        }
    }

    private long bytes() throws Exception {
        try (Stream<Path> files = Files.walk(folder.resolve("segments"))) {
            return files.filter(file -> file.toString().endsWith(".parquet")).mapToLong(Database::size).sum();
        }
    }

    @Test
    void aByteThatChangedIsFoundAndNamed() throws Exception {
        fill();
        Path file;
        try (Stream<Path> files = Files.walk(folder.resolve("segments"))) {
            file = files.filter(each -> each.toString().contains("tree_rows/application-1h")).findFirst().orElseThrow();
        }
        byte[] all = Files.readAllBytes(file);
        all[all.length / 3] ^= 4;
        Files.write(file, all);
        try (StoreTools tools = StoreTools.open(folder)) {
            StoreTools.Verified verified = tools.verify((done, of) -> {});
            assertThat(verified.wrong()).singleElement().asString()
                    .contains(file.getFileName().toString()).contains("not those that were written");
            assertThat(verified.hasDamaged()).isTrue();
            assertThat(verified.sums()).isZero();
        }
    }

    /** Every file is as it was written, but one has a row too many. */
    @Test
    void aStepWhoseSumsAreNotThoseOfTheNextIsNamed() throws Exception {
        fill();
        try (DuckDbStore store = open()) {
            assertThat(store.inspection().verify((done, of) -> {}, (file, why) -> {}).wrong()).isEmpty();
            store.query(connection -> {
                try (java.sql.Statement statement = connection.createStatement()) {
                    return statement.execute("UPDATE segments SET rolled = false WHERE file = (SELECT min(file) FROM "
                            + "segments WHERE tbl = 'tree_rows' AND scope = 'application' AND level = 1)");
                }
            });
            assertThat(store.inspection().verify((done, of) -> {}, (file, why) -> {}).wrong()).isNotEmpty()
                    .allSatisfy(line -> assertThat(line).contains("tree_rows of").contains("calls at the step")
                            .matches(".* between [0-9]{4}-[0-9T:-]*Z and [0-9]{4}-[0-9T:-]*Z"));
        }
    }

    /** Nobody asks. */
    @Test
    void aDamagedSegmentIsFoundByTheUpkeepItself() throws Exception {
        fill();
        try (DuckDbStore store = open()) {
            store.upkeep();
            assertThat(store.progress().damaged()).isEmpty();
            Path file;
            try (Stream<Path> files = Files.walk(folder.resolve("segments"))) {
                file = files.filter(each -> each.toString().contains("tree_rows/application-1d")).findFirst()
                        .orElseThrow();
            }
            byte[] all = Files.readAllBytes(file);
            all[all.length / 2] ^= 1;
            Files.write(file, all);
            store.upkeep();
            assertThat(store.progress().damaged()).singleElement().asString()
                    .endsWith(file.getFileName().toString());
        }
    }

    /** The file is as long as it was, so it is found by the first question that stumbles over it. */
    @Test
    void aSegmentThatCannotBeReadIsSetAsideWhileTheServerRunsAndTheRestAnswers() throws Exception {
        fill();
        try (DuckDbStore store = open()) {
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(30);
            Path file;
            try (Stream<Path> files = Files.walk(folder.resolve("segments"))) {
                file = files.filter(each -> each.toString().contains("tree_rows/instance-batch")).sorted().findFirst()
                        .orElseThrow();
            }
            Files.write(file, new byte[(int) Files.size(file)]);
            assertThatThrownBy(() -> number(store, "SELECT sum(calls) FROM tree_rows"))
                    .isInstanceOf(StoreException.class);
            store.upkeep();
            assertThat(store.progress().damaged()).singleElement().asString()
                    .endsWith(file.getFileName().toString());
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isBetween(1L, 29L);
        }
    }

    /** What was written anew without some rows had a checksum of its own: nobody could know any more that the rest was damaged. */
    @Test
    void aSegmentWithOtherBytesIsSetAsideBeforeSomeOfItIsForgotten() throws Exception {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "a"));
            store.append("a", RetentionTest.at(1, now, 5).with(Sections.CONTEXTS,
                    List.of(Batches.context(1, 0, 0, Map.of("order", "4711")),
                            Batches.context(2, 0, 0, Map.of("order", "4712")))));
            store.upkeepNow();
            Path file;
            try (Stream<Path> files = Files.list(folder.resolve("segments/context_records"))) {
                file = files.findFirst().orElseThrow();
            }
            byte[] bytes = Files.readAllBytes(file);
            bytes[40] ^= 0x55;
            Files.write(file, bytes);
            assertThat(store.forget("order", "4711").rows()).isPositive();
            assertThat(number(store, "SELECT count(*) FROM context_records"))
                    .as("the damaged one may have it, and went")
                    .isZero();
        }
    }

    @Test
    void anApplicationThatIsForgottenIsGoneFromEveryTableAndFileAndTheOtherIsNot() throws Exception {
        fill();
        try (StoreTools tools = StoreTools.open(folder)) {
            StoreProgress.Removal removed = tools.forget("shop");
            assertThat(removed.rows()).isGreaterThan(6);
            assertThat(removed.what()).isEqualTo("application shop");
            assertThatThrownBy(() -> tools.forget("shop")).hasMessageContaining("no application shop");
        }
        try (DuckDbStore store = open()) {
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(18);
            for (Table<?> table : Tables.ALL) {
                if (table.has("instance")) {
                    assertThat(number(store, "SELECT count(*) FROM " + table.name() + " WHERE instance = 'a'"))
                            .as(table.name()).isZero();
                }
            }
            assertThat(number(store, "SELECT count(*) FROM places WHERE application = 'shop'")).isZero();
            assertThat(number(store, "SELECT count(*) FROM places WHERE application = 'bank'")).isPositive();
            assertThat(number(store, "SELECT count(*) FROM forgotten"))
                    .as("instances whose batches are still set aside")
                    .isZero();
            store.open(Batches.hello("shop", "a"));
            store.append("a", RetentionTest.at(1, now, 7));
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows WHERE instance = 'a'")).isEqualTo(7);
        }
        try (Stream<Path> files = Files.walk(folder.resolve("segments"))) {
            assertThat(files.filter(Files::isRegularFile).toList()).isNotEmpty().allSatisfy(
                    file -> assertThat(
                            new String(Files.readAllBytes(file), java.nio.charset.StandardCharsets.ISO_8859_1))
                            .doesNotContain("shop"));
        }
    }

    /** A folder that is away while something is forgotten: all it had of others was struck off the manifest, and removed once it was back. */
    @Test
    void whatIsForgottenTakesNoDamagedSegmentsOfOthersAlong() throws Exception {
        Path rows = folder.resolve("segments/tree_rows");
        long of;
        now += 60_000_000; // in a step that is not over: nothing is merged
        try (DuckDbStore store = open()) {
            for (String application : List.of("bank", "shop")) { // in segments of their own
                store.open(Batches.hello(application, application));
                store.append(application, RetentionTest.at(1, now, 3));
                store.upkeepNow();
            }
            of = number(store, "SELECT count(*) FROM segments WHERE tbl = 'tree_rows' AND first_id = 'bank'");
            assertThat(of).isGreaterThan(1);
        }
        Files.move(rows, folder.resolve("away"));
        try (DuckDbStore store = open()) {
            store.forget("key", "value"); // no sum has a value
            assertThat(number(store, "SELECT count(*) FROM segments WHERE damaged IS NOT NULL")).isEqualTo(2 * of);
            Silence.of(store);
            store.forget("shop");
            assertThat(number(store, "SELECT count(*) FROM segments WHERE damaged IS NOT NULL")).isEqualTo(of);
        }
        Files.deleteIfExists(rows);
        Files.move(folder.resolve("away"), rows);
        try (DuckDbStore store = open()) {
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(3);
            assertThat(number(store, "SELECT count(*) FROM segments WHERE damaged IS NOT NULL")).isZero();
        }
    }

    /** It merged as if they were kept for ever, and what is merged goes together. */
    @Test
    void rowsOfDifferentTimesAreMergedOnlyAsLongAsTheyAreKept() {
        now = Ladder.down(Batches.now(), HOUR) - 180_000_000;
        String shipped = "SELECT count(*) FROM segments WHERE tbl = 'tree_rows' AND level = 0";
        try (DuckDbStore store = open()) {
            store.keep(Keep.STANDARD, Long.MAX_VALUE);
            store.open(Batches.hello("shop", "a"));
            for (int sequence = 1; sequence <= 3; sequence++) {
                store.append("a", RetentionTest.at(sequence, now, 2));
                store.upkeepNow();
                now += 50_000_000;
            }
            now = Batches.now(); // which is noted
        }
        try (StoreTools tools = StoreTools.open(folder)) {
            tools.compact(Keep.STANDARD, 10_000_000_000L);
        }
        try (DuckDbStore store = open()) {
            assertThat(number(store, shipped)).as("rows as they were shipped go after an hour").isEqualTo(3);
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(6);
        }
        try (StoreTools tools = StoreTools.open(folder)) {
            tools.compact(Keep.all(Keep.FOREVER), Long.MAX_VALUE);
        }
        try (DuckDbStore store = open()) {
            assertThat(number(store, shipped)).isEqualTo(1);
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(6);
        }
    }

    /** The whole store was read to forget one application of a hundred. */
    @Test
    void noSegmentOfOthersIsReadForAnApplicationThatIsForgotten() throws Exception {
        now += 60_000_000; // in a step that is not over: nothing is merged
        try (DuckDbStore store = open()) {
            for (String application : List.of("bank", "shop")) { // in segments of their own
                store.open(Batches.hello(application, application));
                store.append(application, RetentionTest.at(1, now, 3));
                store.upkeepNow();
            }
        }
        try (DuckDbStore store = open()) {
            Silence.of(store);
            String file = store.query(connection -> {
                try (Statement statement = connection.createStatement();
                        java.sql.ResultSet row = statement.executeQuery("SELECT file FROM segments WHERE tbl = "
                                + "'tree_rows' AND scope = 'instance' AND level = 0 AND first_id = 'bank'")) {
                    row.next();
                    return row.getString(1);
                }
            });
            Path others = folder.resolve("segments").resolve(file);
            byte[] bytes = Files.readAllBytes(others);
            bytes[40] ^= 0x55;
            Files.write(others, bytes);
            assertThat(store.forget("shop").rows()).isPositive();
            assertThat(store.progress().damaged()).as("it was not compared").isEmpty();
            store.upkeep();
            assertThat(store.progress().damaged()).as("the upkeep does").containsExactly(file);
        }
    }

    /** A word that was mistyped cost what was set aside, though it was in no row. */
    @Test
    void whatNothingHasIsForgottenWithoutWhatIsSetAside() throws Exception {
        String aside = "SELECT count(*) FROM segments WHERE damaged IS NOT NULL";
        now += 60_000_000; // in a step that is not over: nothing is merged
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "a"));
            for (int order = 1; order <= 2; order++) {
                store.append("a", RetentionTest.at(order, now, 3).with(Sections.CONTEXTS,
                        List.of(Batches.context(order, 0, 0, Map.of("order", "" + order)))));
                store.upkeepNow();
            }
        }
        Path first;
        try (Stream<Path> files = Files.list(folder.resolve("segments/context_values"))) {
            first = files.sorted().findFirst().orElseThrow();
        }
        Files.write(first, new byte[]{1}, java.nio.file.StandardOpenOption.APPEND);
        try (DuckDbStore store = open()) {
            assertThat(number(store, aside)).isEqualTo(1);
            for (String order : List.of("3", "1")) { // which is there, and cannot be read
                StoreProgress.Removal removed = store.forget("order", order);
                assertThat(removed.rows()).isZero();
                assertThat(removed.remarks()).singleElement().asString().contains(first.toString(), "nobody can tell")
                        .hasLineCount(1);
            }
            assertThat(store.forget("ordre", "2").rows()).isZero();
            assertThatThrownBy(() -> store.forget("shoq")).hasMessageContaining("no application shoq");
            assertThat(number(store, aside)).isEqualTo(1);
            assertThat(store.forget("order", "2").rows()).isPositive();
            assertThat(number(store, aside)).as("it may have some of it").isZero();
        }
    }

    /** It may come back, with what was to be forgotten, or with the rows of others. */
    @Test
    void nothingIsForgottenWhileASegmentThatMayHaveItCannotBeRead() throws Exception {
        fill();
        Path file;
        try (Stream<Path> files = Files.list(folder.resolve("segments/tree_rows"))) {
            file = files.sorted().findFirst().orElseThrow();
        }
        Path away = folder.resolve("away");
        Files.move(file, away);
        Files.createDirectory(file); // as little can be read of it as of a file without permissions
        try (DuckDbStore store = open()) {
            assertThat(store.progress().damaged()).singleElement().asString().contains(file.getFileName().toString(),
                    "cannot be read now");
            assertThatThrownBy(() -> store.forget("shop")).hasMessageContaining("nothing of the store")
                    .hasMessageContaining(file.toString()).hasMessageContaining("cannot be read now");
            assertThat(number(store, "SELECT count(*) FROM instances")).isEqualTo(2);
            Files.delete(file);
            Files.move(away, file);
            assertThat(store.forget("shop").rows()).isPositive();
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(18);
            assertThat(store.progress().damaged()).isEmpty();
        }
    }

    /** The clock is one of many things that may fail then; it was said that nothing was forgotten. */
    @Test
    void whatFailsBehindTheTransactionForgetsAllTheSame() throws Exception {
        fill();
        DuckDbStore[] armed = {null};
        try (DuckDbStore store = new DuckDbStore(folder, () -> {
            if (armed[0] != null
                    && number(armed[0], "SELECT count(*) FROM instances WHERE application = 'shop'") == 0) {
                throw new IllegalStateException("there is no clock");
            }
            return now;
        })) {
            store.keep(Keep.all(Keep.FOREVER), Long.MAX_VALUE);
            armed[0] = store;
            assertThat(store.forget("shop").rows()).isPositive();
            armed[0] = null;
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(18);
        }
    }

    /** What was noted as damaged while nothing could be written was believed unseen, once the store was opened again. */
    @Test
    void aSegmentThatIsSoundAgainIsNotSetAsideForWhatWasNotedBefore() throws Exception {
        fill();
        try (Database database = new Database(folder, Ladder.STANDARD, new TrustedClock(() -> now, () -> 0))) {
            List<Segment> all = database.query(database::manifest).segments;
            Path wrong = folder.resolve("segments").resolve(all.get(1).file());
            Files.write(wrong, new byte[(int) all.get(1).bytes()]);
            database.damaged.add(all.get(0).file());
            database.damaged.add(all.get(1).file());
            database.reopen();
            assertThat(database.query(database::manifest).damaged).singleElement().extracting(Segment::file)
                    .isEqualTo(all.get(1).file());
        }
    }

    /** Each waited for the disk. */
    @Test
    void aStartSetsAllSegmentsAsideInOneTransaction() throws Exception {
        fill();
        try (Database database = new Database(folder, Ladder.STANDARD, new TrustedClock(() -> now, () -> 0))) {
            int all = database.query(database::manifest).segments.size();
            Files.move(database.segments.resolve("tree_rows"), folder.resolve("away"));
            database.query(connection -> {
                try (java.sql.Statement statement = connection.createStatement()) {
                    statement.execute("CALL enable_logging(['QueryLog'])");
                    database.createAllViews(connection,
                            SegmentCheck.check(connection, database.segments, true, Map.of()));
                    return null;
                }
            });
            Manifest manifest = database.query(connection -> Manifest.read(connection, Ladder.STANDARD));
            assertThat(manifest.damaged).hasSizeGreaterThan(5).hasSizeLessThan(all);
            assertThat(database
                    .<Long>query(connection -> Database.number(connection, "SELECT count(*) FROM duckdb_logs WHERE "
                            + "type = 'QueryLog' AND message LIKE 'COMMIT%'")))
                    .isEqualTo(1);
        }
    }

    /** As on a bad block, where each try may take the disk seconds: it was read in each round. */
    @Test
    void aFileThatCannotBeReadIsTriedAgainEverLater() throws Exception {
        fill();
        try (Database database = new Database(folder, Ladder.STANDARD, new TrustedClock(() -> now, () -> 0))) {
            String file = database.query(database::manifest).segments.get(0).file();
            database.inTransaction(connection -> {
                SegmentCheck.mark(connection, Map.of(file, "it cannot be read: Input/output error"));
                Manifest.change(connection);
                return null;
            });
            Manifest manifest = database.query(database::manifest);
            assertThat(manifest.damaged).singleElement().matches(manifest::isUnreadable);
            long[] nanos = {0};
            String[] wrong = {"it cannot be read: Input/output error"};
            int[] reads = {0};
            Returned returned = new Returned(database.segments, (folder, segment) -> {
                reads[0]++;
                return wrong[0];
            }, () -> nanos[0]);
            for (int round = 0; round < 6 * 360; round++) { // six hours
                assertThat(returned.look(manifest, Long.MAX_VALUE)).isEmpty();
                nanos[0] += 10_000_000_000L;
            }
            assertThat(reads[0]).isBetween(10, 16);
            Files.setLastModifiedTime(database.segments.resolve(file), java.nio.file.attribute.FileTime.fromMillis(1));
            returned.look(manifest, Long.MAX_VALUE);
            int before = reads[0];
            returned.look(manifest, Long.MAX_VALUE);
            assertThat(reads[0]).as("another file was read at once, and rests").isEqualTo(before);
            wrong[0] = null;
            returned.forget();
            assertThat(returned.look(manifest, Long.MAX_VALUE)).containsOnlyKeys(file);
            assertThat(reads[0]).isEqualTo(before + 1);
        }
    }

    /** All segments were read to their ends, before the store was open. */
    @Test
    void whereViewsCannotBeMadeTheSegmentsAreFoundThatCannotBeOpened() throws Exception {
        fill();
        try (Database database = new Database(folder, Ladder.STANDARD, new TrustedClock(() -> now, () -> 0))) {
            List<Segment> all = database.query(database::manifest).segments;
            Segment opens = all.get(0);
            byte[] changed = Files.readAllBytes(folder.resolve("segments").resolve(opens.file()));
            changed[5] ^= 4; // of a page, which nobody reads who opens it
            Files.write(folder.resolve("segments").resolve(opens.file()), changed);
            for (Segment each : all.subList(1, 3)) {
                Files.write(folder.resolve("segments").resolve(each.file()), new byte[(int) each.bytes()]);
            }
            assertThat(broken(database, all)).as("at first those that cannot be opened")
                    .containsOnlyKeys(all.get(1).file(), all.get(2).file());
            assertThat(broken(database, List.of(opens))).as("then one of other bytes").containsOnlyKeys(opens.file());
            assertThat(SegmentCheck.damaged(database.segments, all, passing -> {})).hasSize(3);
            assertThat(SegmentCheck.damaged(database.segments, all, passing -> {}, 0)).as("out of patience").isEmpty();
        }
    }

    private static Map<String, String> broken(Database database, List<Segment> segments) throws Exception {
        return database.query(
                connection -> SegmentCheck.broken(connection, database.segments, segments, Long.MAX_VALUE));
    }

    /** No batch brings such a time any more; the rows of a slot that cannot be retired all the same are in answers, and nothing else waits. */
    @Test
    void aSlotThatCannotBecomeSegmentsIsSaidAndLeftAndTheOthersGoOn() {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "a"));
            store.append("a", RetentionTest.at(1, now, 2));
            spoil(store, 1);
            store.upkeepNow();
            assertThat(store.progress().stuck()).singleElement().asString().startsWith("slot 1: ");
            assertThat(store.progress().segments()).isZero();
            store.append("a", RetentionTest.at(2, now, 3));
            store.upkeepNow();
            assertThat(store.progress().stuck()).hasSize(1);
            assertThat(store.progress().segments()).isPositive();
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(5);
            now += 40 * 24 * HOUR;
            store.keep(Keep.STANDARD, Long.MAX_VALUE);
            assertThat(store.upkeepNow()).isPositive();
            assertThat(store.progress().stuck()).isEmpty();
            assertThat(number(store, "SELECT count(*) FROM slots")).isEqualTo(1);
            assertThat(store.progress().removed()).anyMatch(each -> each.what().contains("could not become segments"));
        }
    }

    /** The slot was taken for stuck, and rested for an hour. */
    @Test
    void aSlotIsNotStuckBecauseTheStoreIsAway() throws Exception {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "a"));
            store.append("a", RetentionTest.at(1, now, 2));
            Path inTheWay = Files.createFile(folder.resolve("segments/tree_rows"));
            assertThatThrownBy(store::upkeepNow).hasMessageContaining("sealing failed");
            Files.delete(inTheWay);
            Path database = folder.resolve("sim.duckdb");
            Files.move(database, folder.resolve("elsewhere"));
            try { // no round if the committer saw it first
                store.upkeepNow();
            } catch (StoreException away) {
                assertThat(away).hasMessageContaining("was removed or replaced");
            }
            assertThat(store.progress().stuck()).isEmpty();
            Files.move(folder.resolve("elsewhere"), database);
            await().atMost(Duration.ofMinutes(1)).untilAsserted(() -> { // the committer opens it again
                store.upkeep();
                assertThat(store.progress().segments()).isPositive();
            });
            assertThat(store.progress().stuck()).isEmpty();
            assertThat(number(store, "SELECT count(*) FROM slots")).isEqualTo(1);
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(2);
        }
    }

    /** Any message that was not known put the blame on the slot, which then rested for an hour. */
    @Test
    void aSlotIsNotStuckForWhatIsNotInIt() throws Exception {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "a"));
            store.append("a", RetentionTest.at(1, now, 2));
            Path inTheWay = Files.createFile(folder.resolve("segments/tree_rows"));
            assertThatThrownBy(store::upkeepNow).hasMessageContaining("sealing failed"); // the slot collects no more
            Files.delete(inTheWay);
            execute(store, "ALTER TABLE platform_1 RENAME TO elsewhere");
            assertThatThrownBy(store::upkeep).hasMessageContaining("sealing failed")
                    .hasMessageContaining("platform_1");
            assertThat(store.progress().stuck()).isEmpty();
            execute(store, "ALTER TABLE elsewhere RENAME TO platform_1");
            store.upkeep();
            assertThat(store.progress().segments()).isPositive();
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(2);
        }
    }

    /** The line had the library's words alone: neither a full disk nor a damaged file was known by it. */
    @Test
    void theCauseIsTheOneThatTheLibraryPutsBehindItsOwnWords() {
        SQLException wrapped = new SQLException("Invalid Input Error: Attempting to execute an unsuccessful or closed "
                + "pending query result\nError: IO Error: Could not write file: No space left on device");
        assertThat(Failures.line(wrapped)).isEqualTo("IO Error: Could not write file: No space left on device");
        assertThat(Failures.isOfRoom(wrapped)).isTrue();
    }

    /** The bound of the library's memory is not the server's: more memory for the server changed nothing. */
    @Test
    void whatToDoAboutUpkeepThatFailsIsOfItsCause() {
        assertThat(Failures.cure(failed(new SQLException("IO Error: Could not write file: No space left on device"))))
                .startsWith("free room on its disk");
        assertThat(Failures.cure(failed(new SQLException("Out of Memory Error: failed to offload data block of size "
                + "256.0 KiB (10.0 MiB/10.0 MiB used).\nThis limit was set by the 'max_temp_directory_size' setting."))))
                .startsWith("free room on its disk");
        assertThat(Failures.cure(failed(new SQLException(
                "Out of Memory Error: could not allocate block of size 256.0 KiB (953.6 MiB/953.6 MiB used)"))))
                .contains("--keep or --max-size").doesNotContain("more memory", "room");
        assertThat(Failures.cure(failed(new OutOfMemoryError("Java heap space")))).contains("more memory");
        assertThat(Failures.cure(new SQLException("IO Error: Cannot open file"))).contains("read and written");
    }

    /** As a round of upkeep says it. */
    private static SQLException failed(Throwable cause) {
        return new SQLException("ageing failed: " + Failures.line(cause), cause);
    }

    /** All was moved away that was sound, because the disk was full or a back-up was put back by another user. */
    @Test
    void aStoreThatIsSoundIsNotToBeMovedAway() {
        Path file = folder.resolve("sim.duckdb");
        for (Exception denied : List.of(
                new SQLException("IO Error: Cannot open file \"" + file + "\": Permission denied"),
                new SQLException("Failure while replaying WAL file \"" + file + ".wal\": Permission denied"),
                new SQLException("IO Error: java.nio.file.AccessDeniedException: " + file),
                new AccessDeniedException(file + ".last"))) {
            assertThat(Failures.cannotOpen(file, denied)).contains("enied").contains("chown").contains("may not read")
                    .doesNotContain("move ");
        }
        assertThat(
                Failures.cannotOpen(file, new SQLException("IO Error: Could not write file: No space left on device")))
                .contains("No space left").contains("free room on its disk").doesNotContain("move ");
        for (String readOnly : List.of("IO Error: Cannot open file \"" + file + "\": Read-only file system",
                "Failure while replaying WAL file \"" + file + ".wal\": Read-only file system")) {
            assertThat(Failures.cannotOpen(file, new SQLException(readOnly))).contains("mount it read-write")
                    .doesNotContain("move ", "chown", "damaged");
        }
        assertThat(Failures.line(new FileSystemException(file + ".last"))).contains("FileSystemException");
    }

    /** The cause is what failed, and not that rolling it back failed, too. */
    @Test
    void viewsThatCannotBeMadeSayWhy() throws Exception {
        fill();
        try (Database database = new Database(folder, Ladder.STANDARD, new TrustedClock(() -> now, () -> 0));
                Connection closed = database.writer().duplicate()) {
            Connection failing = failing(closed, "COMMIT", "ROLLBACK");
            assertThatThrownBy(() -> database.createAllViews(failing, Map.of())).hasMessageContaining("COMMIT fails");
        }
    }

    /** A connection on which these statements fail. */
    private static Connection failing(Connection connection, String... statements) {
        InvocationHandler on = (proxy, method, arguments) -> {
            if (!method.getName().equals("createStatement")) {
                return method.invoke(connection, arguments);
            }
            Statement statement = connection.createStatement();
            return Proxy.newProxyInstance(Statement.class.getClassLoader(), new Class<?>[]{Statement.class},
                    (of, called, with) -> {
                        if (with != null && List.of(statements).contains(with[0])) {
                            throw new SQLException(with[0] + " fails: No space left on device");
                        }
                        return called.invoke(statement, with);
                    });
        };
        return (Connection) Proxy.newProxyInstance(Connection.class.getClassLoader(),
                new Class<?>[]{Connection.class}, on);
    }

    @Test
    void onlyWhatTheDataSaysBlamesASlot() {
        for (String said : List.of("Out of Range Error: Overflow in addition of INT64 (1 + 2)!",
                "Conversion Error: Type INT128 with value 9 can't be cast because the value is out of range for the "
                        + "destination type INT64",
                "Invalid Input Error: Attempting to execute an unsuccessful or closed pending query result\nError: Out of "
                        + "Range Error: Overflow in addition of INT64 (1 + 2)!")) {
            assertThat(Failures.isOfTheData(new SQLException(said))).as(said).isTrue();
        }
        for (String said : List.of(
                "Invalid Input Error: Attempting to execute an unsuccessful or closed pending query result",
                "INTERRUPT Error: Interrupted!", "Connection was closed", "Catalog Error: no such table")) {
            assertThat(Failures.isOfTheData(new SQLException(said))).as(said).isFalse();
        }
    }

    @Test
    void whatIsForgottenIsNotLeftInASlotThatCannotBecomeSegments() {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "a"));
            store.append("a", RetentionTest.at(1, now, 5).with(sim.wire.Sections.CONTEXTS,
                    List.of(Batches.context(1, 0, 0, Map.of("order", "4711")))));
            spoil(store, 1);
            store.upkeepNow();
            assertThat(store.progress().stuck()).hasSize(1);
            assertThat(number(store, "SELECT count(*) FROM contexts")).isEqualTo(1);
            assertThat(store.forget("order", "4711").rows()).isPositive();
            assertThat(number(store, "SELECT count(*) FROM contexts")).isZero();
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(5);
        }
    }

    /** Each forget failed at it, whatever was to be forgotten. */
    @Test
    void aSlotThatCannotBecomeSegmentsIsNamedAndKeepsNothingFromBeingForgotten() throws Exception {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "a"));
            store.append("a", RetentionTest.at(1, now, 5)
                    .with(Sections.CONTEXTS, List.of(Batches.context(1, 0, 0, Map.of("order", "4711")))));
            Files.createFile(folder.resolve("segments/tree_rows")); // in the way
            StoreProgress.Removal removed = store.forget("order", "4711");
            assertThat(removed.rows()).isPositive();
            assertThat(removed.remarks()).singleElement().asString()
                    .contains("slot 1 cannot become segments", "tree_rows").hasLineCount(1);
            assertThat(number(store, "SELECT count(*) FROM contexts")).isZero();
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(5);
            Files.delete(folder.resolve("segments/tree_rows"));
            store.upkeepNow();
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(5);
            assertThat(number(store, "SELECT count(*) FROM contexts")).isZero();
        }
    }

    /** What an exception said in a context may have its value. */
    @Test
    void theTextsOfAnExceptionGoWithItsContext() {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "a"));
            store.append("a", RetentionTest.at(1, now, 5)
                    .with(Sections.CONTEXTS, List.of(Batches.context(1, 0, 0, Map.of("order", "4711"))))
                    .with(Sections.STACKS,
                            List.of(new StackRecord(now, "shop.Lost", 0, 5, "shop.Lost: order 4711", "", 2,
                                    new long[]{8, 1}),
                                    new StackRecord(now, "shop.Lost", 0, 6, "shop.Lost: order 12", "", 1,
                                            new long[]{8}))));
            assertThat(store.forget("order", "4711").rows()).isPositive();
            assertThat(number(store, "SELECT stack FROM error_stacks")).isEqualTo(6);
            assertThat(number(store, "SELECT count(*) FROM error_contexts")).isEqualTo(2);
        }
    }

    /** A time whose step has no end. */
    private static void spoil(DuckDbStore store, long slot) {
        store.query(connection -> {
            try (java.sql.Statement statement = connection.createStatement()) {
                return statement.execute("INSERT INTO platform_" + slot + " VALUES ('a', " + Long.MAX_VALUE
                        + ", 'x', 1)");
            }
        });
    }

    @Test
    void anApplicationThatMayBeConnectedIsNotForgotten() {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "a"));
            store.append("a", RetentionTest.at(1, now, 2));
            assertThatThrownBy(() -> store.forget("shop")).isInstanceOf(StoreException.class)
                    .hasMessageContaining("may be connected").hasMessageNotContaining("\n");
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(2);
        }
    }

    /** A server that was started again knew only whom it had heard of since. */
    @Test
    void norIsOneThatWasHeardOfShortlyBeforeTheStart() {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "a"));
            store.append("a", RetentionTest.at(1, now, 2));
        }
        try (DuckDbStore store = open()) {
            for (int minutes = 0; minutes < 15; minutes += 7) {
                assertThatThrownBy(() -> store.forget("shop")).isInstanceOf(StoreException.class)
                        .hasMessageContaining("instance a of shop may be connected").hasMessageNotContaining("\n");
                now += 7 * 60_000_000;
            }
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(2);
            assertThat(store.forget("shop").rows()).isPositive();
        }
    }

    /** Before it goes on, the server cannot know whether it was heard of just now, or will be in hours. */
    @Test
    void oneThatWasHeardOfInTheFutureMayBeConnected() {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "a"));
        }
        now -= 2 * 60_000_000;
        try (DuckDbStore store = open()) {
            assertThatThrownBy(() -> store.forget("shop")).hasMessageContaining("may be connected");
        }
    }

    /** It was asked twice, and for its instances three times. */
    @Test
    void whetherAnApplicationIsThereIsAskedOnce() {
        fill();
        try (DuckDbStore store = open()) {
            execute(store, "DELETE FROM instances WHERE application = 'shop'"); // its sums outlive them
            execute(store, "CALL enable_logging(['QueryLog'])");
            store.forget("shop");
            assertThat(number(store, "SELECT count(*) FROM duckdb_logs WHERE type = 'QueryLog' AND message LIKE "
                    + "'SELECT count(*)%" + Places.APPLICATIONS + "%' AND message NOT LIKE '%duckdb_logs%'"))
                    .isEqualTo(1);
        }
    }

    /** It was refused; who comes and goes without pause could never be forgotten. */
    @Test
    void whoSaysHelloWhileTheApplicationIsForgottenIsForgottenUpToThenAndKeptExactlyFromThenOn() throws Exception {
        fill();
        Runnable[] once = {null};
        try (DuckDbStore store = new DuckDbStore(folder, () -> {
            Runnable now = once[0];
            once[0] = null;
            if (now != null) {
                now.run();
            }
            return this.now;
        })) {
            store.keep(Keep.all(Keep.FOREVER), Long.MAX_VALUE);
            AtomicLong kept = new AtomicLong();
            AtomicBoolean done = new AtomicBoolean();
            Thread newcomer = new Thread(() -> {
                boolean isIntroduced = false;
                long sequence = 1;
                for (; sequence < 8 || !done.get(); sequence++) {
                    Appended answer = store.append("new", newcomer(sequence, isIntroduced));
                    if (answer == Appended.UNKNOWN_INSTANCE) { // as a collector does
                        store.open(Batches.hello("shop", "new"));
                        kept.set(0);
                        answer = store.append("new", newcomer(sequence, false));
                    }
                    assertThat(answer).isEqualTo(Appended.STORED);
                    kept.addAndGet(sequence);
                    isIntroduced = true;
                }
                // it was forgotten before done was said
                if (store.append("new", newcomer(sequence, true)) == Appended.STORED) {
                    kept.addAndGet(sequence);
                } else {
                    kept.set(-1);
                }
            });
            Thread hello = new Thread(() -> {
                store.open(Batches.hello("shop", "new"));
                newcomer.start();
            });
            // the first look at the clock, behind the check that nobody is connected; who looks has it to itself, so it cannot be waited for
            once[0] = hello::start;
            assertThat(store.forget("shop").rows()).isPositive();
            assertThat(once[0]).isNull();
            done.set(true);
            hello.join();
            newcomer.join();
            assertThat(kept.get()).isPositive();
            for (int round = 0; round < 2; round++) { // from the head, and from segments
                assertThat(number(store, "SELECT sum(calls) FROM tree_rows JOIN instances USING (instance) WHERE "
                        + "application = 'shop'")).isEqualTo(kept.get());
                assertThat(store.<Long>query(connection -> Database.number(connection,
                        store.slice(connection, "shop", null, true, 0, this.now + HOUR, 0)
                                .narrow("SELECT sum(calls) FROM tree_rows JOIN places ON place = node AND application = "
                                        + "'shop'"))))
                        .isEqualTo(kept.get());
                store.upkeepNow();
            }
            assertThat(number(store, "SELECT count(*) FROM instances")).as("new, and the other application's")
                    .isEqualTo(2);
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows WHERE instance = 'b'")).isEqualTo(18);
        }
    }

    private Batch newcomer(long sequence, boolean isIntroduced) {
        Batch batch = RetentionTest.at(isIntroduced ? 2 : 1, now, sequence);
        return new Batch(sequence, batch.fromMicros(), batch.toMicros(), batch.contents());
    }

    /** Ingestion waits for that transaction: it read every run of calls there was. */
    @Test
    void forgettingReadsNoSegmentWhileItHoldsTheWritingLock() {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "a"));
            for (int sequence = 1; sequence <= 2; sequence++) {
                store.append("a", RetentionTest.at(sequence, now, 5)
                        .with(Sections.INVOCATIONS, List.of(call(sequence, 1)))
                        .with(Sections.CONTEXTS, List.of(Batches.context(sequence, 0, 0,
                                Map.of("order", String.valueOf(sequence))))));
                store.upkeepNow();
            }
            execute(store, "CALL enable_logging(['FileSystem', 'QueryLog'])");
            assertThat(store.forget("order", "1").rows()).isPositive();
            String of = "SELECT count(*) FROM duckdb_logs f JOIN duckdb_logs q ON q.type = 'QueryLog' AND "
                    + "q.connection_id = f.connection_id AND q.query_id = f.query_id WHERE f.type = 'FileSystem' AND "
                    + "f.message LIKE '%segments/%.parquet%' AND q.message LIKE ";
            assertThat(number(store, of + "'COPY %'")).as("before, to find what goes").isPositive();
            assertThat(number(store, "SELECT count(*) FROM duckdb_logs WHERE type = 'QueryLog' AND message LIKE "
                    + "'DELETE FROM invocations_wall_%'")).isPositive();
            assertThat(number(store, of + "'DELETE %'")).as("while it holds the lock").isZero();
            assertThat(number(store, of + "'CREATE TABLE %'")).as("while it holds the lock").isZero();
            assertThat(number(store, "SELECT count(*) FROM contexts")).isEqualTo(1);
            assertThat(number(store, "SELECT count(*) FROM invocations")).isEqualTo(1);
        }
    }

    private static void execute(DuckDbStore store, String sql) {
        store.query(connection -> {
            try (java.sql.Statement statement = connection.createStatement()) {
                return statement.execute(sql);
            }
        });
    }

    @Test
    void contextsWithAValueGoWithThoseInsideThemAndTheirCalls() {
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "a"));
            List<Invocation> calls = new ArrayList<>();
            for (long context = 1; context <= 4; context++) {
                calls.add(call(context, 3));
                calls.add(call(context, 1));
            }
            Contents contents = RetentionTest.at(1, now, 5).contents().with(Sections.INVOCATIONS, calls)
                    .with(Sections.CONTEXTS, List.of(Batches.context(1, 0, 0, Map.of("order", "4711")),
                            Batches.context(2, 1, 0, Map.of()), Batches.context(3, 0, 0, Map.of("order", "4712")),
                            Batches.context(4, 3, 0, Map.of())));
            store.append("a", new Batch(1, now - 5_000_000, now, contents));
            assertThat(store.forget("order", "4711").rows()).isPositive();
            assertThat(number(store, "SELECT count(*) FROM contexts")).isEqualTo(2);
            assertThat(number(store, "SELECT count(*) FROM context_values")).isEqualTo(1);
            assertThat(number(store, "SELECT count(*) FROM invocations")).isEqualTo(4);
            assertThat(number(store, "SELECT count(*) FROM invocations WHERE context < 3")).isZero();
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).as("sums stay").isEqualTo(5);
        }
    }

    private Invocation call(long context, int present) {
        return new Invocation(1, context, "main", now - 1_000, present, new long[sim.model.snapshot.Meter.COUNT],
                false, null);
    }

    private static long number(DuckDbStore store, String sql) {
        return store.query(connection -> Database.number(connection, sql));
    }
}

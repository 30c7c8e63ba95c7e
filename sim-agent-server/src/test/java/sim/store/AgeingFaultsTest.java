package sim.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import sim.model.snapshot.ContextRecord;
import sim.server.Batches;
import sim.wire.Sections;

/** Contexts become too old while memory, room to spill to, or a segment is of no use just then. */
class AgeingFaultsTest {
    private static final long HOUR = 3_600_000_000L;
    private static final Keep KEEP = Keep.of("1h,notable=30d");

    @TempDir
    Path folder;

    private long now = Ladder.down(Batches.now(), 24 * HOUR) - 10 * HOUR + 60_000_000L;
    private Rollups rollups;
    private Ageing ageing;

    private void fill(int number) {
        List<ContextRecord> contexts = new ArrayList<>();
        for (int i = 1; i <= number; i++) {
            contexts.add(Batches.context(i, 0, now, Map.of("order", "a value of its own " + i * 31L)));
        }
        try (DuckDbStore store = new DuckDbStore(folder, () -> now)) {
            store.keep(Keep.all(Keep.FOREVER), Long.MAX_VALUE);
            store.open(Batches.hello("shop", "i"));
            store.append("i", RetentionTest.at(1, now, 1).with(Sections.CONTEXTS, contexts));
            store.upkeepNow();
        }
        now += 3 * HOUR;
    }

    private Database database() throws Exception {
        Database database = new Database(folder, Ladder.STANDARD, new TrustedClock(() -> now, () -> 0));
        SegmentFiles files = new SegmentFiles(database, Ladder.STANDARD, said -> {});
        files.removeUnnamed(); // goes on with the numbers of those that are there
        Progress progress = new Progress();
        rollups = new Rollups(database, files, Ladder.STANDARD, progress);
        ageing = new Ageing(database, new Instances(10), rollups, new NotableContexts(files, Ladder.STANDARD),
                Ladder.STANDARD, progress);
        return database;
    }

    /** The store had no bound from then on. Where contexts are only too old there is time until notable ones can be picked. */
    @ParameterizedTest
    @CsvSource({"temp_directory = '', no temporary directory, true",
            "max_temp_directory_size = '1KB', failed to offload, false"})
    void aStoreThatIsTooLargeGivesContextsUpThoughNotableOnesCannotBePicked(String setting, String said,
            boolean waits) throws Exception {
        fill(60_000);
        try (Database database = database()) {
            database.execute("SET GLOBAL " + setting);
            database.execute("SET GLOBAL memory_limit = '8MB'");
            if (waits) {
                assertThatThrownBy(() -> ageing.age(KEEP, now)).hasMessageContaining(said);
                assertThat(levels(database, "context_records")).containsExactly(0);
            }
            long most = manifest(database).segments.stream()
                    .filter(each -> !each.table().isRolled() || each.scope() != Scope.INSTANCE || each.level() > 0)
                    .mapToLong(Segment::bytes).sum() - 1;
            ageing.shrink(most, Keep.STANDARD, now);
            assertThat(levels(database, "context_records")).isEmpty();
        }
    }

    /** Its values were gone when the records came back. */
    @Test
    void contextsWaitForARecordThatCannotBeReadForAWhile() throws Exception {
        fill(1);
        try (Database database = database()) {
            Path away = away(database);
            for (int round = 1; round <= 2; round++) {
                ageing.age(KEEP, now);
                assertThat(manifest(database).damaged).as("round %d", round).hasSize(1);
                assertThat(levels(database, "context_values")).containsExactly(0);
                assertThat(levels(database, "batches")).as("others do not wait").isEmpty();
                assertThat(manifest(database).contextsGone()).isZero();
            }
            Files.delete(file(database));
            Files.move(away, file(database));
            rollups.damage.setAside(Collections.singletonMap(manifest(database).damaged.get(0).file(), null));
            ageing.age(KEEP, now);
            assertThat(levels(database, "context_records")).containsExactly(NotableContexts.LEVEL);
            assertThat(levels(database, "context_values")).containsExactly(NotableContexts.LEVEL);
        }
    }

    @Test
    void theyWaitNoLongerThanADay() throws Exception {
        fill(1);
        try (Database database = database()) {
            away(database);
            now += 20 * HOUR;
            ageing.age(KEEP, now);
            assertThat(levels(database, "context_values")).containsExactly(0);
            now += 5 * HOUR;
            ageing.age(KEEP, now);
            assertThat(levels(database, "context_values")).isEmpty();
            assertThat(manifest(database).damaged).as("missing for as long as its notable contexts would be kept")
                    .hasSize(1);
        }
    }

    /** A folder in place of the file cannot be read, whoever tries. */
    private Path away(Database database) throws Exception {
        Path file = file(database);
        Path away = Files.move(file, folder.resolve("away"));
        Files.createDirectory(file);
        return away;
    }

    private static Path file(Database database) throws SQLException {
        return database.segments.resolve(manifest(database).named().stream()
                .filter(each -> each.table() == ContextTables.RECORDS).findFirst().orElseThrow().file());
    }

    private static List<Integer> levels(Database database, String table) throws SQLException {
        return manifest(database).segments.stream().filter(each -> each.table() == Tables.named(table))
                .map(Segment::level).toList();
    }

    private static Manifest manifest(Database database) throws SQLException {
        return database.query(database::manifest);
    }
}

package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.ContextRecord;
import sim.server.Batches;
import sim.wire.Sections;

/** The last contexts of a slot have no values: the segment of values ends before that of the records, at the turn of an hour. */
class NotableValuesTest {
    private static final long SECOND = 1_000_000L;
    private static final long HOUR = 3_600 * SECOND;
    private static final Keep KEEP = Keep.of("1h,notable=30d");
    private static final String ORPHANS = "SELECT count(*) FROM context_values v WHERE NOT EXISTS (SELECT 1 FROM "
            + "context_records r WHERE r.context = v.context)";
    private static final String BARE = "SELECT count(*) FROM context_records r WHERE r.context % 2 = 1 AND NOT EXISTS "
            + "(SELECT 1 FROM context_values v WHERE v.context = r.context)";

    private static final Table<?> VALUES = Tables.named("context_values");

    @TempDir
    Path folder;

    private final long turn = Ladder.down(Batches.now(), 24 * HOUR) - 10 * HOUR;
    private long now = turn - 10 * SECOND;
    private SegmentFiles files;
    private Rollups rollups;
    private Progress progress;
    private Ageing ageing;

    /** Contexts of odd numbers have a value, the others none. */
    private void fill(int slots, int each) {
        try (DuckDbStore store = new DuckDbStore(folder, () -> now)) {
            store.keep(Keep.all(Keep.FOREVER), Long.MAX_VALUE);
            store.open(Batches.hello("shop", "i"));
            for (int slot = 0; slot < slots; slot++) {
                for (int part = 1; part <= 2; part++) {
                    List<ContextRecord> contexts = contexts(2 * slot + part, part, each);
                    store.append("i", RetentionTest.at(2 * slot + part, now, 1).with(Sections.CONTEXTS, contexts));
                    now += 20 * SECOND;
                }
                store.upkeepNow();
                now += 9 * 60 * SECOND;
            }
        }
    }

    private List<ContextRecord> contexts(int batch, int part, int many) {
        return IntStream.range(0, many)
                .mapToObj(i -> new ContextRecord(1_000L * batch + 2 * i + part % 2, 0, "order", "shop", "main",
                        now - 5 * SECOND, now - SECOND, null, part == 1 ? Map.of("order", "4711") : Map.of(), 2, 0, 1,
                        Batches.meters(60)))
                .toList();
    }

    private Database database() throws Exception {
        Database database = new Database(folder, Ladder.STANDARD, new TrustedClock(() -> now, () -> 0));
        files = new SegmentFiles(database, Ladder.STANDARD, said -> {});
        files.removeUnnamed(); // goes on with the numbers of those that are there
        progress = new Progress();
        rollups = new Rollups(database, files, Ladder.STANDARD, progress);
        ageing = new Ageing(database, new Instances(10), rollups, new NotableContexts(files, Ladder.STANDARD),
                Ladder.STANDARD, progress);
        return database;
    }

    @Test
    void whatIsTooOldGoesWithItsValuesAndNotableContextsKeepThem() throws Exception {
        fill(1, 1);
        try (Database database = database()) {
            now = turn + HOUR + 60 * SECOND; // the hour before the turn is too old
            ageing.age(KEEP, now);
            assertThat(levels(database, ContextTables.RECORDS)).containsExactly(0);
            assertThat(levels(database, VALUES)).containsExactly(0);
            now += HOUR;
            ageing.age(KEEP, now);
            assertThat(levels(database, ContextTables.RECORDS)).containsExactly(NotableContexts.LEVEL);
            assertThat(number(database, BARE)).isZero();
            assertThat(number(database, "SELECT count(*) FROM context_values")).isEqualTo(1);
        }
    }

    @Test
    void whereTheStoreIsTooLargeNotableContextsKeepTheirValuesAndGoWithThem() throws Exception {
        fill(1, 1);
        now = turn + 3 * HOUR;
        try (Database database = database()) {
            shrinkByOne(database);
            assertThat(levels(database, ContextTables.RECORDS)).containsExactly(NotableContexts.LEVEL);
            assertThat(levels(database, VALUES)).containsExactly(NotableContexts.LEVEL);
            assertThat(number(database, BARE)).isZero();
            ageing.shrink(0, KEEP, now);
            assertThat(number(database, "SELECT count(*) FROM context_records")).isZero();
            assertThat(number(database, "SELECT count(*) FROM context_values")).isZero();
        }
    }

    /** In the newest hour are records alone, and all that is older is to go. */
    @Test
    void ofNotableContextsTheValuesGoNotBeforeTheRecords() throws Exception {
        fill(1, 1);
        now = turn + 3 * HOUR;
        try (Database database = database()) {
            shrinkByOne(database);
            long rest = manifest(database).segments.stream().filter(each -> each.table() != VALUES)
                    .mapToLong(Segment::bytes).sum();
            ageing.shrink(rest, KEEP, turn + HOUR + 5 * SECOND);
            assertThat(number(database, BARE)).isZero();
        }
    }

    /** Each table is merged into segments of so many bytes: values of contexts that go lie in a segment with those of others. */
    @Test
    void valuesThatAreMergedWithYoungerOnesAreThereWheneverTheirRecordsGo() throws Exception {
        now = turn - HOUR + 60 * SECOND;
        fill(5, 9);
        now = turn + HOUR;
        try (Database database = database()) {
            long most = bytes(database, ContextTables.RECORDS) / 2 + 1;
            assertThat(bytes(database, VALUES)).isLessThan(most);
            new Merging(rollups, files, Ladder.STANDARD, progress).merge(now, most, Keep.all(Keep.FOREVER));
            assertThat(levels(database, ContextTables.RECORDS)).hasSizeGreaterThan(1);
            assertThat(levels(database, VALUES)).hasSize(1);
            shrinkByOne(database);
            assertThat(levels(database, ContextTables.RECORDS)).contains(0, NotableContexts.LEVEL);
            assertThat(levels(database, VALUES)).containsExactly(0);
            now = turn + 5 * HOUR;
            assertThat(kept(database, BARE)).as("read while they lie beside younger ones").isZero();
            ageing.age(KEEP, now);
            assertThat(levels(database, ContextTables.RECORDS)).containsOnly(NotableContexts.LEVEL);
            assertThat(number(database, BARE)).isZero();
            assertThat(number(database, ORPHANS)).isZero();
            assertThat(number(database, "SELECT count(*) FROM context_values")).isPositive();
        }
    }

    /** A byte less than there is: the oldest contexts go. */
    private void shrinkByOne(Database database) throws SQLException {
        long most = manifest(database).segments.stream()
                .filter(each -> !each.table().isRolled() || each.scope() != Scope.INSTANCE || each.level() > 0)
                .mapToLong(Segment::bytes).sum() - 1;
        ageing.shrink(most, KEEP, now);
    }

    private static long bytes(Database database, Table<?> table) throws SQLException {
        return manifest(database).segments.stream().filter(each -> each.table() == table).mapToLong(Segment::bytes)
                .sum();
    }

    private static List<Integer> levels(Database database, Table<?> table) throws SQLException {
        return manifest(database).segments.stream().filter(each -> each.table() == table).map(Segment::level).toList();
    }

    private static long number(Database database, String sql) throws SQLException {
        return database.query(connection -> Database.number(connection, sql));
    }

    /** What a question is answered. */
    private long kept(Database database, String sql) throws SQLException {
        return database.query(connection -> {
            Manifest manifest = database.manifest(connection).within(KEEP, now);
            Kept kept = new Kept(manifest, new Pieces(manifest, database.segments, database.head.there),
                    NotableContexts.on(connection));
            return Database.number(connection, kept.narrow(sql));
        });
    }

    private static Manifest manifest(Database database) throws SQLException {
        return database.query(database::manifest);
    }
}

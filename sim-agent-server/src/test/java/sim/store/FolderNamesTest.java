package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.server.Batches;
import sim.wire.Sections;

/** A data directory below a folder whose name is a key and a value: the library takes it for a column of each file in it. */
class FolderNamesTest {
    private static final long HOUR = 3_600_000_000L;

    @TempDir
    Path folder;

    private long now = Ladder.down(Batches.now(), 24 * HOUR) - 10 * HOUR + 60_000_000L;

    /** The rows of all instances were of the one that the folder names, and each merge wrote them so. */
    @ParameterizedTest
    @ValueSource(strings = {"instance=blue", "name=blue", "node=7", "env=prod"})
    void isNoColumnOfWhatLiesInIt(String name) throws Exception {
        Path data = Files.createDirectories(folder.resolve(name)).resolve("data");
        try (DuckDbStore store = open(data)) {
            for (String instance : List.of("a", "b")) {
                store.open(Batches.hello("shop", instance));
                for (int order = 1; order <= 2; order++) {
                    store.append(instance, RetentionTest.at(order, now, order).with(Sections.CONTEXTS,
                            List.of(Batches.context(order, 0, now, Map.of("order", "4711")))));
                    store.upkeepNow();
                }
            }
            expect(store);
            now += 30 * HOUR;
            store.upkeepNow();
            assertThat(number(store, "SELECT count(*) FROM segments WHERE tier > 0")).as("merged").isPositive();
            expect(store);
        }
    }

    private void expect(DuckDbStore store) {
        for (String instance : List.of("a", "b")) {
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows WHERE node = 1 AND instance = '" + instance
                    + "'")).as("calls of %s", instance).isEqualTo(3);
            assertThat(number(store, "SELECT count(DISTINCT name) FROM contexts WHERE name = 'order' AND instance = '"
                    + instance + "'")).isEqualTo(1);
        }
        assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(6);
    }

    /** Merges have written such a column. */
    @Test
    void aFileWithAColumnMoreIsMergedWithOthers() throws Exception {
        try (DuckDbStore store = open(folder)) {
            store.open(Batches.hello("shop", "a"));
            for (int sequence = 1; sequence <= 2; sequence++) {
                store.append("a", RetentionTest.at(sequence, now, sequence));
                store.upkeepNow();
                now += 60_000_000;
            }
        }
        now += 2 * HOUR;
        try (Database database = new Database(folder, Ladder.STANDARD, new TrustedClock(() -> now, () -> 0))) {
            for (Table<?> table : List.of(Tables.named("tree_rows"), Tables.named("batches"))) {
                widen(database, segments(database, table).get(0));
            }
            SegmentFiles files = new SegmentFiles(database, Ladder.STANDARD, said -> {});
            files.removeUnnamed(); // goes on with the numbers of those that are there
            Progress progress = new Progress();
            Rollups rollups = new Rollups(database, files, Ladder.STANDARD, progress);
            new Merging(rollups, files, Ladder.STANDARD, progress).merge(now, Long.MAX_VALUE, Keep.all(Keep.FOREVER));
            for (Table<?> table : List.of(Tables.named("tree_rows"), Tables.named("batches"))) {
                List<Segment> merged = segments(database, table);
                assertThat(merged).as(table.name()).hasSize(1);
                assertThat(database.<Long>query(connection -> Database.number(connection,
                        "SELECT count(*) FROM (DESCRIBE SELECT * FROM "
                                + Pieces.files(database.segments, List.of(merged.get(0).file())) + ")")))
                        .isEqualTo(table.columns().size());
            }
        }
    }

    private DuckDbStore open(Path data) {
        DuckDbStore store = new DuckDbStore(data, () -> now);
        store.keep(Keep.all(Keep.FOREVER), Long.MAX_VALUE);
        return store;
    }

    private static List<Segment> segments(Database database, Table<?> table) throws SQLException {
        return database.query(database::manifest).segments.stream()
                .filter(each -> each.is(table, Scope.INSTANCE) && each.level() == 0).toList();
    }

    /** Another file takes its place, which the manifest knows. */
    private static void widen(Database database, Segment segment) throws Exception {
        Path file = database.segments.resolve(segment.file());
        Path other = file.resolveSibling("other");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (SELECT *, 'prod' AS env FROM read_parquet('" + file + "')) TO '" + other
                    + "' (FORMAT parquet)");
        }
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
        database.inTransaction(connection -> {
            Manifest.change(connection);
            try {
                return database.update("UPDATE segments SET bytes = ?, checksum = ? WHERE file = ?", Files.size(file),
                        SegmentCheck.checksum(file), segment.file());
            } catch (java.io.IOException failure) {
                throw new SQLException(failure);
            }
        });
    }

    private static long number(DuckDbStore store, String sql) {
        return store.query(connection -> Database.number(connection, sql));
    }
}

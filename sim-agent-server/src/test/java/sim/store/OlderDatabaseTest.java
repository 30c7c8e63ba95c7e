package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.server.Batches;

/** Somebody puts back an older copy of the database alone: the segments that were made since are figures that nobody has elsewhere. */
class OlderDatabaseTest {
    private static final long HOUR = 3_600_000_000L;

    @TempDir
    Path folder;

    private long now = Ladder.down(Batches.now(), 24 * HOUR) - 20 * HOUR;

    /** @param isNoted whether the number of the newest manifest is beside the segments; else the files' numbers tell, once more were made than a database reserves */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void itsNewerSegmentsAreMovedAsideAndSaid(boolean isNoted) throws Exception {
        Path database = folder.resolve("data/sim.duckdb");
        Path segments = folder.resolve("data/segments");
        Path copy = folder.resolve("copy");
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            add(store, 1);
        }
        Files.copy(database, copy);
        Set<Path> before = files(segments);
        try (DuckDbStore store = open()) {
            for (int sequence = 2; sequence <= (isNoted ? 2 : 12); sequence++) {
                add(store, sequence);
            }
        }
        Set<Path> newer = files(segments);
        newer.removeAll(before);
        assertThat(newer).isNotEmpty();
        Files.copy(copy, database, StandardCopyOption.REPLACE_EXISTING);
        Files.deleteIfExists(folder.resolve("data/sim.duckdb.wal"));
        if (!isNoted) {
            Files.delete(folder.resolve("data/segments.last"));
        }
        Path old = folder.resolve("data/segments.old");
        try (DuckDbStore store = open()) {
            assertThat(files(old)).isEqualTo(newer);
            assertThat(store.health().lastError()).contains(newer.size() + " files", old.toString(),
                    "an older copy of it alone").hasLineCount(1);
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).as("what it names").isEqualTo(1);
            add(store, 2);
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(2);
            assertThat(files(segments)).doesNotContainAnyElementsOf(newer);
        }
        try (DuckDbStore store = open()) {
            assertThat(store.health().lastError()).isNull();
            assertThat(folder.resolve("data/segments.old2")).as("the same is not said twice").doesNotExist();
        }
    }

    private DuckDbStore open() {
        DuckDbStore store = new DuckDbStore(folder.resolve("data"), () -> now);
        store.keep(Keep.all(Keep.FOREVER), Long.MAX_VALUE);
        return store;
    }

    private void add(DuckDbStore store, int sequence) {
        assertThat(store.append("i", RetentionTest.at(sequence, now, 1))).isEqualTo(Appended.STORED);
        now += HOUR;
        store.upkeepNow();
    }

    /** Below a folder. */
    private static Set<Path> files(Path folder) throws Exception {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile).map(folder::relativize)
                    .collect(Collectors.toCollection(HashSet::new));
        }
    }

    private static long number(DuckDbStore store, String sql) {
        return store.query(connection -> Database.number(connection, sql));
    }
}

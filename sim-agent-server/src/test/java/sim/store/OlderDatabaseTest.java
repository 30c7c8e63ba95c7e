package sim.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import sim.server.Batches;
import sim.wire.Sections;

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
            Files.delete(segments.resolve("manifest.last"));
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

    /** What the database names has been made of what it names no longer: in the older folder, these files alone have their rows. */
    @Test
    void anOlderFolderBesideANewerDatabaseLosesNothing() throws Exception {
        Path segments = folder.resolve("data/segments");
        Path copy = Files.createDirectory(folder.resolve("copy"));
        Set<Path> older;
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            for (int sequence = 1; sequence <= 3; sequence++) {
                add(store, sequence);
            }
            StoreCopy.of(segments, copy);
            older = files(copy);
            for (int sequence = 4; sequence <= 20; sequence++) {
                add(store, sequence);
            }
        }
        Files.move(segments, folder.resolve("newer"));
        Files.move(copy, segments);
        try (DuckDbStore store = open()) {
            Set<Path> there = files(segments);
            there.addAll(files(folder.resolve("data/segments.old")));
            assertThat(there).isEqualTo(older);
            assertThat(store.health().lastError())
                    .contains("an earlier state of it", "an older copy of this folder alone")
                    .hasLineCount(1);
        }
    }

    /** As one that is opened again without the end of its log. The note went down with it, so the next start removed the files. */
    @Test
    void whatTheDatabaseLosesWhileItRunsIsMovedAsideByTheNextStart() throws Exception {
        Path segments = folder.resolve("data/segments");
        Set<Path> lost = new HashSet<>();
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            add(store, 1);
            store.query(connection -> {
                try (Statement statement = connection.createStatement()) {
                    try (ResultSet row = statement.executeQuery("SELECT file FROM segments")) {
                        while (row.next()) {
                            lost.add(Path.of(row.getString(1)));
                        }
                    }
                    statement.execute("DELETE FROM segments");
                    return statement.execute("UPDATE store SET manifest = manifest - 1");
                }
            });
            assertThat(lost).isNotEmpty();
            add(store, 2);
            assertThat(store.health().lastError()).contains("lost changes of its segments", segments.toString())
                    .hasLineCount(1);
            assertThat(files(segments)).containsAll(lost);
        }
        try (DuckDbStore store = open()) {
            assertThat(files(folder.resolve("data/segments.old"))).containsAll(lost);
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(1);
        }
    }

    /** A new one took its name where the note of the number that was given last is lost, and all rows of the first one were gone. */
    @Test
    void noSegmentIsWrittenOverWhateverIsKnownOfNumbers() {
        long time = now;
        for (int sequence = 1; sequence <= 2; sequence++) {
            try (DuckDbStore store = open()) {
                store.open(Batches.hello("shop", "i"));
                assertThat(store.append("i", RetentionTest.at(sequence, time, 10 * sequence)))
                        .isEqualTo(Appended.STORED);
                store.upkeepNow();
                assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(sequence == 1 ? 10 : 30);
                store.query(connection -> {
                    try (Statement statement = connection.createStatement()) {
                        return statement.execute("UPDATE store SET last_file = 0");
                    }
                });
            }
        }
        try (DuckDbStore store = open()) {
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(30);
            assertThat(store.progress().damaged()).isEmpty();
        }
    }

    /** Nothing in it was found: neither what a kill left, nor what another database made. */
    @Test
    void aFolderThatIsALinkIsLookedThroughAsAnyOther() throws Exception {
        Path disk = Files.createDirectories(folder.resolve("disk"));
        Files.createDirectories(folder.resolve("data"));
        Files.createSymbolicLink(folder.resolve("data/segments"), disk);
        try (DuckDbStore store = open()) {
            store.open(Batches.hello("shop", "i"));
            add(store, 1);
        }
        Set<Path> made = files(disk);
        assertThat(made).isNotEmpty();
        Path left = Files.writeString(disk.resolve("tree_rows/draft.tmp"), "of a kill");
        Path copy = Files.createDirectories(folder.resolve("copy/tree_rows"));
        Path kept = Files.writeString(copy.resolve("instance-1m-20261125T220100-00000001.parquet"), "somebody's copy");
        Files.createSymbolicLink(disk.resolve("backup"), copy.getParent());
        Files.createSymbolicLink(disk.resolve("copied"), copy);
        try (DuckDbStore store = open()) {
            assertThat(left).doesNotExist();
            assertThat(kept).as("what a link leads to that is no folder of a table").exists();
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows")).isEqualTo(1);
        }
        Files.delete(folder.resolve("data/sim.duckdb"));
        try (DuckDbStore store = open()) {
            assertThat(files(folder.resolve("data/segments.old"))).isEqualTo(made);
            assertThat(store.health().lastError()).contains("segments.old");
        }
    }

    /** As at the start of a server before its disk is mounted. */
    @Test
    void whileAllSegmentsAreAwayNothingIsForgottenAndNothingOfThemIsRemoved() throws Exception {
        Path segments = folder.resolve("data/segments");
        Path away = folder.resolve("away");
        try (DuckDbStore store = open()) {
            for (String application : List.of("shop", "bank")) {
                store.open(Batches.hello(application, application));
                store.append(application, RetentionTest.at(1, now, 1).with(Sections.CONTEXTS,
                        List.of(Batches.context(1, 0, 0, Map.of("order", "4711")))));
            }
            now += HOUR;
            store.upkeepNow();
        }
        Set<Path> before = files(segments);
        Files.move(segments, away);
        for (int start = 1; start <= 2; start++) {
            try (DuckDbStore store = open()) {
                for (Executable forgets : List.<Executable>of(() -> store.forget("shop"),
                        () -> store.forget("order", "4711"))) {
                    assertThatThrownBy(forgets::execute).isInstanceOf(StoreException.class)
                            .hasMessageContaining("nothing of the store").hasMessageContaining("a disk is not mounted")
                            .hasMessageContaining(segments.toString()).hasMessageContaining("put them back")
                            .hasMessageNotContaining("\n");
                }
                store.open(Batches.hello("cafe", "c")); // whose segments are in the folder that is there
                store.append("c", RetentionTest.at(start, now, 1));
                now += HOUR;
                store.upkeepNow();
                assertThat(files(segments)).isNotEmpty();
            }
        }
        Files.move(segments, folder.resolve("below"));
        Files.move(away, segments);
        try (DuckDbStore store = open()) {
            assertThat(files(segments)).containsAll(before);
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows WHERE instance IN ('shop', 'bank')"))
                    .isEqualTo(2);
            assertThat(store.forget("shop").rows()).isPositive();
            assertThat(number(store, "SELECT sum(calls) FROM tree_rows WHERE instance = 'bank'")).isEqualTo(1);
        }
    }

    /** Segments that are made meanwhile must not make it look as if all were there. */
    @Test
    void norWhereTheyGoAwayWhileTheServerRuns() throws Exception {
        Path segments = folder.resolve("data/segments");
        try (DuckDbStore store = open()) {
            for (int sequence = 1; sequence <= 2; sequence++) {
                store.open(Batches.hello("shop", "shop"));
                store.append("shop", RetentionTest.at(sequence, now, 1).with(Sections.CONTEXTS,
                        List.of(Batches.context(sequence, 0, 0, Map.of("order", "4711")))));
                now += HOUR;
                store.upkeepNow();
                if (sequence == 1) {
                    Files.move(segments, folder.resolve("away"));
                    Files.createDirectory(segments);
                }
            }
            assertThat(files(segments)).isNotEmpty();
            assertThatThrownBy(() -> store.forget("order", "4711")).hasMessageContaining("a disk is not mounted");
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

    /** Segments below a folder. */
    private static Set<Path> files(Path folder) throws Exception {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(file -> file.toString().endsWith(".parquet")).map(folder::relativize)
                    .collect(Collectors.toCollection(HashSet::new));
        }
    }

    private static long number(DuckDbStore store, String sql) {
        return store.query(connection -> Database.number(connection, sql));
    }
}

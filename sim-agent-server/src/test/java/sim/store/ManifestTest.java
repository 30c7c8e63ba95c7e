package sim.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.server.Batches;

/** What there is, as questions know it: read once for each change, and always that of the question's transaction. */
class ManifestTest {
    @TempDir
    Path folder;

    @Test
    void theManifestIsReadAgainOnlyWhenItHasChanged() throws Exception {
        try (Database database = open()) {
            Manifest first = database.query(database::manifest);
            assertThat(database.query(database::manifest)).isSameAs(first);
            assertThat(first.slots).containsExactly(1L);
            database.head.rotate(database, Batches.now());
            assertThat(database.query(database::manifest).slots).containsExactly(1L, 2L);
        }
    }

    @Test
    void aQuestionHasTheManifestOfItsTransactionWhateverIsWrittenMeanwhile() throws Exception {
        try (Database database = open()) {
            database.query(connection -> {
                connection.setAutoCommit(false);
                assertThat(database.manifest(connection).slots).containsExactly(1L);
                database.head.rotate(database, Batches.now());
                assertThat(database.query(database::manifest).slots).containsExactly(1L, 2L);
                assertThat(database.manifest(connection).slots).containsExactly(1L);
                connection.rollback();
                return null;
            });
            assertThat(database.query(database::manifest).slots).containsExactly(1L, 2L);
        }
    }

    /** The next change gets the number of the one that failed. */
    @Test
    void aChangeThatFailsIsNoMemoryOfTheNextOne() throws Exception {
        try (Database database = open()) {
            assertThatThrownBy(() -> database.inTransaction(connection -> {
                database.execute("INSERT INTO slots SELECT 7, 0");
                for (Table<?> table : Tables.AGEING) {
                    database.execute(table.create(table.in(7)));
                }
                database.createViews(Tables.AGEING);
                throw new SQLException("as if the disk were full");
            })).hasMessageContaining("as if");
            assertThat(database.query(database::manifest).slots).containsExactly(1L);
            database.head.rotate(database, Batches.now());
            assertThat(database.query(database::manifest).slots).containsExactly(1L, 2L);
        }
    }

    /** Whoever asks for an application reads the rows of its instances alone. */
    @Test
    void rowsOfTheInstancesOfOtherApplicationsAreNotRead() {
        try (DuckDbStore store = new DuckDbStore(folder, () -> Batches.now())) {
            for (String instance : List.of("a", "b", "c")) {
                store.open(Batches.hello(instance.equals("c") ? "bank" : "shop", instance));
                store.append(instance, Batches.recursion(1));
            }
            for (int round = 0; round < 2; round++) { // from the head, and from segments
                assertThat(active(store, "shop", null)).containsExactly("a", "b");
                assertThat(active(store, "bank", null)).containsExactly("c");
                assertThat(active(store, "shop", "b")).containsExactly("b");
                store.upkeepNow();
            }
        }
    }

    /** The library orders texts by their bytes. As Java orders them, the second name is before the first, so the segment with both seemed to have neither. */
    @Test
    void aSegmentHasWhoIsBetweenItsFirstAndItsLastAsTheLibraryOrdersThem() {
        List<String> names = List.of("\uFF5E", "\uD83D\uDE00");
        long[] now = {Ladder.down(Batches.now(), 86_400_000_000L)};
        try (DuckDbStore store = new DuckDbStore(folder, () -> now[0])) {
            for (String name : names) {
                store.open(Batches.hello(name, "of " + name));
                store.append("of " + name, RetentionTest.at(1, now[0], 3));
            }
            for (int round = 0; round < 3; round++) { // from the head, and from segments
                for (String name : names) {
                    assertThat(calls(store, name, null, now[0])).isEqualTo(3);
                    assertThat(calls(store, name, "of " + name, now[0])).isEqualTo(3);
                }
                now[0] += 86_400_000_000L;
                store.upkeepNow();
            }
        }
    }

    private static long calls(DuckDbStore store, String application, String instance, long now) {
        return store.query(connection -> {
            connection.setAutoCommit(false);
            Slice slice = store.slice(connection, application, instance, instance == null, now - 864_000_000_000L, now,
                    0);
            return Database.number(connection, slice.narrow("SELECT sum(calls) FROM tree_rows"));
        });
    }

    private static List<String> active(DuckDbStore store, String application, String instance) {
        return store.query(connection -> {
            connection.setAutoCommit(false);
            Slice slice = store.slice(connection, application, instance, instance == null,
                    Batches.now() - 3_600_000_000L, Batches.now(), 0);
            return texts(connection, "SELECT DISTINCT instance FROM (" + slice.ofInstances("tree_rows")
                    + ") ORDER BY instance");
        });
    }

    /** Which applications there are is told without their places: one whose methods are all off has none, and its platform is kept. */
    @Test
    void anApplicationIsKnownOnceFromItsFirstHelloUntilItIsForgotten() {
        for (int start = 1; start <= 2; start++) {
            try (DuckDbStore store = new DuckDbStore(folder, () -> Batches.now())) {
                store.open(Batches.hello("mute", "m" + start));
                store.open(Batches.hello("shop", "i" + start));
                store.append("i" + start, Batches.recursion(1));
                store.append("i" + start, Batches.of(2, List.of(), List.of()));
                assertThat(store.<List<String>>query(connection -> texts(connection,
                        "SELECT application FROM " + Places.APPLICATIONS))).containsExactly("mute", "shop");
            }
        }
        try (DuckDbStore store = new DuckDbStore(folder, () -> Batches.now())) { // nobody connects since
            Silence.of(store);
            store.forget("shop");
            assertThat(store.<List<String>>query(connection -> texts(connection,
                    "SELECT application FROM " + Places.APPLICATIONS))).containsExactly("mute");
            store.open(Batches.hello("shop", "i3"));
            store.append("i3", Batches.recursion(1));
            assertThat(store.<List<String>>query(connection -> texts(connection,
                    "SELECT application FROM " + Places.APPLICATIONS))).containsExactly("mute", "shop");
        }
    }

    private static List<String> texts(Connection connection, String sql) throws SQLException {
        List<String> texts = new ArrayList<>();
        try (Statement statement = connection.createStatement(); java.sql.ResultSet row = statement.executeQuery(sql)) {
            while (row.next()) {
                texts.add(row.getString(1));
            }
        }
        return texts;
    }

    private Database open() throws Exception {
        return new Database(folder, Ladder.STANDARD, new TrustedClock(() -> Batches.now(), () -> 0));
    }
}

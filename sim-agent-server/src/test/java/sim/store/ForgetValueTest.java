package sim.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.ContextRecord;
import sim.model.text.Text;
import sim.server.Batches;
import sim.wire.Sections;

/** Contexts go by a value to the letter, or as their application cut it. What is nearly the same stays, and is told. */
class ForgetValueTest {
    private static final String LONG = "SELECT " + "a, ".repeat(300) + "b FROM shop";

    @TempDir
    Path folder;

    private DuckDbStore open(ContextRecord... contexts) {
        DuckDbStore store = new DuckDbStore(folder, Batches::now);
        store.open(Batches.hello("shop", "i"));
        store.append("i", RetentionTest.at(1, Batches.now(), 5).with(Sections.CONTEXTS, List.of(contexts)));
        store.upkeepNow();
        return store;
    }

    private static ContextRecord context(long id, String key, String value) {
        return Batches.context(id, 0, 0, Map.of(key, value));
    }

    @Test
    void anotherCaseOfKeyOrValueStaysAndIsTold() {
        try (DuckDbStore store = open(context(1, "customer", "Ada King"), context(2, "customer", "ada king"),
                context(3, "Customer", "Ada King"))) {
            StoreProgress.Removal removed = store.forget("customer", "Ada King");
            assertThat(removed.rows()).isPositive();
            assertThat(removed.remarks()).containsExactly("2 contexts have it in another case, and stay");
            assertThat(contexts(store)).isEqualTo("2, 3");
            removed = store.forget("customer", "ADA KING");
            assertThat(removed.rows()).isZero();
            assertThat(removed.remarks()).containsExactly("no context in the store has this value of customer",
                    "2 contexts have it in another case, and stay");
            assertThat(contexts(store)).isEqualTo("2, 3");
        }
    }

    /** {@code a:b:c} is the value {@code b:c} of {@code a}. */
    @Test
    void aColonInAKeyIsWrittenWithABackslash() {
        assertThat(ContextValue.of("a:b:c")).isEqualTo(new ContextValue("a", "b:c"));
        assertThat(ContextValue.of("a\\:b:c")).isEqualTo(new ContextValue("a:b", "c"));
        assertThat(ContextValue.of("order:C:\\a")).isEqualTo(new ContextValue("order", "C:\\a"));
        assertThat(ContextValue.of("order:")).isEqualTo(new ContextValue("order", ""));
        for (String none : List.of("", ":", ":a", "order", "a\\:b")) {
            assertThat(ContextValue.of(none)).as(none).isNull();
        }
        try (DuckDbStore store = open(context(1, "a:b", "c"))) {
            StoreProgress.Removal removed = store.forget("a", "b:c");
            assertThat(removed.rows()).isZero();
            assertThat(removed.remarks()).containsExactly("no context in the store has this value of a",
                    "1 context has the key a:b and the rest of it as the value, and stays; a colon in a key is written \\:");
            assertThat(store.forget("a:b", "c").rows()).isPositive();
            assertThat(contexts(store)).isEmpty();
        }
    }

    @Test
    void whatItsApplicationCutGoesWithIt() {
        try (DuckDbStore store = open(context(1, "sql", Text.cut(LONG, 512)), context(2, "sql", Text.cut(LONG, 64)),
                context(3, "sql", Text.cut("x" + LONG, 512)), context(4, "other", Text.cut(LONG, 512)),
                context(5, "sql", Text.cut(LONG, 20)), context(6, "sql", LONG.substring(0, 512)))) {
            StoreProgress.Removal removed = store.forget("sql", LONG);
            assertThat(removed.rows()).isPositive();
            assertThat(contexts(store)).isEqualTo("3, 4, 5, 6");
            assertThat(removed.remarks()).containsExactly(
                    "2 contexts have it cut to its beginning, as value.length of the application says, and go",
                    "1 context has a value that was cut to 32 characters or less and may have been this one, and stays");
        }
    }

    /** In the store and in what waits to be sent, at whatever character it was cut. */
    @Test
    void wheneverATextIsCutItIsKnownAsTheSame() {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 60; i++) {
            text.appendCodePoint(random.nextInt(3) == 0 ? 0x1F600 + random.nextInt(50) : 'a' + random.nextInt(26));
        }
        String whole = text.toString();
        ContextValue value = new ContextValue("key", whole);
        try (DuckDbStore store = open()) {
            for (int length = 50; length <= whole.length() + 1; length++) {
                String kept = Text.cut(whole, length);
                assertThat(value.isKeptAs(kept)).as(kept).isTrue();
                assertThat(isKeptAs(store, value, kept)).as(kept).isTrue();
            }
            for (String other : List.of("", whole + "a", Text.cut("b" + whole, 60), Text.cut(whole, 60) + "a",
                    whole + Text.ELLIPSIS, whole.substring(0, whole.offsetByCodePoints(0, 50)))) {
                assertThat(value.isKeptAs(other)).as(other).isFalse();
                assertThat(isKeptAs(store, value, other)).as(other).isFalse();
            }
        }
    }

    private static boolean isKeptAs(DuckDbStore store, ContextValue value, String kept) {
        return number(store, "SELECT count(*) FROM (SELECT 'key' AS key, " + Literals.text(kept) + " AS value) WHERE "
                + value.condition()) == 1;
    }

    /** Each segment of the store was read, and compared with what was written. */
    @Test
    void aValueReadsNoMoreOfTheStoreThanMayHaveIt() throws Exception {
        try (DuckDbStore store = open(context(1, "order", "4711"))) {
            change("tree_rows");
            change("context_records");
            assertThat(store.forget("order", "nothing").rows()).isZero();
            assertThat(store.progress().damaged()).as("for a value that nothing has").isEmpty();
            assertThat(store.forget("order", "4711").rows()).isPositive();
            assertThat(number(store, "SELECT count(*) FROM segments WHERE damaged IS NOT NULL"))
                    .as("sums have no value, and what had contexts went whole").isZero();
            assertThat(number(store, "SELECT count(*) FROM segments WHERE tbl = 'context_records'")).isZero();
        }
    }

    /** It failed, each time. */
    @Test
    void whereADamagedSegmentMayHaveItThatIsNamed() throws Exception {
        try (DuckDbStore store = open(context(1, "order", "4711"))) {
            Path file = file("context_values");
            Files.write(file, new byte[(int) Files.size(file)]);
            StoreProgress.Removal removed = store.forget("order", "4711");
            assertThat(removed.rows()).isZero();
            assertThat(removed.remarks()).singleElement().asString().contains(file.toString(), "nobody can tell");
        }
    }

    /** It stayed there, with the value. */
    @Test
    void aQuarantinedBatchGoesWithTheValueInIt() throws Exception {
        try (DuckDbStore store = open(context(1, "order", "4711"))) {
            for (int sequence = 2; sequence <= 4; sequence++) { // of places that are not known
                assertThat(store.append("i", Batches.of(sequence, List.of(Batches.row(99, 1, 1, 1)),
                        List.of(context(sequence, "order", String.valueOf(4709 + sequence))))))
                        .isEqualTo(Appended.QUARANTINED);
            }
            Path last;
            try (Stream<Path> files = Files.list(folder.resolve("quarantine"))) {
                last = files.filter(file -> file.toString().endsWith("-4.frame")).findFirst().orElseThrow();
            }
            Files.writeString(last, "instance i, sequence 4\nno frame");
            StoreProgress.Removal removed = store.forget("order", "4711");
            assertThat(removed.remarks()).singleElement().asString()
                    .contains(folder.resolve("quarantine") + " 1 cannot be read");
            assertThat(store.figures().quarantineFiles()).isEqualTo(2);
            assertThat(store.forget("order", "4712").bytes()).as("that is in the quarantine alone").isPositive();
            assertThat(last).exists();
            assertThat(store.figures().quarantineFiles()).isEqualTo(1);
        }
    }

    /** As on a full disk: they stayed until the next start, where a command did it. */
    @Test
    void whatWasWrittenBeforeItFailedIsRemovedAtOnce() throws Exception {
        try (DuckDbStore store = open(context(1, "order", "4711"), context(2, "order", "4712"))) {
            Path inTheWay = Files.createDirectories(folder.resolve("segments/context_values/draft.tmp/full"));
            assertThatThrownBy(() -> store.forget("order", "4711")).hasMessageContaining("nothing of the store");
            try (Stream<Path> files = Files.list(folder.resolve("segments/context_records"))) {
                assertThat(files).hasSize(1);
            }
            Files.delete(inTheWay);
            Files.delete(inTheWay.getParent());
            assertThat(store.forget("order", "4711").rows()).isPositive();
            assertThat(contexts(store)).isEqualTo("2");
        }
    }

    /** A byte of a page, so that the file can still be opened. */
    private void change(String table) throws Exception {
        Path file = file(table);
        byte[] bytes = Files.readAllBytes(file);
        bytes[40] ^= 0x55;
        Files.write(file, bytes);
    }

    private Path file(String table) throws Exception {
        try (Stream<Path> files = Files.list(folder.resolve("segments").resolve(table))) {
            return files.sorted().findFirst().orElseThrow();
        }
    }

    private static String contexts(DuckDbStore store) {
        return store.query(connection -> {
            try (java.sql.Statement statement = connection.createStatement();
                    java.sql.ResultSet row = statement.executeQuery(
                            "SELECT coalesce(string_agg(DISTINCT context, ', ' ORDER BY context), '') FROM contexts")) {
                row.next();
                return row.getString(1);
            }
        });
    }

    private static long number(DuckDbStore store, String sql) {
        return store.query(connection -> Database.number(connection, sql));
    }
}

package sim.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import sim.model.snapshot.ContextRecord;
import sim.server.Batches;
import sim.wire.Sections;

/** Which contexts are kept longer: found level by level, once for a question, and no deeper than is said. */
class NotableContextsTest {
    private static final long HOUR = 3_600_000_000L;

    @TempDir
    Path folder;

    /** Eleven failed contexts and what is inside; the chain of one is deeper than is kept, and one is inside of itself. */
    @Test
    void whatIsInsideIsFoundLevelByLevelAndNoDeeperThanTheBound() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE instances(instance VARCHAR, application VARCHAR)");
            statement.execute("INSERT INTO instances VALUES ('i', 'shop')");
            statement.execute(
                    "CREATE TABLE records(instance VARCHAR, context BIGINT, parent BIGINT, name VARCHAR, tag VARCHAR, "
                            + "error VARCHAR, start_micros BIGINT, end_micros BIGINT, sequence BIGINT, errors BIGINT)");
            int inside = NotableContexts.DEEPEST + 30;
            // the first of a chain has failed; none other takes any time, and there are hundreds that are slower
            statement.execute(
                    "INSERT INTO records SELECT 'i', i, i - 1, 'deep', '', CASE WHEN i = 1 THEN 'failed' END, 1, 1, 1, 0 "
                            + "FROM range(1, " + (inside + 1) + ") t(i)");
            statement.execute(
                    "INSERT INTO records SELECT 'i', 1000 + i, 0, 'deep', '', NULL, 1, 100, 1, 0 FROM range(100) t(i)");
            statement.execute("INSERT INTO records VALUES ('i', 2000, 2001, 'ring', '', 'failed', 1, 1, 1, 0), "
                    + "('i', 2001, 2000, 'ring', '', NULL, 1, 1, 1, 0)");
            List<String> ran = new ArrayList<>();
            Kept.Finding on = NotableContexts.on(connection);
            NotableContexts.find(sql -> {
                ran.add(sql);
                return on.run(sql);
            }, "records", HOUR);
            assertThat(Database.number(connection, "SELECT count(*) FROM notable WHERE context <= " + inside))
                    .isEqualTo(NotableContexts.DEEPEST + 1);
            assertThat(Database.number(connection, "SELECT max(context) FROM notable WHERE context <= " + inside))
                    .isEqualTo(NotableContexts.DEEPEST + 1);
            assertThat(Database.number(connection, "SELECT count(*) FROM notable WHERE context >= 2000")).isEqualTo(2);
            assertThat(Database.number(connection, "SELECT count(DISTINCT context) - count(*) FROM notable")).isZero();
            assertThat(ran).hasSizeLessThanOrEqualTo(NotableContexts.DEEPEST + 3);
        }
    }

    /** Requests and jobs of one name are two kinds: the long jobs pushed out the slow requests. */
    @Test
    void eachKindHasItsOwnAndNotEachName() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE instances(instance VARCHAR, application VARCHAR)");
            statement.execute("INSERT INTO instances VALUES ('i', 'shop')");
            statement.execute("CREATE TABLE records AS SELECT 'i' AS instance, i AS context, 0 AS parent, 'order' AS "
                    + "name, CASE WHEN i < 100 THEN 'http' ELSE 'job' END AS tag, CASE WHEN i % 2 = 0 THEN 'failed' END "
                    + "AS error, 1 AS start_micros, 2 + i AS end_micros, 1 AS sequence, 0 AS errors FROM range(1, 400) t(i)");
            NotableContexts.find(NotableContexts.on(connection), "records", HOUR);
            assertThat(Database.number(connection, "SELECT count(*) FROM notable WHERE context < 100"))
                    .as("of requests the 10 slowest, and all 49 that failed, five of them both").isEqualTo(54);
            assertThat(Database.number(connection, "SELECT count(*) FROM notable WHERE context >= 100"))
                    .isEqualTo(NotableContexts.FAILED + NotableContexts.SLOWEST / 2);
        }
    }

    /** A handler that catches what a record throws: the context ends with no exception, and its kind counts it as failed. */
    @Test
    void whatFailedWithoutAnExceptionOfItsOwnIsOneOfThem() throws Exception {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE instances(instance VARCHAR, application VARCHAR)");
            statement.execute("INSERT INTO instances VALUES ('i', 'shop')");
            statement.execute(
                    "CREATE TABLE records AS SELECT 'i' AS instance, i AS context, 0 AS parent, 'orders' AS name, "
                            + "'kafka' AS tag, CAST(NULL AS VARCHAR) AS error, 1 AS start_micros, 2 + i AS end_micros, 1 AS sequence, "
                            + "CASE WHEN i <= 20 THEN 1 ELSE 0 END AS errors FROM range(1, 400) t(i)");
            NotableContexts.find(NotableContexts.on(connection), "records", HOUR);
            assertThat(Database.number(connection, "SELECT count(*) FROM notable WHERE context <= 20")).isEqualTo(20);
            assertThat(Database.number(connection, "SELECT count(*) FROM notable"))
                    .isEqualTo(20 + NotableContexts.SLOWEST);
        }
    }

    /** Each table of a statement looked for them by itself. */
    @Test
    void aQuestionLooksForThemOnceAndOnlyIfItWantsContexts() {
        long[] clock = {Ladder.down(Batches.now(), 24 * HOUR) - 100 * 24 * HOUR};
        try (DuckDbStore store = new DuckDbStore(folder, () -> clock[0])) {
            store.keep(Keep.of("7d,notable=30d"), Long.MAX_VALUE);
            store.open(Batches.hello("shop", "i"));
            List<ContextRecord> contexts = IntStream.rangeClosed(1, 30).mapToObj(id -> new ContextRecord(id, 0, "order",
                    "shop", "main", clock[0] - id * 1_000_000L, clock[0], null, Map.of("of", "all"), 2, 0, 1,
                    Batches.meters(60))).toList();
            store.append("i", RetentionTest.at(1, clock[0], 1).with(Sections.CONTEXTS, contexts));
            store.upkeepNow();
            clock[0] += 9 * 24 * HOUR; // before the upkeep's turn
            store.query(connection -> {
                connection.setAutoCommit(false);
                List<String> ran = new ArrayList<>();
                Kept.Finding on = NotableContexts.on(connection);
                Kept kept = store.kept(connection, sql -> {
                    ran.add(sql);
                    return on.run(sql);
                });
                assertThat(Database.number(connection, kept.narrow("SELECT count(*) FROM events"))).isZero();
                assertThat(ran).isEmpty();
                assertThat(Database.number(connection, kept.narrow("SELECT count(*) FROM contexts JOIN context_values "
                        + "USING (instance, context)"))).isEqualTo(10);
                int once = ran.size();
                assertThat(once).isPositive();
                assertThat(Database.number(connection, kept.narrow("SELECT count(*) FROM context_records")))
                        .isEqualTo(10);
                assertThat(ran).hasSize(once);
                connection.rollback();
                return null;
            });
        }
    }
}

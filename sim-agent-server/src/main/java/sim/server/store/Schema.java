package sim.server.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import sim.metrics.snapshot.Meter;

/** The tables. Times are microseconds since the epoch; a meter that was not read is NULL. */
final class Schema {
    /**
     * Counts up with every change of the tables: a store of a lower version is brought up to date, one of a higher is refused by
     * name. 1: rows age by their batch. 2: sums of contexts by kind, histograms of any meter,
     * instances with a secret. 3: payload probes. 4: levels of names, and what was not read because of them.
     */
    static final int VERSION = 4;

    /** Tables of before there were batches, which a migration gives their age. {@code batches} is the last to forget one. */
    static final List<String> MIGRATED = List.of("tree_rows", "wall_buckets", "meter_buckets", "invocations_full",
            "invocations_wall",
            "invocation_runs", "context_records", "context_values", "context_stays", "context_rows", "context_kinds",
            "context_kind_rows", "events",
            "platform", "extra_rows", "verdicts", "batches");

    /** Tables that grow: a row is as old as the batch it came with. {@code batches} is the last to forget one. */
    static final List<String> AGEING = Stream.concat(PayloadTables.ALL.stream(), MIGRATED.stream()).toList();

    private Schema() {}

    /**
     * Creates the tables, or brings those of an earlier release up to date.
     *
     * @throws StoreException if they are of a later release
     */
    static void prepare(Connection connection, Path file) throws SQLException {
        int version = version(connection);
        if (version > VERSION) {
            throw new StoreException("the store " + file + " is of a newer release (its schema is version " + version
                    + ", this server knows " + VERSION + "); use that release's server, or name another directory with "
                    + "--data", null);
        }
        if (version == VERSION) {
            return;
        }
        // a table that was altered takes no rows in the same transaction; each step of a migration may be repeated
        boolean isNew = !exists(connection, "instances");
        try (Statement statement = connection.createStatement()) {
            if (isNew) {
                statement.execute("BEGIN TRANSACTION");
            }
            create(connection);
            Migration.toBatches(connection);
            MeterColumns.addMissing(connection);
            addLevels(statement);
            createViews(statement);
            PayloadTables.create(connection);
            statement.execute("CREATE TABLE IF NOT EXISTS store(version INTEGER, tried_micros BIGINT)");
            statement.execute(version == 0
                    ? "INSERT INTO store VALUES (" + VERSION + ", 0)"
                    : "UPDATE store SET version = " + VERSION); // last: what is broken off is done again
            if (isNew) {
                statement.execute("COMMIT");
            }
        }
    }

    /**
     * Columns of version 4, behind all others. Of a row: of how many calls neither time nor anything else was read, of how many CPU time was not, and of
     * how many contention was not (each contains the one before), and the groups of measures of which the self value contains that of such inner calls. See
     * {@code Unread} and {@code Level} for the meaning.
     */
    private static void addLevels(Statement statement) throws SQLException {
        for (String column : List.of("tree_rows ADD COLUMN IF NOT EXISTS no_time BIGINT DEFAULT 0",
                "tree_rows ADD COLUMN IF NOT EXISTS no_cpu BIGINT DEFAULT 0",
                "tree_rows ADD COLUMN IF NOT EXISTS no_contention BIGINT DEFAULT 0",
                "tree_rows ADD COLUMN IF NOT EXISTS mixed INTEGER DEFAULT 0",
                "scores ADD COLUMN IF NOT EXISTS level VARCHAR DEFAULT 'ALL'",
                "scores ADD COLUMN IF NOT EXISTS level_micros BIGINT DEFAULT 0",
                "scores ADD COLUMN IF NOT EXISTS read_groups INTEGER DEFAULT 7",
                "scores ADD COLUMN IF NOT EXISTS one_in INTEGER DEFAULT 1",
                "verdicts ADD COLUMN IF NOT EXISTS from_level VARCHAR DEFAULT 'ALL'",
                "verdicts ADD COLUMN IF NOT EXISTS to_level VARCHAR DEFAULT 'ALL'")) {
            statement.execute("ALTER TABLE " + column);
        }
    }

    /** 0 for a new file, and for one from before there were versions. */
    private static int version(Connection connection) throws SQLException {
        return exists(connection, "store") ? (int) Database.number(connection, "SELECT max(version) FROM store") : 0;
    }

    private static boolean exists(Connection connection, String table) throws SQLException {
        return Database.number(connection, "SELECT count(*) FROM duckdb_tables() WHERE table_name = ?", table) > 0;
    }

    /** The tables as they were before there were versions: what is there stays as it is. */
    static void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(
                    "CREATE TABLE IF NOT EXISTS instances(instance VARCHAR, application VARCHAR, host VARCHAR, "
                            + "pid BIGINT, jvm VARCHAR, started_micros BIGINT, first_seen_micros BIGINT, "
                            + "last_seen_micros BIGINT, last_sequence BIGINT, shows_disabled BOOLEAN)");
            statement.execute("CREATE TABLE IF NOT EXISTS names(instance VARCHAR, name INTEGER, owner VARCHAR, "
                    + "member VARCHAR)");
            statement.execute("CREATE TABLE IF NOT EXISTS nodes(instance VARCHAR, node INTEGER, parent INTEGER, "
                    + "name INTEGER)");
            statement.execute(
                    "CREATE TABLE IF NOT EXISTS batches(instance VARCHAR, sequence BIGINT, from_micros BIGINT, "
                            + "to_micros BIGINT)");
            statement.execute("CREATE TABLE IF NOT EXISTS tree_rows(instance VARCHAR, to_micros BIGINT, node INTEGER, "
                    + "calls BIGINT, errors BIGINT" + MeterColumns.definition("tree_rows") + ")");
            statement.execute(
                    "CREATE TABLE IF NOT EXISTS wall_buckets(instance VARCHAR, to_micros BIGINT, node INTEGER, "
                            + "bucket INTEGER, calls BIGINT)");
            createInvocations(statement);
            statement.execute("CREATE TABLE IF NOT EXISTS context_records(instance VARCHAR, sequence BIGINT, "
                    + "to_micros BIGINT, context BIGINT, parent BIGINT, name VARCHAR, tag VARCHAR, thread VARCHAR, "
                    + "start_micros BIGINT, end_micros BIGINT, error VARCHAR, calls BIGINT, errors BIGINT"
                    + MeterColumns.definition("context_records") + ")");
            statement.execute("CREATE TABLE IF NOT EXISTS context_values(instance VARCHAR, sequence BIGINT, "
                    + "to_micros BIGINT, context BIGINT, position INTEGER, key VARCHAR, type VARCHAR, value VARCHAR)");
            statement.execute("CREATE TABLE IF NOT EXISTS events(instance VARCHAR, name VARCHAR, time_micros BIGINT, "
                    + "context BIGINT, thread VARCHAR, position INTEGER, key VARCHAR, type VARCHAR, value VARCHAR, "
                    + "sequence BIGINT, ordinal INTEGER)");
            statement.execute("CREATE TABLE IF NOT EXISTS platform(instance VARCHAR, time_micros BIGINT, name VARCHAR, "
                    + "value DOUBLE)");
            statement
                    .execute("CREATE TABLE IF NOT EXISTS extra_meters(instance VARCHAR, meter INTEGER, label VARCHAR)");
            statement.execute("CREATE TABLE IF NOT EXISTS extra_rows(instance VARCHAR, to_micros BIGINT, node INTEGER, "
                    + "meter INTEGER, total BIGINT, self BIGINT, max BIGINT)");
            statement.execute("CREATE TABLE IF NOT EXISTS scores(instance VARCHAR, name INTEGER, standing VARCHAR, "
                    + "balance BIGINT, trials INTEGER)");
            statement.execute("CREATE TABLE IF NOT EXISTS verdicts(instance VARCHAR, name INTEGER, sequence BIGINT, "
                    + "time_micros BIGINT, from_standing VARCHAR, to_standing VARCHAR, balance BIGINT, reason VARCHAR)");
            statement.execute("CREATE TABLE IF NOT EXISTS counters(instance VARCHAR, kind VARCHAR, count BIGINT)");
            // the columns and tables of the wire's version 2; a store that is older gets them
            statement.execute("ALTER TABLE context_records ADD COLUMN IF NOT EXISTS trace_high BIGINT");
            statement.execute("ALTER TABLE context_records ADD COLUMN IF NOT EXISTS trace_low BIGINT");
            statement.execute("CREATE TABLE IF NOT EXISTS context_stays(instance VARCHAR, sequence BIGINT, "
                    + "to_micros BIGINT, context BIGINT, position INTEGER, thread VARCHAR, start_micros BIGINT, "
                    + "end_micros BIGINT, times BIGINT)");
            statement.execute("CREATE TABLE IF NOT EXISTS context_rows(instance VARCHAR, sequence BIGINT, "
                    + "to_micros BIGINT, context BIGINT, node INTEGER, calls BIGINT, errors BIGINT"
                    + MeterColumns.definition("context_rows") + ")");
            statement.execute("CREATE TABLE IF NOT EXISTS context_kinds(instance VARCHAR, to_micros BIGINT, "
                    + "name VARCHAR, tag VARCHAR, contexts BIGINT, failed BIGINT, kept BIGINT, lasted_nanos BIGINT, "
                    + "calls BIGINT, errors BIGINT" + MeterColumns.definition("context_kinds") + ")");
            statement.execute("CREATE TABLE IF NOT EXISTS context_kind_rows(instance VARCHAR, to_micros BIGINT, "
                    + "name VARCHAR, tag VARCHAR, node INTEGER, calls BIGINT, errors BIGINT"
                    + MeterColumns.definition("context_kind_rows") + ")");
            statement.execute("ALTER TABLE instances ADD COLUMN IF NOT EXISTS secret_hash VARCHAR");
            // of meters beside wall time: a built-in one by its ordinal, others as in extra_meters
            statement.execute("CREATE TABLE IF NOT EXISTS meter_buckets(instance VARCHAR, to_micros BIGINT, "
                    + "node INTEGER, meter INTEGER, bucket INTEGER, calls BIGINT)");
        }
    }

    /**
     * A call of which nothing is known but its wall time, which comes by the million, takes four numbers; what it shares
     * with others of its batch stands once, in their run. The other calls have a column for everything.
     */
    private static void createInvocations(Statement statement) throws SQLException {
        if (exists(statement.getConnection(), "invocations")) { // of a store from before the wire's version 3
            statement.execute("ALTER TABLE invocations RENAME TO invocations_full");
        }
        statement.execute("CREATE TABLE IF NOT EXISTS invocations_full(instance VARCHAR, node INTEGER, context BIGINT, "
                + "thread VARCHAR, begin_micros BIGINT, error BOOLEAN, exception VARCHAR"
                + MeterColumns.definition("invocations_full") + ")");
        statement.execute("CREATE TABLE IF NOT EXISTS invocation_runs(run BIGINT, instance VARCHAR, context BIGINT, "
                + "thread VARCHAR, to_micros BIGINT)");
        statement.execute("CREATE TABLE IF NOT EXISTS invocations_wall(run BIGINT, node INTEGER, begin_micros BIGINT, "
                + "wall BIGINT)");
    }

    private static void createViews(Statement statement) throws SQLException {
        StringBuilder absent = new StringBuilder();
        StringBuilder meters = new StringBuilder();
        for (Meter meter : Meter.values()) {
            meters.append(", ").append(Columns.of(meter));
            absent.append(meter == Meter.WALL ? ", wall" : ", NULL");
        }
        statement.execute("CREATE OR REPLACE VIEW invocations AS SELECT instance, node, context, thread, begin_micros, "
                + "error, exception" + meters + " FROM invocations_full UNION ALL SELECT instance, node, context, "
                + "thread, begin_micros, false, NULL" + absent
                + " FROM invocations_wall JOIN invocation_runs USING (run)");
        // a context is sent again whenever it changed: the last record counts
        statement.execute("CREATE OR REPLACE VIEW contexts AS SELECT r.* FROM context_records r JOIN (SELECT "
                + "instance, context, max(sequence) AS sequence FROM context_records GROUP BY instance, context) "
                + "USING (instance, context, sequence)");
    }
}

package sim.store;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import sim.model.snapshot.Meter;

/** The tables. Times are microseconds since the epoch; a meter that was not read is NULL. */
final class Schema {
    /**
     * Counts up when one of the tables below changes, or what a column means. A table of {@link Tables} that is added or gets other
     * columns needs no other number: it is compared with what the store has.
     */
    static final int VERSION = 10;

    /** Single calls, of both kinds of tables. */
    static final String INVOCATIONS = invocations();
    /** A context is sent again whenever it changed: the last record counts. */
    static final String CONTEXTS = "SELECT r.* FROM context_records r JOIN (SELECT instance, context, "
            + "max(sequence) AS sequence FROM context_records GROUP BY instance, context) "
            + "USING (instance, context, sequence)";

    private Schema() {}

    /**
     * Creates the tables of a new store.
     *
     * @throws StoreException if there are tables of another layout
     */
    static void prepare(Connection connection, Path file) throws SQLException {
        boolean isNew = Database.number(connection, "SELECT count(*) FROM duckdb_tables()") == 0;
        if (!isNew) {
            long version = exists(connection, "store")
                    ? Database.number(connection, "SELECT max(version) FROM store")
                    : 0;
            if (version != VERSION) {
                throw refused(file, "has layout " + version + ", this server reads and writes layout " + VERSION);
            }
            String other = other(connection);
            if (other != null) {
                throw refused(file, other + " this server reads and writes");
            }
            return;
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("BEGIN TRANSACTION");
            statement.execute("CREATE TABLE instances(instance VARCHAR, application VARCHAR, host VARCHAR, pid BIGINT, "
                    + "jvm VARCHAR, started_micros BIGINT, first_seen_micros BIGINT, last_seen_micros BIGINT, "
                    + "last_sequence BIGINT, shows_disabled BOOLEAN, secret_hash VARCHAR, platform VARCHAR, version VARCHAR)");
            statement.execute("CREATE TABLE extra_meters(instance VARCHAR, meter INTEGER, label VARCHAR, "
                    + "number INTEGER)");
            statement.execute(Labels.METERS.create());
            statement.execute(Labels.PROBES.create());
            statement.execute("CREATE TABLE places(application VARCHAR, place INTEGER, parent INTEGER, owner VARCHAR, "
                    + "member VARCHAR)");
            statement.execute("CREATE TABLE " + Places.APPLICATIONS
                    + "(application VARCHAR, outlives BOOLEAN)");
            for (String dictionary : List.of(PayloadTexts.TABLE, PayloadTexts.LINES, ErrorTypes.TABLE,
                    SummedNames.KINDS, SummedNames.TELEMETRIES)) {
                statement.execute(Texts.create(dictionary));
            }
            statement.execute("CREATE TABLE " + Quarantine.FORGOTTEN + "(instance VARCHAR)");
            statement.execute("CREATE TABLE " + Forgetting.APPLICATIONS + "(application VARCHAR)");
            statement.execute("CREATE TABLE " + CounterBases.TABLE + "(instance VARCHAR, name VARCHAR, value DOUBLE)");
            statement.execute("CREATE TABLE slots(slot BIGINT, opened_micros BIGINT)");
            statement.execute("CREATE TABLE segments(" + Segment.COLUMNS + ")");
            statement.execute("CREATE TABLE floors(scope VARCHAR, level INTEGER, micros BIGINT)");
            statement.execute("CREATE TABLE store(version INTEGER, tried_micros BIGINT, last_batch BIGINT, "
                    + "last_run BIGINT, last_file BIGINT, folder VARCHAR, manifest BIGINT, trusted_micros BIGINT, "
                    + "doubted_micros BIGINT)");
            for (Table<?> table : Tables.ALL) {
                if (table.ages() == Table.Ages.STATE) {
                    statement.execute(table.create(table.name()));
                }
            }
            createSlot(statement, 1, System.currentTimeMillis() * 1_000);
            statement.execute("INSERT INTO store VALUES (" + VERSION + ", 0, 0, 0, 0, NULL, 0, 0, -1)");
            statement.execute("COMMIT");
        }
    }

    private static StoreException refused(Path file, String why) {
        return new StoreException("the store " + file + " " + why + "; " + Failures.moveAway(file)
                + ", or name another directory with --data", null);
    }

    /** The first table that the store lacks or has with other columns, in words; null if it has all. */
    private static String other(Connection connection) throws SQLException {
        Map<String, String> there = new HashMap<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT table_name, string_agg(column_name || ' ' || data_type, "
                        + "', ' ORDER BY column_index) FROM duckdb_columns() GROUP BY table_name")) {
            while (row.next()) {
                there.put(row.getString(1), row.getString(2));
            }
        }
        long slot = Database.number(connection, "SELECT max(slot) FROM slots");
        for (Table<?> table : Tables.ALL) {
            String layout = there.get(table.ages() == Table.Ages.STATE ? table.name() : table.in(slot));
            if (!table.layout().equals(layout)) {
                return layout == null
                        ? "has no table " + table.name() + ", which"
                        : "has other columns in the table " + table.name() + " than";
            }
        }
        return null;
    }

    /** A slot of the head. */
    static void createSlot(Statement statement, long slot, long nowMicros) throws SQLException {
        for (Table<?> table : Tables.AGEING) {
            statement.execute(table.create(table.in(slot)));
        }
        statement.execute("INSERT INTO slots VALUES (" + slot + ", " + nowMicros + ")");
    }

    private static boolean exists(Connection connection, String table) throws SQLException {
        return Database.number(connection, "SELECT count(*) FROM duckdb_tables() WHERE table_name = ?", table) > 0;
    }

    /** Whether the views read segments from there: the directory may have been moved. */
    static boolean areViewsOf(Connection connection, Path folder) throws SQLException {
        return Database.number(connection, "SELECT count(*) FROM store WHERE folder = ?",
                folder.toAbsolutePath().toString()) > 0;
    }

    /** Views by the tables' names: all rows there are, in whatever pieces. */
    static void createViews(Connection connection, Collection<Table<?>> tables, Pieces pieces) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (Table<?> table : tables) {
                statement.execute("CREATE OR REPLACE VIEW " + table.name() + " AS " + pieces.all(table));
            }
            if (tables.size() < Tables.AGEING.size()) {
                return; // the others are made of these, and stay
            }
            statement.execute("UPDATE store SET folder = " + Literals.text(pieces.folder().toString()));
            statement.execute("CREATE OR REPLACE VIEW invocations AS " + INVOCATIONS);
            statement.execute("CREATE OR REPLACE VIEW contexts AS " + CONTEXTS);
        }
    }

    private static String invocations() {
        StringBuilder absent = new StringBuilder();
        StringBuilder meters = new StringBuilder();
        for (Meter meter : Meter.values()) {
            meters.append(", ").append(Columns.of(meter));
            absent.append(meter == Meter.WALL ? ", wall" : ", NULL");
        }
        return "SELECT instance, node, context, thread, begin_micros, error, exception" + meters
                + " FROM invocations_full UNION ALL SELECT instance, node, context, thread, begin_micros, false, NULL"
                + absent + " FROM invocations_wall JOIN invocation_runs USING (run)";
    }
}

package sim.server.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import sim.metrics.snapshot.Meter;

/**
 * The columns that tables have for each meter. Appenders write by position, so a meter that is new in this release has to
 * stand behind the meters before it in every store: a column that is added by ALTER TABLE stands behind all others.
 */
final class MeterColumns {
    /** What each table has of a meter; an empty text where it has one value. */
    private static final Map<String, List<String>> TABLES = Map.of("tree_rows", List.of("total", "self", "max"),
            "invocations_full", List.of(""), "context_records", List.of("total"), "context_rows",
            List.of("total", "self", "max"), "context_kinds", List.of("total"), "context_kind_rows",
            List.of("total", "self", "max"));

    private MeterColumns() {}

    /** The columns of that table as CREATE TABLE wants them, with a comma ahead of each. */
    static String definition(String table) {
        StringBuilder columns = new StringBuilder();
        for (String column : of(table)) {
            columns.append(", ").append(column).append(" BIGINT");
        }
        return columns.toString();
    }

    /** Adds the columns of meters that an earlier release did not have, in their places. May be repeated. */
    static void addMissing(Connection connection) throws SQLException {
        for (String table : TABLES.keySet()) {
            List<String> there = columns(connection, table);
            List<String> meters = of(table);
            if (there.containsAll(meters)) {
                continue;
            }
            int at = there.indexOf(meters.get(0)); // wall time is in every release
            List<String> others = new ArrayList<>(there);
            others.removeAll(meters);
            List<String> all = new ArrayList<>(others.subList(0, at));
            for (String meter : meters) {
                all.add(there.contains(meter) ? meter : "CAST(NULL AS BIGINT) AS " + meter);
            }
            all.addAll(others.subList(at, others.size()));
            try (Statement statement = connection.createStatement()) {
                statement.execute("CREATE OR REPLACE TABLE " + table + " AS SELECT " + String.join(", ", all) + " FROM "
                        + table);
            }
        }
    }

    private static List<String> of(String table) {
        List<String> columns = new ArrayList<>();
        for (Meter meter : Meter.values()) {
            for (String part : TABLES.get(table)) {
                columns.add(part.isEmpty() ? Columns.of(meter) : Columns.of(meter, part));
            }
        }
        return columns;
    }

    private static List<String> columns(Connection connection, String table) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(
                "SELECT column_name FROM duckdb_columns() WHERE table_name = ? ORDER BY column_index")) {
            statement.setString(1, table);
            List<String> columns = new ArrayList<>();
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    columns.add(rows.getString(1));
                }
            }
            return columns;
        }
    }
}

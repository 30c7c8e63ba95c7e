package sim.server.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;

/** Brings a store of an earlier release up to date. Every step may be repeated: a server may be killed in the middle. */
final class Migration {
    /** The column that told how old a row is, by the application's clock. */
    private static final Map<String, String> AGE = Map.ofEntries(Map.entry("tree_rows", "to_micros"),
            Map.entry("wall_buckets", "to_micros"), Map.entry("meter_buckets", "to_micros"),
            Map.entry("invocations_full", "begin_micros"),
            Map.entry("invocations_wall", "begin_micros"), Map.entry("invocation_runs", "to_micros"),
            Map.entry("context_records", "to_micros"), Map.entry("context_values", "to_micros"),
            Map.entry("context_stays", "to_micros"), Map.entry("context_rows", "to_micros"),
            Map.entry("context_kinds", "to_micros"), Map.entry("context_kind_rows", "to_micros"),
            Map.entry("events", "time_micros"), Map.entry("platform", "time_micros"),
            Map.entry("extra_rows", "to_micros"), Map.entry("verdicts", "time_micros"),
            Map.entry("batches", "to_micros"));
    private static final long HOUR = 3_600_000_000L;
    /** Below every number a batch gets from now on; an hour of the past is one batch. */
    private static final long FIRST = -10_000_000;

    private Migration() {}

    /** To version 1: rows age by the batch they came with, and batches by when the server received them. */
    static void toBatches(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("ALTER TABLE batches ADD COLUMN IF NOT EXISTS received_micros BIGINT");
            long now = System.currentTimeMillis() * 1000;
            statement.execute("UPDATE batches SET received_micros = least(to_micros, " + now
                    + ") WHERE received_micros IS NULL");
            for (String table : Schema.MIGRATED) {
                statement.execute("ALTER TABLE " + table + " ADD COLUMN IF NOT EXISTS batch BIGINT");
                statement
                        .execute("UPDATE " + table + " SET batch = " + FIRST + " + least(" + AGE.get(table) + ", " + now
                                + ") // " + HOUR + " WHERE batch IS NULL");
            }
            // an hour without a batch of its own, of rows whose time is not their batch's
            for (String table : Schema.MIGRATED) {
                statement.execute(
                        "INSERT INTO batches (batch, received_micros) SELECT DISTINCT batch, (batch + " + -FIRST
                                + ") * " + HOUR + " FROM " + table
                                + " WHERE batch < 0 AND batch NOT IN (SELECT batch FROM batches)");
            }
            for (String key : List.of("names:name", "nodes:node")) { // twice the same id would multiply every sum
                String table = key.substring(0, key.indexOf(':'));
                String id = key.substring(key.indexOf(':') + 1);
                if (Database.number(connection, "SELECT count(*) - count(DISTINCT (instance, " + id + ")) FROM "
                        + table) > 0) {
                    statement.execute("CREATE OR REPLACE TABLE " + table + " AS SELECT * FROM " + table
                            + " QUALIFY row_number() OVER (PARTITION BY instance, " + id + ") = 1");
                }
            }
        }
    }
}

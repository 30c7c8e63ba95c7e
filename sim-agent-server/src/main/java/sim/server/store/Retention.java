package sim.server.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.duckdb.DuckDBAppender;

/**
 * Removes the oldest batches with all their rows. A batch's age is the time since the server received it. An instance is removed
 * with its last batch; one that never sent a batch is removed after a quarter of an hour, unless it may be connected. Retention
 * goes table by table, so that ingestion waits for at most one table.
 */
final class Retention {
    private static final int STEPS = 16;
    /** Instances removed in one go: their names are in memory meanwhile. */
    private static final int MOST_AT_ONCE = 10_000;

    private final Database database;
    private final Instances instances;
    private final LongSupplier clockMicros;

    /** @param clockMicros the server's clock, microseconds since the epoch */
    Retention(Database database, Instances instances, LongSupplier clockMicros) {
        this.database = database;
        this.instances = instances;
        this.clockMicros = clockMicros;
    }

    /** Removes what was received before a time; returns the rows removed. */
    long removeOlderThan(long micros) throws SQLException {
        long removed = 0;
        if (number("SELECT count(*) FROM batches WHERE received_micros < " + micros) > 0) {
            for (String table : Schema.AGEING) { // the batches last: if this is broken off, the next one goes on
                removed += database.inTransaction(connection -> database.update("DELETE FROM " + table
                        + " WHERE batch IN (SELECT batch FROM batches WHERE received_micros < ?)", micros));
            }
        }
        removed += removeInstances(micros);
        if (removed > 0) {
            database.checkpoint();
        }
        return removed;
    }

    private long removeInstances(long micros) throws SQLException {
        database.writing.lock();
        try {
            List<String> gone = new ArrayList<>();
            try (PreparedStatement statement = database.writer()
                    .prepareStatement("SELECT instance FROM instances WHERE (last_seen_micros < ? OR last_sequence = 0 "
                            + "AND last_seen_micros < ?) AND instance NOT IN "
                            + "(SELECT instance FROM batches WHERE instance IS NOT NULL) LIMIT " + MOST_AT_ONCE)) {
                statement.setLong(1, micros);
                statement.setLong(2,
                        clockMicros.getAsLong() - TimeUnit.NANOSECONDS.toMicros(Instances.CONNECTED_NANOS));
                try (ResultSet row = statement.executeQuery()) {
                    while (row.next()) {
                        if (!instances.isLive(row.getString(1))) {
                            gone.add(row.getString(1));
                        }
                    }
                }
            }
            if (gone.isEmpty()) {
                return 0;
            }
            long removed = database.inTransaction(connection -> {
                long rows = 0;
                try (DuckDBAppender out = connection.createAppender("temp", "main", Staging.GONE)) {
                    for (String instance : gone) {
                        out.beginRow().append(instance).endRow();
                    }
                    out.flush();
                }
                for (String table : List.of("nodes", "names", "counters", "scores", "extra_meters", "instances")) {
                    rows += database.update(
                            "DELETE FROM " + table + " WHERE instance IN (SELECT instance FROM " + Staging.GONE + ")");
                }
                database.execute("DELETE FROM " + Staging.GONE);
                return rows;
            });
            gone.forEach(instances::remove);
            return removed;
        } finally {
            database.writing.unlock();
        }
    }

    /**
     * Removes the oldest until the store is small enough. A checkpoint may write what it keeps beside what it replaces: with
     * two fifths of the bound in use, and what came since, the file stays within it.
     */
    long shrinkTo(long maxBytes) throws SQLException {
        long target = maxBytes / 5 * 2;
        long removed = 0;
        for (int step = 0; step < STEPS; step++) {
            long used = usedBytes();
            if (used <= target) {
                break;
            }
            double share = (double) (used - target) / used;
            long rows = removeOlderThan(
                    number("SELECT quantile_disc(received_micros, " + share + ") FROM batches") + 1);
            if (rows == 0 || !database.checkpoint()) {
                break;
            }
            removed += rows;
            if (usedBytes() > (used + target) / 2) {
                compact();
            }
        }
        return removed;
    }

    /** Rows are freed by the group of 122,880; what is smaller, and so cheap to copy, is written anew without its gaps. */
    private void compact() throws SQLException {
        database.inTransaction(connection -> {
            for (String table : Schema.AGEING) {
                database.execute("CREATE OR REPLACE TABLE " + table + " AS SELECT * FROM " + table);
            }
            return null;
        });
        database.checkpoint();
    }

    /** Bytes of the blocks and the log in use: a file does not shrink when rows are deleted, its free blocks are used again. */
    private long usedBytes() throws SQLException {
        return database.logBytes() + number("SELECT block_size * used_blocks FROM pragma_database_size() LIMIT 1");
    }

    private long number(String sql) throws SQLException {
        return database.query(connection -> Database.number(connection, sql));
    }
}

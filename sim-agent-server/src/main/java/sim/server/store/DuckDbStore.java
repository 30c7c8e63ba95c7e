package sim.server.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
import java.util.stream.Collectors;
import org.duckdb.DuckDBConnection;
import sim.collector.wire.Batch;
import sim.collector.wire.Hello;
import sim.metrics.meter.Meter;

/**
 * The store on DuckDB: one file, {@code sim.duckdb}, that users can open with plain SQL while the server is down. A batch
 * is one transaction; its commit is in the write-ahead log on disk before {@link #append} returns.
 */
public final class DuckDbStore implements Store {
    private static final int STEPS = 16;

    private final Path file;
    /** The writer's; guarded by this. */
    private final DuckDBConnection writer;
    private long batches;
    /** The highest number of a run of invocations; guarded by this. */
    private long lastRun;

    public DuckDbStore(Path directory) {
        this.file = directory.resolve("sim.duckdb");
        try {
            Files.createDirectories(directory);
            Properties settings = new Properties();
            settings.setProperty("threads", "2");
            settings.setProperty("memory_limit", "1GB");
            settings.setProperty("checkpoint_threshold", "64MB");
            writer = (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:" + file, settings);
            Schema.create(writer);
            lastRun = number(writer, "SELECT coalesce(max(run), 0) FROM invocation_runs");
            writer.setAutoCommit(false);
        } catch (IOException failure) {
            throw new StoreException("the data directory " + directory
                    + " cannot be made or written; name a writable one with --data", failure);
        } catch (SQLException failure) {
            throw new StoreException(cannotOpen(failure), failure);
        }
    }

    @Override
    public synchronized boolean admits(Hello hello) {
        return inTransaction(() -> {
            try (PreparedStatement statement = writer
                    .prepareStatement("SELECT secret_hash FROM instances WHERE instance = ?")) {
                statement.setString(1, hello.instance());
                try (ResultSet row = statement.executeQuery()) {
                    return !row.next() || SecretHash.matches(hello.secret(), row.getString(1));
                }
            }
        });
    }

    @Override
    public synchronized Known open(Hello hello) {
        return inTransaction(() -> {
            Known known = known(hello.instance());
            long now = System.currentTimeMillis() * 1000;
            if (known == null) {
                update("INSERT INTO instances VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0, ?, ?)", hello.instance(),
                        hello.application(),
                        hello.host(), hello.pid(), hello.jvm(), hello.startMicros(), now, now, hello.showsDisabled(),
                        SecretHash.of(hello.secret()));
                for (int i = 0; i < hello.extraMeters().size(); i++) {
                    update("INSERT INTO extra_meters VALUES (?, ?, ?)", hello.instance(), Meter.COUNT + i,
                            hello.extraMeters().get(i));
                }
                return new Known(0, 0, 0);
            }
            update("UPDATE instances SET last_seen_micros = ? WHERE instance = ?", now, hello.instance());
            return known;
        });
    }

    @Override
    public synchronized Appended append(String instance, Batch batch) {
        return inTransaction(() -> {
            Known known = known(instance);
            if (known == null) {
                return Appended.UNKNOWN_INSTANCE;
            }
            if (batch.sequence() <= known.lastSequence()) {
                return Appended.ALREADY;
            }
            if (!batch.counters().isEmpty()) {
                update("DELETE FROM counters WHERE instance = ?", instance);
            }
            if (!batch.scores().isEmpty()) {
                update("DELETE FROM scores WHERE instance = ? AND name IN (" + batch.scores().stream()
                        .map(score -> String.valueOf(score.name())).collect(Collectors.joining(",")) + ")", instance);
            }
            lastRun = new BatchWriter(writer, instance, batch, lastRun).write();
            update("UPDATE instances SET last_seen_micros = ?, last_sequence = ? WHERE instance = ?",
                    System.currentTimeMillis() * 1000, batch.sequence(), instance);
            batches++;
            return Appended.STORED;
        });
    }

    @Override
    public <T> T query(Query<T> query) {
        try (Connection connection = writer.duplicate()) {
            return query.run(connection);
        } catch (SQLException failure) {
            throw new StoreException("the store " + file + " cannot be read: " + failure.getMessage(), failure);
        }
    }

    @Override
    public long bytes() {
        return size(file) + size(log());
    }

    @Override
    public StoreHealth health() {
        return new StoreHealth(true, null, 0);
    }

    @Override
    public synchronized StoreFigures figures() {
        return new StoreFigures(batches, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    }

    @Override
    public synchronized long removeOlderThan(long micros) {
        long removed = inTransaction(() -> {
            long rows = 0;
            for (String[] table : Schema.AGEING) {
                rows += update("DELETE FROM " + table[0] + " WHERE " + table[1] + " < ?", micros);
            }
            String unused = " WHERE instance IN (SELECT instance FROM instances WHERE last_seen_micros < ?)";
            rows += update("DELETE FROM nodes" + unused, micros);
            rows += update("DELETE FROM names" + unused, micros);
            rows += update("DELETE FROM counters" + unused, micros);
            rows += update("DELETE FROM scores" + unused, micros);
            rows += update("DELETE FROM extra_meters" + unused, micros);
            return rows + update("DELETE FROM instances WHERE last_seen_micros < ?", micros);
        });
        if (removed > 0) {
            checkpoint();
        }
        return removed;
    }

    /**
     * {@inheritDoc} A checkpoint may write what it keeps beside what it replaces: with two fifths of the bound in use, and
     * what came since, the file stays within it.
     */
    @Override
    public synchronized long shrinkTo(long maxBytes) {
        long target = maxBytes / 5 * 2;
        long removed = 0;
        for (int step = 0; step < STEPS; step++) {
            long used = usedBytes();
            if (used <= target) {
                break;
            }
            long rows = removeOlderThan(oldest((double) (used - target) / used) + 1);
            if (rows == 0 || !checkpoint()) {
                break;
            }
            removed += rows;
            if (usedBytes() > (used + target) / 2) {
                compact();
            }
        }
        return removed;
    }

    /** When the oldest of so large a share of the batches ended. By rank: one clock far ahead makes no other batch old. */
    private long oldest(double share) {
        return query(connection -> number(connection, "SELECT quantile_disc(to_micros, " + share + ") FROM batches"));
    }

    /** Rows are freed by the group of 122,880; what is smaller, and so cheap to copy, is written anew without its gaps. */
    private void compact() {
        inTransaction(() -> {
            try (Statement statement = writer.createStatement()) {
                for (String[] table : Schema.AGEING) {
                    statement.execute("CREATE OR REPLACE TABLE " + table[0] + " AS SELECT * FROM " + table[0]);
                }
            }
            return null;
        });
        checkpoint();
    }

    @Override
    public synchronized void close() {
        try {
            writer.setAutoCommit(true);
            try (Statement statement = writer.createStatement()) {
                statement.execute("CHECKPOINT");
            }
            writer.close();
        } catch (SQLException closing) {
            // what was acknowledged is in the write-ahead log and is read again at the next start
        }
    }

    /** What was committed and is not in the file yet. */
    private Path log() {
        return Path.of(file + ".wal");
    }

    private static long size(Path path) {
        try {
            return Files.size(path);
        } catch (IOException absent) {
            return 0;
        }
    }

    /** Bytes of the blocks and the log in use: a file does not shrink when rows are deleted, its free blocks are used again. */
    private long usedBytes() {
        return size(log()) + query(connection -> number(connection,
                "SELECT block_size * used_blocks FROM pragma_database_size() LIMIT 1"));
    }

    /** Moves the log into the file and frees what was deleted; false while a query is reading. */
    private boolean checkpoint() {
        inTransaction(() -> null);
        try {
            writer.setAutoCommit(true);
            try (Statement statement = writer.createStatement()) {
                statement.execute("CHECKPOINT");
            } finally {
                writer.setAutoCommit(false);
            }
            return true;
        } catch (SQLException busy) {
            return false; // a query is reading the blocks; the next one will do it
        }
    }

    private static long number(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    private Known known(String instance) throws SQLException {
        try (PreparedStatement statement = writer.prepareStatement("SELECT last_sequence, "
                + "(SELECT coalesce(max(name), 0) FROM names n WHERE n.instance = i.instance), "
                + "(SELECT coalesce(max(node), 0) FROM nodes n WHERE n.instance = i.instance) "
                + "FROM instances i WHERE i.instance = ?")) {
            statement.setString(1, instance);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? new Known(row.getLong(1), row.getInt(2), row.getInt(3)) : null;
            }
        }
    }

    private long update(String sql, Object... arguments) throws SQLException {
        try (PreparedStatement statement = writer.prepareStatement(sql)) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setObject(i + 1, arguments[i]);
            }
            return statement.executeUpdate();
        }
    }

    private <T> T inTransaction(Work<T> work) {
        try {
            T result = work.run();
            writer.commit();
            return result;
        } catch (SQLException | RuntimeException failure) {
            try {
                writer.rollback();
            } catch (SQLException hopeless) {
                failure.addSuppressed(hopeless);
            }
            throw new StoreException("the store " + file + " cannot be written: " + failure.getMessage()
                    + "; is the disk full?", failure);
        }
    }

    private String cannotOpen(SQLException failure) {
        String said = String.valueOf(failure.getMessage());
        if (said.contains("lock")) {
            return "the store " + file
                    + " is in use by another process; stop it, or name another directory with --data";
        }
        return "the store " + file + " cannot be opened (" + said.lines().findFirst().orElse("")
                + "); move it away, or name another directory with --data";
    }

    private interface Work<T> {
        T run() throws SQLException;
    }
}

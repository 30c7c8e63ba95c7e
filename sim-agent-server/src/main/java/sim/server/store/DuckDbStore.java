package sim.server.store;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.function.LongSupplier;
import sim.collector.wire.Batch;
import sim.collector.wire.Hello;

/**
 * The store on DuckDB: one file, {@code sim.duckdb}, that users can open with plain SQL while the server is down. A batch for
 * which {@link #append} has returned is in the write-ahead log on disk.
 */
public final class DuckDbStore implements Store {
    private final Database database;
    private final Instances instances;
    private final Quarantine quarantine;
    private final Figures figures;
    private final Committer committer;
    private final Retention retention;
    private final LongSupplier clockMicros;

    public DuckDbStore(Path directory) {
        this(directory, () -> System.currentTimeMillis() * 1_000);
    }

    /** @param clockMicros the server's clock, microseconds since the epoch */
    DuckDbStore(Path directory, LongSupplier clockMicros) {
        this(directory, clockMicros, new Figures(), Instances.MOST);
    }

    /** @param most instances kept in memory */
    DuckDbStore(Path directory, LongSupplier clockMicros, Figures figures, int most) {
        this.clockMicros = clockMicros;
        this.figures = figures;
        this.instances = new Instances(most);
        try {
            database = new Database(directory);
        } catch (IOException failure) {
            throw new StoreException("the data directory " + directory
                    + " cannot be made or written; name a writable one with --data", failure);
        } catch (SQLException failure) {
            throw new StoreException(Failures.cannotOpen(directory.resolve("sim.duckdb"), failure), failure);
        } catch (LinkageError unpacked) {
            throw new StoreException("the library of the store cannot be loaded from the temporary directory "
                    + System.getProperty("java.io.tmpdir") + "; name a writable one with 80 MB left, as in "
                    + "SIM_SERVER_JVM=-Djava.io.tmpdir=DIR ./sim server", unpacked);
        }
        try {
            quarantine = new Quarantine(directory);
            instances.load(database.writer());
        } catch (IOException | SQLException failure) {
            database.close();
            throw new StoreException(Failures.cannotOpen(database.file, failure), failure);
        }
        retention = new Retention(database, instances, clockMicros);
        committer = new Committer(database, instances, quarantine, figures);
    }

    @Override
    public Known open(Hello hello) {
        return (Known) committer.await(new Task(hello.instance(), hello, null, clockMicros.getAsLong()));
    }

    @Override
    public Appended append(String instance, Batch batch) {
        return (Appended) committer.await(new Task(instance, null, batch, clockMicros.getAsLong()));
    }

    /** Runs a query on a connection of its own; waits for no writer. */
    public <T> T query(Query<T> query) {
        try {
            return database.query(query);
        } catch (SQLException failure) {
            throw new StoreException("the store " + database.file + " cannot be read: " + failure.getMessage(),
                    failure);
        }
    }

    @Override
    public long bytes() {
        return database.bytes();
    }

    @Override
    public long freeBytes() {
        return database.free();
    }

    @Override
    public StoreHealth health() {
        return figures.health();
    }

    @Override
    public long behindNanos() {
        return committer.behindNanos();
    }

    @Override
    public StoreFigures figures() {
        return figures.figures(quarantine, committer.waiting());
    }

    @Override
    public long removeOlderThan(long micros) {
        return retain(() -> retention.removeOlderThan(micros));
    }

    @Override
    public long shrinkTo(long maxBytes) {
        return retain(() -> retention.shrinkTo(maxBytes));
    }

    private long retain(Removal removal) {
        try {
            return removal.run();
        } catch (SQLException failure) {
            throw new StoreException(
                    "the store " + database.file + " cannot be made smaller: " + Failures.line(failure),
                    failure);
        }
    }

    /** How many instances are kept in memory now; while nobody writes. */
    int instancesInMemory() {
        return instances.size();
    }

    @Override
    public void close() {
        committer.close();
        database.close();
    }

    /** What to ask in SQL. */
    public interface Query<T> {
        T run(Connection connection) throws SQLException;
    }

    private interface Removal {
        long run() throws SQLException;
    }
}

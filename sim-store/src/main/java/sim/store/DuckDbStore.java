package sim.store;

import java.io.IOException;
import java.net.InetAddress;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import sim.wire.Batch;
import sim.wire.Hello;

/**
 * The store on DuckDB: one file, {@code sim.duckdb}, that users can open with plain SQL while the server is down. A batch for
 * which {@link #append} has returned is in the write-ahead log on disk.
 */
public final class DuckDbStore implements Store {
    private static final Logger LOG = LoggerFactory.getLogger(DuckDbStore.class);
    private final Database database;
    private final Instances instances;
    private final Quarantine quarantine;
    private final Figures figures;
    private final Committer committer;
    private final Upkeep upkeep;
    private final LastBatch lastBatch;
    private volatile Keep keep = Keep.STANDARD;
    private volatile long maxBytes = Long.MAX_VALUE;

    public DuckDbStore(Path directory) {
        this(directory, Ladder.STANDARD);
    }

    public DuckDbStore(Path directory, Ladder ladder) {
        this(directory, () -> System.currentTimeMillis() * 1_000, new MachineTime()::nanos, ladder, new Figures(),
                Instances.MOST);
    }

    /** @param clockMicros the server's clock, microseconds since the epoch */
    DuckDbStore(Path directory, LongSupplier clockMicros) {
        this(directory, clockMicros, new Figures(), Instances.MOST);
    }

    /** @param most instances kept in memory */
    DuckDbStore(Path directory, LongSupplier clockMicros, Figures figures, int most) {
        this(directory, clockMicros, () -> clockMicros.getAsLong() * 1_000, Ladder.STANDARD, figures, most);
    }

    /** @param nanos the monotonic clock */
    DuckDbStore(Path directory, LongSupplier clockMicros, LongSupplier nanos, Ladder ladder, Figures figures,
            int most) {
        this.figures = figures;
        this.instances = new Instances(most);
        try {
            database = new Database(directory, ladder, new TrustedClock(clockMicros, nanos));
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
            database.clock.startsAfter(noted(database.writer()));
            quarantine = new Quarantine(directory);
            instances.load(database.writer());
            lastBatch = new LastBatch(database.file);
            LastBatch.tell(instances.missing(lastBatch.read()), database.file, figures);
            upkeep = new Upkeep(database, instances, ladder, figures::aside);
            forgetQuarantined();
        } catch (IOException | SQLException failure) {
            database.close();
            throw new StoreException(Failures.cannotOpen(database.file, failure), failure);
        }
        committer = new Committer(database, instances, quarantine, lastBatch, figures);
    }

    /** The time that the server trusted last. The time of the newest row is not the same: a clock that jumped may have written it. */
    private static TrustedClock.Noted noted(Connection connection) throws SQLException {
        return new TrustedClock.Noted(Database.number(connection, "SELECT trusted_micros FROM store"),
                Database.number(connection, "SELECT doubted_micros FROM store"));
    }

    @Override
    public Known open(Hello hello) {
        return (Known) committer.await(new Task(hello.instance(), hello, null, database.clock.arrival()));
    }

    @Override
    public void heard(InetAddress host, long sentMicros) {
        database.clock.heard(host, sentMicros);
    }

    @Override
    public Appended append(String instance, Batch batch) {
        return (Appended) committer.await(new Task(instance, null, batch, database.clock.arrival()));
    }

    /**
     * The part of the store that a question reads, as it is in the connection's transaction.
     *
     * @param isOfApplication whether the sums over an application's instances are asked for
     * @param instance one of them, or null for all
     * @param points of a chart at most so many; 0 where totals are asked for
     */
    public Slice slice(Connection connection, String application, String instance, boolean isOfApplication,
            long fromMicros, long toMicros, int points) throws SQLException {
        return kept(connection, NotableContexts.on(connection)).slice(application, instance, isOfApplication,
                fromMicros, toMicros, points);
    }

    /**
     * What the policy lets a question read, as it is in the connection's transaction.
     *
     * @param finding runs what finds the contexts that are kept longer, on the same connection
     */
    public Kept kept(Connection connection, Kept.Finding finding) throws SQLException {
        Manifest manifest = database.manifest(connection).within(keep, database.clock.now());
        return new Kept(manifest, new Pieces(manifest, database.segments, database.head.there), finding);
    }

    /** The time by which what arrives now is stored, microseconds since the epoch: the server's clock, unless it jumped. */
    public long nowMicros() {
        return database.clock.arrival();
    }

    /** Whether the server's clock jumped, and nobody agreed with it since. */
    public boolean isClockInDoubt() {
        database.clock.now(); // looks at it
        return database.clock.isInDoubt();
    }

    /** Runs a query on a connection of its own; waits for no writer. */
    public <T> T query(Query<T> query) {
        try {
            return database.query(query);
        } catch (SQLException failure) {
            if (Failures.isOfSpill(failure)) {
                throw new NotNow(
                        "there is no room on the server's disk for what this takes there; free some, or ask for "
                                + "less",
                        failure);
            }
            if (upkeep.suspect(failure)) {
                throw new SetAside(failure);
            }
            if (database.hasFailed()) {
                throw new NotNow("the store failed and is being opened again", failure);
            }
            throw new StoreException("the store " + database.file + " cannot be read: " + failure.getMessage(),
                    failure);
        }
    }

    /** Whether what is in the data directory is of this store: its file was neither removed nor replaced. Waits for nothing. */
    public boolean isThere() {
        return database.isFileThere();
    }

    @Override
    public long bytes() {
        return database.bytes();
    }

    @Override
    public OptionalLong freeBytes() {
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
    public StoreProgress progress() {
        return upkeep.progress();
    }

    @Override
    public void keep(Keep policy, long most) {
        keep = policy;
        maxBytes = most;
    }

    @Override
    public long upkeep() {
        return round(() -> upkeep.round(keep, maxBytes, false));
    }

    /** The same, and the slot that collects becomes segments though it is not full. */
    long upkeepNow() {
        return round(() -> upkeep.round(keep, maxBytes, true));
    }

    /** The same as for a server with these options, but nothing is removed. */
    void compact(Keep policy, long most) {
        round(() -> {
            upkeep.compact(policy, most);
            return 0;
        });
    }

    /** Moves the log into the file now, whatever room there is. */
    boolean checkpoint() {
        return database.checkpoint();
    }

    private long round(Round round) {
        try {
            long removed = round.run();
            if (removed != NOT_DONE) {
                figures.untidy(upkeep.over());
            }
            return removed;
        } catch (SQLException failure) {
            String why = "the store " + database.file + " cannot be tidied: " + Failures.line(failure) + "; "
                    + Failures.cure(failure);
            figures.untidy(why);
            if (Failures.isOfRoom(failure)) {
                committer.foundNoRoom();
            }
            throw new StoreException(why, failure);
        }
    }

    @Override
    public StoreProgress.Removal forget(String application) {
        return forgetting(() -> isThere(application), isThere -> {
            if (!isThere) {
                if (upkeep.isOld(application)) {
                    return upkeep.forgetOld(application);
                }
                throw new StoreException("the store " + database.file + " has no application " + application, null);
            }
            refuseLive(application); // before anything is written
            StoreProgress.Removal removal = upkeep.forget(application, all -> { // holds what the committer needs
                all.forEach(instances::remove);
                committer.forgetDictionaries();
            });
            Stops.at("what is forgotten is committed");
            forgetQuarantined();
            return removal;
        });
    }

    /** Whether there are instances or sums of an application: the sums outlive its instances. */
    private boolean isThere(String application) throws SQLException {
        return database.query(connection -> Database.number(connection,
                "SELECT count(*) FROM (SELECT application FROM instances UNION ALL SELECT application FROM "
                        + Places.APPLICATIONS + ") WHERE application = ?",
                application)) > 0;
    }

    /** Removes the quarantined batches of what is forgotten: now, or at the next start. The rows are gone whatever becomes of it. */
    private void forgetQuarantined() {
        try {
            removeQuarantined();
        } catch (SQLException | RuntimeException failure) {
            LOG.warn("quarantined batches of what is forgotten may stay until the next start: {}",
                    Failures.line(failure));
        }
    }

    private void removeQuarantined() throws SQLException {
        for (String instance : texts("SELECT instance FROM " + Quarantine.FORGOTTEN)) {
            if (quarantine.forget(instance)) {
                database.inTransaction(connection -> database
                        .update("DELETE FROM " + Quarantine.FORGOTTEN + " WHERE instance = ?", instance));
            }
        }
    }

    private List<String> texts(String sql) throws SQLException {
        return database.query(connection -> {
            List<String> all = new ArrayList<>();
            try (Statement statement = connection.createStatement(); ResultSet row = statement.executeQuery(sql)) {
                while (row.next()) {
                    all.add(row.getString(1));
                }
            }
            return all;
        });
    }

    @Override
    public List<String> forgotten() {
        try {
            return texts("SELECT application FROM " + Forgetting.APPLICATIONS);
        } catch (SQLException failure) {
            throw new StoreException("the store " + database.file + " cannot be read: " + Failures.line(failure),
                    failure);
        }
    }

    @Override
    public void goneBeside(Collection<String> applications) {
        try {
            database.inTransaction(connection -> {
                for (String application : applications) {
                    database.update("DELETE FROM " + Forgetting.APPLICATIONS + " WHERE application = ?", application);
                }
                return null;
            });
        } catch (SQLException failure) {
            throw new StoreException("the store " + database.file + " cannot be written: " + Failures.line(failure),
                    failure);
        }
    }

    private void refuseLive(String application) throws SQLException {
        Map<String, Long> seen = database.query(connection -> lastSeen(connection, application));
        long now = database.clock.arrival(); // by which it was noted
        database.writing.lock();
        try {
            for (Map.Entry<String, Long> each : seen.entrySet()) {
                if (instances.isLive(each.getKey(), now - each.getValue())) {
                    throw new SQLException("instance " + each.getKey() + " of " + application
                            + " may be connected; stop it, and try again a quarter of an hour later");
                }
            }
        } finally {
            database.writing.unlock();
        }
    }

    /** When each instance of an application was heard of last, microseconds since the epoch. */
    private static Map<String, Long> lastSeen(Connection connection, String application) throws SQLException {
        Map<String, Long> seen = new LinkedHashMap<>();
        try (PreparedStatement statement = connection
                .prepareStatement("SELECT instance, last_seen_micros FROM instances WHERE application = ?")) {
            statement.setString(1, application);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    seen.put(row.getString(1), row.getLong(2));
                }
            }
        }
        return seen;
    }

    @Override
    public StoreProgress.Removal forget(String key, String value) {
        ContextValue wanted = new ContextValue(key, value);
        return forgetting(() -> upkeep.hasContexts(wanted), isThere -> {
            StoreProgress.Removal removal = upkeep.forget(wanted);
            List<String> remarks = new ArrayList<>();
            return removal.and(quarantine.forget(wanted, remarks)).and(remarks);
        });
    }

    /** What is said of segments that are away, in one line; null where they are there. */
    String away() throws SQLException {
        return upkeep.away();
    }

    Inspection inspection() {
        return upkeep.inspection();
    }

    /** @param isThere whether there is any of it now */
    private StoreProgress.Removal forgetting(Condition isThere, Asked asked) {
        boolean wasThere = false;
        try {
            wasThere = isThere.holds();
            return asked.run(wasThere);
        } catch (StoreException said) {
            throw said;
        } catch (SQLException | RuntimeException failure) {
            throw new StoreException(became(wasThere, isThere) + ": " + Failures.line(failure), failure);
        }
    }

    /** What became of it: a transaction that failed may be committed all the same. */
    private String became(boolean wasThere, Condition isThere) {
        try {
            return wasThere && !isThere.holds()
                    ? "it is forgotten, but the store " + database.file + " failed right behind that"
                    : "nothing of the store " + database.file + " was forgotten";
        } catch (SQLException | RuntimeException unknown) {
            return "whether it is forgotten cannot be told before the store " + database.file
                    + " can be read again; then forget again";
        }
    }

    private interface Round {
        /** @return the rows removed, or {@link Store#NOT_DONE} */
        long run() throws SQLException;
    }

    private interface Condition {
        boolean holds() throws SQLException;
    }

    private interface Asked {
        StoreProgress.Removal run(boolean isThere) throws SQLException;
    }

    /** How many instances are kept in memory now; while nobody writes. */
    int instancesInMemory() {
        return instances.size();
    }

    @Override
    public void close() {
        committer.close();
        upkeep.close();
        database.close();
        try {
            lastBatch.close();
        } catch (IOException closing) {
            // it was written
        }
    }

    /** What to ask in SQL. */
    public interface Query<T> {
        T run(Connection connection) throws SQLException;
    }
}

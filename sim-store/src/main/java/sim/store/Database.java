package sim.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.duckdb.DuckDBConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The database file: one connection that writes, one for each query. DuckDB invalidates a database that failed in the
 * middle of a checkpoint; it is then opened again, and its write-ahead log has all that was committed.
 *
 * <p>
 * Transactions are begun and ended in SQL: the driver does not begin one for an appender, which would commit by itself.
 */
final class Database implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Database.class);
    /** Never by itself: a commit that succeeded must not fail for the checkpoint behind it. */
    private static final String NO_CHECKPOINT = "1TB";
    private static final int LEAVING_SECONDS = 5;
    /** How long files are read before it is opened again. */
    private static final long COMPARING_NANOS = TimeUnit.SECONDS.toNanos(5);
    /** How long upkeep waits for questions that keep what was dropped. */
    private static final int SETTLING_SECONDS = 2;
    /** The largest frame. */
    static final int ROOM = 4 << 20;

    final Path file;
    /** Where segments are. */
    final Path segments;
    final Head head = new Head();
    /** The time by which rows age. */
    final TrustedClock clock;
    /** Files of segments that are damaged: a manifest that cannot be changed now notes it once the database is opened again, if they still are. */
    final Set<String> damaged = ConcurrentHashMap.newKeySet();
    private final Ladder ladder;
    /** Identifies the file that is open. If somebody removes the directory of a running server, the file stays open but no longer has its name. */
    private volatile Object identity;
    /** The same of its log. */
    private Object logIdentity;
    /** Their lengths when they were looked at last and were whole. Only the library makes them smaller: at a checkpoint, and when it closes them. */
    private long fileBytes;
    private long logBytes;
    /** True if somebody has cut the file short. Then only what the library has in memory is left of it. */
    private volatile boolean isFileCut;
    /** True if somebody has cut the log short. What was in it is in memory. */
    private volatile boolean isLogCut;
    /** True if a part of the file that was cut is not in memory either. */
    private volatile boolean isBeyondRescue;
    /** True if what memory had is in a new file, which takes the place of the one that was cut when it is opened again. */
    private boolean isRescued;
    /** Why what is in memory could not be saved when that was tried last; null if it was not tried. */
    private volatile String unsaved;
    /** True if either was away or cut at some time since the file was opened. The file is then opened again before anything is written to it. */
    private volatile boolean wasAway;
    private volatile boolean wantsCheckpoint;
    private volatile long segmentBytes;
    /** As it was read last, whoever asked. */
    private volatile Manifest manifest;
    /** The manifest's number when it was opened. */
    private long openedAt;
    /** Whether a segment was found to be gone then. */
    private boolean isAnyGone;
    private long questions;
    /** Who writes: the committer, retention. Fair, so that neither starves. */
    final ReentrantLock writing = new ReentrantLock(true);
    /** Each with the number of its question. */
    private final Map<Connection, Long> readers = new HashMap<>();
    /** Replaced while {@code writing} and {@code readers} are held. */
    private volatile DuckDBConnection writer;
    private volatile boolean invalid;
    /** Whether it failed for want of room on its disk. */
    private volatile boolean foundNoRoom;

    /** Opens the file or creates it. */
    Database(Path directory, Ladder ladder, TrustedClock clock) throws IOException, SQLException {
        this.file = directory.resolve("sim.duckdb");
        this.segments = directory.resolve("segments");
        this.ladder = ladder;
        this.clock = clock;
        if (!Files.isDirectory(directory)) {
            Files.createDirectories(directory);
            OwnFiles.restrict(directory, "rwx------");
        }
        tryDirectory();
        open(Map.of());
    }

    /** Who may write the files and not their directory would store until the first checkpoint, which replaces the log. */
    private void tryDirectory() throws SQLException {
        Path trial = trial();
        try {
            Files.write(trial, new byte[0]);
            Files.deleteIfExists(trial);
        } catch (IOException failure) {
            if (Failures.isOfRights(failure)) { // a full disk may still be read
                throw new SQLException(failure.toString(), failure);
            }
        }
    }

    private Path trial() {
        return file.resolveSibling("room.tmp");
    }

    /** @param stillDamaged what is wrong with segments, by file, as it was found a moment before */
    private void open(Map<String, String> stillDamaged) throws SQLException {
        manifest = null; // what failed may have lost a change
        takeRescued();
        Path spill = OwnFiles.directory(Path.of(file + ".tmp"));
        OwnFiles.restrict(file, "rw-------");
        OwnFiles.restrict(log(), "rw-------");
        if (!Files.exists(file)) {
            OwnFiles.create(file);
        }
        Properties settings = new Properties();
        settings.setProperty("temp_directory", spill.toString());
        settings.setProperty("threads", "2");
        settings.setProperty("memory_limit", "1GB");
        settings.setProperty("checkpoint_threshold", NO_CHECKPOINT);
        // it keeps 4 KB for each column of each segment that was ever read, until all its memory is taken; the system keeps what is read again
        settings.setProperty("enable_external_file_cache", "false");
        // what a statement names and the library has not built in is never fetched from the network, nor run
        settings.setProperty("autoinstall_known_extensions", "false");
        settings.setProperty("autoload_known_extensions", "false");
        DuckDBConnection opened = (DuckDBConnection) DriverManager.getConnection("jdbc:duckdb:" + file, settings);
        try {
            OwnFiles.empty(log());
            Schema.prepare(opened, file);
            Staging.create(opened);
            OwnFiles.directory(segments);
            head.load(opened);
            openedAt = Manifest.number(opened);
            Map<String, String> changed = SegmentCheck.check(opened, segments, writer == null, stillDamaged);
            isAnyGone = changed.containsValue(SegmentCheck.GONE);
            if (!changed.isEmpty() || !Schema.areViewsOf(opened, segments)) { // else a full disk would keep it from being opened
                createAllViews(opened, changed);
            }
            segmentBytes = number(opened, "SELECT sum(bytes) FROM segments");
            trim(opened);
        } catch (SQLException | RuntimeException failure) {
            opened.close();
            measure();
            throw failure;
        }
        Rescue.clear(file);
        writer = opened;
        invalid = false;
        foundNoRoom = false;
        identity = Named.of(file).key();
        logIdentity = Named.of(log()).key();
        measure();
        isFileCut = false;
        isLogCut = false;
        wasAway = false;
        isRescued = false;
        unsaved = null;
    }

    /** A log whose end is torn is made shorter by the library when that writes into it first: nobody has cut it then. */
    private void trim(Connection connection) throws SQLException {
        if (logBytes() > 0) {
            try (Statement statement = connection.createStatement()) {
                statement.execute("UPDATE store SET tried_micros = tried_micros + 1"); // what changes nothing is not written
            } catch (SQLException full) {
                if (Failures.isFatal(full)) {
                    throw full;
                }
            }
        }
    }

    /** If the file cannot be opened then, the next try finds the new one in its place. */
    private void takeRescued() throws SQLException {
        if (Rescue.take(file)) {
            identity = Named.of(file).key();
        }
    }

    /** What has a name now. */
    private record Named(Object key, long bytes) {
        static Named of(Path path) {
            try {
                BasicFileAttributes found = Files.readAttributes(path, BasicFileAttributes.class);
                return new Named(found.fileKey(), found.size());
            } catch (IOException gone) {
                return new Named("", 0);
            }
        }
    }

    /** Notes the lengths, which may be smaller than before. */
    private void measure() {
        fileBytes = size(file);
        logBytes = logBytes();
    }

    /** Whether the open file still has its name: what is beside it is of this store. Waits for nothing. */
    boolean isFileThere() {
        return Objects.equals(identity, Named.of(file).key());
    }

    /**
     * Whether the open file and log are still the ones that have these names, and have not been cut. Whatever is written to others is lost. The
     * library appends to its log: a log that was emptied has what comes later and cannot be read.
     */
    boolean isThere() {
        writing.lock(); // a checkpoint replaces the log
        try {
            Named now = Named.of(file);
            Named log = Named.of(log());
            boolean isThere = Objects.equals(identity, now.key) && Objects.equals(logIdentity, log.key);
            if (isThere) {
                isFileCut |= now.bytes < fileBytes;
                isLogCut |= log.bytes < logBytes;
            }
            isThere &= !isFileCut && !isLogCut;
            if (isThere) {
                fileBytes = now.bytes;
                logBytes = log.bytes;
            }
            wasAway |= !isThere;
            return isThere;
        } finally {
            writing.unlock();
        }
    }

    /** The same after a commit. If the transaction wrote anything, the log must be longer than before. */
    boolean hasCommitted(boolean hasWritten) {
        long before = logBytes;
        if (isThere() && hasWritten && logBytes <= before) {
            isLogCut = true;
            wasAway = true;
        }
        return !wasAway;
    }

    /** What is said while it is not. */
    StoreException gone() {
        return new StoreException(why(), null);
    }

    private String why() {
        if (!isFileThere()) {
            return "the store " + file + " was removed or replaced while the server runs; nothing is "
                    + "acknowledged until it is back";
        }
        if (isFileCut) {
            return "the store " + file + " was cut short while the server runs; " + (isBeyondRescue
                    ? "a part of it is not in memory either, so nothing is acknowledged. Stop the server, which keeps the "
                            + "log, keep a copy of the directory, and take a back-up"
                    : "what memory has of it goes into a new file, and nothing is acknowledged before" + soFar());
        }
        return "the log " + log() + " of the store was " + (isLogCut ? "cut short" : "removed or replaced")
                + " while the server runs; " + (invalid
                        ? "what is left of it is read again"
                        : "what was in it goes into the store" + soFar());
    }

    private String soFar() {
        String failure = unsaved;
        return failure == null ? "" : "; so far that failed: " + failure;
    }

    /**
     * Called if only the log was removed, or one of the two was cut. The log's content is still in memory, and is written to the file before the
     * file is opened again; of a file that was cut, a new one is made of what is in memory. Of a database that failed nothing is in memory: it
     * is opened with what is left of its log, and not at all if its file was cut as well. A failure that may pass is said, and the next call tries
     * again.
     *
     * @return whether it can be opened again
     */
    boolean save() {
        writing.lock();
        try {
            if (!isFileThere() || isBeyondRescue) {
                return false;
            }
            if (isThere() || isRescued) { // of what was rescued only the name is missing
                return true;
            }
            if (isFileCut) {
                rescue();
            } else if (!invalid) {
                saveLog();
            }
            return isFileThere();
        } catch (SQLException failure) {
            noteFatal(failure);
            tellUnsaved(Failures.line(failure));
            return false;
        } finally {
            writing.unlock();
        }
    }

    private void rescue() throws SQLException {
        try {
            needRoom(Rescue.bytes(writer) + 2 * logBytes);
            Rescue.write(writer, file, log());
            isRescued = true;
        } catch (SQLException failure) {
            // of a database that failed, or is closed, nothing is in memory
            isBeyondRescue = failure instanceof Rescue.Unreadable || Failures.isFatal(failure) || writer.isClosed();
            throw failure;
        }
    }

    private void saveLog() throws SQLException {
        needRoom(2 * logBytes);
        try {
            execute("CHECKPOINT");
        } finally {
            fileBytes = size(file); // it may be shorter now, and nobody has cut it
        }
    }

    /** What runs out of disk while it writes blocks invalidates the database, and what is in memory is lost. */
    private void needRoom(long bytes) throws SQLException {
        if (free().orElse(Long.MAX_VALUE) < bytes) {
            throw new SQLException("No space left for it; have " + bytes + " bytes free on its disk");
        }
    }

    /** Once, though it is tried every second. */
    private void tellUnsaved(String failure) {
        boolean isNew = !failure.equals(unsaved);
        unsaved = failure;
        if (isNew && isBeyondRescue) {
            LOG.error("{} ({})", why(), failure);
        } else if (isNew) {
            LOG.warn("{}; it is tried again", why());
        }
    }

    /**
     * What there is in a connection's transaction. It is kept in memory: a number in the database, which each change increases, tells
     * whether it is still the one. Any thread.
     */
    Manifest manifest(Connection connection) throws SQLException {
        Manifest known = manifest;
        if (known == null || !known.is(Manifest.number(connection))) {
            known = Manifest.read(connection, ladder);
            manifest = known;
        }
        return known;
    }

    /** The number of the manifest when it was opened, before anything was changed. */
    long openedAt() {
        return openedAt;
    }

    /** Whether a segment was found to be gone when it was opened. */
    boolean isAnyGone() {
        return isAnyGone;
    }

    /** Views of what the manifest has of some tables now, in the writer's transaction. */
    void createViews(Collection<Table<?>> tables) throws SQLException {
        createViews(writer, tables);
        wantsCheckpoint = true;
    }

    /** In one transaction with what is noted of segments: each change of its own would wait for the disk. */
    void createAllViews(Connection connection, Map<String, String> changed) throws SQLException {
        SegmentCheck.note(segments, changed, wrong -> {
            try (Statement statement = connection.createStatement()) {
                statement.execute("BEGIN TRANSACTION");
                try {
                    Map<String, String> noted = SegmentCheck.mark(connection, wrong);
                    createViews(connection, Tables.AGEING);
                    statement.execute("COMMIT");
                    return noted;
                } catch (SQLException failure) {
                    try {
                        statement.execute("ROLLBACK");
                    } catch (SQLException noneLeft) { // a failed commit may have closed the statement, and is the cause
                        failure.addSuppressed(noneLeft);
                    }
                    throw failure;
                }
            }
        }, (failure, known) -> SegmentCheck.broken(connection, segments,
                Manifest.read(connection, ladder).segments.stream()
                        .filter(each -> !known.contains(each.file())).toList(),
                Long.MAX_VALUE));
    }

    private void createViews(Connection connection, Collection<Table<?>> tables) throws SQLException {
        Manifest.change(connection);
        // not by memory: the transaction may fail, and another change gets its number
        Schema.createViews(connection, tables, new Pieces(Manifest.read(connection, ladder), segments));
        segmentBytes = number(connection, "SELECT sum(bytes) FROM segments");
    }

    /** Whether tables were dropped since the last checkpoint: it gives their space back. */
    boolean wantsCheckpoint() {
        return wantsCheckpoint;
    }

    /** The number of the question that was begun last. */
    long lastQuestion() {
        synchronized (readers) {
            return questions;
        }
    }

    /** The number of the question that runs for longest; of the next one when none runs. */
    long oldestQuestion() {
        synchronized (readers) {
            return readers.values().stream().mapToLong(Long::longValue).min().orElse(questions + 1);
        }
    }

    /** Whether a checkpoint finds room on the disk: one that does not invalidates the database. */
    boolean hasRoomForCheckpoint() {
        return free().orElse(Long.MAX_VALUE) > 2 * logBytes();
    }

    /** The connection that writes; who uses it holds {@code writing}. */
    DuckDBConnection writer() {
        return writer;
    }

    /** Whether it failed, and no question is answered before it is opened again. */
    boolean hasFailed() {
        return invalid;
    }

    /** The same for want of room on its disk. */
    boolean hasFoundNoRoom() {
        return foundNoRoom;
    }

    /** Whether it has to be opened again before anything else. */
    boolean isInvalid() {
        return invalid || wasAway;
    }

    /** Runs the work in a transaction, rolled back whatever it throws. */
    <T> T inTransaction(Work<T> work) throws SQLException {
        writing.lock();
        try {
            if (!isThere() || wasAway) {
                throw gone();
            }
            execute("BEGIN TRANSACTION");
            T result = work.run(writer);
            isThere(); // notes it if the log was cut meanwhile: it may be as long as before once this is in it
            execute("COMMIT");
            return result;
        } catch (Throwable failure) {
            noteFatal(failure);
            try {
                execute("ROLLBACK");
            } catch (SQLException noneLeft) {
                noteFatal(noneLeft);
            }
            throw failure;
        } finally {
            writing.unlock();
        }
    }

    /** Only ever sets the flag: a harmless failure of a query must not clear what the writer has found. */
    private void noteFatal(Throwable failure) {
        if (Failures.isFatal(failure)) {
            foundNoRoom |= Failures.isOfRoom(failure);
            invalid = true;
        }
    }

    /** Runs a query on a connection of its own. Waits for no writer. */
    <T> T query(DuckDbStore.Query<T> query) throws SQLException {
        Connection connection;
        synchronized (readers) {
            if (invalid) {
                throw new SQLException("the database failed and is being opened again; ask again");
            }
            connection = writer.duplicate();
            readers.put(connection, ++questions);
        }
        try (connection) {
            return query.run(connection);
        } catch (SQLException | RuntimeException failure) {
            if (failure instanceof SQLException) {
                noteFatal(failure);
            }
            for (Throwable too : failure.getSuppressed()) { // such as that of rolling back
                noteFatal(too);
            }
            throw failure;
        } finally {
            synchronized (readers) {
                readers.remove(connection);
                readers.notifyAll();
            }
        }
    }

    /**
     * Opens the file again, once the queries that run have ended: the library keeps an invalid database for as long as
     * anybody is connected to it.
     */
    void reopen() throws SQLException {
        Set<String> noted = Set.copyOf(damaged);
        Map<String, String> stillDamaged = stillDamaged(noted);
        writing.lock();
        try {
            synchronized (readers) {
                invalid = true; // from here on queries are turned away
                long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(LEAVING_SECONDS);
                while (!readers.isEmpty()) {
                    long left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
                    if (left <= 0) {
                        throw new SQLException(readers.size() + " queries still run on the database that failed");
                    }
                    readers.wait(left);
                }
                closeWriter();
                open(stillDamaged);
                damaged.removeAll(noted);
            }
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            throw new SQLException("interrupted while queries end", stop);
        } finally {
            writing.unlock();
        }
    }

    /**
     * What is wrong with files that were found to be damaged and may have been replaced by sound copies since. It reads them to their ends, so before
     * anybody waits for it; one for which there is no time is found again by who reads it.
     */
    private Map<String, String> stillDamaged(Set<String> noted) {
        Manifest known = manifest;
        return known == null
                ? Map.of()
                : SegmentCheck.damaged(segments,
                        known.segments.stream().filter(each -> noted.contains(each.file())).toList(),
                        passing -> LOG.warn(passing.getMessage()), COMPARING_NANOS);
    }

    /**
     * The library moves the log into the file when it closes it. Not so into a file that was cut: that would be a file that cannot be read and no
     * log.
     */
    private void closeWriter() throws SQLException {
        if (isFileCut) {
            try {
                execute("PRAGMA disable_checkpoint_on_shutdown");
            } catch (SQLException failed) {
                // of a database that failed the library moves nothing
            }
        }
        writer.close();
        if (!isFileCut) {
            measure();
        }
        takeRescued();
    }

    /**
     * Moves the log into the file and frees deleted rows; false if that was not possible now. The library marks the end of the log and then removes
     * the log by name. If there is no file of that name, the library reports nothing, and rows appended behind the mark later would keep the store
     * from being opened. So in that case the database is opened again first.
     */
    boolean checkpoint() {
        writing.lock();
        try {
            if (!isThere()) {
                return false;
            }
            try {
                execute("CHECKPOINT");
            } finally {
                measure();
            }
            wantsCheckpoint = false;
            if (!isFileThere() || logBytes > 0) {
                wasAway = true;
                return false;
            }
            OwnFiles.empty(log()); // the library would make the next one for all to read
            logIdentity = Named.of(log()).key();
            return true;
        } catch (SQLException busy) { // a query may be reading the blocks; the next one will do it
            noteFatal(busy);
            return false;
        } finally {
            writing.unlock();
        }
    }

    /**
     * The same once the questions that were begun before have ended, as far as that is soon: while one of them runs, the library keeps
     * what was dropped since, and makes no checkpoint.
     */
    boolean checkpointBehindQuestions() {
        synchronized (readers) {
            long last = questions;
            long until = System.nanoTime() + TimeUnit.SECONDS.toNanos(SETTLING_SECONDS);
            long left = TimeUnit.SECONDS.toMillis(SETTLING_SECONDS);
            try {
                while (oldestQuestion() <= last && left > 0) {
                    readers.wait(left);
                    left = TimeUnit.NANOSECONDS.toMillis(until - System.nanoTime());
                }
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return checkpoint();
    }

    /** Executes a statement with arguments; who calls it holds {@code writing}. Returns the rows changed. */
    long update(String sql, Object... arguments) throws SQLException {
        try (PreparedStatement statement = writer.prepareStatement(sql)) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setObject(i + 1, arguments[i]);
            }
            return statement.executeUpdate();
        }
    }

    void execute(String sql) throws SQLException {
        try (Statement statement = writer.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The first column of the first row, 0 for NULL. */
    static long number(Connection connection, String sql, Object... arguments) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setObject(i + 1, arguments[i]);
            }
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getLong(1) : 0;
            }
        }
    }

    /** What was committed and is not in the file yet. */
    Path log() {
        return Path.of(file + ".wal");
    }

    /** Bytes of the log. */
    long logBytes() {
        return size(log());
    }

    long bytes() {
        return size(file) + logBytes() + segmentBytes;
    }

    /** Free bytes where the file lies; empty if that cannot be told, such as while its directory is away. */
    OptionalLong free() {
        try {
            return OptionalLong.of(Files.getFileStore(file).getUsableSpace());
        } catch (IOException unknown) {
            return OptionalLong.empty();
        }
    }

    /** Whether the largest frame finds room on the disk, by trial: quotas are not told. */
    boolean hasRoom() throws IOException {
        Path trial = trial();
        try {
            Files.write(trial, new byte[ROOM]);
            return true;
        } finally {
            Files.deleteIfExists(trial);
        }
    }

    /** The file's length, 0 if it is not there. */
    static long size(Path path) {
        try {
            return Files.size(path);
        } catch (IOException absent) {
            return 0;
        }
    }

    @Override
    public void close() {
        writing.lock();
        try {
            if (!checkpoint()) {
                save();
            }
            closeWriter();
        } catch (SQLException closing) {
            // what was acknowledged is in the write-ahead log and is read again at the next start
        } finally {
            writing.unlock();
        }
    }

    interface Work<T> {
        T run(DuckDBConnection connection) throws SQLException;
    }
}

package sim.store;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * A new database file, made of what the library has in memory of one that somebody has cut short. {@link Database} calls it and holds its
 * writing lock.
 *
 * <p> The new file is made in a folder beside. Once it is whole, the log of the file that was cut moves there: it has nothing that the new file
 * lacks, and would go into it twice. From then on the new file counts. Whoever opens the database next gives it its name, after a kill as well.
 */
final class Rescue {
    private static final String FOLDER = "rescue.tmp";

    private Rescue() {}

    private static Path folder(Path database) {
        return database.resolveSibling(FOLDER);
    }

    private static Path made(Path database) {
        return folder(database).resolve(database.getFileName());
    }

    /** The log of the file that was cut. It says that the new file is whole. */
    private static Path replaced(Path database) {
        return folder(database).resolve("replaced.wal");
    }

    /** How many bytes the new file may take, beside what the log has. */
    static long bytes(Connection connection) throws SQLException {
        return Database.number(connection, "SELECT used_blocks * block_size FROM pragma_database_size() "
                + "WHERE database_name = current_database()");
    }

    /**
     * Copies all tables into a file beside. The views are made when it is opened.
     *
     * @throws Unreadable if a part of a table is not in memory. After any other failure it can be tried again
     */
    static void write(Connection connection, Path database, Path log) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            try {
                statement.execute("DETACH DATABASE IF EXISTS rescued"); // of an attempt that failed
                OwnFiles.directory(folder(database));
                remove(database);
                statement.execute("ATTACH " + Literals.text(made(database).toString()) + " AS rescued");
                for (String table : tables(statement)) {
                    copy(statement, table);
                }
                statement.execute("UPDATE rescued.main.store SET folder = NULL");
                statement.execute("CHECKPOINT rescued");
                statement.execute("DETACH rescued");
                OwnFiles.restrict(made(database), "rw-------");
                Stops.at("rescue is made");
                complete(database, log);
                Stops.at("replaced log is away");
            } catch (Throwable failure) {
                giveUp(statement, database, failure);
                throw failure;
            }
        }
    }

    private static List<String> tables(Statement statement) throws SQLException {
        List<String> tables = new ArrayList<>();
        try (ResultSet row = statement.executeQuery("SELECT table_name FROM duckdb_tables() "
                + "WHERE database_name = current_database() AND NOT temporary")) {
            while (row.next()) {
                tables.add(row.getString(1));
            }
        }
        return tables;
    }

    /** If it fails, reading the table alone tells what failed: what was read or what was written. */
    private static void copy(Statement statement, String table) throws SQLException {
        try {
            statement.execute("CREATE TABLE rescued.main." + table + " AS FROM main." + table);
        } catch (SQLException failure) {
            if (Failures.isOfMemory(failure)) {
                throw failure;
            }
            try (ResultSet all = statement.executeQuery("SELECT max(hash(whole)) FROM main." + table + " whole")) {
                all.next();
            } catch (SQLException read) {
                throw Failures.isOfMemory(read) ? failure : new Unreadable(table, read);
            }
            throw failure;
        }
    }

    private static void complete(Path database, Path log) throws SQLException {
        try {
            try {
                Files.move(log, replaced(database), StandardCopyOption.ATOMIC_MOVE);
            } catch (NoSuchFileException removed) {
                Files.createFile(replaced(database));
            }
        } catch (IOException failure) {
            throw new SQLException("IO Error: " + failure, failure);
        }
    }

    /** Leaves nothing that takes room, on a disk that may be full. */
    private static void giveUp(Statement statement, Path database, Throwable failure) {
        try {
            statement.execute("DETACH DATABASE IF EXISTS rescued");
        } catch (SQLException attached) {
            failure.addSuppressed(attached);
        }
        try {
            remove(database);
        } catch (SQLException stays) {
            failure.addSuppressed(stays);
        }
    }

    /**
     * Gives the new file the name of the one that was cut, if there is one that is whole. Called while this process does not have the database open.
     *
     * @return whether the file of that name is another one now
     */
    static boolean take(Path database) throws SQLException {
        if (!Files.exists(replaced(database)) || !Files.exists(made(database))) {
            return false;
        }
        try {
            refuseOpen(database);
            Files.move(made(database), database, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failure) {
            throw new SQLException("IO Error: " + failure, failure);
        }
        Stops.at("rescue has its name");
        return true;
    }

    /** A command beside a server that is about to do it would take the file away from the server. */
    private static void refuseOpen(Path database) throws IOException {
        try (FileChannel channel = FileChannel.open(database, StandardOpenOption.WRITE);
                FileLock lock = channel.tryLock()) {
            if (lock == null) {
                throw new IOException("Could not set lock on file " + database);
            }
        } catch (NoSuchFileException removed) {
            // then nobody has it
        }
    }

    /** Removes what is left beside a database that could be opened: a log that was replaced, or a copy that a kill cut short. */
    static void clear(Path database) {
        if (!Files.exists(folder(database))) {
            return;
        }
        Stops.at("rescue is open");
        try {
            remove(database);
            Stops.at("replaced log is removed");
            Files.deleteIfExists(folder(database));
        } catch (SQLException | IOException stays) {
            // the next rescue removes it before it begins
        }
    }

    /** First what says that the file is whole. */
    private static void remove(Path database) throws SQLException {
        try {
            Files.deleteIfExists(replaced(database));
            Files.deleteIfExists(made(database));
            Files.deleteIfExists(Path.of(made(database) + ".wal"));
        } catch (IOException failure) {
            throw new SQLException("IO Error: " + failure, failure);
        }
    }

    /** A part of a table is not in memory. */
    static final class Unreadable extends SQLException {
        private static final long serialVersionUID = 1;

        Unreadable(String table, SQLException failure) {
            super("a part of " + table + " is not in memory: " + Failures.line(failure), failure);
        }
    }
}

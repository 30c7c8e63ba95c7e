package sim.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * A new database file, made of what the library has in memory of one that somebody has cut short. {@link Database} calls it and holds its
 * writing lock.
 */
final class Rescue {
    private static final String ALONE = "rescue.tmp";

    private Rescue() {}

    private static Path made(Path database) {
        return database.resolveSibling(ALONE).resolve(database.getFileName());
    }

    /** Copies all tables into a file beside. It fails if a part of one was in the file alone. The views are made when it is opened. */
    static void write(Connection connection, Path database) throws SQLException {
        OwnFiles.directory(database.resolveSibling(ALONE));
        remove(made(database));
        try (Statement statement = connection.createStatement()) {
            List<String> tables = tables(statement);
            statement.execute("DETACH DATABASE IF EXISTS rescued");
            statement.execute("ATTACH " + Pieces.text(made(database).toString()) + " AS rescued");
            for (String table : tables) {
                statement.execute("CREATE TABLE rescued.main." + table + " AS FROM main." + table);
            }
            statement.execute("UPDATE rescued.main.store SET folder = NULL");
            statement.execute("CHECKPOINT rescued");
            statement.execute("DETACH rescued");
        }
        OwnFiles.restrict(made(database), "rw-------");
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

    /**
     * Gives the new file the name of the one that was cut, which nobody has open. What is in the log is in the new file, and would not go into it
     * twice: after a kill between the two steps the next start says to move the log away, and nothing is lost.
     */
    static void take(Path database, Path log) throws SQLException {
        try {
            Files.move(made(database), database, StandardCopyOption.REPLACE_EXISTING,
                    StandardCopyOption.ATOMIC_MOVE);
            Files.deleteIfExists(log);
            Files.deleteIfExists(database.resolveSibling(ALONE));
        } catch (IOException failure) {
            throw new SQLException("IO Error: " + failure, failure);
        }
    }

    /** What an attempt before has left. */
    private static void remove(Path made) throws SQLException {
        try {
            Files.deleteIfExists(made);
            Files.deleteIfExists(Path.of(made + ".wal"));
        } catch (IOException failure) {
            throw new SQLException("IO Error: " + failure, failure);
        }
    }
}

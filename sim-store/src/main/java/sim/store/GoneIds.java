package sim.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;

/**
 * Ids of what is forgotten, in a file: the connection that looks for them and the one that removes rows read the same, however many
 * they are. The upkeep's thread.
 */
final class GoneIds implements AutoCloseable {
    private final String column;
    private final String select;
    private final Path file;

    /**
     * @param column the column of the ids
     * @param select selects them
     */
    GoneIds(Path folder, String column, String select) throws SQLException {
        this.column = column;
        this.select = select;
        this.file = OwnFiles.temporary(folder, "forgotten-" + column);
    }

    /** Looks for them. */
    void write(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("COPY (" + select + ") TO " + Literals.text(file.toString())
                    + " (FORMAT parquet, USE_TMP_FILE false)");
        }
    }

    /** Whether a row has one of them. */
    String condition() {
        return column + " IN (SELECT " + column + " FROM "
                + Pieces.files(file.getParent(), List.of(file.toString())) + ")";
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException stays) {
            // the next start removes it
        }
    }
}

package sim.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

/** In-memory tables of the writing connection: they gather the changes of a group of batches, so that one statement makes them all. */
final class Staging {
    static final String SEEN = "staged_seen";
    static final String COUNTERS = "staged_counters";
    static final String SCORES = "staged_scores";
    static final String WANTED = "staged_wanted";
    static final String COUNTED = "staged_counted";
    static final String GONE = "staged_gone";

    private Staging() {}

    static void create(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TEMP TABLE " + SEEN
                    + "(instance VARCHAR, sequence BIGINT, micros BIGINT, platform VARCHAR)");
            statement.execute("CREATE TEMP TABLE " + COUNTERS + "(instance VARCHAR)");
            statement.execute("CREATE TEMP TABLE " + COUNTED
                    + "(instance VARCHAR, kind VARCHAR, count BIGINT, micros BIGINT)");
            statement.execute("CREATE TEMP TABLE " + GONE + "(instance VARCHAR)");
            statement.execute("CREATE TEMP TABLE " + SCORES + "(instance VARCHAR, name INTEGER)");
            statement.execute("CREATE TEMP TABLE " + WANTED + "(instance VARCHAR, id INTEGER)");
        }
    }
}

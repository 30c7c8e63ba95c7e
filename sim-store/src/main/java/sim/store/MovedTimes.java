package sim.store;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * The times of a batch that cannot be and are stored as the nearest that can: counted by kind among the counters of their instance, so that
 * they are told where its losses are. The committer's thread.
 */
final class MovedTimes {
    /** Nothing happens after it was received: what says so is of a clock that jumped, and would keep its segment for as long. */
    private static final long AHEAD_MICROS = 300_000_000;
    /** Of times later than five minutes after they were received. */
    private static final String AHEAD = "times.ahead";
    /** Of times before 1970 by the server's clock. */
    private static final String EARLY = "times.early";
    /** The kinds that the store counts itself, as a list of SQL. */
    static final String KINDS = "('" + AHEAD + "', '" + EARLY + "')";

    private long ahead;
    private long early;

    /** A time as it is stored. */
    long time(long micros, long receivedMicros) {
        if (micros > receivedMicros + AHEAD_MICROS) {
            ahead++;
            return receivedMicros + AHEAD_MICROS;
        }
        if (micros < 0) {
            early++;
            return 0;
        }
        return micros;
    }

    /** What an application says it counted, without what is counted here. */
    static Map<String, Long> others(Map<String, Long> counters) {
        if (!counters.containsKey(AHEAD) && !counters.containsKey(EARLY)) {
            return counters;
        }
        Map<String, Long> others = new HashMap<>(counters);
        others.remove(AHEAD);
        others.remove(EARLY);
        return others;
    }

    /** Adds what a group of batches had to the counters of their instances; once its rows are written. */
    static void count(DuckDBConnection connection, List<IncomingBatch> group, long slot) throws SQLException {
        if (group.stream().allMatch(e -> e.moved().ahead == 0 && e.moved().early == 0)) {
            return;
        }
        try (DuckDBAppender out = connection.createAppender("temp", "main", Staging.MOVED)) {
            for (IncomingBatch e : group) {
                row(out, e, AHEAD, e.moved().ahead);
                row(out, e, EARLY, e.moved().early);
            }
            out.flush();
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("UPDATE counters SET count = counters.count + m.count FROM " + Staging.MOVED
                    + " m WHERE counters.instance = m.instance AND counters.kind = m.kind");
            statement.execute("INSERT INTO counters SELECT instance, kind, count FROM " + Staging.MOVED
                    + " WHERE (instance, kind) NOT IN (SELECT (instance, kind) FROM counters WHERE kind IN " + KINDS
                    + ")");
            // what was moved has a time, as other losses have
            statement.execute("INSERT INTO " + Tables.named("platform").in(slot) + " SELECT m.instance, m.micros, '"
                    + Columns.COUNTER + "' || m.kind, c.count FROM " + Staging.MOVED
                    + " m JOIN counters c ON c.instance = m.instance AND c.kind = m.kind");
            statement.execute("DELETE FROM " + Staging.MOVED);
        }
    }

    private static void row(DuckDBAppender out, IncomingBatch e, String kind, long count) throws SQLException {
        if (count > 0) {
            out.beginRow().append(e.instance()).append(kind).append(count).append(e.toMicros()).endRow();
        }
    }
}

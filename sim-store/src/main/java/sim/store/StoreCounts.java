package sim.store;

import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * What the store itself counts of a batch: impossible times, which it stores as the nearest possible ones, and readings that the sums of the
 * application do not tell apart. The counts are counters of the instance, so people see them where they look for its losses. The committer's thread.
 */
final class StoreCounts {
    /** Nothing happens after it was received. A later time comes from a clock that jumped, and would keep its segment until then. */
    private static final long AHEAD_MICROS = 300_000_000;
    /** Of times later than five minutes after they were received. */
    private static final String AHEAD = "times.ahead";
    /** Of times before 1970 by the server's clock. */
    private static final String EARLY = "times.early";
    /** Of readings of a telemetry's line past the bound: see {@link PayloadTexts}. */
    private static final String LINES = "payload.points.folded";
    /** Of contexts of kinds past the bound, and of readings of telemetries past theirs: see {@link SummedNames}. */
    private static final String CONTEXTS = "sums.contexts.folded";
    private static final String READINGS = "sums.readings.folded";
    private static final List<String> ALL = List.of(AHEAD, EARLY, LINES, CONTEXTS, READINGS);
    /** The kinds that the store counts itself, as a list of SQL. */
    static final String KINDS = ALL.stream().map(kind -> "'" + kind + "'").collect(Collectors.joining(", ", "(", ")"));

    private long ahead;
    private long early;
    private long lines;
    private long contexts;
    private long readings;

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

    /** A reading counts at {@link Places#OTHER} in the sums of its application. */
    void foldedLine() {
        lines++;
    }

    /** Contexts count at {@link Places#OTHER} in the sums of their application. */
    void foldedContexts(long ended) {
        long sum = contexts + ended;
        contexts = sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** A reading of a telemetry counts there. */
    void foldedReading() {
        readings++;
    }

    private boolean isEmpty() {
        return ahead == 0 && early == 0 && lines == 0 && contexts == 0 && readings == 0;
    }

    /** What an application says it counted, without what is counted here. */
    static Map<String, Long> others(Map<String, Long> counters) {
        if (ALL.stream().noneMatch(counters::containsKey)) {
            return counters;
        }
        Map<String, Long> others = new HashMap<>(counters);
        others.keySet().removeAll(ALL);
        return others;
    }

    /** Adds what a group of batches had to the counters of their instances; once its rows are written. */
    static void count(DuckDBConnection connection, List<IncomingBatch> group, Head head) throws SQLException {
        if (group.stream().allMatch(e -> e.counts().isEmpty())) {
            return;
        }
        try (DuckDBAppender out = connection.createAppender("temp", "main", Staging.COUNTED)) {
            for (IncomingBatch e : group) {
                row(out, e, AHEAD, e.counts().ahead);
                row(out, e, EARLY, e.counts().early);
                row(out, e, LINES, e.counts().lines);
                row(out, e, CONTEXTS, e.counts().contexts);
                row(out, e, READINGS, e.counts().readings);
            }
            out.flush();
        }
        try (Statement statement = connection.createStatement()) {
            statement.execute("UPDATE counters SET count = CAST(least(CAST(counters.count AS HUGEINT) + m.count, "
                    + Long.MAX_VALUE + ") AS BIGINT) FROM " + Staging.COUNTED
                    + " m WHERE counters.instance = m.instance AND counters.kind = m.kind");
            statement.execute("INSERT INTO counters SELECT instance, kind, count FROM " + Staging.COUNTED
                    + " WHERE (instance, kind) NOT IN (SELECT (instance, kind) FROM counters WHERE kind IN " + KINDS
                    + ")");
            // what was counted has a time, as other losses have
            Table<?> platform = Tables.named("platform");
            head.there.add(head.slot(), platform, Interval.ALL);
            statement.execute("INSERT INTO " + platform.in(head.slot()) + " SELECT m.instance, m.micros, '"
                    + Columns.COUNTER + "' || m.kind, c.count FROM " + Staging.COUNTED
                    + " m JOIN counters c ON c.instance = m.instance AND c.kind = m.kind");
            statement.execute("DELETE FROM " + Staging.COUNTED);
        }
    }

    private static void row(DuckDBAppender out, IncomingBatch e, String kind, long count) throws SQLException {
        if (count > 0) {
            out.beginRow().append(e.instance()).append(kind).append(count).append(e.toMicros()).endRow();
        }
    }
}

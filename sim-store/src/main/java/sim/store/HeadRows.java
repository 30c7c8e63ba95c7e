package sim.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * From when until when there are rows in each table of each slot of the head, so that a question leaves out the others: a statement costs by
 * the tables that it names. It never says less than what is committed: what a group writes is noted before its commit, and a question asks once
 * its transaction has begun. Written by the committer, read by any thread.
 */
final class HeadRows {
    /** By slot, and by the table's name. A slot that is not here may have anything. */
    private final Map<Long, Map<String, Interval>> slots = new ConcurrentHashMap<>();

    /** Finds what the slots of a database have that was opened; returns the rows of the last one. */
    long load(Connection connection, List<Long> all) throws SQLException {
        slots.clear();
        long rows = 0;
        for (long slot : all) {
            rows = load(connection, slot);
        }
        return rows;
    }

    private long load(Connection connection, long slot) throws SQLException {
        Map<String, Interval> found = new ConcurrentHashMap<>();
        long rows = 0;
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(Tables.AGEING.stream().map(
                        table -> "SELECT '" + table.name() + "', count(*), min(" + table.time() + "), max("
                                + table.time() + ") FROM " + table.rowsIn(slot))
                        .collect(Collectors.joining(" UNION ALL ")))) {
            while (row.next()) {
                if (row.getLong(2) > 0) {
                    found.put(row.getString(1), new Interval(row.getLong(3) - 1, row.getLong(4)));
                    rows += row.getLong(2);
                }
            }
        }
        slots.put(slot, found);
        return rows;
    }

    /** A slot begins, and has nothing. */
    void begin(long slot) {
        slots.put(slot, new ConcurrentHashMap<>());
    }

    /** A slot ends. A question that began before may still read it. */
    void end(long slot) {
        slots.remove(slot);
    }

    /** Rows of a table come whose times are in a span. */
    void add(long slot, Table<?> table, Interval span) {
        Map<String, Interval> of = slots.get(slot);
        if (of != null) {
            of.merge(table.name(), span, Interval::around);
        }
    }

    /** When the rows of a table are; null where it has none. */
    Interval span(long slot, Table<?> table) {
        Map<String, Interval> of = slots.get(slot);
        return of == null ? Interval.ALL : of.get(table.name());
    }
}

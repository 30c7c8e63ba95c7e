package sim.server.query;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import sim.model.snapshot.Meter;
import sim.store.Columns;

/** The pieces of SQL the queries share. */
final class Sql {
    private Sql() {}

    /** The sum of a column, as large as a long can be where it is larger: one bad row spoils no answer. */
    static String sum(String column) {
        String sum = "sum(" + column + ")";
        return "CAST(CASE WHEN " + sum + " > " + Long.MAX_VALUE + " THEN " + Long.MAX_VALUE + " WHEN " + sum + " < -"
                + Long.MAX_VALUE + " THEN -" + Long.MAX_VALUE + " ELSE " + sum + " END AS BIGINT)";
    }

    /** The {@link #sum}s of a part of every meter, each behind a comma. */
    static String sums(String part) {
        return Stream.of(Meter.values()).map(meter -> Columns.of(meter, part))
                .map(column -> ", " + sum(column) + " AS " + column).collect(Collectors.joining());
    }

    static String largest(String part) {
        return Stream.of(Meter.values()).map(meter -> Columns.of(meter, part))
                .map(column -> ", max(" + column + ") AS " + column).collect(Collectors.joining());
    }

    static Object[] join(Object[] first, Object... second) {
        Object[] all = java.util.Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, all, first.length, second.length);
        return all;
    }

    /** A number that may be NULL. */
    static Long number(ResultSet row, String column) throws SQLException {
        long value = row.getLong(column);
        return row.wasNull() ? null : value;
    }
}

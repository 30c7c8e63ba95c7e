package sim.server.query;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import sim.metrics.meter.Meter;
import sim.server.store.Columns;

/** Prepared statements, and the pieces of SQL the queries share. */
final class Sql {
    private Sql() {}

    static <T> List<T> list(Connection connection, String sql, Row<T> row, Object... arguments) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < arguments.length; i++) {
                statement.setObject(i + 1, arguments[i]);
            }
            List<T> rows = new ArrayList<>();
            try (ResultSet results = statement.executeQuery()) {
                while (results.next()) {
                    rows.add(row.of(results));
                }
            }
            return rows;
        }
    }

    /** {@code , cast(sum(wall_total) AS BIGINT) AS wall_total, ...} for every meter. */
    static String sums(String part) {
        return Stream.of(Meter.values()).map(meter -> Columns.of(meter, part))
                .map(column -> ", cast(sum(" + column + ") AS BIGINT) AS " + column).collect(Collectors.joining());
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

    interface Row<T> {
        T of(ResultSet row) throws SQLException;
    }
}

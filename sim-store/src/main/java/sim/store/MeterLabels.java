package sim.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.duckdb.DuckDBConnection;
import sim.model.snapshot.Meter;

/** The meters that extensions added, by label: one number for all instances, so that an application's sums have one row a meter. */
final class MeterLabels {
    static final String TABLE = "meter_labels";
    /** What comes later counts at {@link Places#OTHER}. */
    private static final int MOST = 10_000;

    private MeterLabels() {}

    /** The number of each label; new ones are stored. Within a transaction that writes. */
    static Map<String, Integer> numbers(DuckDBConnection connection, Collection<String> labels) throws SQLException {
        Map<String, Integer> numbers = new HashMap<>();
        if (labels.isEmpty()) {
            return numbers;
        }
        int known = (int) Database.number(connection, "SELECT count(*) FROM " + TABLE);
        for (String label : labels) {
            Integer number = number(connection, label);
            String stored = number == null && known >= MOST ? Places.OTHER : label;
            if (number == null) {
                number = number(connection, stored);
            }
            if (number == null) {
                number = Meter.COUNT + known++;
                try (PreparedStatement insert = connection
                        .prepareStatement("INSERT INTO " + TABLE + " VALUES (?, ?)")) {
                    insert.setInt(1, number);
                    insert.setString(2, stored);
                    insert.execute();
                }
            }
            numbers.put(label, number);
        }
        return numbers;
    }

    private static Integer number(DuckDBConnection connection, String label) throws SQLException {
        try (PreparedStatement statement = connection
                .prepareStatement("SELECT number FROM " + TABLE + " WHERE label = ?")) {
            statement.setString(1, label);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Integer.valueOf(row.getInt(1)) : null;
            }
        }
    }
}

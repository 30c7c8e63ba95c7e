package sim.store;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.duckdb.DuckDBConnection;
import sim.model.snapshot.Meter;

/**
 * What each process numbers by itself, by label: one number for all instances, so that an application's sums have one row of it. Within a
 * transaction that writes.
 */
final class Labels {
    /** The meters that extensions added. */
    static final Labels METERS = new Labels("meter_labels", Meter.COUNT);
    /** Payload probes, by their types. */
    static final Labels PROBES = new Labels("probe_labels", 1);
    /** What comes later counts at {@link Places#OTHER}. */
    private static final int MOST = 10_000;

    private final String table;
    private final int first;

    private Labels(String table, int first) {
        this.table = table;
        this.first = first;
    }

    String create() {
        return "CREATE TABLE " + table + "(number INTEGER, label VARCHAR)";
    }

    /** The number of each label; new ones are stored. */
    Map<String, Integer> numbers(DuckDBConnection connection, Collection<String> labels) throws SQLException {
        Map<String, Integer> numbers = new HashMap<>();
        if (labels.isEmpty()) {
            return numbers;
        }
        int known = (int) Database.number(connection, "SELECT count(*) FROM " + table);
        for (String label : labels) {
            Integer number = number(connection, label);
            String stored = number == null && known >= MOST ? Places.OTHER : label;
            if (number == null) {
                number = number(connection, stored);
            }
            if (number == null) {
                number = first + known++;
                try (PreparedStatement insert = connection
                        .prepareStatement("INSERT INTO " + table + " VALUES (?, ?)")) {
                    insert.setInt(1, number);
                    insert.setString(2, stored);
                    insert.execute();
                }
            }
            numbers.put(label, number);
        }
        return numbers;
    }

    private Integer number(DuckDBConnection connection, String label) throws SQLException {
        try (PreparedStatement statement = connection
                .prepareStatement("SELECT number FROM " + table + " WHERE label = ?")) {
            statement.setString(1, label);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? Integer.valueOf(row.getInt(1)) : null;
            }
        }
    }
}

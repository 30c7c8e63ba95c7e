package shop.sql;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import sim.instrumentation.annotation.Instrument;

/** Writes and reads orders in the databases its arguments name. It knows nothing of the probe, and neither do the drivers. */
@Instrument
public final class Orders {
    private static final int EACH = 100;

    private final Connection connection;

    private Orders(Connection connection) {
        this.connection = connection;
    }

    public static void main(String[] urls) throws SQLException {
        for (String url : urls) {
            try (Connection connection = DriverManager.getConnection(url)) {
                System.out.println(connection.getMetaData().getDatabaseProductName() + ": "
                        + new Orders(connection).run() + " orders");
            }
        }
    }

    private int run() throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.executeUpdate("CREATE TABLE orders(id INT PRIMARY KEY, customer VARCHAR(20))");
        }
        int found = 0;
        for (int i = 0; i < EACH; i++) {
            take(i);
            found += find(i);
        }
        try {
            take(0);
        } catch (SQLException expected) {
            return found; // it is there already: a payload with an error
        }
        throw new IllegalStateException("taken twice");
    }

    private void take(int id) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO orders VALUES (?, ?)")) {
            insert.setInt(1, id);
            insert.setString(2, "customer" + id % 10);
            insert.executeUpdate();
        }
    }

    private int find(int id) throws SQLException {
        try (PreparedStatement select = connection.prepareStatement("SELECT customer FROM orders WHERE id = ?")) {
            select.setInt(1, id);
            try (ResultSet row = select.executeQuery()) {
                return row.next() ? 1 : 0;
            }
        }
    }
}

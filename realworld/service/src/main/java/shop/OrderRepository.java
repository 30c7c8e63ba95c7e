package shop;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import javax.sql.DataSource;

/** The statements. Each takes a connection from the pool, which has fewer of them than the service has threads. */
final class OrderRepository {
    private static final int CUSTOMERS = 100;
    /** Orders that are kept: the tables do not grow, so a minute is like the next. */
    private static final int ORDERS = 500;

    private final DataSource pool;

    OrderRepository(DataSource pool) {
        this.pool = pool;
    }

    void create() throws SQLException {
        try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE customer(id INT PRIMARY KEY, name VARCHAR(50), city VARCHAR(50))");
            statement
                    .execute("CREATE TABLE orders(id INT PRIMARY KEY, customer INT REFERENCES customer, cents BIGINT)");
            statement.execute("INSERT INTO customer SELECT x, 'customer ' || x, 'city ' || MOD(x, 40) "
                    + "FROM SYSTEM_RANGE(0, " + (CUSTOMERS - 1) + ")");
            statement.execute("INSERT INTO orders SELECT x, MOD(x, " + CUSTOMERS + "), x FROM SYSTEM_RANGE(0, "
                    + (ORDERS - 1) + ")");
        }
    }

    /** By a name that no index has: the whole table is read, a hundred rows. */
    String findCustomer(int number) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection
                        .prepareStatement("SELECT name, city FROM customer WHERE LOWER(name) = ?")) {
            statement.setString(1, "customer " + number % CUSTOMERS);
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return row.getString(1) + " of " + row.getString(2);
            }
        }
    }

    void save(int number, int customer, long cents) throws SQLException {
        try (Connection connection = pool.getConnection();
                PreparedStatement statement = connection
                        .prepareStatement("MERGE INTO orders KEY(id) VALUES (?, ?, ?)")) {
            statement.setInt(1, number % ORDERS);
            statement.setInt(2, customer % CUSTOMERS);
            statement.setLong(3, cents);
            statement.executeUpdate();
        }
    }

    String revenue() throws SQLException {
        StringBuilder report = new StringBuilder();
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT c.city, SUM(o.cents) FROM orders o JOIN customer c "
                        + "ON c.id = o.customer GROUP BY c.city ORDER BY 2 DESC")) {
            while (row.next()) {
                report.append(row.getString(1)).append(' ').append(row.getLong(2)).append('\n');
            }
        }
        return report.toString();
    }

    int count() throws SQLException {
        try (Connection connection = pool.getConnection();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT COUNT(*) FROM orders WHERE cents > 100")) {
            row.next();
            return row.getInt(1);
        }
    }
}

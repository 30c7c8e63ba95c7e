package planted;

import java.sql.Connection;
import java.sql.SQLException;

/** The planted cause: a statement for the lines of an order, and one more for each of them. */
final class PackedOrders implements Orders {
    static final int LINES = 25;

    PackedOrders() throws SQLException {
        Database.run("CREATE TABLE lines(id INT PRIMARY KEY, line INT)",
                "CREATE TABLE articles(id INT PRIMARY KEY, weight INT)",
                "INSERT INTO lines SELECT X, X FROM SYSTEM_RANGE(1, " + LINES + ")",
                "INSERT INTO articles SELECT X, X FROM SYSTEM_RANGE(1, " + LINES + ")");
    }

    @Override
    public void place(int order) throws SQLException {
        try (Connection connection = Database.connect()) {
            for (int line : Database.ask(connection, "SELECT line FROM lines WHERE id > ?", 0)) {
                weigh(connection, line);
            }
        }
    }

    private void weigh(Connection connection, int article) throws SQLException {
        Database.ask(connection, "SELECT weight FROM articles WHERE id = ?", article);
    }
}

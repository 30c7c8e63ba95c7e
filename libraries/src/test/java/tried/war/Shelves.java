package tried.war;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** The stock in a database, asked with the number in the text. */
final class Shelves {
    private static final String URL = "jdbc:h2:mem:shelves;DB_CLOSE_DELAY=-1";

    Shelves() {
        try (Connection connection = DriverManager.getConnection(URL);
                Statement statement = connection
                        .createStatement()) {
            statement.execute("CREATE TABLE IF NOT EXISTS shelves(article INT PRIMARY KEY, amount INT)");
            for (int article = 0; article < 10; article++) {
                statement.execute("INSERT INTO shelves VALUES (" + article + ", " + article * 3 + ")");
            }
        } catch (SQLException failure) {
            throw new IllegalStateException(failure);
        }
    }

    int count(int article) throws SQLException {
        try (Connection connection = DriverManager.getConnection(URL);
                Statement statement = connection.createStatement();
                ResultSet found = statement.executeQuery("SELECT amount FROM shelves WHERE article = " + article)) {
            return found.next() ? found.getInt(1) : 0;
        }
    }
}

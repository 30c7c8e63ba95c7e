package planted;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** The program's database, in its own memory. */
final class Database {
    private static final String URL = "jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1";

    private Database() {}

    static void run(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(URL); Statement each = connection.createStatement()) {
            for (String statement : statements) {
                each.execute(statement);
            }
        }
    }

    /** The first column. */
    static List<Integer> ask(Connection connection, String query, int... with) throws SQLException {
        List<Integer> answer = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            for (int i = 0; i < with.length; i++) {
                statement.setInt(i + 1, with[i]);
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    answer.add(rows.getInt(1));
                }
            }
        }
        return answer;
    }

    static Connection connect() throws SQLException {
        return DriverManager.getConnection(URL);
    }
}

package program;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** H2 in memory: so many inserts by four threads, joins, aggregates, a roll-back. */
public final class Main {
    private static final String URL = "jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1";

    private Main() {}

    public static void main(String[] arguments) throws Exception {
        int rows = Integer.parseInt(arguments[0]);
        try (Connection connection = DriverManager.getConnection(URL);
                Statement statement = connection.createStatement()) {
            statement.execute("DROP ALL OBJECTS"); // of an earlier run in this JVM
            statement.execute("CREATE TABLE article(id INT PRIMARY KEY, name VARCHAR(50), price DECIMAL(10,2))");
            statement.execute("CREATE TABLE orders(id INT PRIMARY KEY, article INT REFERENCES article, pieces INT)");
            statement.execute("CREATE INDEX by_article ON orders(article)");
            statement.execute("INSERT INTO article SELECT x, 'book ' || x, x * 1.25 FROM SYSTEM_RANGE(0, 99)");
        }
        ExecutorService pool = Executors.newFixedThreadPool(4);
        List<Future<Integer>> parts = new ArrayList<>();
        for (int thread = 0; thread < 4; thread++) {
            int first = thread;
            parts.add(pool.submit((Callable<Integer>) () -> insert(first, rows)));
        }
        int inserted = 0;
        for (Future<Integer> part : parts) {
            inserted += part.get();
        }
        pool.shutdown();
        System.out.println("inserted: " + inserted);
        try (Connection connection = DriverManager.getConnection(URL)) {
            print(connection,
                    "SELECT a.name, SUM(o.pieces), SUM(o.pieces * a.price) FROM orders o JOIN article a ON a.id = "
                            + "o.article GROUP BY a.name HAVING SUM(o.pieces) > 10 ORDER BY 3 DESC, 1 LIMIT 5");
            print(connection,
                    "SELECT COUNT(*), AVG(pieces) FROM orders WHERE article IN (SELECT id FROM article WHERE price > 50)");
            print(connection,
                    "WITH RECURSIVE t(n) AS (SELECT 1 UNION ALL SELECT n * 2 FROM t WHERE n < 1000) SELECT SUM(n) FROM t");
            connection.setAutoCommit(false);
            connection.createStatement().execute("DELETE FROM orders");
            connection.rollback();
            print(connection, "SELECT COUNT(*) FROM orders");
        }
    }

    private static int insert(int first, int rows) throws SQLException {
        int inserted = 0;
        try (Connection connection = DriverManager.getConnection(URL);
                PreparedStatement statement = connection.prepareStatement("INSERT INTO orders VALUES (?, ?, ?)")) {
            for (int i = first; i < rows; i += 4) {
                statement.setInt(1, i);
                statement.setInt(2, i % 100);
                statement.setInt(3, i % 7 + 1);
                inserted += statement.executeUpdate();
            }
        }
        return inserted;
    }

    private static void print(Connection connection, String sql) throws SQLException {
        try (ResultSet row = connection.createStatement().executeQuery(sql)) {
            while (row.next()) {
                StringBuilder line = new StringBuilder();
                for (int i = 1; i <= row.getMetaData().getColumnCount(); i++) {
                    line.append(row.getString(i)).append(' ');
                }
                System.out.println(line);
            }
        }
    }
}

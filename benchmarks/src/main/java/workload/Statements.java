package workload;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import net.ttddyy.dsproxy.support.ProxyDataSourceBuilder;
import org.h2.jdbcx.JdbcDataSource;

/** A program that does nothing but ask a database in its own memory: what a statement costs it, observed or not. */
public final class Statements {
    private static final String URL = "h2:mem:bench;DB_CLOSE_DELAY=-1";
    private static final int ROWS = 1_000;
    private static final String[] ASKED = {"SELECT name FROM item WHERE id = ?", "SELECT price FROM item WHERE id = ?",
            "SELECT name, price FROM item WHERE id = ?", "UPDATE item SET price = price + 1 WHERE id = ?"};

    private long found;

    private Statements() {}

    /** @param arguments how the driver is reached (bare, p6spy, proxy); statements to warm up, of an iteration, and how many of these */
    public static void main(String[] arguments) throws SQLException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        Statements program = new Statements();
        try (Connection connection = connect(arguments[0])) {
            fill(connection);
            program.run(connection, Integer.parseInt(arguments[1]));
            long thread = Thread.currentThread().getId();
            for (int i = 0; i < Integer.parseInt(arguments[3]); i++) {
                long process = Figures.cpu();
                long bytes = threads.getThreadAllocatedBytes(thread);
                long cpu = threads.getCurrentThreadCpuTime();
                double statements = program.run(connection, Integer.parseInt(arguments[2]));
                Figures.print("cpu." + i, (threads.getCurrentThreadCpuTime() - cpu) / statements);
                Figures.print("bytes." + i, (threads.getThreadAllocatedBytes(thread) - bytes) / statements);
                Figures.print("process." + i, (Figures.cpu() - process) / statements);
            }
        }
        Figures.print("found", program.found);
    }

    private static Connection connect(String by) throws SQLException {
        return switch (by) {
            case "p6spy" -> DriverManager.getConnection("jdbc:p6spy:" + URL);
            case "proxy" -> {
                JdbcDataSource source = new JdbcDataSource();
                source.setURL("jdbc:" + URL);
                yield ProxyDataSourceBuilder.create("bench", source).countQuery().build().getConnection();
            }
            default -> DriverManager.getConnection("jdbc:" + URL);
        };
    }

    private static void fill(Connection connection) throws SQLException {
        try (PreparedStatement create = connection
                .prepareStatement("CREATE TABLE item(id INT PRIMARY KEY, name VARCHAR(20), price INT)")) {
            create.execute();
        }
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO item VALUES (?, ?, ?)")) {
            for (int i = 0; i < ROWS; i++) {
                insert.setInt(1, i);
                insert.setString(2, "item " + i);
                insert.setInt(3, i);
                insert.executeUpdate();
            }
        }
    }

    /** Returns how many statements were run. By their number: on a busy machine a time would not warm it up. */
    private double run(Connection connection, int statements) throws SQLException {
        for (int i = 0; i < statements; i++) {
            ask(connection, ASKED[i & 3], i % ROWS);
        }
        return statements;
    }

    private void ask(Connection connection, String sql, int id) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            statement.setInt(1, id);
            if (sql.startsWith("UPDATE")) {
                found += statement.executeUpdate();
                return;
            }
            try (ResultSet rows = statement.executeQuery()) {
                while (rows.next()) {
                    found++;
                }
            }
        }
    }
}

package sim.libraries;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.h2.tools.Server;

/** A database of its own, outside the program that is tried, which says itself how often it ran which statement. */
final class Database implements AutoCloseable {
    private static final Path POSTGRES = Path.of("..", "examples", "14-injected-jdbc", "postgres.sh").toAbsolutePath();

    private final String url;
    private final Connection own;
    private final String statistics;
    private final AutoCloseable end;

    private Database(String url, Connection own, String statistics, AutoCloseable end) throws SQLException {
        this.url = url;
        this.own = own;
        this.statistics = statistics;
        this.end = end;
        run("CREATE TABLE stock (article VARCHAR(20) PRIMARY KEY, sold INT)");
        run("CREATE TABLE orders (id INT PRIMARY KEY, article VARCHAR(20))");
        run("INSERT INTO stock VALUES ('lamp', 0), ('chair', 0), ('book', 0)");
    }

    /** H2, over its own protocol. */
    static Database h2() throws Exception {
        Server server = Server.createTcpServer("-tcpPort", "0").start();
        Connection own = DriverManager.getConnection("jdbc:h2:mem:orders;DB_CLOSE_DELAY=-1");
        Database database = new Database("jdbc:h2:tcp://127.0.0.1:" + server.getPort() + "/mem:orders", own,
                "SELECT SQL_STATEMENT, EXECUTION_COUNT FROM INFORMATION_SCHEMA.QUERY_STATISTICS", server::stop);
        database.run("SET QUERY_STATISTICS_MAX_ENTRIES 10000");
        database.run("SET QUERY_STATISTICS TRUE");
        return database;
    }

    /** Debian's PostgreSQL; null where it is not installed, or does not count. */
    static Database postgres() throws Exception {
        Path folder = Files.createTempDirectory("sim-pg");
        String port = Integer.toString(freePort());
        AutoCloseable end = () -> postgres("stop", folder.toString());
        if (!postgres("start", folder.toString(), port).equals("counting")) {
            end.close();
            return null;
        }
        String url = "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=";
        Database database = new Database(url + "service", DriverManager.getConnection(url + "shop"),
                "SELECT query, calls FROM pg_stat_statements JOIN pg_roles ON oid = userid WHERE rolname = 'service'",
                end);
        database.run("CREATE ROLE service LOGIN");
        database.run("GRANT ALL ON stock, orders TO service");
        return database;
    }

    private static String postgres(String... words) throws Exception {
        ProcessBuilder command = new ProcessBuilder("sh", POSTGRES.toString());
        command.command().addAll(List.of(words));
        Process run = command.redirectError(ProcessBuilder.Redirect.DISCARD).start();
        run.getOutputStream().close();
        String said = new String(run.getInputStream().readAllBytes()).strip();
        return run.waitFor(60, TimeUnit.SECONDS) ? said : "does not end";
    }

    /** For the program. */
    String url() {
        return url;
    }

    /** How often the program had it run what, without failures; values are {@code ?}. */
    Map<String, Long> statements() throws SQLException {
        Map<String, Long> counts = new TreeMap<>();
        try (Statement statement = own.createStatement(); ResultSet rows = statement.executeQuery(statistics)) {
            while (rows.next()) {
                String text = rows.getString(1).replaceAll("'[^']*'|\\$?\\b\\d+\\b", "?");
                if (text.contains(" orders ") || text.contains(" stock ")) {
                    counts.merge(text, rows.getLong(2), Long::sum);
                }
            }
        }
        return counts;
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = own.createStatement()) {
            statement.execute(sql);
        }
    }

    static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    @Override
    public void close() throws Exception {
        own.close();
        end.close();
    }
}

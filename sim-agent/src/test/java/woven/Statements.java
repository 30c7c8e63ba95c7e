package woven;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import sim.metrics.probe.Metering;
import sim.model.payload.ControlObject;
import sim.model.payload.ObjectRow;
import sim.model.payload.PayloadEvent;
import sim.model.payload.PayloadRow;
import sim.model.snapshot.Snapshot;

/**
 * Statements on H2, through a pool and without, prepared and not, some of which fail. Prints how often H2 says each was executed, and
 * how often SIM does.
 */
public final class Statements {
    private static final String URL = "jdbc:h2:mem:shop;DB_CLOSE_DELAY=-1";
    private static final int THREADS = 3;
    private static final int ROUNDS = 100;
    private static final Set<Long> MET = new TreeSet<>();

    private Statements() {}

    public static void main(String[] args) throws Exception {
        HikariConfig config = new HikariConfig();
        config.setJdbcUrl(URL);
        config.setUsername("sa");
        config.setMaximumPoolSize(THREADS);
        try (Connection direct = DriverManager.getConnection(URL, "sa", "")) {
            try (Statement statement = direct.createStatement()) {
                statement.execute("CREATE TABLE item(id INT PRIMARY KEY, name VARCHAR(100), price INT)");
                statement.execute("SET QUERY_STATISTICS_MAX_ENTRIES 10000");
                statement.execute("SET QUERY_STATISTICS TRUE");
            }
            drain(); // what was before H2 counted
            try (HikariDataSource pool = new HikariDataSource(config)) {
                List<Thread> threads = new ArrayList<>();
                for (int i = 0; i < THREADS; i++) {
                    int first = i * ROUNDS;
                    threads.add(new Thread(() -> work(pool, first)));
                }
                threads.forEach(Thread::start);
                for (Thread thread : threads) {
                    thread.join();
                }
            }
            for (int i = 0; i < ROUNDS; i++) {
                one(direct, 10_000 + i);
            }
            told(drain());
            try (Statement statement = direct.createStatement();
                    ResultSet row = statement.executeQuery(
                            "SELECT SQL_STATEMENT, EXECUTION_COUNT FROM INFORMATION_SCHEMA.QUERY_STATISTICS")) {
                Map<String, Long> counts = new TreeMap<>();
                while (row.next()) {
                    counts.merge(row.getString(1).replaceAll("'[^']*'|\\b\\d+\\b", "?"), row.getLong(2), Long::sum);
                }
                counts.forEach((text, count) -> System.out.println("h2 " + text + " " + count));
            }
        }
        Metering.runtime().counters().forEach((kind, count) -> System.out.println("counter " + kind + " " + count));
    }

    private static void work(HikariDataSource pool, int first) {
        for (int i = 0; i < ROUNDS; i++) {
            try (Connection connection = pool.getConnection()) {
                one(connection, first + i);
            } catch (SQLException failure) {
                throw new IllegalStateException(failure);
            }
        }
    }

    private static void one(Connection connection, int number) throws SQLException {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO item VALUES (?, ?, ?)")) {
            insert.setInt(1, number);
            insert.setString(2, "n" + number);
            insert.setInt(3, number);
            insert.executeUpdate();
        }
        try (Statement select = connection.createStatement();
                ResultSet rows = select.executeQuery(
                        "SELECT name FROM item WHERE id = " + number + " AND name <> 'x" + number + "'")) {
            rows.next();
        }
        if (number % 10 == 0) {
            try (PreparedStatement twice = connection.prepareStatement("INSERT INTO item VALUES (?, ?, ?)")) {
                twice.setInt(1, number);
                twice.setString(2, "again");
                twice.setInt(3, 0);
                twice.execute();
            } catch (SQLException expected) {
                // it is there already
            }
        }
    }

    private static Snapshot drain() {
        Snapshot drained = Metering.runtime().drainFeatures(0, 0);
        drained.of(ControlObject.class).forEach(object -> MET.add(object.id()));
        return drained;
    }

    private static void told(Snapshot payloads) {
        Map<String, long[]> counts = new TreeMap<>();
        for (PayloadRow row : payloads.of(PayloadRow.class)) {
            long[] sums = counts.computeIfAbsent(row.text(), added -> new long[2]);
            sums[0] += row.sum().count();
            sums[1] += row.sum().errors();
        }
        counts.forEach((text, sums) -> System.out.println("sim " + text + " " + (sums[0] - sums[1]) + " " + sums[1]));
        System.out.println(
                "objects "
                        + new TreeSet<>(payloads.of(ObjectRow.class).stream().map(ObjectRow::object).toList()).size());
        System.out.println("met " + MET.size());
        System.out
                .println("of them " + payloads.of(ObjectRow.class).stream().mapToLong(row -> row.sum().count()).sum());
        System.out.println("kept "
                + payloads.of(PayloadEvent.class).stream().filter(event -> event.kind().name().equals("PAYLOAD"))
                        .count());
    }
}

package workload;

import com.p6spy.engine.common.ConnectionInformation;
import com.p6spy.engine.common.PreparedStatementInformation;
import com.p6spy.engine.event.JdbcEventListener;
import com.p6spy.engine.wrapper.ConnectionWrapper;
import com.p6spy.engine.wrapper.PreparedStatementWrapper;
import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** A driver whose statements do nothing: what a statement costs then is the probe. */
public final class EmptyStatements {
    private static final String[] ASKED = {"SELECT name FROM item WHERE id = ?", "SELECT price FROM item WHERE id = ?",
            "SELECT name, price FROM item WHERE id = ?", "UPDATE item SET price = price + 1 WHERE id = ?"};

    private static final JdbcEventListener LISTENER = new JdbcEventListener() {
    };

    private EmptyStatements() {}

    /** All that is called here is its own; a wrapper wants something behind it. */
    private static final class Opened extends ConnectionWrapper {
        private final PreparedStatement behind;
        private final PreparedStatementInformation about;
        private int done;

        Opened(Connection connection) throws SQLException {
            this(connection, ConnectionInformation.fromTestConnection(connection));
        }

        private Opened(Connection connection, ConnectionInformation about) throws SQLException {
            super(connection, LISTENER, about);
            this.behind = connection.prepareStatement("SELECT 1");
            this.about = new PreparedStatementInformation(about, "SELECT 1");
        }

        @Override
        public PreparedStatement prepareStatement(String sql) {
            return new Prepared(this);
        }
    }

    private static final class Prepared extends PreparedStatementWrapper {
        private final Opened connection;

        Prepared(Opened connection) {
            super(connection.behind, connection.about, LISTENER);
            this.connection = connection;
        }

        @Override
        public Connection getConnection() {
            return connection;
        }

        @Override
        public int executeUpdate() {
            return ++connection.done;
        }

        @Override
        public void close() {
            connection.done++;
        }
    }

    /** @param arguments whether each statement is prepared anew (prepare) or not; statements to warm up, of an iteration, and how many of these */
    public static void main(String[] arguments) throws SQLException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        boolean isAnew = arguments[0].equals("prepare");
        Opened connection = new Opened(DriverManager.getConnection("jdbc:h2:mem:empty"));
        PreparedStatement[] prepared = new PreparedStatement[ASKED.length];
        for (int i = 0; i < prepared.length; i++) {
            prepared[i] = connection.prepareStatement(ASKED[i]);
        }
        long thread = Thread.currentThread().getId();
        for (int i = -1; i < Integer.parseInt(arguments[3]); i++) {
            int statements = Integer.parseInt(arguments[i < 0 ? 1 : 2]);
            long bytes = threads.getThreadAllocatedBytes(thread);
            long cpu = threads.getCurrentThreadCpuTime();
            if (isAnew) {
                prepare(connection, statements);
            } else {
                execute(prepared, statements);
            }
            cpu = threads.getCurrentThreadCpuTime() - cpu;
            bytes = threads.getThreadAllocatedBytes(thread) - bytes;
            if (i >= 0) {
                Figures.print("cpu." + i, (double) cpu / statements);
                Figures.print("bytes." + i, (double) bytes / statements);
            }
        }
        Figures.print("done", connection.done);
    }

    private static void execute(PreparedStatement[] prepared, int statements) throws SQLException {
        for (int i = 0; i < statements; i++) {
            prepared[i & 3].executeUpdate();
        }
    }

    private static void prepare(Connection connection, int statements) throws SQLException {
        for (int i = 0; i < statements; i++) {
            try (PreparedStatement statement = connection.prepareStatement(ASKED[i & 3])) {
                statement.executeUpdate();
            }
        }
    }
}

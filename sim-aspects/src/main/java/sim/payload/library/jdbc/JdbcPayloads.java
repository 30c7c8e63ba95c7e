package sim.payload.library.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import sim.payload.spi.PayloadRuntime;

/**
 * What happens at the places {@link JdbcAspect} points at. A statement that a pool hands to a driver is one payload, with the
 * pool's time and the driver's connection. Never throws; on the application's threads.
 */
public final class JdbcPayloads {
    private static final PayloadRuntime RUNTIME = PayloadRuntime.ofJvm();
    /** A two-hundredth of the heap, 16 MB at most. */
    private static final StatementTexts TEXTS = new StatementTexts(
            Math.min(16 << 20, Runtime.getRuntime().maxMemory() / 200));
    private static final String BATCH = "executeBatch";
    private static final String LARGE_BATCH = "executeLargeBatch";
    private static final String MANY = "(a batch of several statements)";
    private static final String UNKNOWN = "(a prepared statement whose text was not kept)";

    private JdbcPayloads() {}

    /** A statement begins to run. */
    public static void begin(Statement statement, String method) {
        Object connection = null;
        JdbcProbe.Type type = JdbcProbe.Type.EXECUTE;
        if (RUNTIME.isRecording(JdbcProbe.class)) {
            connection = connectionOf(statement);
            type = method.equals("executeQuery")
                    ? JdbcProbe.Type.QUERY
                    : method.equals(BATCH) || method.equals(LARGE_BATCH)
                            ? JdbcProbe.Type.BATCH
                            : method.equals("execute") ? JdbcProbe.Type.EXECUTE : JdbcProbe.Type.UPDATE;
        }
        RUNTIME.enter(JdbcProbe.class, connection, type);
    }

    /** A pool's own, one a check-out, is replaced by the driver's, and no control object then. */
    private static Connection connectionOf(Statement statement) {
        try {
            return statement.getConnection();
        } catch (SQLException | RuntimeException | LinkageError closed) {
            return null; // the statement says so itself
        }
    }

    /** A statement given as text has run. */
    public static void end(String sql, Throwable error) {
        RUNTIME.exit(RUNTIME.isRecording(JdbcProbe.class) ? SqlText.of(sql) : null, error);
    }

    /** A prepared statement has run, or a batch. */
    public static void endPrepared(Statement statement, Throwable error) {
        String text = null;
        if (RUNTIME.isRecording(JdbcProbe.class)) {
            text = TEXTS.of(statement);
            text = text != null ? text : statement instanceof PreparedStatement ? UNKNOWN : MANY;
        }
        RUNTIME.exit(text, error);
    }

    /** A statement was prepared. */
    public static void prepared(Object statement, String sql) {
        if (statement != null && sql != null) {
            TEXTS.put(statement, sql);
        }
    }

    /** A driver opened a connection. */
    public static void opened(Object connection) {
        if (connection instanceof Connection opened) {
            RUNTIME.open(JdbcProbe.class, connection, JdbcProbe.nameOf(opened));
        }
    }

    /** A connection was closed; a pool's is none that was opened. */
    public static void closed(Object connection) {
        RUNTIME.close(JdbcProbe.class, connection);
    }
}

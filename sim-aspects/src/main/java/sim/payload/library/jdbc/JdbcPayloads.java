package sim.payload.library.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.aspectj.lang.JoinPoint;
import sim.metrics.probe.ProbePayloads;
import sim.payload.common.ContextPropagation;
import sim.payload.spi.PayloadRuntime;

/**
 * What happens at the places {@link JdbcAspect} points at. A statement that a pool hands to a driver is one payload, with the
 * pool's time and the driver's connection. Never throws; on the application's threads.
 *
 * <p>What is woven into a driver is compiled along with it, so that each of these methods is short: what they do while something
 * records is in methods of their own.
 */
public final class JdbcPayloads {
    private static final PayloadRuntime RUNTIME = PayloadRuntime.ofJvm();
    private static final ProbePayloads PAYLOADS = ProbePayloads.of(JdbcProbe.class);
    /** A four-hundredth of the heap, 8 MB at most, each. */
    private static final long ROOM = Math.min(8 << 20, Runtime.getRuntime().maxMemory() / 400);
    private static final StatementTexts PREPARED = new StatementTexts(ROOM);
    private static final SqlTexts TEXTS = new SqlTexts(ROOM);
    private static final String MANY = "(a batch of several statements)";
    private static final String UNKNOWN = "(a prepared statement whose text was not kept)";

    private JdbcPayloads() {}

    /** A statement begins to run. */
    public static void begin(Statement statement, JoinPoint.StaticPart method) {
        if (PAYLOADS.isActive()) {
            enter(statement, method.getSignature().getName());
        }
    }

    private static void enter(Statement statement, String method) {
        boolean isRecording = PAYLOADS.isRecording();
        PAYLOADS.enter(isRecording ? connectionOf(statement) : null, isRecording ? type(method) : null);
    }

    private static JdbcProbe.Type type(String method) {
        return switch (method) {
            case "executeQuery" -> JdbcProbe.Type.QUERY;
            case "executeBatch", "executeLargeBatch" -> JdbcProbe.Type.BATCH;
            case "execute" -> JdbcProbe.Type.EXECUTE;
            default -> JdbcProbe.Type.UPDATE;
        };
    }

    /** A pool's own, one a check-out, is replaced by the driver's, and no control object then. */
    private static Connection connectionOf(Statement statement) {
        try {
            return statement.getConnection();
        } catch (SQLException | RuntimeException | LinkageError closed) {
            return null; // the statement says so itself
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return null;
        }
    }

    /** A statement given as text has run. */
    public static void end(String sql, Throwable error) {
        if (PAYLOADS.isActive()) {
            PAYLOADS.exit(PAYLOADS.isRecording() ? textOf(sql) : null, error);
        }
    }

    /** A prepared statement has run, or a batch. */
    public static void endPrepared(Statement statement, Throwable error) {
        if (PAYLOADS.isActive()) {
            PAYLOADS.exit(PAYLOADS.isRecording() ? textOf(statement) : null, error);
        }
    }

    private static String textOf(String sql) {
        try {
            return TEXTS.of(sql);
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return UNKNOWN;
        }
    }

    private static String textOf(Statement statement) {
        try {
            StatementField field = StatementField.of(statement);
            String sql = field.isThere() ? field.get(statement) : PREPARED.of(statement);
            if (sql != null) {
                return TEXTS.of(sql);
            }
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
        return statement instanceof PreparedStatement ? UNKNOWN : MANY;
    }

    /** A statement was prepared. */
    public static void prepared(Object statement, String sql) {
        try {
            StatementField field = statement == null ? null : StatementField.of(statement);
            if (field != null && field.isThere()) {
                field.set(statement, sql);
            } else if (field != null && sql != null) {
                PREPARED.put(statement, sql);
            }
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
        }
    }

    /** A driver opened a connection. */
    public static void opened(Object connection) {
        if (connection instanceof Connection opened) {
            try {
                RUNTIME.open(JdbcProbe.class, connection, JdbcProbe.nameOf(opened));
            } catch (Throwable failure) {
                ContextPropagation.failed(failure);
            }
        }
    }

    /** A connection was closed; a pool's is none that was opened. */
    public static void closed(Object connection) {
        RUNTIME.close(JdbcProbe.class, connection);
    }
}

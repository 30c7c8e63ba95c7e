package sim.payload.library.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import org.aspectj.lang.JoinPoint;
import sim.payload.runtime.ProbePayloads;
import sim.payload.common.ContextPropagation;
import sim.payload.spi.PayloadRuntime;

/**
 * Called where {@link JdbcAspect} points. If a pool hands a statement to a driver, both calls are one payload, with the time of the pool's
 * call and the driver's connection. Never throws. On the application's threads.
 *
 * <p>The JIT compiles these methods together with the driver's methods that call them, so each is short. What runs only while a probe
 * records is in methods of its own.
 */
public final class JdbcPayloads {
    private static final PayloadRuntime RUNTIME = PayloadRuntime.ofJvm();
    private static final ProbePayloads PAYLOADS = ProbePayloads.of(JdbcProbe.class);
    /** Heap bytes for each of the two caches: a four-hundredth of the heap, at most 8 MB. */
    private static final long ROOM = Math.min(8 << 20, Runtime.getRuntime().maxMemory() / 400);
    private static final StatementTexts PREPARED = new StatementTexts(ROOM);
    private static final SqlTexts TEXTS = new SqlTexts(ROOM);
    private static final String MANY = "(a batch of several statements)";
    private static final String UNKNOWN = "(a prepared statement whose text was not kept)";

    private JdbcPayloads() {}

    /** A statement begins. */
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

    /**
     * The statement's connection. A pool wraps connections at each check-out. The payload of the driver inside the pool's then replaces the
     * wrapper, which is no control object.
     */
    private static Connection connectionOf(Statement statement) {
        try {
            return statement.getConnection();
        } catch (SQLException | RuntimeException | LinkageError closed) {
            return null; // the connection is closed; the statement itself reports that
        } catch (Throwable failure) {
            ContextPropagation.failed(failure);
            return null;
        }
    }

    /** A statement that was passed as text has ended. */
    public static void end(String sql, Throwable error) {
        if (PAYLOADS.isActive()) {
            PAYLOADS.exit(PAYLOADS.isRecording() ? textOf(sql) : null, error);
        }
    }

    /** A prepared statement or a batch has ended. */
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

    /** A statement has been prepared. */
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

    /** A driver has opened a connection. */
    public static void opened(Object connection) {
        if (connection instanceof Connection opened) {
            try {
                RUNTIME.open(JdbcProbe.class, connection, JdbcProbe.nameOf(opened));
            } catch (Throwable failure) {
                ContextPropagation.failed(failure);
            }
        }
    }

    /** A connection has been closed. Does nothing for a pool's wrapper, which was never opened. */
    public static void closed(Object connection) {
        RUNTIME.close(JdbcProbe.class, connection);
    }
}

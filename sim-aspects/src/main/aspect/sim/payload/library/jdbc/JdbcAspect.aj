package sim.payload.library.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;

/**
 * Stands where drivers and pools run statements, prepare them, and open and close connections. One aspect for all of them: it is
 * written against the interfaces of {@code java.sql} alone.
 */
public aspect JdbcAspect {
    pointcut runs(Statement statement):
        this(statement) && (execution(public * Statement+.execute(..)) || execution(public * Statement+.executeQuery(..))
            || execution(public * Statement+.executeUpdate(..)) || execution(public * Statement+.executeLargeUpdate(..))
            || execution(public * Statement+.executeBatch()) || execution(public * Statement+.executeLargeBatch()));

    pointcut runsText(Statement statement, String sql): runs(statement) && args(sql, ..);

    pointcut runsPrepared(Statement statement): runs(statement) && execution(public * *());

    pointcut prepares(String sql):
        args(sql, ..) && (execution(public PreparedStatement+ Connection+.prepareStatement(String, ..))
            || execution(public PreparedStatement+ Connection+.prepareCall(String, ..)));

    pointcut opens(): execution(public Connection+ java.sql.Driver+.connect(String, java.util.Properties));

    pointcut closes(Connection connection):
        this(connection) && (execution(public void Connection+.close()) || execution(public void Connection+.abort(..)));

    before(Statement statement): runs(statement) {
        JdbcPayloads.begin(statement, thisJoinPointStaticPart);
    }

    after(Statement statement, String sql) returning: runsText(statement, sql) {
        JdbcPayloads.end(sql, null);
    }

    after(Statement statement, String sql) throwing(Throwable error): runsText(statement, sql) {
        JdbcPayloads.end(sql, error);
    }

    after(Statement statement) returning: runsPrepared(statement) {
        JdbcPayloads.endPrepared(statement, null);
    }

    after(Statement statement) throwing(Throwable error): runsPrepared(statement) {
        JdbcPayloads.endPrepared(statement, error);
    }

    after(String sql) returning(Object statement): prepares(sql) {
        JdbcPayloads.prepared(statement, sql);
    }

    after() returning(Object connection): opens() {
        JdbcPayloads.opened(connection);
    }

    after(Connection connection): closes(connection) {
        JdbcPayloads.closed(connection);
    }
}

package sim.server.query;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import sim.store.DuckDbStore;

/** What DuckDB answers. Its SQL is in this package: nobody else knows of it. */
public final class DuckDbAnswers implements Answers {
    private final DuckDbStore store;

    public DuckDbAnswers(DuckDbStore store) {
        this.store = store;
    }

    @Override
    public <T> T ask(Turn turn, Ask<T> ask) {
        return askRaw(turn, question -> ask.of(new Queries(question)));
    }

    <T> T askRaw(Turn turn, Raw<T> raw) {
        return store.query(connection -> {
            connection.setAutoCommit(false);
            Question question = new Question(store, connection, turn);
            try {
                T answer = raw.of(question);
                connection.rollback();
                return answer;
            } catch (Unread failed) {
                SQLException reason = question.failed(failed.reason);
                rollBack(connection, reason);
                throw reason;
            } catch (RuntimeException | Error failure) {
                rollBack(connection, failure);
                throw failure;
            }
        });
    }

    /** A database that failed cannot; what it failed at says which segment is the cause. */
    private static void rollBack(Connection connection, Throwable failure) {
        try {
            connection.rollback();
        } catch (SQLException too) {
            failure.addSuppressed(too);
        }
    }

    @Override
    public void tryIt() {
        store.query(connection -> {
            try (Statement statement = connection.createStatement()) {
                return statement.execute("SELECT count(*) FROM (SELECT 1 FROM instances LIMIT 1)");
            }
        });
    }

    /** What is asked in SQL. */
    interface Raw<T> {
        T of(Question question);
    }
}

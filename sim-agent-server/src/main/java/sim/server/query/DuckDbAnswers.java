package sim.server.query;

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
                return raw.of(question);
            } catch (Unread failed) {
                throw question.failed(failed.reason);
            } finally {
                connection.rollback();
            }
        });
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

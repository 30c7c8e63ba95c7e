package sim.server.query;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;

/** Asks the store within a turn: row by row, so that an answer of any length takes the memory of one row. One thread. */
final class Question {
    /** Rows between two looks whether the turn was ended: a look is a lock. */
    private static final int LOOK = 256;

    private final Connection connection;
    private final Turn turn;

    Question(Connection connection, Turn turn) {
        this.connection = connection;
        this.turn = turn;
    }

    /** Hands on each row of a statement's result. */
    void each(String sql, Row row, Object... arguments) {
        try (PreparedStatement statement = prepare(sql, arguments)) {
            turn.running(() -> cancel(statement));
            try (ResultSet results = statement.executeQuery()) {
                for (int rows = 1; results.next(); rows++) {
                    if (rows % LOOK == 0) {
                        turn.check();
                    }
                    row.read(results);
                }
            }
        } catch (SQLException failure) {
            throw reason(failure);
        } finally {
            turn.running(null);
        }
    }

    /** Runs a statement that has no result. */
    void run(String sql, Object... arguments) {
        try (PreparedStatement statement = prepare(sql, arguments)) {
            turn.running(() -> cancel(statement));
            statement.execute();
        } catch (SQLException failure) {
            throw reason(failure);
        } finally {
            turn.running(null);
        }
    }

    /** Reserves heap for what is kept until all was read. */
    void reserve(long bytes) {
        turn.reserve(bytes);
    }

    /** Throws when the turn was ended; to be asked by what computes for long. */
    void check() {
        turn.check();
    }

    /** Heap bytes of a text's characters. */
    static long bytes(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) > 0xff) {
                return 2L * text.length();
            }
        }
        return text.length();
    }

    private PreparedStatement prepare(String sql, Object... arguments) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < arguments.length; i++) {
            statement.setObject(i + 1, arguments[i]);
        }
        return statement;
    }

    private static void cancel(PreparedStatement statement) {
        try {
            statement.cancel();
        } catch (SQLException closed) {
            // then it has just finished
        }
    }

    /** An interrupted statement fails with what interrupted it. */
    private Unread reason(SQLException failure) {
        turn.check();
        if (String.valueOf(failure.getMessage()).contains("Out of Memory")) {
            throw turn.tooLarge();
        }
        return new Unread(failure);
    }

    /** What is done with a row. */
    interface Row {
        void read(ResultSet row) throws SQLException;
    }
}

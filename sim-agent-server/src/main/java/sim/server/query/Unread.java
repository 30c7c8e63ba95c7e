package sim.server.query;

import java.sql.SQLException;

/** A statement failed. Unchecked, so that questions need not know how the store is asked; ends in {@link DuckDbAnswers}. */
final class Unread extends RuntimeException {
    private static final long serialVersionUID = 1;

    final SQLException reason;

    Unread(SQLException reason) {
        super(reason);
        this.reason = reason;
    }
}

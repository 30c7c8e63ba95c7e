package sim.store;

import java.sql.SQLException;
import java.util.List;

/** What a question failed at, and the segments that it read: one of them may be damaged. */
final class Unanswered extends SQLException {
    private static final long serialVersionUID = 1;

    private final transient List<Segment> read;

    Unanswered(SQLException failure, List<Segment> read) {
        super(failure.getMessage(), failure);
        this.read = read;
    }

    List<Segment> read() {
        return read;
    }
}

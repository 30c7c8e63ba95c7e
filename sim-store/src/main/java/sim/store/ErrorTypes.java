package sim.store;

import java.sql.SQLException;
import java.util.List;
import org.duckdb.DuckDBConnection;
import sim.model.snapshot.FailureRecord;
import sim.model.snapshot.StackRecord;
import sim.model.text.Text;
import sim.wire.Sections;

/**
 * The types of exceptions that an application may have: the first so many, cut to a length. Any other is stored as {@link Places#OTHER}, in the
 * head and so in all sums. A program with SIM has at most a thousand; whoever forges batches could have sums grow without end. Guarded by the
 * database's writing lock.
 */
final class ErrorTypes {
    static final String TABLE = "error_types";
    /** Types of an application. */
    static final int MOST = 2_000;
    /** Characters of a type. */
    static final int LONGEST = 1_000;
    /** What those of an application take at most. */
    private static final long MOST_BYTES = 4L << 20;

    private final Texts types = new Texts(TABLE, MOST, MOST_BYTES, 4 * MOST_BYTES);

    /** Finds as what the types of a group of batches are stored, and stores the new ones. */
    void map(DuckDBConnection connection, List<IncomingBatch> group) throws SQLException {
        for (IncomingBatch e : group) {
            for (FailureRecord failure : e.batch().contents().of(Sections.FAILURES)) {
                map(connection, failure.type(), e);
            }
            for (StackRecord stack : e.batch().contents().of(Sections.STACKS)) {
                map(connection, stack.type(), e);
            }
            types.shrink(connection, e.before().application());
        }
        types.store(connection);
    }

    private void map(DuckDBConnection connection, String said, IncomingBatch e) throws SQLException {
        if (!e.types().containsKey(said)) {
            String type = Text.cut(said, LONGEST);
            e.types().put(said, types.takes(connection, e.before().application(), Texts.NO_PROBE, type)
                    ? type
                    : Places.OTHER);
        }
    }

    /** Forgets what is in memory: a transaction failed, and what it added is not stored. */
    void forget() {
        types.forget();
    }
}

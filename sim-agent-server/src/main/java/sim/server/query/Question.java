package sim.server.query;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import sim.store.DuckDbStore;
import sim.store.Kept;
import sim.store.Literals;
import sim.store.Slice;

/** Asks the store within a turn: row by row, so that an answer of any length takes the memory of one row. One thread. */
final class Question {
    /** Rows between two looks whether the turn was ended: a look is a lock. */
    private static final int LOOK = 256;
    private static final int INSTANCE_BYTES = 100;

    private final Connection connection;
    private final Turn turn;

    private final DuckDbStore store;
    /** What the policy lets the statements read; null until it is asked for. */
    private Kept kept;
    /** What the statements read of sums; null for all there is. */
    private Slice slice;
    /** The instances with rows, of which range and part; null until they are asked for. */
    private String active;
    private Range activeOf;
    private Slice activeIn;

    Question(DuckDbStore store, Connection connection, Turn turn) {
        this.store = store;
        this.connection = connection;
        this.turn = turn;
    }

    /** The time by which what arrives now is stored. */
    long nowMicros() {
        return store.nowMicros();
    }

    /**
     * From here on statements read the part of a range alone wherever they name a table of sums; without an instance, the sums
     * over all of them, where these are kept: their {@code instance} is the empty text, their nodes are the application's
     * places.
     *
     * @return the range, widened to the steps that are kept
     */
    Range total(Range range) {
        return narrow(range, range.isOfAll(), 0);
    }

    /** The same where rows of each instance are wanted. */
    Range ofInstances(Range range) {
        return narrow(range, false, 0);
    }

    /** The same, as fine as a chart of at most {@code points} wants it. */
    Range chart(Range range, int points) {
        return narrow(range, false, points);
    }

    /** The same, of the sums over all instances where no instance is named. */
    Range chartOfTotal(Range range, int points) {
        return narrow(range, range.isOfAll(), points);
    }

    private Range narrow(Range range, boolean isOfApplication, int points) {
        try {
            slice = known().slice(range.application(), range.instance(), isOfApplication, range.fromMicros(),
                    range.toMicros(), points);
            return new Range(range.application(), range.instance(), range.version(), slice.fromMicros(),
                    slice.toMicros());
        } catch (SQLException failure) {
            throw reason(failure);
        }
    }

    /** Asks the sums of an application, of all time, whatever the statements read otherwise. */
    <T> T ofAllTime(String application, Supplier<T> asked) {
        Slice before = slice;
        narrow(new Range(application, null, 0, Long.MAX_VALUE / 4), true, 0);
        try {
            return asked.get();
        } finally {
            slice = before;
        }
    }

    private Kept known() throws SQLException {
        if (kept == null) {
            kept = store.kept(connection, this::change);
        }
        return kept;
    }

    /** What the policy lets the statements read. */
    Kept kept() {
        try {
            return known();
        } catch (SQLException failure) {
            throw reason(failure);
        }
    }

    /** Whether sums are those of an application. */
    boolean isOfApplication() {
        return slice != null && slice.isOfApplication();
    }

    /**
     * The instances that have rows in a range, as a list in parentheses: what an instance that was gone before said last is true of none of
     * them. They are asked for once.
     */
    String activeInstances(Range range) {
        if (active == null || slice != activeIn || !range.equals(activeOf)) {
            List<String> found = new ArrayList<>();
            each("SELECT DISTINCT instance FROM "
                    + (slice == null
                            ? "tree_rows"
                            : "(" + slice.ofInstances("tree_rows", "instance", "to_micros") + ")")
                    + " WHERE to_micros > ? AND to_micros <= ?", row -> {
                        reserve(2L * INSTANCE_BYTES + bytes(row.getString(1)));
                        found.add(Literals.text(row.getString(1)));
                    }, range.fromMicros(), range.toMicros());
            active = found.isEmpty() ? "(NULL)" : "(" + String.join(", ", found) + ")";
            activeIn = slice;
            activeOf = range;
        }
        return active;
    }

    /**
     * A condition on rows of sums: those of a range. What is read is of its instances already, but for their version.
     *
     * @param instance the column
     * @param time the column
     */
    String during(Range range, String instance, String time) {
        return (slice != null && range.version() == null
                ? ""
                : instance + " IN " + Literals.in(Range.INSTANCES, range.with()) + " AND ")
                + time + " > " + range.fromMicros() + " AND " + time + " <= " + range.toMicros();
    }

    /** Whether a table of sums may have rows in the part that is read. */
    boolean has(String table) {
        return slice == null || slice.has(table);
    }

    /** A failure, with what was read until then. */
    SQLException failed(SQLException failure) {
        return kept == null ? failure : kept.failed(failure);
    }

    /** What is read of sums; null for all there is. */
    Slice slice() {
        return slice;
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

    /** Runs a statement as it stands; returns the rows it changed. */
    private long change(String sql) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            turn.running(() -> cancel(statement));
            return statement.executeUpdate();
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

    /** Without parameters: the library plans a statement with some twice. */
    private PreparedStatement prepare(String sql, Object... arguments) throws SQLException {
        String whole = Literals.in(sql, arguments);
        String narrowed = known().narrow(whole);
        return connection.prepareStatement(slice == null ? narrowed : slice.narrow(narrowed));
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
        String said = String.valueOf(failure.getMessage());
        if (said.contains("Out of Memory") && !said.contains("failed to offload")) { // that is of the disk, and the store's to tell
            throw turn.tooLarge();
        }
        return new Unread(failure);
    }

    /** What is done with a row. */
    interface Row {
        void read(ResultSet row) throws SQLException;
    }
}

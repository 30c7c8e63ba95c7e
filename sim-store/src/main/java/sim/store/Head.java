package sim.store;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/**
 * Where batches are committed to: native tables, a set of them for each slot. The last slot collects; the ones before it wait
 * to become segments. Guarded by the database's writing lock.
 */
final class Head {
    /** Rows after which a slot is full, however young it is: a question reads all of it. Two minutes of a hundred busy JVMs. */
    private static final long MOST_ROWS = 3_000_000;

    /** What is in each table of each slot. */
    final HeadRows there = new HeadRows();
    private final long mostRows;
    private long slot;
    private long openedMicros;
    private long rows;

    Head() {
        this(MOST_ROWS);
    }

    Head(long mostRows) {
        this.mostRows = mostRows;
    }

    /** Finds the slots of the database that was opened. */
    void load(Connection connection) throws SQLException {
        slot = Database.number(connection, "SELECT max(slot) FROM slots");
        openedMicros = Database.number(connection, "SELECT opened_micros FROM slots WHERE slot = ?", slot);
        rows = there.load(connection, slots(connection));
    }

    /** The slot that collects. */
    long slot() {
        return slot;
    }

    /** Some rows were committed. */
    void wrote(long more) {
        rows += more;
    }

    boolean isEmpty() {
        return rows == 0;
    }

    /** Whether the slot has collected for long enough, or enough rows. A clock that was set back does not make a slot last for ever. */
    boolean isDue(long nowMicros, long slotMicros) {
        return rows > 0 && (rows >= mostRows || Math.abs(nowMicros - openedMicros) >= slotMicros);
    }

    /** Begins the next slot; the one before gets no rows any more. */
    void rotate(Database database, long nowMicros) throws SQLException {
        long next = slot + 1;
        there.begin(next);
        database.inTransaction(connection -> {
            try (Statement statement = connection.createStatement()) {
                Schema.createSlot(statement, next, nowMicros);
            }
            database.createViews(Tables.AGEING);
            return null;
        });
        slot = next;
        openedMicros = nowMicros;
        rows = 0;
    }

    /** All slots, the one that collects last. */
    static List<Long> slots(Connection connection) throws SQLException {
        List<Long> slots = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT slot FROM slots ORDER BY slot")) {
            while (row.next()) {
                slots.add(row.getLong(1));
            }
        }
        return slots;
    }
}

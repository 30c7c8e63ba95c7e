package sim.store;

import java.sql.SQLException;

/** Closes the slot of the head that collects, and has those that are closed become segments. The upkeep's thread. */
final class Closing {
    private final Database database;
    private final Rollups rollups;
    private final Ageing ageing;
    private final Ladder ladder;
    /** Whether a slot was closed, and {@code rest} was not noted since. */
    private boolean isClosed;
    /** Whether {@code rest} has what a checkpoint will give back. */
    private boolean isTooMuch;
    /** Bytes of the head without the slot that collects, about; 0 until one was closed. */
    private long rest;

    Closing(Database database, Rollups rollups, Ageing ageing, Ladder ladder) {
        this.database = database;
        this.rollups = rollups;
        this.ageing = ageing;
        this.ladder = ladder;
    }

    /** @param anyhow whether it is closed though it is not full, unless it is empty */
    void close(long now, boolean anyhow) throws SQLException {
        database.writing.lock();
        try {
            if (database.head.isDue(now, ladder.slotMicros()) || anyhow && !database.head.isEmpty()) {
                database.head.rotate(database, now);
                isClosed = true;
            }
        } finally {
            database.writing.unlock();
        }
    }

    /**
     * Whether what collects takes more than that. Names, places and dictionaries may be large for good, and no slot that is closed takes them with it. While
     * another one could not become segments for what keeps any from it, this one would wait too.
     */
    boolean isLarger(long bytes) throws SQLException {
        long head = ageing.headBytes();
        rest = Math.min(rest, head); // what could not become segments may have since
        return head - rest > bytes && !rollups.isBarred();
    }

    void seal() throws SQLException {
        try {
            rollups.seal();
        } finally {
            if (isClosed && !rollups.isBarred()) {
                isClosed = false;
                isTooMuch = true;
                rest = ageing.headBytes();
            }
        }
    }

    /** What was sealed counts until a checkpoint gives it back: by what is noted before, the next slot would have to be larger by it. */
    void noteGivenBack() throws SQLException {
        if (isTooMuch && !database.wantsCheckpoint()) {
            isTooMuch = false;
            rest = ageing.headBytes();
        }
    }
}

package sim.store;

import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Work of a round that is done table by table: what fails keeps no other from its turn, unless any other would fail so too. What found too little memory
 * rests for a minute, because each try reads all its rows again. The upkeep's thread.
 */
final class Turns {
    private static final long REST_NANOS = TimeUnit.MINUTES.toNanos(1);

    private final LongSupplier nanos;
    private final Map<String, Rest> resting = new HashMap<>();
    /** What failed first in this round; null for nothing. */
    private SQLException first;

    Turns() {
        this(System::nanoTime);
    }

    /** @param nanos the monotonic clock */
    Turns(LongSupplier nanos) {
        this.nanos = nanos;
    }

    void begin() {
        first = null;
    }

    /**
     * Runs a turn, or says again why it rests.
     *
     * @param whose tells it from others
     * @throws SQLException if any other would fail so
     */
    void run(String whose, Parts.Part turn) throws SQLException {
        Rest rest = resting.remove(whose);
        if (rest != null && nanos.getAsLong() - rest.begunNanos < REST_NANOS) {
            resting.put(whose, rest);
            failed(rest.failure);
            return;
        }
        try {
            turn.run();
        } catch (StoreException away) { // or opened again
            throw away;
        } catch (SQLException | RuntimeException failure) {
            SQLException said = failure instanceof SQLException sql
                    ? sql
                    : new SQLException(failure.toString(), failure);
            if (Failures.isOfAll(said)) {
                throw said;
            }
            if (Failures.isOfMemory(said)) {
                resting.put(whose, new Rest(nanos.getAsLong(), said));
            }
            failed(said);
        }
    }

    private void failed(SQLException failure) {
        first = first == null ? failure : first;
    }

    /** Throws what failed first. */
    void end() throws SQLException {
        if (first != null) {
            throw first;
        }
    }

    private record Rest(long begunNanos, SQLException failure) {}
}

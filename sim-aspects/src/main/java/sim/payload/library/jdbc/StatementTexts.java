package sim.payload.library.jdbc;

import java.util.concurrent.atomic.AtomicLong;
import sim.payload.common.ByIdentity;

/**
 * The text of each prepared statement that is alive, by its identity, held weakly: kept whether something records or not, for a
 * statement that is prepared now may run when it does; read only then. Past the bound statements have none. Any thread.
 */
final class StatementTexts {
    /** Heap bytes of one beside its characters. */
    private static final int EACH = 250;

    private final AtomicLong taken = new AtomicLong();
    private final ByIdentity<Kept> texts = new ByIdentity<>(Integer.MAX_VALUE, this::give);
    private final long most;

    /** @param most heap bytes for all of them */
    StatementTexts(long most) {
        this.most = most;
    }

    /** A statement was prepared. Reads nothing. */
    void put(Object statement, String sql) {
        texts.forgetGone();
        String start = SqlText.start(sql);
        long bytes = EACH + 4L * start.length(); // as it is, and as it is called
        if (taken.addAndGet(bytes) > most) {
            taken.addAndGet(-bytes);
            return;
        }
        give(texts.put(statement, new Kept(start, bytes)));
    }

    private void give(Kept kept) {
        if (kept != null) {
            taken.addAndGet(-kept.bytes);
        }
    }

    /** What it is called; null for one that was not seen when it was prepared. */
    String of(Object statement) {
        Kept kept = texts.get(statement);
        return kept == null ? null : kept.text();
    }

    long taken() {
        return taken.get();
    }

    private static final class Kept {
        final long bytes;
        private final String sql;
        /** Null until it was asked for. */
        private String text;

        Kept(String sql, long bytes) {
            this.sql = sql;
            this.bytes = bytes;
        }

        String text() {
            String known = text;
            if (known == null) {
                known = SqlText.of(sql);
                text = known;
            }
            return known;
        }
    }
}

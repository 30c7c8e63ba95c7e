package sim.payload.library.jdbc;

import java.util.concurrent.atomic.AtomicLong;
import sim.payload.common.ByIdentity;

/**
 * The text of each prepared statement that is alive, by its identity, held weakly: for statements of classes that have no field for
 * it ({@link StatementField}), such as those woven by AspectJ's weaver alone. Kept whether something records or not, for a
 * statement that is prepared now may run when it does; read only then. Past the bound statements have none. Any thread.
 */
final class StatementTexts {
    /** Heap bytes of one beside its characters. */
    private static final int EACH = 200;

    private final AtomicLong taken = new AtomicLong();
    private final ByIdentity<String> texts = new ByIdentity<>(Integer.MAX_VALUE, this::give);
    private final long most;

    /** @param most heap bytes for all of them */
    StatementTexts(long most) {
        this.most = most;
    }

    /** A statement was prepared. Reads nothing. */
    void put(Object statement, String sql) {
        texts.forgetGone();
        String start = SqlText.start(sql);
        if (taken.addAndGet(bytes(start)) > most) {
            give(start);
            give(texts.remove(statement)); // it has another text now
            return;
        }
        give(texts.put(statement, start));
    }

    private void give(String text) {
        if (text != null) {
            taken.addAndGet(-bytes(text));
        }
    }

    private static long bytes(String text) {
        return EACH + 2L * text.length();
    }

    /** What it was prepared with; null for one that was not seen then. */
    String of(Object statement) {
        return texts.get(statement);
    }

    long taken() {
        return taken.get();
    }
}

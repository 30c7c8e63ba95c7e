package sim.payload.library.jdbc;

import java.util.concurrent.atomic.AtomicLong;
import sim.base.redact.SqlText;
import sim.payload.common.ByIdentity;

/**
 * The text of each live prepared statement, by its identity, held weakly. For statements of classes that have no {@link StatementField},
 * such as those that only AspectJ's weaver has woven. Texts are kept even while no probe records, because a statement prepared now may run
 * while one does. They are read only then. Past the bound, further statements have no text. Any thread.
 */
final class StatementTexts {
    /** Heap bytes of an entry without its characters. */
    private static final int EACH = 200;

    private final AtomicLong taken = new AtomicLong();
    private final ByIdentity<String> texts = new ByIdentity<>(Integer.MAX_VALUE, this::give);
    private final long most;

    /** @param most heap bytes for all entries */
    StatementTexts(long most) {
        this.most = most;
    }

    /** Keeps the text of a prepared statement. Does not read it. */
    void put(Object statement, String sql) {
        texts.forgetGone();
        String start = SqlText.start(sql);
        if (taken.addAndGet(bytes(start)) > most) {
            give(start);
            give(texts.remove(statement)); // the statement has another text now
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

    /** The text with which a statement was prepared; null if SIM did not see that. */
    String of(Object statement) {
        return texts.get(statement);
    }

    long taken() {
        return taken.get();
    }
}

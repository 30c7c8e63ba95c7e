package sim.payload.library.jdbc;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;
import sim.base.redact.SqlText;

/**
 * Remembers the descriptions of statements by their texts, so that a text met again is neither read nor copied. A hash has two slots. A new
 * text takes the first one, and the text there moves to the second; with one slot for each hash, a hundred statements in use would already
 * collide. Past the bound everything is forgotten. Any thread, without a lock.
 */
final class SqlTexts {
    private static final int PLACES = 1 << 12;
    /** Heap bytes of an entry without its characters. */
    private static final int EACH = 120;
    /** An entry may take at most one in so many of all bytes. */
    private static final int LEAST = 16;
    private static final VarHandle PLACE = MethodHandles.arrayElementVarHandle(Entry[].class);

    private record Entry(String sql, String text, long bytes) {}

    private final Entry[] entries = new Entry[PLACES];
    private final AtomicLong taken = new AtomicLong();
    private final long most;

    /** @param most heap bytes for all entries */
    SqlTexts(long most) {
        this.most = most;
    }

    /** The description of a statement. Allocates nothing if the text was met before. */
    String of(String sql) {
        if (sql == null) {
            return "null";
        }
        int hash = sql.hashCode();
        int at = (hash ^ hash >>> 15) & PLACES - 1;
        Entry known = entries[at]; // safe without a fence: all fields of an entry are final
        if (known == null || !known.sql.equals(sql)) {
            known = entries[at ^ 1];
        }
        return known != null && known.sql.equals(sql) ? known.text : meet(sql, at);
    }

    private String meet(String sql, int at) {
        String text = SqlText.of(sql);
        long bytes = EACH + 2L * (sql.length() + text.length());
        if (bytes <= most / LEAST) {
            if (taken.addAndGet(bytes) > most) {
                for (int i = 0; i < PLACES; i++) {
                    replace(i, null);
                }
            }
            Entry before = (Entry) PLACE.getAndSet(entries, at, new Entry(sql, text, bytes));
            if (before != null) {
                replace(at ^ 1, before);
            }
        }
        return text;
    }

    private void replace(int at, Entry by) {
        Entry before = (Entry) PLACE.getAndSet(entries, at, by);
        if (before != null) {
            taken.addAndGet(-before.bytes);
        }
    }

    long taken() {
        return taken.get();
    }
}

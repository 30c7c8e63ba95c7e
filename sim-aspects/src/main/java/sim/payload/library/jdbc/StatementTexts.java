package sim.payload.library.jdbc;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The text of each prepared statement that is alive, by its identity, held weakly: kept whether something records or not, for a
 * statement that is prepared now may run when it does; read only then. Past the bound statements have none. Any thread.
 */
final class StatementTexts {
    /** Heap bytes of one beside its characters. */
    private static final int EACH = 250;

    private final Map<Key, Kept> texts = new ConcurrentHashMap<>();
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();
    private final AtomicLong taken = new AtomicLong();
    private final long most;

    /** @param most heap bytes for all of them */
    StatementTexts(long most) {
        this.most = most;
    }

    /** A statement was prepared. Reads nothing. */
    void put(Object statement, String sql) {
        for (Reference<?> key = gone.poll(); key != null; key = gone.poll()) {
            give(texts.remove(key));
        }
        String start = SqlText.start(sql);
        long bytes = EACH + 4L * start.length(); // as it is, and as it is called
        if (taken.addAndGet(bytes) > most) {
            taken.addAndGet(-bytes);
            return;
        }
        give(texts.put(new Key(statement, gone), new Kept(start, bytes)));
    }

    private void give(Kept kept) {
        if (kept != null) {
            taken.addAndGet(-kept.bytes);
        }
    }

    /** What it is called; null for one that was not seen when it was prepared. */
    String of(Object statement) {
        Kept kept = texts.get(new Key(statement, null));
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

    private static final class Key extends WeakReference<Object> {
        private final int hash;

        Key(Object statement, ReferenceQueue<Object> gone) {
            super(statement, gone);
            this.hash = System.identityHashCode(statement);
        }

        @Override
        public boolean equals(Object other) {
            if (this == other) {
                return true;
            }
            Object statement = get();
            return statement != null && other instanceof Key key && key.refersTo(statement);
        }

        @Override
        public int hashCode() {
            return hash;
        }
    }
}

package sim.payload.library.jdbc;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The text of each prepared statement that is alive, by its identity, held weakly: kept whether something records or not, for a
 * statement that is prepared now may run when it does. Past the bound statements have none. Any thread.
 */
final class StatementTexts {
    /** Prepared statements alive at once; 200 bytes each. */
    private static final int MOST = 50_000;

    private final Map<Key, String> texts = new ConcurrentHashMap<>();
    private final ReferenceQueue<Object> gone = new ReferenceQueue<>();

    void put(Object statement, String text) {
        for (Reference<?> key = gone.poll(); key != null; key = gone.poll()) {
            texts.remove(key);
        }
        if (texts.size() < MOST) {
            texts.put(new Key(statement, gone), text);
        }
    }

    /** Null for one that was not seen when it was prepared. */
    String of(Object statement) {
        return texts.get(new Key(statement, null));
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

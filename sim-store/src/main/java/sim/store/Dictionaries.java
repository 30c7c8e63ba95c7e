package sim.store;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Dictionaries of one sort, one an application. Those that were asked for last are in memory, as many as a bound allows; any other is read
 * when it is asked for. Guarded by the database's writing lock.
 */
final class Dictionaries<D extends Dictionaries.Dictionary> {
    private final long mostBytes;
    private final Reading<D> reading;
    /** The one that was asked for longest ago first. */
    private final Map<String, D> known = new LinkedHashMap<>(16, 0.75f, true);

    /** @param mostBytes what those in memory may take, beside the one that was asked for last */
    Dictionaries(long mostBytes, Reading<D> reading) {
        this.mostBytes = mostBytes;
        this.reading = reading;
    }

    /** An application's. */
    D of(Connection connection, String application) throws SQLException {
        D dictionary = known.get(application);
        if (dictionary == null) {
            dictionary = reading.read(connection, application);
            known.put(application, dictionary);
        }
        return dictionary;
    }

    /**
     * Removes dictionaries from memory if they are too large together. The same group of batches may need a removed one again.
     *
     * @param but  the application whose dictionary stays
     * @param ahead has stored what the group has added so far, before any goes
     */
    void shrink(String but, Storing ahead) throws SQLException {
        long all = bytes();
        if (all <= mostBytes) {
            return;
        }
        ahead.store();
        Iterator<Map.Entry<String, D>> each = known.entrySet().iterator();
        while (all > mostBytes && each.hasNext()) {
            Map.Entry<String, D> eldest = each.next();
            if (!eldest.getKey().equals(but)) {
                all -= eldest.getValue().bytes();
                each.remove();
            }
        }
    }

    /** What is in memory, about. */
    long bytes() {
        return known.values().stream().mapToLong(Dictionary::bytes).sum();
    }

    /** Forgets the dictionaries in memory: a transaction failed, so what it added to them is not stored. */
    void forget() {
        known.clear();
    }

    /** An application's. */
    interface Dictionary {
        /** What it takes in memory, about. */
        long bytes();
    }

    /** Reads what is stored of an application's dictionary. */
    interface Reading<D> {
        D read(Connection connection, String application) throws SQLException;
    }

    /** Stores what was added. */
    interface Storing {
        void store() throws SQLException;
    }
}

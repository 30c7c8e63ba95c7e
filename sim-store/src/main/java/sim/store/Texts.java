package sim.store;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * Texts by which an application's sums are told apart, a dictionary of one sort: the first of each payload probe, as many as a bound allows.
 * Any other counts at {@link Places#OTHER}, which the dictionary has once it is needed: so it names each probe that anything is stored of.
 * Guarded by the database's writing lock.
 */
final class Texts {
    /** Of texts that are of no probe. */
    static final int NO_PROBE = 0;
    /** What a text takes beside its characters. */
    private static final int TEXT_BYTES = 120;

    private final String table;
    private final int most;
    private final long mostBytes;
    private final Dictionaries<OfApplication> known;
    /** What the group of batches has added, and is not stored yet. */
    private final List<Added> added = new ArrayList<>();

    /**
     * @param most      texts of a probe: one whose texts never end takes none of the room of others
     * @param mostBytes what those of an application may take in memory
     * @param inMemory  the same of all applications together
     */
    Texts(String table, int most, long mostBytes, long inMemory) {
        this.table = table;
        this.most = most;
        this.mostBytes = mostBytes;
        this.known = new Dictionaries<>(inMemory, this::read);
    }

    static String create(String table) {
        return "CREATE TABLE " + table + "(application VARCHAR, probe INTEGER, text VARCHAR)";
    }

    /** Whether a text is told apart; a new one is stored with {@link #store}. */
    boolean takes(DuckDBConnection connection, String application, int probe, String text) throws SQLException {
        OfApplication texts = known.of(connection, application);
        if (texts.of(probe).contains(text)) {
            return true;
        }
        boolean fits = texts.of(probe).size() < most && texts.bytes < mostBytes;
        String kept = fits ? text : Places.OTHER;
        if (texts.put(probe, kept)) {
            added.add(new Added(application, probe, kept));
        }
        return fits;
    }

    /** Keeps to the bound of memory, after a batch of an application. */
    void shrink(DuckDBConnection connection, String application) throws SQLException {
        known.shrink(application, () -> store(connection));
    }

    /** Stores what was added. */
    void store(DuckDBConnection connection) throws SQLException {
        if (added.isEmpty()) {
            return;
        }
        try (DuckDBAppender out = connection.createAppender(table)) {
            for (Added each : added) {
                out.beginRow().append(each.application).append(each.probe).append(each.text).endRow();
            }
            out.flush();
        }
        added.clear();
    }

    private OfApplication read(Connection connection, String application) throws SQLException {
        OfApplication texts = new OfApplication();
        try (PreparedStatement statement = connection
                .prepareStatement("SELECT probe, text FROM " + table + " WHERE application = ?")) {
            statement.setString(1, application);
            try (ResultSet row = statement.executeQuery()) {
                while (row.next()) {
                    texts.put(row.getInt(1), row.getString(2));
                }
            }
        }
        return texts;
    }

    /** Forgets what is in memory: a transaction failed, and what it added is not stored. */
    void forget() {
        known.forget();
        added.clear();
    }

    private record Added(String application, int probe, String text) {}

    private static final class OfApplication implements Dictionaries.Dictionary {
        private final Map<Integer, Set<String>> ofProbes = new HashMap<>();
        private long bytes;

        Set<String> of(int probe) {
            return ofProbes.getOrDefault(probe, Set.of());
        }

        /** Whether it is new. */
        boolean put(int probe, String text) {
            boolean isNew = ofProbes.computeIfAbsent(probe, first -> new HashSet<>()).add(text);
            if (isNew) {
                bytes += TEXT_BYTES + text.length();
            }
            return isNew;
        }

        @Override
        public long bytes() {
            return bytes;
        }
    }
}
